/* t_library.c - the public library, as a program outside would use it. */
#include "fairtree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/store.h"
#include "tap/tap.h"

static char folder[] = "/tmp/t_library.XXXXXX";
static char path[sizeof folder + 16];

static void
make_store(void)
{
	const struct ft_store_options options = {
		.create = true, .cluster = "test", .now = 1700000000
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
	struct ft_shares_row row;

	if (!ok(shares, "a new store opens"))
		return;
	is_u64(ft_shares_count(shares), 2, "it has two associations");
	ft_shares_row(shares, 0, &row);
	is_str(row.account, "root", "first the root account");
	is_str(row.user, NULL, "which is no user");
	is_u64(row.rank, 0, "and has no rank");
	ok(!row.has_fair_share, "nor a fair share");
	ft_shares_row(shares, 1, &row);
	is_str(row.account, "root", "then its user:");
	is_str(row.user, "root", "account and user");
	is_str(row.partition, NULL, "in every partition");
	is_u64(row.depth, 1, "below one account");
	is_u64(row.rank, 1, "first and last of all");
	ok(row.has_fair_share && row.fair_share == 1, "fair share 1");
	ok(row.has_level_fs && isinf(row.level_fs), "level fair share inf");
	ft_shares_close(shares);
}

static void
test_options(void)
{
	static const struct {
		struct ft_shares_options options;
		const char *message; /* NULL: good */
	} row[] = {
		{ { .cluster = "test" }, NULL },
		{ { .algorithm = "classic" }, NULL },
		{ { .ties = "slurm", .now = 1800000000 }, NULL },
		{ { .cluster = "none" }, "no cluster 'none' in the store" },
		{ { .algorithm = "x" },
		    "unknown algorithm 'x' (fairtree, classic or levelbased)" },
		{ { .ties = "x" },
		    "unknown rule for ties 'x' (documented or slurm)" },
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

static void
test_absent(void)
{
	char error[16] = "";

	ok(!ft_shares_open("/nonexistent/x.db", NULL, error, sizeof error),
	    "an absent store does not open");
	is_u64(strlen(error), sizeof error - 1, "the message is cut to fit");
	ok(!ft_shares_open("/nonexistent/x.db", NULL, NULL, 0),
	    "and need not be wanted");
	ft_shares_close(NULL);
}

int
main(void)
{
	make_store();
	test_rows();
	test_options();
	test_absent();
	remove_store();
	return done_testing();
}
