/* Built without libedit: lines are read as the terminal gives them. */
#include "shell/edit.h"

struct ft_edit *
ft_edit_open(const struct ft_edit_options *options)
{
	(void)options;
	return NULL;
}

void
ft_edit_close(struct ft_edit *edit)
{
	(void)edit;
}

enum ft_edit_result
ft_edit_line(struct ft_edit *edit, const char *prompt, struct ft_str *line)
{
	(void)edit;
	(void)prompt;
	(void)line;
	return FT_EDIT_END;
}
