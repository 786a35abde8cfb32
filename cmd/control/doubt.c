/* doubt.c - words and names that were probably meant otherwise. */

#include "common/suggest.h"
#include "control/control.h"

void
control_doubt(struct control *control, enum ft_complete kind, const char *name)
{
	struct ft_error err = { 0 };

	if (control->quiet || !name)
		return;
	(void)ft_suggest(control->context, &control->session, kind, name, &err);
	if (*err.text)
		fprintf(control->context->err, "%s: %s\n",
		    control->context->program, err.text + strlen("; "));
}

const char *
control_near(const struct control *control, const char *words, const char *word,
    struct ft_error *err)
{
	*err = (struct ft_error){ 0 };
	(void)ft_suggest_word(control->context, words, word, err);
	return err->text;
}
