/* Which association a word of the command line means. */

#include "algo/share/rank.h"
#include "cli/spelling.h"
#include "fwhy/fwhy.h"

#define FEW 8 /* associations listed when a user has several */

/* "bob@chem:night" cut up. */
struct wish {
	char *user, *account, *partition; /* NULL: any */
	uint32_t id;                      /* of the association; 0: by name */
};

typedef int compare_fn(const char *a, const char *b);

static void
read_word(struct wish *wish, char *word, bool number)
{
	static const char assoc[] = "assoc=";
	char *at;

	*wish = (struct wish){ .user = word };
	if (strncmp(word, assoc, sizeof assoc - 1) == 0 &&
	    ft_num_u32(word + sizeof assoc - 1, &wish->id))
		return;
	if (number && ft_num_u32(word, &wish->id))
		return;
	wish->id = 0;
	at = strrchr(word, '@');
	if (!at)
		return;
	*at = '\0';
	wish->account = at + 1;
	wish->partition = strchr(wish->account, ':');
	if (wish->partition)
		*wish->partition++ = '\0';
}

static bool
matches(const struct fwhy_source *source, const struct wish *wish,
    uint32_t node, compare_fn *compare)
{
	const struct ft_tree *tree = source->data.tree;
	const char *user = ft_tree_user(tree, source->names, node);
	const char *account = ft_tree_account(tree, source->names, node);
	const char *partition = NULL;

	if (!ft_tree_is_user(tree, node))
		return false;
	if (wish->id)
		return tree->id[node] == wish->id;
	if (!user || compare(user, wish->user) != 0)
		return false;
	if (wish->account && (!account || compare(account, wish->account) != 0))
		return false;
	if (tree->partition && tree->partition[node])
		partition = ft_names_get(
		    &source->names->partition, tree->partition[node]);
	return !wish->partition ||
	       (partition && compare(partition, wish->partition) == 0);
}

/* Returns how many there are; node[FEW]: the best of them, best first. */
static size_t
find(const struct fwhy_source *source, const struct wish *wish,
    compare_fn *compare, uint32_t *node)
{
	const double *factor = source->data.share.factor;
	size_t n = 0;

	for (uint32_t i = 0; i < source->data.tree->n; i++) {
		size_t at;

		if (!matches(source, wish, i, compare))
			continue;
		at = n < FEW ? n : FEW - 1;
		if (n < FEW || factor[i] > factor[node[at]]) {
			for (; at > 0 && factor[i] > factor[node[at - 1]]; at--)
				node[at] = node[at - 1];
			node[at] = i;
		}
		n++;
	}
	return n;
}

/*
 * "bob@lab" is what the one without a partition is called wherever names are
 * printed, so it is that one even if others of bob stand before it.  Returns
 * how many are left.
 */
static size_t
pick_exact(const struct fwhy_source *source, const struct wish *wish,
    uint32_t *node, size_t n)
{
	const uint32_t *partition = source->data.tree->partition;

	if (!wish->account || wish->partition || !partition)
		return n;
	for (size_t i = 0; i < n && i < FEW; i++) {
		if (partition[node[i]])
			continue;
		node[0] = node[i];
		return 1;
	}
	return n;
}

static enum ft_status
fail_unknown(const struct fwhy_source *source, const struct wish *wish,
    struct ft_error *err)
{
	const struct ft_tree *tree = source->data.tree;
	struct ft_spelling near = { .word = wish->user };
	bool there = false;

	if (!wish->account &&
	    ft_names_find(&source->names->account, wish->user))
		return ft_fail(err, FT_ENOENT,
		    "'%s' is an account: accounts have no FairShare, only "
		    "users are ranked",
		    wish->user);
	if (wish->id)
		return ft_fail(err, FT_ENOENT,
		    "no user association has the number %" PRIu32, wish->id);
	for (uint32_t i = 0; i < tree->n; i++) {
		const char *name = ft_tree_user(tree, source->names, i);

		if (!name)
			continue;
		there = there || strcasecmp(name, wish->user) == 0;
		ft_spelling_offer(&near, name);
	}
	if (there)
		return ft_fail(err, FT_ENOENT, "user '%s' is not in '%s%s%s'",
		    wish->user, wish->account, wish->partition ? ":" : "",
		    wish->partition ? wish->partition : "");
	if (near.best && !source->self)
		return ft_fail(err, FT_ENOENT,
		    "unknown user '%s'; did you mean '%s'?", wish->user,
		    near.best);
	return ft_fail(err, FT_ENOENT, "unknown user '%s'", wish->user);
}

/* "bob is 3 associations: bob@chem (place 4), ...; this is about the best." */
static void
add_note(const struct fwhy_source *source, const char *word,
    const uint32_t *node, size_t n, struct ft_str *note)
{
	const struct ft_load *data = &source->data;

	ft_str_addf(
	    note, "%s%s is %zu associations: ", note->len ? " " : "", word, n);
	for (size_t i = 0; i < n && i < FEW; i++) {
		ft_str_add(note, i ? ", " : "");
		ft_tree_add_name(data->tree, source->names, node[i], note);
		ft_str_addf(note, " (place %" PRIu32 ")",
		    ft_rank_user(data->tree, &data->share, node[i]));
	}
	ft_str_addf(note, "%s; this is about the best of them.",
	    n > FEW ? ", ..." : "");
}

enum ft_status
fwhy_find(const struct fwhy_source *source, const struct fwhy_asked *asked,
    uint32_t *node, struct ft_str *note, struct ft_error *err)
{
	char *copy FT_CLEANUP(ft_free_at) = ft_strdup(asked->word);
	uint32_t found[FEW] = { 0 };
	struct wish wish;
	const char *user;
	size_t n;

	read_word(&wish, copy, asked->number);
	n = find(source, &wish, strcmp, found);
	if (n == 0)
		n = find(source, &wish, strcasecmp, found);
	n = pick_exact(source, &wish, found, n);
	*node = found[0];
	user = n ? ft_tree_user(source->data.tree, source->names, *node) : "";
	if (source->self && (!user || strcmp(user, source->self) != 0))
		return ft_fail(err, FT_EPERM,
		    "PrivateData hides other users: you may ask about "
		    "yourself only");
	else if (n == 0)
		return fail_unknown(source, &wish, err);
	else if (n > 1)
		add_note(source, asked->word, found, n, note);
	return FT_OK;
}
