/*
 * Usage set by hand: of users, of accounts, whose sum is the number asked for,
 * of QOS; and every refusal.
 */
#include <string.h>

#include "admin/admin.h"
#include "base/rng.h"
#include "lib/storefile.h"
#include "store/usage/usage.h"
#include "tap/tap.h"

static struct ft_store *store;
static struct ft_registry *registry;
static struct ft_error err;
static struct ft_admin_result result;

/* works[ann bob yard[carol]] idle[dave]; ids of their associations */
static uint32_t works, ann, bob, yard, carol, idle, dave;

#define IDS 16

/* Own usage now, by id. */
static void
read_own(ft_real *own)
{
	const struct ft_decay none = { FT_DECAY_SLURM, 0 };
	struct ft_tree *tree = NULL;
	ft_real *usage;

	if (ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err))
		bail("tree: %s", err.text);
	usage = ft_calloc(tree->n, sizeof *usage);
	if (ft_store_read_usage(store, tree,
		&(struct ft_usage_at){ &none, STOREFILE_NOW, 0, usage }, &err))
		bail("usage: %s", err.text);
	memset(own, 0, IDS * sizeof *own);
	for (uint32_t i = 0; i < tree->n; i++) {
		if (tree->id[i] >= IDS)
			bail("more associations than thought");
		own[tree->id[i]] = usage[i];
	}
	ft_free(usage);
	ft_tree_free(tree);
}

static void
names(struct ft_admin_names *list, const char *one, const char *two)
{
	if (one)
		ft_admin_names_add(list, one);
	if (two)
		ft_admin_names_add(list, two);
}

static enum ft_status
set_from(const char *actor, const ft_real *own, enum ft_admin_which which,
    struct ft_admin_where *where, uint64_t number)
{
	struct ft_admin_usage to = { .number = number };
	struct ft_admin *admin;
	enum ft_status status;

	for (uint32_t id = 0; id < IDS; id++)
		*(ft_real *)ft_idvec_add(&to.own, id, sizeof *own) = own[id];
	if (ft_admin_new(&admin, registry, actor, strcmp(actor, "root") == 0,
		&err) != FT_OK)
		bail("%s", err.text);
	ft_admin_result_free(&result);
	ft_admin_result_init(&result);
	status = ft_admin_set_usage(admin,
	    &(struct ft_admin_request){ .entity = FT_ENTITY_ASSOC,
		.which = which,
		.where = where,
		.usage = &to },
	    &result, &err);
	ft_admin_free(admin);
	ft_admin_where_free(where);
	ft_idvec_free(&to.own);
	return status;
}

static enum ft_status
set_accounts(const char *one, const char *two, uint64_t number)
{
	struct ft_admin_where where = { 0 };
	ft_real own[IDS];

	read_own(own);
	names(&where.key[FT_KEY_ACCOUNT], one, two);
	return set_from("root", own, FT_WHICH_ACCOUNTS, &where, number);
}

static enum ft_status
set_user(
    const char *actor, const char *user, const char *account, uint64_t number)
{
	struct ft_admin_where where = { 0 };
	ft_real own[IDS];

	read_own(own);
	names(&where.key[FT_KEY_USER], user, NULL);
	names(&where.key[FT_KEY_ACCOUNT], account, NULL);
	return set_from(actor, own, FT_WHICH_USERS, &where, number);
}

static ft_real
own_of(uint32_t id)
{
	ft_real own[IDS];

	read_own(own);
	return own[id];
}

static ft_real
total_of_works(void)
{
	return own_of(works) + own_of(ann) + own_of(bob) + own_of(yard) +
	       own_of(carol);
}

static void
make_tree(void)
{
	works = storefile_account(registry, "works", 1);
	idle = storefile_account(registry, "idle", 1);
	yard = storefile_account(registry, "yard", works);
	ann = storefile_user(registry, "ann", works);
	bob = storefile_user(registry, "bob", works);
	carol = storefile_user(registry, "carol", yard);
	dave = storefile_user(registry, "dave", idle);
}

static void
test_users(void)
{
	is_i64(set_user("root", "ann", "works", 100), FT_OK, "ann");
	is_real(own_of(ann), 100, "has used 100");
	is_u64(result.n, 1, "alone");
	is_i64(set_user("root", "bob", "works", 200), FT_OK, "bob");
	is_i64(set_user("root", "carol", "yard", 1), FT_OK, "carol");
	is_i64(set_user("root", "carol", "yard", 400), FT_OK, "carol again");
	is_real(own_of(carol), 400, "the last counts");
	is_i64(set_user("root", "dave", "works", 7), FT_OK, "not there");
	is_u64(result.n, 0, "nobody");
	is_real(total_of_works(), 700, "100 + 200 + 400");
}

static void
test_accounts(void)
{
	is_i64(set_accounts("works", NULL, 1400), FT_OK, "an account");
	is_real(own_of(ann), 200, "100 * 1400/700");
	is_real(own_of(bob), 400, "200 * 1400/700");
	is_real(own_of(carol), 800, "400 * 1400/700, further down");
	is_real(own_of(works), 0, "nothing of its own");
	is_i64(set_accounts("yard", NULL, 300), FT_OK, "one below");
	is_real(own_of(carol), 300, "has one user");
	is_real(own_of(ann), 200, "the others stay");
	is_i64(set_accounts("works", NULL, 1000), FT_OK, "with a rest");
	is_real(total_of_works(), 1000, "lost in none");
	/* 200, 400, 300 of 900: 222.2, 444.4, 333.3 */
	ok(own_of(ann) >= 222.2L && own_of(ann) < 222.25L, "200 * 1000/900");
	ok(own_of(bob) >= 444.4L && own_of(bob) < 444.5L, "400 * 1000/900");
	ok(own_of(carol) >= 333.3L && own_of(carol) < 333.4L, "300 * 1000/900");
	is_i64(set_accounts("idle", NULL, 5), FT_OK, "nothing to scale");
	is_real(own_of(idle), 5, "becomes its own");
	is_real(own_of(dave), 0, "not its user's");
	is_i64(set_user("root", "dave", "idle", 15), FT_OK, "a user beside");
	is_i64(set_accounts("idle", NULL, 40), FT_OK, "own usage and a user's");
	is_real(own_of(idle), 10, "5 * 40/20");
	is_real(own_of(dave), 30, "15 * 40/20");
	is_i64(set_accounts("idle", "works", 60), FT_OK, "side by side");
	is_real(own_of(dave), 45, "30 * 60/40");
	is_real(total_of_works(), 60, "each has the number");
}

/* Usages of all sizes: what they are scaled to is the number exactly. */
static void
test_sums(void)
{
	const uint32_t id[] = { works, ann, bob, yard, carol };
	struct ft_rng rng;
	unsigned wrong = 0, far = 0;

	ft_rng_init(&rng, 7);
	for (int round = 0; round < 300; round++) {
		struct ft_admin_where where = { 0 };
		ft_real own[IDS] = { 0 }, total = 0;
		uint64_t number = 1 + ft_rng_u64(&rng) % FT_USAGE_MAX;

		if (round % 2)
			number = 1 + number % 1000;
		for (int i = 0; i < 5; i++)
			own[id[i]] =
			    (ft_real)(1 + (ft_rng_u64(&rng) >>
					      ft_rng_below(&rng, 64))) /
			    1000000;
		for (int i = 0; i < 5; i++)
			total += own[id[i]];
		names(&where.key[FT_KEY_ACCOUNT], "works", NULL);
		if (set_from("root", own, FT_WHICH_ACCOUNTS, &where, number))
			bail("%s", err.text);
		wrong += total_of_works() != (ft_real)number;
		for (int i = 0; i < 5; i++) {
			ft_real is = own_of(id[i]),
				want = own[id[i]] / total * (ft_real)number;

			/* parts, and what the largest sums may be off by */
			far += is > want + 4 / 64.0L || is < want - 4 / 64.0L;
		}
	}
	is_u64(wrong, 0, "sums that are not the number");
	is_u64(far, 0, "shares that are off by more than that");
	is_i64(set_accounts("works", NULL, FT_USAGE_MAX), FT_OK, "the most");
	is_real(total_of_works(), (ft_real)FT_USAGE_MAX, "to the last unit");
}

static void
test_nothing_new(void)
{
	bool changed = true;

	storefile_commit(store);
	registry = storefile_begin(store);
	is_i64(set_accounts("works", NULL, FT_USAGE_MAX), FT_OK, "as it is");
	is_i64(set_accounts("idle", NULL, 60), FT_OK, "another");
	is_i64(set_user("root", "dave", "idle", 45), FT_OK, "and a user");
	is_i64(ft_store_has_changed(store, &changed, &err), FT_OK, "asked");
	ok(!changed, "nothing is written");
}

static void
test_refusals(void)
{
	struct ft_admin_where where = { 0 };
	ft_real own[IDS] = { 0 };

	is_i64(set_accounts("yard", "works", 5), FT_EINVAL, "one in another");
	is_i64(result.refusal, FT_ADMIN_REFUSE_CONDITION, "says so");
	is_str(err.text,
	    "account 'yard' is below 'works': set the usage of one, then of "
	    "the other",
	    "and which");
	is_i64(set_accounts("works", NULL, FT_USAGE_MAX + 1), FT_EINVAL,
	    "more than the most");
	is_i64(set_user("ann", "ann", "works", 5), FT_EPERM, "of one's own");
	is_i64(result.refusal, FT_ADMIN_REFUSE_PERMISSION, "says so");
	names(&where.key[FT_KEY_USER], "ann", NULL);
	is_i64(set_from("root", own, FT_WHICH_USERS, &where, 5), FT_EINVAL,
	    "of a user everywhere");
	is_i64(result.refusal, FT_ADMIN_REFUSE_CONDITION, "needs an account");
}

static void
test_forgetting(void)
{
	is_i64(set_accounts("yard", "works", 0), FT_OK, "one in another");
	is_real(total_of_works(), 0, "all is forgotten");
	is_real(own_of(dave), 45, "but what others used");
	is_i64(set_user("root", "dave", "idle", 0), FT_OK, "a user");
	is_real(own_of(dave), 0, "forgotten");
	is_real(own_of(idle), 15, "the account's own is not");
}

int
main(void)
{
	store = storefile_memory();
	registry = storefile_begin(store);
	make_tree();
	test_users();
	test_accounts();
	test_sums();
	test_nothing_new();
	test_refusals();
	test_forgetting();
	ft_admin_result_free(&result);
	ft_store_rollback(store);
	ft_store_close(store);
	return done_testing();
}
