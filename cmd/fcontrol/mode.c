/* mode.c - verbs about fcontrol itself: help, quit, and modes such as oneliner. */

#include "cli/opt.h"
#include "fcontrol/cluster.h"

int
fcontrol_quit(struct fcontrol *control, int argc, char **argv)
{
	(void)argc;
	(void)argv;
	control->leave = true;
	return 0;
}

int
fcontrol_help(struct fcontrol *control, int argc, char **argv)
{
	(void)argv;
	ft_opt_help(control->context, control->context->out);
	if (argc > 0)
		fprintf(control->context->err,
		    "too many arguments for keyword:%s\n", control->word);
	return argc > 0;
}

/* all, hide, oneliner, details, ...: what the options of these names do. */
int
fcontrol_set_mode(struct fcontrol *control, int argc, char **argv)
{
	struct ft_word word = ft_word_of(control->verb);

	(void)argv;
	if (argc > 0 && control->context->slurm &&
	    ft_word_abbreviates(word, "verbose", 4)) {
		fprintf(control->context->err,
		    "too many arguments for %s keyword\n", control->verb);
		return 1;
	}
	if (ft_word_abbreviates(word, "all", 1))
		control->all = true;
	else if (ft_word_abbreviates(word, "hide", 2))
		control->all = false;
	else if (ft_word_abbreviates(word, "details", 1))
		control->detail = true;
	else if (ft_word_abbreviates(word, "oneliner", 1))
		control->one_line = true;
	else if (ft_word_abbreviates(word, "quiet", 4))
		control->quiet = true;
	else if (ft_word_abbreviates(word, "verbose", 4))
		control->verbose = true;
	return 0;
}

/* cluster NAME: what the option does; without a name, that of the settings. */
int
fcontrol_set_cluster(struct fcontrol *control, int argc, char **argv)
{
	ft_free(control->entered);
	control->entered = argc > 0 ? ft_strdup(argv[0]) : NULL;
	control->cluster = control->entered;
	return 0;
}
