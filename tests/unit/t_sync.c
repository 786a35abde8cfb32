/*
 * The wish that groups and rosters make of a small cluster.  Expected lines
 * follow from the rules of fairtree-sync(5), by hand.
 */
#include "admin/sync/sync.h"

#include <stdio.h>
#include <string.h>

#include "admin/flat/flat.h"
#include "io/slurm/flatfile.h"
#include "io/site/groupfile.h"
#include "io/site/mapfile.h"
#include "io/site/rosterfile.h"
#include "lib/book.h"
#include "lib/storefile.h"
#include "tap/tap.h"

static const char before[] =
    "Cluster - 'tux':Fairshare=1:QOS='normal'\n"
    "Parent - 'root'\n"
    "User - 'root':DefaultAccount='root':AdminLevel='Administrator'\n"
    "Account - 'alumni'\n"
    "Account - 'guests'\n"
    "Account - 'science':Fairshare=50\n"
    "Parent - 'guests'\n"
    "User - 'cid':DefaultAccount='physics'\n"
    "User - 'gil'\n"
    "Parent - 'science'\n"
    "Account - 'chem'\n"
    "Account - 'physics':Fairshare=20\n"
    "Parent - 'chem'\n"
    "User - 'dan':Fairshare=0\n"
    "Parent - 'physics'\n"
    "User - 'ann':Fairshare=7\n"
    "User - 'bob'\n"
    "User - 'cid'\n"
    "User - 'svc-web'\n"
    "User - 'daemon'\n";

static const char groups[] = "physics:x:5000:bob,eve,svc-web\n"
			     "chem:x:5001:bob,dan,zoe\n"
			     "hpc-bio:x:5002:ann\n"
			     "HPC-Math:x:5003:\n"
			     "hpc-test:x:5004:ann\n"
			     "domain users:x:5005:ann\n";
static const char users[] = "root:x:0:0:::/bin/sh\n"
			    "daemon:x:2:5000:::/usr/sbin/nologin\n"
			    "ann:x:1001:5000:::/bin/sh\n"
			    "bob:x:1002:5001:::/bin/sh\n"
			    "cid:x:1003:100:::/bin/sh\n"
			    "dan:x:1004:100:::/bin/sh\n"
			    "eve:x:1005:100:::/sbin/nologin\n"
			    "gil:x:1006:100:::/bin/sh\n"
			    "Ida:x:1007:5003:::/bin/sh\n"
			    "svc-web:x:1008:100:::/bin/sh\n";

struct fix {
	struct ft_acctdb acctdb;
	struct ft_people people;
	struct ft_syncmap map;
	struct ft_roster roster;
	struct ft_sync sync;
};

static struct ft_error err;

static void
fill_book(struct ft_acctdb *acctdb)
{
	struct ft_store *store = storefile_memory();

	book_fill(store, before);
	book_read(store, acctdb);
	ft_store_close(store);
}

static void
start(struct fix *fix, const char *map, const char *csv)
{
	fix->people = (struct ft_people){ 0 };
	ft_syncmap_init(&fix->map, "m");
	ft_roster_init(&fix->roster, "c");
	ft_sync_init(&fix->sync, "m");
	if (ft_groupfile_parse(
		&fix->people, "g", groups, strlen(groups), &err) != FT_OK ||
	    ft_groupfile_parse_passwd(
		&fix->people, "p", users, strlen(users), &err) != FT_OK ||
	    ft_mapfile_parse(&fix->map, map, strlen(map), &err) != FT_OK ||
	    (csv && ft_rosterfile_parse(&fix->roster, csv, strlen(csv), &err) !=
			FT_OK))
		bail("%s", err.text);
}

static void
finish(struct fix *fix)
{
	ft_sync_free(&fix->sync);
	ft_roster_free(&fix->roster);
	ft_syncmap_free(&fix->map);
	ft_people_free(&fix->people);
}

/* The wish, "! note" for each note, or the message; valid until the next. */
static const char *
wish(struct fix *fix, const char *map, const char *csv)
{
	static struct ft_str str;
	struct ft_sync_source source = { .map = &fix->map,
		.people = &fix->people,
		.groups = !csv,
		.persons = !csv,
		.roster = csv ? &fix->roster : NULL };

	start(fix, map, csv);
	ft_str_clear(&str);
	if (ft_sync_make(&fix->sync, &source, &fix->acctdb, "tux", &err) !=
	    FT_OK) {
		ft_str_add(&str, err.text);
	} else {
		for (size_t i = 0; i < fix->sync.flat.n; i++)
			ft_flatfile_write_line(&str, &fix->sync.flat.line[i]);
		for (size_t i = 0; i < fix->sync.n_note; i++)
			ft_str_addf(&str, "! %s\n", fix->sync.note[i]);
	}
	finish(fix);
	return ft_str_text(&str);
}

static void
test_groups(struct fix *fix)
{
	/* eve may not log in, zoe is no user, bob's primary group is chem */
	is_str(wish(fix,
		   "minuid 1000\nnologin */nologin\nexclude svc-*\n"
		   "group physics\ngroup chem\n",
		   NULL),
	    "Cluster - 'tux'\n"
	    "Parent - 'science'\nAccount - 'chem'\n"
	    "Account - 'physics'\n"
	    "Parent - 'chem'\n"
	    "User - 'bob'\n"
	    "User - 'dan'\n"
	    "Parent - 'physics'\n"
	    "User - 'ann'\n"
	    "User - 'bob'\n"
	    "User - 'daemon'\n"
	    "User - 'svc-web'\n"
	    "Parent - 'guests'\n"
	    "User - 'cid':DefaultAccount='guests'\n"
	    "! group 'chem' names the unknown user 'zoe'\n",
	    "members, those left alone, and a default account saved");
	is_str(wish(fix, "members listed\ngroup physics\n", NULL),
	    "Cluster - 'tux'\n"
	    "Parent - 'science'\nAccount - 'physics'\n"
	    "Parent - 'physics'\n"
	    "User - 'bob'\n"
	    "User - 'eve':DefaultAccount='physics'\n"
	    "User - 'svc-web'\n"
	    "Parent - 'guests'\n"
	    "User - 'cid':DefaultAccount='guests'\n",
	    "members as listed");
	is_str(wish(fix, "members primary\ngroup physics\n", NULL),
	    "Cluster - 'tux'\n"
	    "Parent - 'science'\nAccount - 'physics'\n"
	    "Parent - 'physics'\n"
	    "User - 'ann'\n"
	    "User - 'daemon'\n"
	    "Parent - 'guests'\n"
	    "User - 'cid':DefaultAccount='guests'\n",
	    "members by primary group");
}

static void
test_new_accounts(struct fix *fix)
{
	is_str(wish(fix,
		   "minuid 1000\n"
		   "ignore hpc-test\n"
		   "account life parent=science shares=9 desc='Life sciences'\n"
		   "account outside\n"
		   "group hpc-bio account=bio parent=life qos=normal\n"
		   "group hpc-* account=x* parent=outside org=Math\n"
		   "user * maxjobs=5 shares=2\n"
		   "user *@bio shares=parent\n"
		   "user ida grptres=cpu=4\n",
		   NULL),
	    "Cluster - 'tux'\n"
	    "Parent - 'science'\n"
	    "Account - 'life':Description='Life sciences':Fairshare=9\n"
	    "Parent - 'root'\nAccount - 'outside'\n"
	    "Parent - 'life'\nAccount - 'bio':QosLevel=normal\n"
	    "Parent - 'outside'\nAccount - 'xmath':Organization='Math'\n"
	    "Parent - 'bio'\n"
	    "User - 'ann':MaxJobs=5:Fairshare=parent\n"
	    "Parent - 'xmath'\n"
	    "User - 'ida':DefaultAccount='xmath':MaxJobs=5:Fairshare=2:"
	    "GrpTRES=cpu=4\n",
	    "patterns, parents before children, settings of users");
}

/* Those who left: chem has dan without shares, physics lost ann and cid. */
static void
test_leavers(struct fix *fix)
{
	static const char rules[] = "members listed\nexclude svc-* daemon\n"
				    "group physics\ngroup chem\n";
	char text[256];

	snprintf(text, sizeof text, "%sleave keep\n", rules);
	is_str(wish(fix, text, NULL),
	    "Cluster - 'tux'\n"
	    "Parent - 'science'\nAccount - 'chem'\n"
	    "Account - 'physics'\n"
	    "Parent - 'chem'\n"
	    "User - 'bob'\n"
	    "User - 'dan'\n"
	    "Parent - 'physics'\n"
	    "User - 'ann'\n"
	    "User - 'bob'\n"
	    "User - 'cid'\n"
	    "User - 'daemon'\n"
	    "User - 'eve':DefaultAccount='physics'\n"
	    "User - 'svc-web'\n"
	    "! group 'chem' names the unknown user 'zoe'\n",
	    "leave keep");
	snprintf(text, sizeof text, "%sleave zero\n", rules);
	is_str(wish(fix, text, NULL),
	    "Cluster - 'tux'\n"
	    "Parent - 'science'\nAccount - 'chem'\n"
	    "Account - 'physics'\n"
	    "Parent - 'chem'\n"
	    "User - 'bob'\n"
	    "User - 'dan':Fairshare=1\n"
	    "Parent - 'physics'\n"
	    "User - 'ann':Fairshare=0\n"
	    "User - 'bob'\n"
	    "User - 'cid':Fairshare=0\n"
	    "User - 'daemon'\n"
	    "User - 'eve':DefaultAccount='physics'\n"
	    "User - 'svc-web'\n"
	    "! group 'chem' names the unknown user 'zoe'\n",
	    "leave zero: who is back has a share again");
	snprintf(text, sizeof text, "%sleave move Alumni\n", rules);
	is_str(wish(fix, text, NULL),
	    "Cluster - 'tux'\n"
	    "Parent - 'science'\nAccount - 'chem'\n"
	    "Account - 'physics'\n"
	    "Parent - 'alumni'\n"
	    "User - 'ann':DefaultAccount='alumni'\n"
	    "User - 'cid':DefaultAccount='alumni'\n"
	    "Parent - 'chem'\n"
	    "User - 'bob'\n"
	    "User - 'dan'\n"
	    "Parent - 'physics'\n"
	    "User - 'bob'\n"
	    "User - 'daemon'\n"
	    "User - 'eve':DefaultAccount='physics'\n"
	    "User - 'svc-web'\n"
	    "! group 'chem' names the unknown user 'zoe'\n",
	    "leave move");
	/* gil and cid are in guests, which is for leavers here */
	is_str(wish(fix,
		   "members listed\ngroup physics\nleave move guests\n"
		   "exclude daemon\n",
		   NULL),
	    "Cluster - 'tux'\n"
	    "Parent - 'science'\nAccount - 'physics'\n"
	    "Parent - 'guests'\n"
	    "User - 'ann':DefaultAccount='guests'\n"
	    "User - 'cid':DefaultAccount='guests'\n"
	    "User - 'gil'\n"
	    "Parent - 'physics'\n"
	    "User - 'bob'\n"
	    "User - 'daemon'\n"
	    "User - 'eve':DefaultAccount='physics'\n"
	    "User - 'svc-web'\n",
	    "who is there already stays");
}

static void
test_defaults(struct fix *fix)
{
	/* bob's default is physics; his primary group is chem */
	static const struct {
		const char *map, *want;
	} row[] = {
		{ "group physics\ngroup chem\n", "User - 'bob'" },
		{ "group physics\ngroup chem\ndefault primary always\n",
		    "User - 'bob':DefaultAccount='chem'" },
		{ "group physics\ngroup chem\ndefault first always\n",
		    "User - 'bob'" },
		{ "group chem\ngroup physics\ndefault first always\n",
		    "User - 'bob':DefaultAccount='chem'" },
		{ "group physics\ngroup chem\nuser bob defaultacc=Chem\n",
		    "User - 'bob':DefaultAccount='chem'" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		const char *line =
		    strstr(wish(fix, row[i].map, NULL), "User - 'bob'");
		size_t len = line ? strcspn(line, "\n") : 0;

		ok(line && len == strlen(row[i].want) &&
			!strncmp(line, row[i].want, len),
		    "default account %zu: %.*s", i, (int)len, line);
	}
	ok(strstr(
	       wish(fix, "group physics\nuser bob defaultaccount=chem\n", NULL),
	       "! m:2:25: user 'bob' is not in 'chem'\n") != NULL,
	    "where he is not");
	ok(!strstr(
	       wish(fix, "group physics\nuser * defaultaccount=chem\n", NULL),
	       "! m:"),
	    "a pattern is not meant for everybody");
}

static void
test_roster(struct fix *fix)
{
	is_str(wish(fix, "user * maxjobs=9\n",
		   "account,user,shares,parent,defaultaccount\n"
		   "physics,ann,3,,\n"
		   "bio,bob,,,\n"
		   "Physics,Bob,,,bio\n"
		   "bio,,40,science,\n"),
	    "Cluster - 'tux'\n"
	    "Parent - 'science'\nAccount - 'physics'\n"
	    "Account - 'bio':Fairshare=40\n"
	    "Parent - 'physics'\n"
	    "User - 'ann':MaxJobs=9:Fairshare=3\n"
	    "User - 'bob':DefaultAccount='bio':MaxJobs=9\n"
	    "Parent - 'bio'\n"
	    "User - 'bob':DefaultAccount='bio':MaxJobs=9\n"
	    "Parent - 'guests'\n"
	    "User - 'cid':DefaultAccount='guests'\n",
	    "a roster");
}

static void
test_refused(struct fix *fix)
{
	/* clang-format off */
	static const struct { const char *map, *csv, *want; } row[] = {
		{ "group math\n", NULL,
		    "m:1:7: no group 'math', or an earlier line took it" },
		{ "group physics parent=nowhere\n", NULL,
		    "m:1:22: no account 'nowhere'" },
		{ "group physics\naccount science parent=physics\n", NULL,
		    "m:2:24: account 'science' would be below itself" },
		{ "account a parent=b\naccount b parent=a\ngroup chem\n", NULL,
		    "m:1:18: account 'a' would be below itself" },
		{ "group physics shares=x\n", NULL,
		    "m:1:22: invalid value for FairShare (x)" },
		{ "group physics colour=red\n", NULL,
		    "m:1:15: unknown setting 'colour'" },
		{ "group physics qos=gold\n", NULL,
		    "m:1:19: " },
		{ "group physics defaultaccount=a\n", NULL,
		    "m:1:15: 'defaultaccount' is a setting of users" },
		{ "group physics\nuser bob parent=a\n", NULL,
		    "m:2:10: 'parent' is a setting of accounts" },
		{ "group physics shares=1\naccount physics shares=2\n", NULL,
		    "m:1:7: account 'physics' has its settings from line 2" },
		{ "group physics account=root\n", NULL,
		    "m:1:7: account 'root' has no members from groups" },
		{ "group physics\nleave move nowhere\n", NULL,
		    "m:2:12: no account 'nowhere'" },
		{ "group physics\nleave move physics\n", NULL,
		    "m:2:12: account 'physics' has members of its own" },
		{ "group hpc-test\nexclude ann\n", NULL,
		    "m: no account gets a single member, which would empty "
		    "them all" },
		{ "", NULL, "m: no account gets a single member, which would "
			    "empty them all" },
		{ "", "bio,bob\n",
		    "c:1:1: no account 'bio' (a row without user, or a line "
		    "'account bio' in the map, would make it)" },
		{ "", "physics,bob\nphysics,ann\nphysics,BOB\n",
		    "c:3:9: user 'bob' of account 'physics' was in line 1 "
		    "already" },
		{ "", "physics,bob,many\n",
		    "c:1:13: invalid value for FairShare (many)" },
		{ "", "account,user,colour\nphysics,bob,red\n",
		    "c:1:14: unknown setting 'colour'" },
		{ "", "physics,b o b\n",
		    "c:1:9: 'b o b' cannot be the name of a user" },
	};
	/* clang-format on */

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		const char *got = wish(fix, row[i].map, row[i].csv);

		if (row[i].want[strlen(row[i].want) - 1] == ' ')
			ok(!strncmp(got, row[i].want, strlen(row[i].want)),
			    "refused %zu: %s", i, got);
		else
			is_str(got, row[i].want, "refused %zu", i);
	}
}

int
main(void)
{
	struct fix fix;

	fill_book(&fix.acctdb);
	test_groups(&fix);
	test_new_accounts(&fix);
	test_leavers(&fix);
	test_defaults(&fix);
	test_roster(&fix);
	test_refused(&fix);
	ft_acctdb_free(&fix.acctdb);
	return done_testing();
}
