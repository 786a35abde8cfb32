#include "cli/arglist.h"

#include "base/text/hostlist.h"

void
ft_arglist_free(struct ft_arglist *list)
{
	for (size_t i = 0; i < list->n; i++)
		ft_free(list->item[i]);
	ft_free(list->item);
	*list = (struct ft_arglist){ 0 };
}

void
ft_arglist_push(struct ft_arglist *list, char *word)
{
	*ft_vec_add(list->item, list->n, list->cap) = word;
}

void
ft_arglist_add(struct ft_arglist *list, const char *text)
{
	struct ft_word word;

	while (ft_word_next(&text, ",", &word))
		if (word.len > 0)
			ft_arglist_push(list, ft_strndup(word.at, word.len));
}

static bool
have_word(const struct ft_arglist *list, struct ft_word word)
{
	for (size_t i = 0; i < list->n; i++)
		if (ft_word_is(word, list->item[i]))
			return true;
	return false;
}

static enum ft_status
take_host(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	(void)err;
	ft_arglist_push(ctx, ft_strndup(name, len));
	return FT_OK;
}

enum ft_status
ft_arglist_hosts(
    struct ft_arglist *list, const char *text, struct ft_error *err)
{
	return ft_hostlist_nodes(text, take_host, list, err);
}

bool
ft_arglist_have(const struct ft_arglist *list, const char *word)
{
	return have_word(list, ft_word_of(word));
}

static enum ft_status
match_host(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	const struct ft_arglist *list = ctx;

	for (size_t i = 0; i < list->n; i++)
		if (ft_word_equals(
			(struct ft_word){ name, len }, list->item[i]))
			return ft_fail(err, FT_EEXIST, "found");
	return FT_OK;
}

bool
ft_arglist_admits_host(const struct ft_arglist *list, const char *hosts)
{
	struct ft_arglist copy = *list;
	struct ft_error err;

	return list->n == 0 ||
	       ft_hostlist_each(hosts, match_host, &copy, &err) == FT_EEXIST;
}

bool
ft_arglist_meet(const struct ft_arglist *list, const char *text)
{
	struct ft_word word;

	while (ft_word_next(&text, ",", &word))
		if (have_word(list, word))
			return true;
	return false;
}

void
ft_args_add(struct ft_args *args, const char *text)
{
	*ft_vec_add(args->item, args->n, args->cap) = text;
}

void
ft_args_free(struct ft_args *args)
{
	ft_free(args->item);
	*args = (struct ft_args){ 0 };
}
