/* suggest.c - "did you mean" for names of the store and for words of tables. */

#include "cli/spelling.h"
#include "common/suggest.h"
#include "fcontrol/fcontrol.h"

void
fcontrol_suggest(
    struct fcontrol *control, enum ft_complete kind, const char *name)
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
fcontrol_did_you_mean(const struct fcontrol *control,
    const struct fcontrol_name *names, const char *word, struct ft_error *err)
{
	struct ft_spelling near = { .word = word };

	*err = (struct ft_error){ 0 };
	for (; names->name && !control->context->slurm; names++)
		if (names->sentence)
			ft_spelling_offer(&near, names->name);
	if (near.best)
		(void)ft_fail(
		    err, FT_ENOENT, "; did you mean '%s'?", near.best);
	return err->text;
}
