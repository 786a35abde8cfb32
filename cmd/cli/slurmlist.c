#include "cli/slurmlist.h"

struct reading {
	const struct ft_context *context;
	ft_hostlist_fn *fn;
	void *ctx;
};

bool
ft_slurmlist_trims(const struct ft_context *context)
{
	return ft_release_has(context->release, FT_RULE_TRIM_NAMES);
}

static void
put(const struct reading *reading, const char *name, size_t len)
{
	if (ft_slurmlist_trims(reading->context)) {
		while (len && isspace((unsigned char)*name))
			name++, len--;
		while (len && isspace((unsigned char)name[len - 1]))
			len--;
	}
	(void)reading->fn(reading->ctx, name, len, NULL);
}

static void
put_number(const struct reading *reading, const char *prefix, size_t len,
    uint64_t number, int width)
{
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add_n(&name, prefix, len);
	ft_str_addf(&name, "%0*" PRIu64, width, number);
	put(reading, ft_str_text(&name), name.len);
}

/* One number or lo-hi of LEN bytes; false when it is neither. */
static bool
read_range(const char *text, size_t len, uint64_t *low, uint64_t *high)
{
	size_t digits = strspn(text, "0123456789"), rest;

	if (digits == 0 || digits > 18 || digits > len)
		return false;
	*low = *high = strtoull(text, NULL, 10);
	if (digits == len)
		return true;
	if (text[digits] != '-')
		return false;
	text += digits + 1;
	rest = strspn(text, "0123456789");
	*high = strtoull(text, NULL, 10);
	return rest > 0 && rest <= 18 && digits + 1 + rest == len &&
	       *high >= *low && *high - *low < FT_HOSTLIST_MAX;
}

/* Expand the bracket at OPEN, after LEN bytes of PREFIX; false after a message. */
static bool
put_bracket(const struct reading *reading, const char *prefix, size_t len,
    const char *open)
{
	const char *at = open;

	while (*at != ']') {
		size_t size = strcspn(++at, ",]");
		uint64_t low, high;

		if (!read_range(at, size, &low, &high)) {
			ft_cmd_error(reading->context,
			    "_parse_single_range: Invalid range: `%.*s'",
			    (int)size, at);
			return false;
		}
		for (uint64_t n = low; n <= high; n++)
			put_number(reading, prefix, len, n,
			    (int)strspn(at, "0123456789"));
		at += size;
	}
	return true;
}

void
ft_slurmlist_each(const struct ft_context *context, const char *text,
    ft_hostlist_fn *fn, void *ctx)
{
	const struct reading reading = { context, fn, ctx };
	const char *start = text, *at = text, *close;
	bool expanded = false;

	for (; *at; at++) {
		if (*at == ',') {
			if (!expanded && at > start)
				put(&reading, start, (size_t)(at - start));
			expanded = false;
			start = at + 1;
		}
		if (*at != '[')
			continue;
		close = at + 1 + strcspn(at + 1, "[]");
		if (!*close)
			break;
		if (*close == '[')
			continue;
		if (!put_bracket(&reading, start, (size_t)(at - start), at))
			put(&reading, start, (size_t)(close + 1 - start));
		expanded = true;
		start = close + 1;
		at = close;
	}
	if (*start)
		put(&reading, start, strlen(start));
}

/* ---- options --------------------------------------------------------------- */

static enum ft_status
add(void *words, const char *name, size_t len, struct ft_error *err)
{
	char *word = ft_strndup(name, len);

	(void)err;
	ft_arglist_push(words, word);
	return FT_OK;
}

char *
ft_slurmlist_unquoted(const char *text)
{
	bool quoted = *text == '"' || *text == '\'';
	char *copy = ft_strdup(text + quoted);
	size_t len = strlen(copy);

	if (len && quoted && copy[len - 1] == *text)
		copy[len - 1] = '\0';
	return copy;
}

void
ft_slurmlist_words(const struct ft_context *context, struct ft_arglist *words,
    const char *text)
{
	size_t before = words->n;
	char *copy FT_CLEANUP(ft_free_at) = NULL;

	if (!context->slurm) {
		ft_arglist_add(words, text);
		return;
	}
	copy = ft_slurmlist_unquoted(text);
	for (char *at = copy; *at; at++)
		*at = (char)tolower((unsigned char)*at);
	ft_slurmlist_each(context, copy, add, words);
	if (words->n == before)
		ft_arglist_push(words, ft_strdup(""));
}
