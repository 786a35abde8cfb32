/* split.c - split a line of the shell into words. */

#include "facctmgr/shell/shell.h"

/*
 * Returns the end of the word that starts at AT: quotes protect blanks, and are
 * kept for the values to strip.  In sacctmgr a quote as the first character does
 * not open one.
 */
static const char *
word_end(const char *at, bool slurm, bool *open)
{
	char quote = 0;

	for (bool first = slurm; *at; at++, first = false) {
		if (!quote && (*at == ' ' || *at == '\t'))
			break;
		if (quote ? *at == quote : *at == '"' || *at == '\'')
			quote = quote || first ? 0 : *at;
	}
	*open = quote || !*at;
	return at;
}

void
facctmgr_split_line(const char *line, bool comments, bool slurm,
    struct facctmgr_line_words *words)
{
	char *to;

	*words = (struct facctmgr_line_words){ 0 };
	to = words->text = ft_alloc(strlen(line) + 1);
	for (const char *at = line, *end;; at = end) {
		size_t len;

		at += strspn(at, " \t");
		words->open = false;
		if (*at == 0 || (*at == '#' && comments))
			return;
		end = word_end(at, slurm, &words->open);
		len = (size_t)(end - at);
		words->item = ft_vec_grow(words->item, &words->cap,
		    words->n + 2, sizeof *words->item);
		words->start = ft_vec_grow(words->start, &words->cap_start,
		    words->n + 1, sizeof *words->start);
		words->start[words->n] = (size_t)(at - line);
		words->item[words->n++] = memcpy(to, at, len);
		words->item[words->n] = NULL; /* as at the end of argv */
		to[len] = '\0';
		to += len + (*end != '\0');
		if (*end == 0)
			return;
	}
}

void
facctmgr_line_words_free(struct facctmgr_line_words *words)
{
	ft_free(words->text);
	ft_free(words->item);
	ft_free(words->start);
}
