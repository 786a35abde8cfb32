#include "lib/texts.h"

#include "tap/tap.h"

void
texts_are(
    const struct text_row *row, size_t n, enum ft_status status, text_fn *parse)
{
	struct ft_str str = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct ft_error err = { 0 };

		ft_str_clear(&str);
		is_i64(parse(row[i].text, &str, &err), status,
		    "status of '%s' %s", row[i].text, err.text);
		is_str(status ? err.text : ft_str_text(&str), row[i].want,
		    "'%s'", row[i].text);
	}
	ft_str_free(&str);
}
