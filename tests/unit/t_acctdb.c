/* Look-ups by id, by name, by owner; in empty books too. */
#include "model/account/acctdb.h"

#include "tap/tap.h"

static struct ft_cluster clusters[] = { { .id = 1, .name = "c" } };
static struct ft_account accounts[] = { { .id = 1, .name = "root" },
	{ .id = 4, .name = "phys" }, { .id = 9, .name = "chem" } };
static struct ft_user users[] = { { .id = 2, .name = "ann" } };
static struct ft_assoc assocs[] = { { .id = 1 }, { .id = 3 } };
static struct ft_qos qoses[] = { { .id = 1, .name = "normal" },
	{ .id = 2, .name = "high" } };
static struct ft_tres treses[] = { { 1, "cpu", "" }, { 1001, "gres", "gpu" } };
static struct ft_limit limits[] = { { 1, 0, 0, 5 }, { 3, 1, 0, 6 },
	{ 3, 2, 0, 7 }, { 9, 0, 0, 8 } };
static struct ft_qosref refs[] = { { 1, '=', 1 }, { 3, '+', 2 } };

static void
test_empty(void)
{
	struct ft_acctdb acctdb = { 0 };
	size_t n = 9;

	ok(!ft_acctdb_cluster(&acctdb, 1) && !ft_acctdb_account(&acctdb, 1) &&
		!ft_acctdb_user(&acctdb, 1) && !ft_acctdb_assoc(&acctdb, 1) &&
		!ft_acctdb_qos(&acctdb, 1) &&
		!ft_acctdb_find_qos(&acctdb, "normal"),
	    "an empty book");
	(void)ft_acctdb_limits(acctdb.assoc_limit, 0, 1, &n);
	is_u64(n, 0, "has no limits");
	(void)ft_acctdb_qosrefs(acctdb.assoc_qos, 0, 1, &n);
	is_u64(n, 0, "and no lists");
	ft_acctdb_free(&acctdb);
}

static void
test_found(void)
{
	struct ft_acctdb acctdb = { 0 };

	acctdb.cluster = clusters;
	acctdb.n_cluster = 1;
	acctdb.account = accounts;
	acctdb.n_account = 3;
	acctdb.user = users;
	acctdb.n_user = 1;
	acctdb.assoc = assocs;
	acctdb.n_assoc = 2;
	acctdb.qos = qoses;
	acctdb.n_qos = 2;
	acctdb.tres = treses;
	acctdb.n_tres = 2;
	ok(ft_acctdb_cluster(&acctdb, 1) == &clusters[0], "cluster");
	for (size_t i = 0; i < 3; i++)
		ok(ft_acctdb_account(&acctdb, accounts[i].id) == &accounts[i],
		    "account %s", accounts[i].name);
	ok(ft_acctdb_user(&acctdb, 2) == &users[0], "user");
	is_str(ft_acctdb_user_of_uid(&acctdb, 0), "root", "number 0");
	is_str(ft_acctdb_user_of_uid(&acctdb, 999 + 2), "ann", "999 + id");
	ok(!ft_acctdb_user_of_uid(&acctdb, 2) &&
		!ft_acctdb_user_of_uid(&acctdb, 999) &&
		!ft_acctdb_user_of_uid(&acctdb, 999 + 3) &&
		!ft_acctdb_user_of_uid(&acctdb, FT_UID_NOBODY),
	    "other numbers are nobody's");
	ok(ft_acctdb_assoc(&acctdb, 3) == &assocs[1], "assoc");
	ok(ft_acctdb_qos(&acctdb, 2) == &qoses[1], "qos");
	ok(ft_acctdb_find_qos(&acctdb, "high") == &qoses[1], "qos by name");
	ok(ft_acctdb_find_qos(&acctdb, "High") == &qoses[1], "in any case");
	ok(!ft_acctdb_account(&acctdb, 0) && !ft_acctdb_account(&acctdb, 5) &&
		!ft_acctdb_account(&acctdb, 10),
	    "before, between, behind");
	ft_acctdb_free(&acctdb);
}

static void
test_owners(void)
{
	static const struct {
		uint32_t owner;
		size_t first, n;
	} rows[] = { { 1, 0, 1 }, { 2, 1, 0 }, { 3, 1, 2 }, { 9, 3, 1 },
		{ 10, 4, 0 } };
	size_t n;

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		const struct ft_limit *got =
		    ft_acctdb_limits(limits, 4, rows[i].owner, &n);

		is_u64(n, rows[i].n, "limits of %u", (unsigned)rows[i].owner);
		ok(got == (n ? limits + rows[i].first : NULL),
		    "where they start");
	}
	ok(ft_acctdb_qosrefs(refs, 2, 3, &n) == &refs[1] && n == 1, "a list");
}

/* The tree: 1 (root) is the parent of 2 and 4; 4 of 6 and of the user 7. */
static void
test_check(void)
{
	static const struct {
		struct ft_assoc changed;
		const char *want; /* NULL: it is whole */
	} tests[] = {
		{ { .id = 6, .cluster = 1, .account = 9, .parent = 4 }, NULL },
		{ { .id = 6, .cluster = 2, .account = 9, .parent = 4 },
		    "association 6 has the unknown cluster 2" },
		{ { .id = 6, .cluster = 1, .account = 5, .parent = 4 },
		    "association 6 has the unknown account 5" },
		{ { .id = 6,
		      .cluster = 1,
		      .account = 9,
		      .user = 7,
		      .parent = 4 },
		    "association 6 has the unknown user 7" },
		{ { .id = 6, .cluster = 1, .account = 9, .parent = 5 },
		    "association 6 has the unknown parent 5" },
		{ { .id = 6, .cluster = 1, .account = 9, .parent = 7 },
		    "association 6 has a user as its parent" },
		{ { .id = 4, .cluster = 1, .account = 9, .parent = 4 },
		    "association 4 is below itself" },
		{ { .id = 4, .cluster = 1, .account = 9, .parent = 6 },
		    "association 4 is below itself" },
	};

	for (size_t i = 0; i < FT_COUNT(tests); i++) {
		struct ft_assoc assoc[] = {
			{ .id = 1, .cluster = 1, .account = 1 },
			{ .id = 2, .cluster = 1, .account = 4, .parent = 1 },
			{ .id = 4, .cluster = 1, .account = 9, .parent = 1 },
			{ .id = 6, .cluster = 1, .account = 4, .parent = 4 },
			{ .id = 7,
			    .cluster = 1,
			    .account = 9,
			    .user = 2,
			    .parent = 4 },
		};
		struct ft_acctdb acctdb = { .cluster = clusters,
			.n_cluster = 1,
			.account = accounts,
			.n_account = 3,
			.user = users,
			.n_user = 1,
			.assoc = assoc,
			.n_assoc = 5 };
		struct ft_error err = { 0 };
		enum ft_status status;

		for (size_t k = 0; k < 5; k++)
			if (assoc[k].id == tests[i].changed.id)
				assoc[k] = tests[i].changed;
		status = ft_acctdb_check(&acctdb, &err);
		is_i64(
		    status, tests[i].want ? FT_EINVAL : FT_OK, "check %zu", i);
		if (tests[i].want)
			is_str(err.text, tests[i].want, "what it says");
	}
}

int
main(void)
{
	test_empty();
	test_found();
	test_owners();
	test_check();
	return done_testing();
}
