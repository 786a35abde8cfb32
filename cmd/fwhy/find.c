/* find.c - the user association that a word of the command line names. */

#include "algo/share/rank.h"
#include "cli/spelling.h"
#include "fwhy/fwhy.h"

#define FEW 8 /* associations listed when a user has several */

/* "bob@chem:night", split. */
struct wanted {
	char *user, *account, *partition; /* NULL: any */
	uint32_t id;                      /* of the association; 0: by name */
};

typedef int compare_fn(const char *a, const char *b);

static void
read_word(struct wanted *wanted, char *word, bool number)
{
	static const char assoc[] = "assoc=";
	char *at;

	*wanted = (struct wanted){ .user = word };
	if (strncmp(word, assoc, sizeof assoc - 1) == 0 &&
	    ft_num_u32(word + sizeof assoc - 1, &wanted->id))
		return;
	if (number && ft_num_u32(word, &wanted->id))
		return;
	wanted->id = 0;
	at = strrchr(word, '@');
	if (!at)
		return;
	*at = '\0';
	wanted->account = at + 1;
	wanted->partition = strchr(wanted->account, ':');
	if (wanted->partition)
		*wanted->partition++ = '\0';
}

static bool
matches(const struct fwhy_source *source, const struct wanted *wanted,
    uint32_t node, compare_fn *compare)
{
	const struct ft_tree *tree = source->data.tree;
	const char *user = ft_tree_user(tree, source->names, node);
	const char *account = ft_tree_account(tree, source->names, node);
	const char *partition = NULL;

	if (!ft_tree_is_user(tree, node))
		return false;
	if (wanted->id)
		return tree->id[node] == wanted->id;
	if (!user || compare(user, wanted->user) != 0)
		return false;
	if (wanted->account &&
	    (!account || compare(account, wanted->account) != 0))
		return false;
	if (tree->partition && tree->partition[node])
		partition = ft_names_get(
		    &source->names->partition, tree->partition[node]);
	return !wanted->partition ||
	       (partition && compare(partition, wanted->partition) == 0);
}

/* Returns the number of matches; node[FEW]: those with the best places, in order. */
static size_t
find(const struct fwhy_source *source, const struct wanted *wanted,
    compare_fn *compare, uint32_t *node)
{
	const double *factor = source->data.share.factor;
	size_t n = 0;

	for (uint32_t i = 0; i < source->data.tree->n; i++) {
		size_t at;

		if (!matches(source, wanted, i, compare))
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
 * Wherever names are printed, "bob@lab" is the association without a partition,
 * so it is chosen even if another one of bob has a better place.  Returns the
 * number of matches that are left.
 */
static size_t
pick_exact(const struct fwhy_source *source, const struct wanted *wanted,
    uint32_t *node, size_t n)
{
	const uint32_t *partition = source->data.tree->partition;

	if (!wanted->account || wanted->partition || !partition)
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
fail_unknown(const struct fwhy_source *source, const struct wanted *wanted,
    struct ft_error *err)
{
	const struct ft_tree *tree = source->data.tree;
	struct ft_spelling spelling = { .word = wanted->user };
	bool there = false;

	if (!wanted->account &&
	    ft_names_find(&source->names->account, wanted->user))
		return ft_fail(err, FT_ENOENT,
		    "'%s' is an account: accounts have no FairShare, only "
		    "users are ranked",
		    wanted->user);
	if (wanted->id)
		return ft_fail(err, FT_ENOENT,
		    "no user association has the number %" PRIu32, wanted->id);
	for (uint32_t i = 0; i < tree->n; i++) {
		const char *name = ft_tree_user(tree, source->names, i);

		if (!name)
			continue;
		there = there || strcasecmp(name, wanted->user) == 0;
		ft_spelling_offer(&spelling, name);
	}
	if (there)
		return ft_fail(err, FT_ENOENT, "user '%s' is not in '%s%s%s'",
		    wanted->user, wanted->account, wanted->partition ? ":" : "",
		    wanted->partition ? wanted->partition : "");
	if (spelling.best && !source->self)
		return ft_fail(err, FT_ENOENT,
		    "unknown user '%s'; did you mean '%s'?", wanted->user,
		    spelling.best);
	return ft_fail(err, FT_ENOENT, "unknown user '%s'", wanted->user);
}

/* "bob has 3 associations: bob@chem (place 4), ...; this explains the first one." */
static void
add_note(const struct fwhy_source *source, const char *word,
    const uint32_t *node, size_t n, struct ft_str *note)
{
	const struct ft_load *data = &source->data;

	ft_str_addf(
	    note, "%s%s has %zu associations: ", note->len ? " " : "", word, n);
	for (size_t i = 0; i < n && i < FEW; i++) {
		ft_str_add(note, i ? ", " : "");
		ft_tree_add_name(data->tree, source->names, node[i], note);
		ft_str_addf(note, " (place %" PRIu32 ")",
		    ft_rank_user(data->tree, &data->share, node[i]));
	}
	ft_str_addf(
	    note, "%s; this explains the first one.", n > FEW ? ", ..." : "");
}

/* Set *node to the account that WORD names; returns whether there is one. */
static bool
find_account(const struct fwhy_source *source, const char *word, uint32_t *node)
{
	const struct ft_tree *tree = source->data.tree;

	for (uint32_t i = 0; i < tree->n; i++) {
		if (ft_tree_is_user(tree, i) ||
		    strcmp(ft_tree_account(tree, source->names, i), word) != 0)
			continue;
		*node = i;
		return true;
	}
	return false;
}

enum ft_status
fwhy_find(const struct fwhy_source *source, const struct fwhy_asked *asked,
    uint32_t *node, struct ft_str *note, struct ft_error *err)
{
	char *copy FT_CLEANUP(ft_free_at) = ft_strdup(asked->word);
	uint32_t found[FEW] = { 0 };
	struct wanted wanted;
	const char *user;
	size_t n;

	read_word(&wanted, copy, asked->number);
	n = find(source, &wanted, strcmp, found);
	if (n == 0)
		n = find(source, &wanted, strcasecmp, found);
	n = pick_exact(source, &wanted, found, n);
	*node = found[0];
	user = n ? ft_tree_user(source->data.tree, source->names, *node) : "";
	if (source->self && (!user || strcmp(user, source->self) != 0))
		return ft_fail(err, FT_EPERM,
		    "PrivateData hides other users: you may only ask about "
		    "yourself");
	else if (n == 0 && asked->account &&
		 find_account(source, asked->word, node))
		return FT_OK;
	else if (n == 0)
		return fail_unknown(source, &wanted, err);
	else if (n > 1)
		add_note(source, asked->word, found, n, note);
	return FT_OK;
}
