#include "fcontrol/cluster.h"

#include "fcontrol/show/record.h"

const char *
fcontrol_operand(int argc, char **argv)
{
	return argc > 0 && *argv[0] ? argv[0] : NULL;
}

int
fcontrol_print_none(const struct fcontrol *control, const char *thing,
    const char *things, const char *name)
{
	FILE *aside = fcontrol_aside(control);

	if (fcontrol_is_mute(control))
		return name != NULL;
	if (name)
		fprintf(aside, "%s %s not found\n", thing, name);
	else if (!control->quiet)
		fprintf(aside, "No %s in the system\n", things);
	return name != NULL;
}

const char *
fcontrol_split(const char *word, char *key)
{
	size_t len = strcspn(word, "=");

	key[0] = '\0';
	if (word[len] != '=' || len == 0 || len >= FCONTROL_KEY ||
	    word[len - 1] == '+' || word[len - 1] == '-')
		return NULL;
	memcpy(key, word, len);
	key[len] = '\0';
	return word + len + 1;
}

void
fcontrol_no_error(const struct fcontrol *control)
{
	if (control->context->slurm &&
	    ft_release_has(control->context->release, FT_RULE_REFUSED_NO_ERROR))
		fputs("slurm_update error: No error\n", control->context->err);
}
