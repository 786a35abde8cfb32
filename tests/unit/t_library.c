/* t_library.c - the public library, as a program outside would use it. */
#include "fairtree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/storefile.h"
#include "store/store.h"
#include "tap/tap.h"

#define NOW 1700000000

static char folder[] = "/tmp/t_library.XXXXXX";
static char path[sizeof folder + 16];

static void
make_store(void)
{
	const struct ft_store_options options = {
		.create = true, .cluster = "test", .now = NOW
	};
	struct ft_store *store;
	struct ft_error err;

	if (!mkdtemp(folder))
		bail("cannot make a folder");
	snprintf(path, sizeof path, "%s/new.db", folder);
	if (ft_store_open(&store, path, &options, &err))
		bail("%s", err.text);
	ft_store_close(store);
}

/* Account chem with users ann and bob, one share each. */
static void
make_tree(void)
{
	struct ft_store *store = storefile_open(path);
	struct ft_registry *registry = storefile_begin(store);
	uint32_t chem = storefile_account(registry, "chem", 1);

	storefile_user(registry, "ann", chem);
	storefile_user(registry, "bob", chem);
	storefile_commit(store);
	ft_store_close(store);
}

static void
remove_store(void)
{
	char command[sizeof folder + 16];

	snprintf(command, sizeof command, "rm -r '%s'", folder);
	if (system(command))
		diag("%s is left behind", folder);
}

/* A new store holds the root account and its user, who never ran anything. */
static void
test_rows(void)
{
	struct ft_shares *shares = ft_shares_open(path, NULL, NULL, 0);
	struct ft_shares_row row = { .size = sizeof row };

	if (!ok(shares, "a new store opens"))
		return;
	is_u64(ft_shares_count(shares), 2, "it has two associations");
	ok(ft_shares_row(shares, 0, &row), "a row there is");
	is_str(row.account, "root", "first the root account");
	is_str(row.user, NULL, "which is no user");
	is_u64(row.place, 0, "and has no place");
	ok(!row.has_fair_share, "nor a fair share");
	ft_shares_row(shares, 1, &row);
	is_str(row.account, "root", "then its user:");
	is_str(row.user, "root", "account and user");
	is_str(row.partition, NULL, "in every partition");
	is_u64(row.depth, 1, "below one account");
	is_u64(row.place, 1, "first and last of all");
	is_u64(row.rank, 1, "its old name");
	ok(row.has_fair_share && row.fair_share == 1, "fair share 1");
	ok(row.has_level_fs && isinf(row.level_fs), "level fair share inf");
	ft_shares_close(shares);
}

static void
test_options(void)
{
#define OPTIONS .size = sizeof(struct ft_shares_options)
	static const struct {
		struct ft_shares_options options;
		const char *message; /* NULL: good */
	} row[] = {
		{ { OPTIONS, .cluster = "test" }, NULL },
		{ { OPTIONS, .algorithm = "classic" }, NULL },
		{ { OPTIONS, .ties = "slurm", .now = 1800000000 }, NULL },
		{ { OPTIONS, .settings = "PriorityFlags=NO_FAIR_TREE" }, NULL },
		{ { OPTIONS, .settings = "" }, NULL },
		{ { OPTIONS, .cluster = "none" },
		    "no cluster 'none' in the store" },
		{ { OPTIONS, .algorithm = "x" },
		    "unknown algorithm 'x' (fairtree, classic or levelbased)" },
		{ { OPTIONS, .ties = "x" },
		    "unknown rule for ties 'x' (documented, slurm, slurm-22.05 "
		    "or slurm-23.11)" },
		{ { OPTIONS, .settings = "FairTreeTie=slurm" },
		    "unknown setting 'FairTreeTie'" },
		{ { OPTIONS, .settings = "\nPriorityCalcPeriod=x" },
		    "settings:2:20: bad value 'x' for PriorityCalcPeriod: "
		    "expected a duration such as 30, 1:30:00 or 7-0" },
		{ { .size = 0 }, "size of the options is not set: 0 bytes" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		char error[256] = "";
		struct ft_shares *shares =
		    ft_shares_open(path, &row[i].options, error, sizeof error);

		ok(!shares == !!row[i].message, "row %zu: opens or not", i);
		is_str(error, row[i].message ? row[i].message : "",
		    "row %zu: message", i);
		ft_shares_close(shares);
	}
}

/* What the shares say of themselves. */
static void
test_header(void)
{
	static const struct ft_shares_options options = { OPTIONS,
		.settings = "PriorityFlags=NO_FAIR_TREE\nFairTreeTies=slurm",
		.now = 1800000000 };
	struct ft_shares *plain = ft_shares_open(path, NULL, NULL, 0);
	struct ft_shares *other = ft_shares_open(path, &options, NULL, 0);

	if (!ok(plain && other, "opened twice"))
		return;
	is_str(ft_version(), FT_VERSION, "header and library are of one age");
	is_str(ft_shares_cluster(plain), "test", "the cluster");
	is_str(ft_shares_algorithm(plain), "fairtree", "the default");
	is_str(ft_shares_algorithm(other), "classic", "settings choose it");
	is_str(ft_shares_ties(plain), "documented", "the store's rule");
	is_str(ft_shares_ties(other), "slurm", "settings choose it");
	is_i64(ft_shares_now(plain), NOW, "the store's clock");
	is_i64(ft_shares_now(other), 1800000000, "the time asked for");
	is_u64(ft_shares_users(plain), 3, "user associations");
	ok(!ft_shares_walk(other, NULL, NULL), "classic takes no steps");
	ft_shares_close(plain);
	ft_shares_close(other);
}

static void
test_basic(void)
{
	static const struct ft_shares_options options = { OPTIONS,
		.settings = "PriorityType=priority/basic" };
	struct ft_shares *shares = ft_shares_open(path, &options, NULL, 0);
	struct ft_shares_row row = { .size = sizeof row };

	ok(shares && ft_shares_row(shares, 1, &row) && !row.has_fair_share &&
		!row.has_level_fs && !row.place,
	    "priority/basic computes nothing");
	ok(shares && !ft_shares_walk(shares, NULL, NULL), "nor walks");
	ft_shares_close(shares);
}

/* Rows: 0 root, 1 its user, 2 chem, 3 ann, 4 bob. */
static void
test_find(void)
{
	struct ft_shares *shares = ft_shares_open(path, NULL, NULL, 0);
	struct ft_shares_row row = { .size = sizeof row };
	size_t at = ft_shares_find(shares, "chem", "bob", NULL);

	is_u64(at, 4, "bob stands last");
	ok(ft_shares_row(shares, at, &row), "there is such a row");
	is_str(row.path, "root/chem/bob", "path");
	is_u64(row.parent, 2, "row of the account above");
	is_u64(row.level_shares, 2, "shares of the level");
	is_u64(row.level_shares_64, 2, "in 64 bits");
	ok(row.has_norm_usage && row.norm_usage == 0, "norm usage");
	is_u64(ft_shares_find(shares, "chem", NULL, NULL), row.parent,
	    "the account itself");
	ft_shares_row(shares, 0, &row);
	ok(row.parent == FT_SHARES_NONE, "the root is below nothing");
	is_str(row.path, "root", "path of the root");
	ok(ft_shares_find(shares, "chem", "root", NULL) == FT_SHARES_NONE &&
		ft_shares_find(shares, "CHEM", NULL, NULL) == FT_SHARES_NONE &&
		ft_shares_find(shares, NULL, NULL, NULL) == FT_SHARES_NONE &&
		ft_shares_find(shares, "chem", "bob", "p") == FT_SHARES_NONE,
	    "what there is not");
	ft_shares_close(shares);
}

/* A program of an older, or of a newer header. */
static void
test_sizes(void)
{
	struct {
		struct ft_shares_options options;
		unsigned char more[8];
	} newer = { { .size = sizeof newer }, { 0 } };
	struct {
		struct ft_shares_row row;
		unsigned char more[8];
	} big = { { .size = sizeof big }, { 1, 2, 3, 4, 5, 6, 7, 8 } };
	static const unsigned char zero[8];
	/* of version 1.0 */
	size_t least = offsetof(struct ft_shares_row, level_shares_64);
	struct ft_shares_row row = { .size = least - 1, .depth = 7 };
	struct ft_shares_row old = { .level_shares_64 = 7 };
	char error[80] = "";
	struct ft_shares *shares =
	    ft_shares_open(path, &newer.options, error, sizeof error);

	ok(shares, "options not known here may be zero");
	ok(ft_shares_row(shares, 1, &big.row), "a larger row is filled");
	is_str(big.row.user, "root", "with what is known");
	is_u64(big.row.size, sizeof big, "its size stays");
	ok(memcmp(big.more, zero, sizeof zero) == 0, "the rest is zero");
	ok(!ft_shares_row(shares, 1, &row), "a smaller row than ever is not");
	old.size = least;
	ok(ft_shares_row(shares, 1, &old) && old.level_shares == 2 &&
		old.level_shares_64 == 7,
	    "one of version 1.0 is filled, and no more of it");
	is_u64(row.depth, 7, "and not touched");
	row.size = sizeof row;
	ok(!ft_shares_row(shares, ft_shares_count(shares), &row),
	    "nor one behind the last");
	ft_shares_close(shares);
	newer.more[7] = 1;
	ok(!ft_shares_open(path, &newer.options, error, sizeof error),
	    "an option not known here is refused");
	is_str(error, "an option that libfairtree " FT_VERSION " does not know",
	    "message");
}

/* Steps as "name row", ranks as "rank row=n/total". */
static void
note_step(void *ctx, const struct ft_shares_step *step)
{
	char *text = (char *)ctx + strlen(ctx);

	if (step->size != sizeof *step)
		bail("step of %zu bytes", step->size);
	if (step->kind == FT_STEP_RANK)
		sprintf(text, "%s %zu=%u ", step->name, step->row, step->rank);
	else if (step->kind == FT_STEP_TIE)
		sprintf(text, "tie %zu,%zu ", step->row, step->other);
	else if (step->kind == FT_STEP_SORT)
		sprintf(text, "sort %zu:%u,first %zu ", step->row, step->place,
		    step->order[0]);
	else if (step->kind == FT_STEP_LEVEL_FS)
		sprintf(text, "level %zu:%s%g ", step->row,
		    step->has_level_fs ? "" : "?", step->level_fs);
	else
		sprintf(text, "%s %zu%s ", step->name, step->row,
		    step->has_level_fs ? "!" : "");
}

/*
 * Rows: 0 root, 1 its user, 2 chem, 3 ann, 4 bob.  Nobody used anything, so all
 * level fairshares are infinite, and all users tie at 3 of 3: users stand
 * before accounts, and the first in an account that is tied inherits.
 */
static void
test_walk(void)
{
	struct ft_shares *shares = ft_shares_open(path, NULL, NULL, 0);
	char text[512] = "";

	ok(ft_shares_walk(shares, note_step, text), "there is a walk");
	is_str(text,
	    "start 0 enter 0 level 2:inf level 1:inf sort 0:2,first 1 rank 1=3 "
	    "tie 2,1 enter 2! level 3:inf level 4:inf sort 2:2,first 3 "
	    "inherit 3! rank 3=3 tie 4,3 rank 4=3 leave 2 leave 0 end 0 ",
	    "its steps");
	ft_shares_close(shares);
}

static void
test_absent(void)
{
	char error[16] = "";
	char absent[sizeof folder + 16];

	snprintf(absent, sizeof absent, "%s/none/x.db", folder);
	ok(!ft_shares_open(absent, NULL, error, sizeof error),
	    "an absent store does not open");
	is_u64(strlen(error), sizeof error - 1, "the message is cut to fit");
	ok(!ft_shares_open(absent, NULL, NULL, 0), "and need not be wanted");
	ok(!ft_shares_open(NULL, NULL, error, sizeof error), "nor does NULL");
	is_str(error, "no path of a st", "message");
	ft_shares_close(NULL);
}

int
main(void)
{
	make_store();
	test_rows();
	make_tree();
	test_options();
	test_header();
	test_basic();
	test_find();
	test_sizes();
	test_walk();
	test_absent();
	remove_store();
	return done_testing();
}
