#include "shell/plain.h"

#include <unistd.h>

#include "cli/sanitize.h"
#include "files/infile.h"

struct words {
	char **item;
	size_t n, cap;
};

/* Cut the next word off the text at *AT, and remove its quotes in place; NULL at
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

/* One line; returns its exit status. */
static int
run_words(const struct ft_plain *plain, struct words *words, const char *line)
{
	char *copy FT_CLEANUP(ft_free_at) = ft_strdup(line);

	split(words, copy);
	if (words->n &&
	    !ft_sanitize_words(plain->context, (int)words->n, words->item))
		return 1;
	return plain->run(plain->ctx, (int)words->n, words->item);
}

int
ft_plain_run(const struct ft_plain *plain)
{
	const struct ft_context *context = plain->context;
	bool echo = !isatty(fileno(context->in));
	struct words words = { 0 };
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };
	char *last = NULL;
	int status = 0;

	while (!*plain->leave) {
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
		ft_sanitize_line(&line);
		if (echo)
			fprintf(context->out, "%s\n", ft_str_text(&line));
		fflush(context->out);
		again = strcmp(ft_str_text(&line), "!!") == 0;
		if (!again) {
			ft_free(last);
			last = ft_strdup(ft_str_text(&line));
		}
		if (!last || run_words(plain, &words, last) != 0)
			status = 1;
		fflush(context->err);
	}
	ft_free(last);
	ft_free(words.item);
	return status;
}
