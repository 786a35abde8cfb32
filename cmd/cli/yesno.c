#include "base/base.h"
#include "cli/yesno.h"

enum ft_yesno
ft_yesno_of(const char *line)
{
	static const struct {
		const char *word;
		enum ft_yesno answer;
	} words[] = {
		{ "", FT_YESNO_EMPTY },
		{ "y", FT_YESNO_YES },
		{ "yes", FT_YESNO_YES },
		{ "n", FT_YESNO_NO },
		{ "no", FT_YESNO_NO },
	};
	static const char blanks[] = " \t\r";
	size_t len;
	int row;

	line += strspn(line, blanks);
	len = strlen(line);
	while (len > 0 && strchr(blanks, line[len - 1]))
		len--;
	row = ft_row_find(FT_ROWS(words), (struct ft_word){ line, len });
	return row < 0 ? FT_YESNO_NEITHER : words[row].answer;
}
