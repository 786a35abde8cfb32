/*
 * Flat files applied to a store and made from one: what is added and changed,
 * the order of ids, every trouble, and that a dump loads to what it was.
 */
#include "admin/flat/flat.h"

#include <stdio.h>
#include <string.h>

#include "io/slurm/flatfile.h"
#include "lib/book.h"
#include "lib/storefile.h"
#include "tap/tap.h"

static const char first[] =
    "Cluster - 'cluster':Fairshare=1:QOS='normal'\n"
    "Parent - 'root'\n"
    "User - 'root':DefaultAccount='root':AdminLevel='Administrator'\n"
    "Account - 'Bedrock':Description='rocks':Fairshare=500:GrpTRES=cpu=64\n"
    "Account - 'managers':Organization='boss':Fairshare=parent\n"
    "Parent - 'bedrock'\n"
    "User - 'fred':DefaultAccount='managers':Fairshare=25:MaxJobs=3\n"
    "User - 'barney':Fairshare=25:MaxWall='2-03:04:05'\n"
    "Account - 'quarry':QOS='-normal'\n"
    "Parent - 'managers'\n"
    "User - 'fred':DefaultAccount='managers':Coordinator='bedrock'\n"
    "User - 'slate':Partition='debug':AdminLevel=Operator\n";

static struct ft_error err;

/* Load TEXT into STORE; the summary or the message.  Valid until the next. */
static const char *
load(struct ft_store *store, const char *text,
    const struct ft_admin_load_options *options)
{
	static struct ft_str told;
	struct ft_admin_load done;

	ft_admin_load_init(&done);
	done.options = *options;
	ft_str_clear(&told);
	if (book_load(store, text, &done, &err) == FT_OK)
		ft_str_addf(&told, "%zu+%zu+%zu new, %zu changed",
		    done.n_account, done.n_user, done.n_assoc,
		    ft_admin_load_changes(&done));
	else
		ft_str_add(&told, err.text);
	ft_admin_load_free(&done);
	return ft_str_text(&told);
}

/* The dump of cluster NAME without the comment.  The caller's. */
static char *
dump(struct ft_store *store, const char *name, enum ft_dump_as as)
{
	struct ft_str text = { 0 };
	struct ft_flat flat;
	struct ft_acctdb acctdb;

	ft_flat_init(&flat, "");
	book_read(store, &acctdb);
	if (ft_admin_dump(&acctdb, name, as, &flat, &err) != FT_OK)
		bail("%s", err.text);
	for (size_t i = 0; i < flat.n; i++)
		ft_flatfile_write_line(&text, &flat.line[i]);
	ft_flat_free(&flat);
	ft_acctdb_free(&acctdb);
	return ft_str_take(&text);
}

static void
test_first(struct ft_store *store)
{
	static const struct ft_admin_load_options plain = { 0 };
	char *got;

	is_str(load(store, first, &plain), "3+3+4 new, 0 changed", "load");
	is_str(load(store, first, &plain), "0+0+0 new, 0 changed", "again");
	got = dump(store, "cluster", FT_DUMP_SLURM);
	is_str(got,
	    "Cluster - 'cluster':Fairshare=1:QOS='normal'\n"
	    "Parent - 'root'\n"
	    "User - 'root':DefaultAccount='root':AdminLevel='Administrator'"
	    ":Fairshare=1\n"
	    "Account - 'bedrock':Description='rocks':Organization='bedrock'"
	    ":Fairshare=500:GrpTRES=cpu=64\n"
	    "Account - 'managers':Description='managers':Organization='boss'"
	    ":Fairshare=2147483647\n"
	    "Parent - 'bedrock'\n"
	    "User - 'barney':DefaultAccount='bedrock':Fairshare=25"
	    ":MaxWallDurationPerJob=3065\n"
	    "User - 'fred':DefaultAccount='managers':Coordinator='bedrock'"
	    ":Fairshare=25:MaxJobs=3\n"
	    "Account - 'quarry':Description='quarry':Organization='bedrock'"
	    ":Fairshare=1:QOS='-normal'\n"
	    "Parent - 'managers'\n"
	    "User - 'fred':DefaultAccount='managers':Coordinator='bedrock'"
	    ":Fairshare=1\n"
	    "User - 'slate':Partition='debug':DefaultAccount='managers'"
	    ":AdminLevel='Operator':Fairshare=1\n",
	    "dump");
	ft_free(got);
}

/* Accounts get their ids first, then users, both in the order of the file. */
static void
test_ids(void)
{
	static const struct ft_admin_load_options plain = { 0 };
	char *path = storefile_path("ids.db"), *got;
	struct ft_store *store = storefile_open(path);

	load(store, first, &plain);
	ft_store_close(store);
	got = storefile_ask(path,
	    "SELECT assoc.id, account.name, ifnull(user.name, '') FROM assoc "
	    "JOIN account ON account.id = assoc.account LEFT JOIN user ON "
	    "user.id = assoc.user ORDER BY assoc.id");
	is_str(got,
	    "1|root| 2|root|root 3|bedrock| 4|managers| 5|quarry| "
	    "6|bedrock|fred 7|bedrock|barney 8|managers|fred "
	    "9|managers|slate",
	    "ids");
	ft_free(got);
	ft_free(path);
}

static void
test_changes(struct ft_store *store)
{
	static const struct ft_admin_load_options plain = { 0 };
	static const struct {
		const char *lines, *want;
	} row[] = {
		{ "Account - 'bedrock':Fairshare=7\n", "0+0+0 new, 1 changed" },
		{ "Account - 'bedrock':Fairshare=7:GrpTRES=cpu=64\n",
		    "0+0+0 new, 0 changed" },
		{ "Account - 'bedrock':GrpTRES=cpu=65,mem=5:GrpJobs=4\n",
		    "0+0+0 new, 2 changed" },
		{ "Account - 'bedrock':Description=x:Organization=y\n",
		    "0+0+0 new, 2 changed" },
		{ "Account - 'quarry'\n", "0+0+0 new, 1 changed" },
		{ "Account - 'quarry':QOS=normal\n", "0+0+0 new, 1 changed" },
		{ "Account - 'quarry':QOS=normal:DefaultQOS=normal\n",
		    "0+0+0 new, 1 changed" },
		{ "Account - 'new1'\nUser - 'fred'\n", "1+0+1 new, 0 changed" },
		{ "Parent - 'bedrock'\nUser - 'fred':AdminLevel=Operator:"
		  "DefaultAccount=bedrock\n",
		    "0+0+0 new, 2 changed" },
		{ "Account - 'new2'\nParent - 'new2'\nUser - 'fred':"
		  "DefaultAccount=new2\n",
		    "1+0+1 new, 1 changed" },
		{ "Parent - 'new2'\nUser - 'fred':DefaultAccount=new2\n",
		    "0+0+0 new, 0 changed" },
		{ "Parent - 'bedrock'\nUser - 'fred':MaxJobs=-1\n",
		    "0+0+0 new, 1 changed" },
	};
	char text[512];

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		snprintf(text, sizeof text,
		    "Cluster - 'cluster'\nParent - 'root'\n%s", row[i].lines);
		is_str(
		    load(store, text, &plain), row[i].want, "%s", row[i].lines);
	}
}

static void
test_refused(struct ft_store *store)
{
	static const struct ft_admin_load_options plain = { 0 };
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "Parent - 'root'\n",
		    "x.cfg:1:1: the line of the cluster must come first" },
		{ "Cluster - 'cluster'\nParent - 'nowhere'\n",
		    "x.cfg:2:1: parent 'nowhere' is not an account yet" },
		{ "Cluster - 'cluster'\nCluster - 'b'\n",
		    "x.cfg:2:1: only one cluster can be loaded at a time" },
		{ "Cluster - 'cluster'\nBogus - 'x'\n",
		    "x.cfg:2:1: unknown kind of line" },
		{ "Cluster - 'cluster'\nAccount - 'y':Bogus=3\n",
		    "x.cfg:2:15: unknown option 'Bogus'" },
		{ "Cluster - 'cluster'\nAccount - 'y':Fairshare=abc\n",
		    "x.cfg:2:15: invalid value for FairShare (abc)" },
		{ "Cluster - 'cluster'\nAccount - 'y'\nAccount - 'Y'\n",
		    "x.cfg:3:1: account 'Y' again" },
		{ "Cluster - 'cluster'\nUser - 'y'\nUser - 'y'\n",
		    "x.cfg:3:1: user 'y' again" },
		{ "QOS - 'q':Bogus=1\nCluster - 'cluster'\n",
		    "x.cfg:1:11: unknown option 'Bogus'" },
		{ "QOS - 'q':Priority=x\nCluster - 'cluster'\n",
		    "x.cfg:1:11: invalid value for Priority (x)" },
	};
	char *before = dump(store, "cluster", FT_DUMP_OURS), *after;

	for (size_t i = 0; i < FT_COUNT(row); i++)
		is_str(load(store, row[i].text, &plain), row[i].want, "%s",
		    row[i].text);
	after = dump(store, "cluster", FT_DUMP_OURS);
	is_str(after, before, "nothing was changed");
	ft_free(before);
	ft_free(after);
}

/* A dump of ours, loaded into a new store, is the same dump. */
static void
test_round_trip(struct ft_store *store)
{
	static const struct ft_admin_load_options plain = { 0 };
	static const struct ft_admin_load_options clean = { .clean = true };
	static const char qos[] =
	    "QOS - 'gold':Description='Au':Flags=NoDecay:Priority=7:"
	    "GrpTRES=cpu=4,mem=2G:MaxWall=90:UsageFactor=0.1:GraceTime=70\n"
	    "QOS - 'tin':PreemptMode=cancel:PreemptExemptTime='10:30':"
	    "UsageThreshold=0.25:LimitFactor=2:MaxJobsPU=3\n"
	    "QOS - 'gold':Preempt='tin'\n"
	    "Cluster - 'cluster':QOS='gold,tin'\n"
	    "Account - 'bedrock':QOS='+normal,-tin':DefaultQOS='gold'\n";
	struct ft_store *copy = storefile_memory();
	char *before, *after;

	is_str(load(store, qos, &plain), "0+0+0 new, 3 changed", "QOS");
	before = dump(store, "cluster", FT_DUMP_OURS);
	ok(strstr(before, "QOS - 'gold':Preempt='tin'\n") != NULL,
	    "preempt lists come last");
	load(copy, before, &plain);
	after = dump(copy, "cluster", FT_DUMP_OURS);
	is_str(after, before, "into a new store");
	ft_free(after);
	load(copy, before, &clean);
	after = dump(copy, "cluster", FT_DUMP_OURS);
	is_str(after, before, "after the cluster was dropped");
	ft_free(after);
	ft_free(before);
	ft_store_close(copy);
}

static void
test_other_cluster(struct ft_store *store)
{
	static const struct ft_admin_load_options other = { .cluster =
								"other" };
	char *got;

	is_str(load(store,
		   "Cluster - 'x':Classification=capacity:Fairshare=3\n"
		   "Parent - 'root'\nAccount - 'managers':Fairshare=9\n",
		   &other),
	    "1+0+0 new, 0 changed", "a cluster by another name");
	got = dump(store, "other", FT_DUMP_SLURM);
	is_str(got,
	    "Cluster - 'other':Classification='Capacity':Fairshare=3"
	    ":QOS='normal'\nParent - 'root'\n"
	    "User - 'root':DefaultAccount='root':AdminLevel='Administrator'"
	    ":Fairshare=1\nAccount - 'managers':Description='managers'"
	    ":Organization='boss':Fairshare=9\n",
	    "with its root");
	ft_free(got);
}

int
main(void)
{
	struct ft_store *store = storefile_memory();

	test_first(store);
	test_ids();
	test_changes(store);
	test_refused(store);
	test_round_trip(store);
	test_other_cluster(store);
	ft_store_close(store);
	return done_testing();
}
