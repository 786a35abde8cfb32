/*
 * balance.c - opening balances of associations, found by their names.
 */

#include "base/map.h"
#include "files/progress.h"
#include "fimport/fimport.h"
#include "model/account/tres.h"

/* Amounts, in the order in which they were added. */
struct marks {
	struct ft_usage_mark *item;
	size_t n, cap;
};

struct fimport_balance {
	struct ft_store *store;
	uint32_t cluster;
	const struct ft_registry *registry;
	struct ft_tree *tree;
	struct ft_map node; /* "account\nuser\npartition": node */
	struct ft_str key;
	struct ft_arena arena;
	struct ft_tres_table tres;
	uint32_t cpu, billing;
	struct marks raw, amounts; /* raw usage; seconds of single TRES */
};

static const char *
make_key(struct ft_str *key, const char *account, const char *user,
    const char *partition)
{
	/* names contain no control characters */
	ft_str_clear(key);
	fimport_add_lower(key, account);
	ft_str_add_char(key, '\n');
	fimport_add_lower(key, user);
	ft_str_add_char(key, '\n');
	ft_str_add(key, partition);
	return key->data;
}

static void
fill_map(struct fimport_balance *balance, const struct ft_names_set *names)
{
	const struct ft_tree *tree = balance->tree;

	for (uint32_t node = 0; node < tree->n; node++) {
		const char *account = ft_tree_account(tree, names, node);
		const char *user = ft_tree_user(tree, names, node);
		const char *partition = ft_tree_partition(tree, names, node);

		ft_map_put(&balance->node,
		    make_key(&balance->key, account ? account : "",
			user ? user : "", partition ? partition : ""),
		    node);
	}
}

static enum ft_status
read_tree(struct fimport_balance *balance, struct ft_error *err)
{
	struct ft_names_set names FT_CLEANUP(ft_names_set_free) = { 0 };

	FT_TRY(ft_store_read_bare_tree(balance->store, balance->cluster,
	    FT_SIBLINGS_LFT, &balance->tree, err));
	FT_TRY(ft_store_read_names(balance->store, &names, err));
	fill_map(balance, &names);
	return FT_OK;
}

static enum ft_status
read_tres(struct fimport_balance *balance, struct ft_error *err)
{
	struct ft_tres *tres = NULL;
	const struct ft_tres *cpu, *billing;

	FT_TRY(ft_store_read_tres(
	    balance->store, &balance->arena, &tres, &balance->tres.n, err));
	balance->tres.item = tres;
	cpu = ft_tres_find(&balance->tres, "cpu", "");
	billing = ft_tres_find(&balance->tres, "billing", "");
	balance->cpu = cpu ? cpu->id : 0;
	balance->billing = billing ? billing->id : 0;
	return FT_OK;
}

enum ft_status
fimport_balance_new(struct fimport *import, const struct ft_registry *registry,
    struct ft_error *err)
{
	struct fimport_balance *balance = ft_calloc(1, sizeof *balance);

	fimport_balance_free(import->balance);
	import->balance = balance;
	balance->store = import->session.store;
	balance->cluster = import->session.cluster;
	balance->registry = registry;
	FT_TRY(read_tree(balance, err));
	return read_tres(balance, err);
}

void
fimport_balance_free(struct fimport_balance *balance)
{
	if (!balance)
		return;
	ft_tree_free(balance->tree);
	ft_map_clear(&balance->node);
	ft_str_free(&balance->key);
	ft_arena_clear(&balance->arena);
	ft_free(balance->raw.item);
	ft_free(balance->amounts.item);
	ft_free(balance);
}

const struct ft_tree *
fimport_balance_tree(const struct fimport_balance *balance)
{
	return balance->tree;
}

uint32_t
fimport_balance_node(struct fimport_balance *balance, const char *account,
    const char *user, const char *partition)
{
	uint64_t node = FT_NODE_NONE;

	ft_map_get(&balance->node,
	    make_key(&balance->key, account, user, partition), &node);
	return (uint32_t)node;
}

uint32_t
fimport_balance_find(struct fimport_balance *balance, const char *account,
    const char *user, const char *partition, bool *account_known)
{
	uint32_t node = fimport_balance_node(balance, account, user, partition);

	if (account_known)
		*account_known = fimport_balance_node(
				     balance, account, "", "") != FT_NODE_NONE;
	return node == FT_NODE_NONE ? 0 : balance->tree->id[node];
}

static void
add_mark(struct marks *marks, const struct ft_usage_mark *mark, uint32_t tres)
{
	struct ft_usage_mark *added =
	    ft_vec_add(marks->item, marks->n, marks->cap);

	*added = *mark;
	added->tres = tres;
}

/* One element name=amount of LEN bytes, whose grammar was checked. */
static enum ft_status
add_tres(struct fimport_balance *balance, uint32_t assoc, const char *text,
    size_t len, struct ft_error *err)
{
	const char *equal = memchr(text, '=', len);
	size_t name = (size_t)(equal - text);
	const struct ft_tres *tres =
	    ft_tres_find_word(&balance->tres, (struct ft_word){ text, name });
	const struct marks *amounts = &balance->amounts;
	struct ft_usage_mark amount = { .assoc = assoc };
	char *number;

	if (!tres)
		return ft_fail(err, FT_ENOENT,
		    "no TRES '%.*s' (AccountingStorageTRES of the settings "
		    "names more)",
		    (int)name, text);
	for (size_t i = amounts->n; i > 0 && i--;) {
		if (amounts->item[i].assoc != assoc)
			break;
		if (amounts->item[i].tres == tres->id)
			return ft_fail(err, FT_EEXIST,
			    "TRES '%.*s' is given twice", (int)name, text);
	}
	number = ft_strndup(equal + 1, len - name - 1);
	ft_num_micro(number, &amount.whole, &amount.micro);
	ft_free(number);
	add_mark(&balance->amounts, &amount, tres->id);
	return FT_OK;
}

enum ft_status
fimport_balance_add(struct fimport_balance *balance,
    const struct ft_usage_mark *mark, const char *tres, struct ft_error *err)
{
	struct ft_word word;

	add_mark(&balance->raw, mark, 0);
	/* without raw usage there are no TRES to set either */
	if (!*tres && (mark->whole || mark->micro)) {
		if (balance->cpu)
			add_mark(&balance->amounts, mark, balance->cpu);
		if (balance->billing)
			add_mark(&balance->amounts, mark, balance->billing);
	}
	while (ft_word_next(&tres, ",", &word))
		FT_TRY(add_tres(balance, mark->assoc, word.at, word.len, err));
	return FT_OK;
}

void
fimport_balance_add_one(
    struct fimport_balance *balance, const struct ft_usage_mark *mark)
{
	add_mark(
	    mark->tres ? &balance->amounts : &balance->raw, mark, mark->tres);
}

uint32_t
fimport_balance_tres(const struct fimport_balance *balance, const char *name)
{
	const struct ft_tres *tres =
	    ft_tres_find_word(&balance->tres, ft_word_of(name));

	return tres ? tres->id : 0;
}

size_t
fimport_balance_known(const struct fimport_balance *balance)
{
	return balance->node.n;
}

size_t
fimport_balance_count(const struct fimport_balance *balance)
{
	return balance->raw.n;
}

enum ft_status
fimport_balance_is_set(
    struct fimport_balance *balance, bool *set, struct ft_error *err)
{
	const struct marks *marks[] = { &balance->raw, &balance->amounts };

	*set = true;
	for (size_t k = 0; k < FT_COUNT(marks); k++)
		for (size_t i = 0; i < marks[k]->n && *set; i++)
			FT_TRY(ft_store_has_opening(balance->store,
			    balance->registry->now, &marks[k]->item[i], set,
			    err));
	return FT_OK;
}

enum ft_status
fimport_balance_write(struct fimport_balance *balance, struct ft_error *err)
{
	ft_meter_begin(ft_progress_meter(), "saving", NULL, 0);
	FT_TRY(ft_store_put_opening(balance->store, balance->registry->now,
	    balance->raw.item, balance->raw.n, err));
	/* each association has its raw usage already */
	return ft_store_put_opening(balance->store, balance->registry->now,
	    balance->amounts.item, balance->amounts.n, err);
}
