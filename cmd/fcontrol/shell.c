/* shell.c - fcontrol without a verb: one command after the other. */
#include <unistd.h>

#include "cli/clean.h"
#include "files/infile.h"
#include "cli/opt.h"
#include "fcontrol/cluster.h"

struct words {
	char **item;
	size_t n, cap;
};

/* Take the next word out of the text at *AT, quotes taken off in place; NULL at
 * the end. */
static char *
next_word(char **at)
{
	char *from = *at + strspn(*at, " \t\n"), *to = from, *word = from;
	char quote = '\0';

	if (!*from)
		return NULL;
	for (; *from && (quote || !strchr(" \t\n", *from)); from++) {
		if (quote ? *from == quote : *from == '"' || *from == '\'')
			quote = quote ? '\0' : *from;
		else
			*to++ = *from;
	}
	*at = from + (*from != '\0');
	*to = '\0';
	return word;
}

static void
split(struct words *words, char *line)
{
	char *word;

	words->n = 0;
	while ((word = next_word(&line)) != NULL) {
		words->item = ft_vec_grow(words->item, &words->cap,
		    words->n + 2, sizeof *words->item);
		words->item[words->n++] = word;
	}
}

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
	(void)argc;
	(void)argv;
	ft_opt_help(control->context, control->context->out);
	return 0;
}

/* all, hide, oneliner, details, ...: as the options of these names. */
int
fcontrol_set_mode(struct fcontrol *control, int argc, char **argv)
{
	const char *word = argv[-1];
	size_t len = strlen(word);

	(void)argc;
	if (fcontrol_is(word, len, "all", 1))
		control->all = true;
	else if (fcontrol_is(word, len, "hide", 2))
		control->all = false;
	else if (fcontrol_is(word, len, "details", 1))
		control->detail = true;
	else if (fcontrol_is(word, len, "oneliner", 1))
		control->one_line = true;
	else if (fcontrol_is(word, len, "quiet", 4))
		control->quiet = true;
	else if (fcontrol_is(word, len, "verbose", 4))
		control->verbose = true;
	return 0;
}

/* One line; returns its exit status. */
static int
obey_line(struct fcontrol *control, struct words *words, const char *line)
{
	char *copy FT_CLEANUP(ft_free_at) = ft_strdup(line);
	int status = 0;

	split(words, copy);
	if (words->n &&
	    !ft_clean_words(control->context, (int)words->n, words->item))
		status = 1;
	else if (words->n)
		status = fcontrol_obey(control, (int)words->n, words->item);
	return status;
}

int
fcontrol_shell(struct fcontrol *control)
{
	const struct ft_context *context = control->context;
	bool echo = !isatty(fileno(context->in));
	struct words words = { 0 };
	struct ft_str line = { 0 };
	char *last = NULL;
	int status = 0;

	while (!control->leave) {
		struct ft_error err = { 0 };
		enum ft_status got;
		bool again;

		fprintf(context->out, "%s: ", context->program);
		fflush(context->out);
		got = ft_infile_line(fileno(context->in), &line, &err);
		if (got != FT_OK) {
			fputc('\n', context->out);
			if (got != FT_ENOENT)
				status = ft_cmd_fail(context, &err);
			break;
		}
		ft_clean_line(&line);
		if (echo)
			fprintf(context->out, "%s\n", ft_str_text(&line));
		fflush(context->out);
		again = strcmp(ft_str_text(&line), "!!") == 0;
		if (!again) {
			ft_free(last);
			last = ft_strdup(ft_str_text(&line));
		}
		if (!last || obey_line(control, &words, last) != 0)
			status = 1;
		fflush(context->err);
	}
	ft_free(last);
	ft_free(words.item);
	ft_str_free(&line);
	return status;
}
