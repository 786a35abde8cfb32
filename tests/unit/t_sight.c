/* What an actor may see: every word, for an owner, a coordinator, a stranger. */
#include "tap/tap.h"

#include "model/account/sight.h"

/*
 * root has lab (below it bio) and ops; carol coordinates lab, alice and bob are
 * in bio, eve in ops.
 */
enum { ROOT = 1, LAB, BIO, OPS };
enum { ALICE = 1, BOB, CAROL, EVE, OLGA };

static struct ft_account accounts[] = {
	{ .id = ROOT, .name = "root" },
	{ .id = LAB, .name = "lab" },
	{ .id = BIO, .name = "bio" },
	{ .id = OPS, .name = "ops" },
};
static struct ft_user users[] = {
	{ .id = ALICE, .name = "alice" },
	{ .id = BOB, .name = "bob" },
	{ .id = CAROL, .name = "carol" },
	{ .id = EVE, .name = "eve" },
	{ .id = OLGA, .name = "olga", .admin_level = FT_ADMIN_OPERATOR },
};
static struct ft_assoc assocs[] = {
	{ .id = 1, .account = ROOT },
	{ .id = 2, .account = LAB, .parent = 1 },
	{ .id = 3, .account = BIO, .parent = 2 },
	{ .id = 4, .account = OPS, .parent = 1 },
	{ .id = 5, .account = BIO, .user = ALICE, .parent = 3 },
	{ .id = 6, .account = BIO, .user = BOB, .parent = 3 },
	{ .id = 7, .account = OPS, .user = EVE, .parent = 4 },
};
static struct ft_coord coords[] = { { .account = LAB, .user = CAROL } };

static void
fill(struct ft_book *book)
{
	*book = (struct ft_book){ 0 };
	book->account = accounts;
	book->n_account = sizeof accounts / sizeof *accounts;
	book->user = users;
	book->n_user = sizeof users / sizeof *users;
	book->assoc = assocs;
	book->n_assoc = sizeof assocs / sizeof *assocs;
	book->coord = coords;
	book->n_coord = sizeof coords / sizeof *coords;
}

/* All words are private: what is seen nevertheless. */
static const struct {
	const char *actor;
	enum ft_sight_kind kind;
	const char *owner, *account;
	bool sees;
} cases[] = {
	{ "eve", FT_SIGHT_JOBS, "eve", "ops", true },
	{ "eve", FT_SIGHT_JOBS, "alice", "bio", false },
	{ "eve", FT_SIGHT_USAGE, "eve", "ops", true },
	{ "eve", FT_SIGHT_USAGE, NULL, "ops", false },
	{ "eve", FT_SIGHT_USERS, "eve", NULL, true },
	{ "eve", FT_SIGHT_USERS, "bob", "ops", false },
	{ "eve", FT_SIGHT_USERS, NULL, "ops", true },
	{ "eve", FT_SIGHT_USERS, NULL, "root", true },
	{ "eve", FT_SIGHT_USERS, NULL, "bio", false },
	{ "eve", FT_SIGHT_ACCOUNTS, NULL, "ops", false },
	{ "eve", FT_SIGHT_NODES, NULL, NULL, false },
	{ "eve", FT_SIGHT_RESERVATIONS, NULL, NULL, false },
	{ "eve", FT_SIGHT_CLOUD, NULL, NULL, true },
	{ "carol", FT_SIGHT_JOBS, "alice", "bio", true },
	{ "carol", FT_SIGHT_JOBS, "alice", "lab", true },
	{ "carol", FT_SIGHT_JOBS, "eve", "ops", false },
	{ "carol", FT_SIGHT_USAGE, NULL, "bio", true },
	{ "carol", FT_SIGHT_USAGE, NULL, "root", false },
	{ "carol", FT_SIGHT_USERS, "bob", "bio", true },
	{ "carol", FT_SIGHT_ACCOUNTS, NULL, "lab", true },
	{ "carol", FT_SIGHT_ACCOUNTS, NULL, "ops", false },
	{ "carol", FT_SIGHT_PARTITIONS, NULL, NULL, false },
	{ "mal", FT_SIGHT_JOBS, "mal", "ops", true },
	{ "mal", FT_SIGHT_USERS, NULL, "root", false },
	{ "olga", FT_SIGHT_JOBS, "eve", "ops", true },
	{ "olga", FT_SIGHT_NODES, NULL, NULL, true },
};

static void
test_sees(const struct ft_book *book)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ft_sight sight;

		ft_sight_init(&sight);
		ft_sight_fill(&sight, book, FT_SIGHT_ALL, cases[i].actor);
		ok(ft_sight_sees(&sight, cases[i].kind, cases[i].owner,
		       cases[i].account) == cases[i].sees,
		    "%s %s %s of %s, %s", cases[i].actor,
		    cases[i].sees ? "sees" : "does not see",
		    ft_sight_word(cases[i].kind),
		    cases[i].owner ? cases[i].owner : "nobody",
		    cases[i].account ? cases[i].account : "no account");
		ft_sight_free(&sight);
	}
}

static void
test_knows(const struct ft_book *book)
{
	struct ft_sight sight;

	ft_sight_init(&sight);
	ok(ft_sight_knows(&sight, FT_SIGHT_USERS, "bob"),
	    "without restrictions every name is known");
	ft_sight_fill(&sight, book, FT_SIGHT_ALL, "carol");
	ok(ft_sight_knows(&sight, FT_SIGHT_USERS, "carol") &&
		ft_sight_knows(&sight, FT_SIGHT_USERS, "bob") &&
		!ft_sight_knows(&sight, FT_SIGHT_USERS, "eve"),
	    "a coordinator knows herself and her users");
	ok(ft_sight_knows(&sight, FT_SIGHT_ACCOUNTS, "bio") &&
		!ft_sight_knows(&sight, FT_SIGHT_ACCOUNTS, "ops") &&
		!ft_sight_knows(&sight, FT_SIGHT_JOBS, "1"),
	    "and her accounts, but no numbers of jobs");
	ok(ft_sight_leads(&sight, "bio") && !ft_sight_leads(&sight, "root"),
	    "she leads what is below her account, not what is above");
	ft_sight_free(&sight);
	ft_sight_fill(&sight, book, FT_SIGHT_ALL, "eve");
	ok(ft_sight_knows(&sight, FT_SIGHT_ACCOUNTS, "ops") &&
		ft_sight_knows(&sight, FT_SIGHT_ACCOUNTS, "root") &&
		!ft_sight_knows(&sight, FT_SIGHT_ACCOUNTS, "lab"),
	    "a user knows the accounts above him");
	ft_sight_free(&sight);
	ft_sight_fill(&sight, book, FT_SIGHT_BIT(JOBS), "eve");
	ok(!ft_sight_sees_all(&sight, FT_SIGHT_BIT(JOBS)) &&
		ft_sight_sees_all(&sight, FT_SIGHT_BIT(USERS)) &&
		ft_sight_knows(&sight, FT_SIGHT_USERS, "bob"),
	    "one word hides nothing else");
	ft_sight_free(&sight);
}

static void
is_private(const struct ft_conf *conf, bool database, const char *want)
{
	struct ft_str words = { 0 };

	ft_sight_add_words(&words, ft_sight_private(conf, database));
	is_str(ft_str_text(&words), want, "private from who asks %s",
	    database ? "slurmdbd" : "slurmctld");
	ft_str_free(&words);
}

static void
set(struct ft_conf *conf, enum ft_conf_key key, const char *words)
{
	struct ft_error err = { 0 };

	ok(ft_conf_set(conf, key, words, "test", &err) == FT_OK, "%s=%s",
	    ft_conf_infos[key].name, words);
}

/* Recorded of the real one: cases z310. */
static void
test_whose(void)
{
	struct ft_conf conf;

	ft_conf_init(&conf);
	is_private(&conf, false, "none");
	set(&conf, FT_CONF_PRIVATE_DATA, "jobs,usage");
	is_private(&conf, false, "jobs,usage");
	/* one setting for both, as in stores without the second */
	is_private(&conf, true, "jobs,usage");
	set(&conf, FT_CONF_FAIRTREE_DBD_PRIVATE_DATA, "none");
	is_private(&conf, false, "jobs,usage");
	/* sacctmgr and sacct show no usage; our solve does, which sshare hides */
	is_private(&conf, true, "usage");
	set(&conf, FT_CONF_FAIRTREE_DBD_PRIVATE_DATA, "accounts,users,nodes");
	is_private(&conf, false, "accounts,jobs,usage");
	is_private(&conf, true, "accounts,usage,users");
	ok(ft_sight_words(&conf, true) ==
		(FT_SIGHT_BIT(ACCOUNTS) | FT_SIGHT_BIT(USERS) |
		    FT_SIGHT_BIT(NODES)),
	    "the words themselves");
	set(&conf, FT_CONF_FAIRTREE_DBD_PRIVATE_DATA, "all");
	is_private(
	    &conf, true, "accounts,events,jobs,reservations,usage,users");
	ft_conf_free(&conf);
}

int
main(void)
{
	struct ft_book book;

	fill(&book);
	test_sees(&book);
	test_knows(&book);
	test_whose();
	return done_testing();
}
