/* What an actor may see: every word, for an owner, a coordinator, a stranger. */
#include "tap/tap.h"

#include "model/account/visibility.h"

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
fill(struct ft_acctdb *acctdb)
{
	*acctdb = (struct ft_acctdb){ 0 };
	acctdb->account = accounts;
	acctdb->n_account = FT_COUNT(accounts);
	acctdb->user = users;
	acctdb->n_user = FT_COUNT(users);
	acctdb->assoc = assocs;
	acctdb->n_assoc = FT_COUNT(assocs);
	acctdb->coord = coords;
	acctdb->n_coord = FT_COUNT(coords);
}

/* All words are private: what is seen nevertheless. */
static const struct {
	const char *actor;
	enum ft_visibility_kind kind;
	const char *owner, *account;
	bool sees;
} cases[] = {
	{ "eve", FT_VISIBILITY_JOBS, "eve", "ops", true },
	{ "eve", FT_VISIBILITY_JOBS, "alice", "bio", false },
	{ "eve", FT_VISIBILITY_USAGE, "eve", "ops", true },
	{ "eve", FT_VISIBILITY_USAGE, NULL, "ops", false },
	{ "eve", FT_VISIBILITY_USERS, "eve", NULL, true },
	{ "eve", FT_VISIBILITY_USERS, "bob", "ops", false },
	{ "eve", FT_VISIBILITY_USERS, NULL, "ops", true },
	{ "eve", FT_VISIBILITY_USERS, NULL, "root", true },
	{ "eve", FT_VISIBILITY_USERS, NULL, "bio", false },
	{ "eve", FT_VISIBILITY_ACCOUNTS, NULL, "ops", false },
	{ "eve", FT_VISIBILITY_NODES, NULL, NULL, false },
	{ "eve", FT_VISIBILITY_RESERVATIONS, NULL, NULL, false },
	{ "eve", FT_VISIBILITY_CLOUD, NULL, NULL, true },
	{ "carol", FT_VISIBILITY_JOBS, "alice", "bio", true },
	{ "carol", FT_VISIBILITY_JOBS, "alice", "lab", true },
	{ "carol", FT_VISIBILITY_JOBS, "eve", "ops", false },
	{ "carol", FT_VISIBILITY_USAGE, NULL, "bio", true },
	{ "carol", FT_VISIBILITY_USAGE, NULL, "root", false },
	{ "carol", FT_VISIBILITY_USERS, "bob", "bio", true },
	{ "carol", FT_VISIBILITY_ACCOUNTS, NULL, "lab", true },
	{ "carol", FT_VISIBILITY_ACCOUNTS, NULL, "ops", false },
	{ "carol", FT_VISIBILITY_PARTITIONS, NULL, NULL, false },
	{ "mal", FT_VISIBILITY_JOBS, "mal", "ops", true },
	{ "mal", FT_VISIBILITY_USERS, NULL, "root", false },
	{ "olga", FT_VISIBILITY_JOBS, "eve", "ops", true },
	{ "olga", FT_VISIBILITY_NODES, NULL, NULL, true },
};

static void
test_sees(const struct ft_acctdb *acctdb)
{
	for (size_t i = 0; i < FT_COUNT(cases); i++) {
		struct ft_visibility visibility;

		ft_visibility_init(&visibility);
		ft_visibility_fill(
		    &visibility, acctdb, FT_VISIBILITY_ALL, cases[i].actor);
		ok(ft_visibility_shows(&visibility, cases[i].kind,
		       cases[i].owner, cases[i].account) == cases[i].sees,
		    "%s %s %s of %s, %s", cases[i].actor,
		    cases[i].sees ? "sees" : "does not see",
		    ft_visibility_word(cases[i].kind),
		    cases[i].owner ? cases[i].owner : "nobody",
		    cases[i].account ? cases[i].account : "no account");
		ft_visibility_free(&visibility);
	}
}

static void
test_knows(const struct ft_acctdb *acctdb)
{
	struct ft_visibility visibility;

	ft_visibility_init(&visibility);
	ok(ft_visibility_names(&visibility, FT_VISIBILITY_USERS, "bob"),
	    "without restrictions every name is known");
	ft_visibility_fill(&visibility, acctdb, FT_VISIBILITY_ALL, "carol");
	ok(ft_visibility_names(&visibility, FT_VISIBILITY_USERS, "carol") &&
		ft_visibility_names(&visibility, FT_VISIBILITY_USERS, "bob") &&
		!ft_visibility_names(&visibility, FT_VISIBILITY_USERS, "eve"),
	    "a coordinator knows herself and her users");
	ok(ft_visibility_names(&visibility, FT_VISIBILITY_ACCOUNTS, "bio") &&
		!ft_visibility_names(
		    &visibility, FT_VISIBILITY_ACCOUNTS, "ops") &&
		!ft_visibility_names(&visibility, FT_VISIBILITY_JOBS, "1"),
	    "and her accounts, but no numbers of jobs");
	ft_visibility_free(&visibility);
	ft_visibility_fill(&visibility, acctdb, FT_VISIBILITY_ALL, "eve");
	ok(ft_visibility_names(&visibility, FT_VISIBILITY_ACCOUNTS, "ops") &&
		ft_visibility_names(
		    &visibility, FT_VISIBILITY_ACCOUNTS, "root") &&
		!ft_visibility_names(
		    &visibility, FT_VISIBILITY_ACCOUNTS, "lab"),
	    "a user knows the accounts above him");
	ft_visibility_free(&visibility);
	ft_visibility_fill(&visibility, acctdb, FT_VISIBILITY_BIT(JOBS), "eve");
	ok(!ft_visibility_shows_all(&visibility, FT_VISIBILITY_BIT(JOBS)) &&
		ft_visibility_shows_all(
		    &visibility, FT_VISIBILITY_BIT(USERS)) &&
		ft_visibility_names(&visibility, FT_VISIBILITY_USERS, "bob"),
	    "one word hides nothing else");
	ft_visibility_free(&visibility);
}

static void
is_private(const struct ft_conf *conf, bool database, const char *want)
{
	struct ft_str words = { 0 };

	ft_visibility_add_words(&words, ft_visibility_private(conf, database));
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
	ok(ft_visibility_private_data(&conf, true) ==
		(FT_VISIBILITY_BIT(ACCOUNTS) | FT_VISIBILITY_BIT(USERS) |
		    FT_VISIBILITY_BIT(NODES)),
	    "the words themselves");
	set(&conf, FT_CONF_FAIRTREE_DBD_PRIVATE_DATA, "all");
	is_private(
	    &conf, true, "accounts,events,jobs,reservations,usage,users");
	ft_conf_free(&conf);
}

int
main(void)
{
	struct ft_acctdb acctdb;

	fill(&acctdb);
	test_sees(&acctdb);
	test_knows(&acctdb);
	test_whose();
	return done_testing();
}
