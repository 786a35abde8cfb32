/*
 * A flat file as a wish: what it changes, what it leaves alone and lists, what
 * it deletes with prune and exact, and what stands in the way of that.
 */
#include "admin/plan/plan.h"

#include <stdio.h>
#include <string.h>

#include "admin/step/step.h"
#include "io/slurm/flatfile.h"
#include "lib/book.h"
#include "lib/storefile.h"
#include "tap/tap.h"

static struct ft_error err;

/* What every test starts from. */
static const char base[] =
    "Cluster - 'cluster':QOS='normal'\n"
    "Parent - 'root'\n"
    "User - 'root':DefaultAccount='root':AdminLevel='Administrator'\n"
    "Account - 'chem':Fairshare=20\n"
    "Account - 'physics':Fairshare=10:GrpTRES=cpu=64,mem=8G\n"
    "Parent - 'chem'\n"
    "User - 'alice':Fairshare=3\n"
    "Parent - 'physics'\n"
    "Account - 'lab':Description='the lab'\n"
    "User - 'bob':Fairshare=2:MaxJobs=5\n"
    "User - 'carol':Coordinator='physics'\n"
    "Parent - 'lab'\n"
    "User - 'dave'\n";

struct made {
	struct ft_store *store;
	struct ft_registry *registry;
	struct ft_admin *admin;
	struct ft_acctdb before, after;
	struct ft_flat flat;
	struct ft_plan_result result;
	struct ft_str told;
};

static void
begin(struct made *made, struct ft_store *store, const char *text)
{
	*made = (struct made){ .store = store };
	made->registry = storefile_begin(store);
	ft_plan_result_init(&made->result);
	ft_flat_init(&made->flat, "x.cfg");
	made->told = (struct ft_str){ 0 };
	if (ft_admin_new(&made->admin, made->registry, "root", true, &err) !=
		FT_OK ||
	    ft_flatfile_parse(&made->flat, text, strlen(text), &err) != FT_OK)
		bail("%s", err.text);
	book_read(store, &made->before);
}

static void
end(struct made *made, bool commit)
{
	ft_admin_free(made->admin);
	if (commit)
		storefile_commit(made->store);
	else
		ft_store_rollback(made->store);
	ft_plan_result_free(&made->result);
	ft_flat_free(&made->flat);
	ft_acctdb_free(&made->before);
	ft_acctdb_free(&made->after);
	ft_str_free(&made->told);
}

/* Steps, then blockers, then what is left alone; parted by a newline. */
static void
tell(struct made *made)
{
	struct ft_str *told = &made->told;
	struct ft_steps steps;

	book_read(made->store, &made->after);
	if (ft_plan_check(&made->after, &err) != FT_OK)
		bail("%s", err.text);
	ft_steps_between(&steps, &made->before, &made->after);
	for (size_t i = 0; i < steps.n; i++) {
		if (ft_step_is_note(&steps.step[i]))
			continue;
		ft_step_line(&steps.step[i], told);
		ft_str_add_char(told, '\n');
	}
	ft_steps_free(&steps);
	for (size_t i = 0; i < made->result.n_block; i++)
		ft_str_addf(told, "! %s: %s\n", made->result.block[i].subject,
		    made->result.block[i].why);
	for (size_t i = 0; i < made->result.n_unmanaged; i++) {
		const struct ft_plan_unmanaged *extra =
		    &made->result.unmanaged[i];

		ft_str_addf(told, "= %s", extra->subject);
		if (extra->field)
			ft_str_addf(told, " %s %s", extra->field, extra->value);
		ft_str_add_char(told, '\n');
	}
}

/* Compare what TEXT does to STORE, which is rolled back unless COMMIT. */
static void
does(struct ft_store *store, const char *text,
    const struct ft_plan_options *options, bool commit, const char *want,
    const char *name)
{
	struct made made;

	begin(&made, store, text);
	made.result.options = *options;
	if (ft_plan_flat(made.admin, &made.before, &made.flat, &made.result,
		&err) == FT_OK)
		tell(&made);
	else
		ft_str_add(&made.told, err.text);
	is_str(ft_str_text(&made.told), want, "%s", name);
	end(&made, commit);
}

static struct ft_store *
new_store(void)
{
	struct ft_store *store = storefile_memory();
	struct made made;

	begin(&made, store, base);
	if (ft_plan_flat(made.admin, &made.before, &made.flat, &made.result,
		&err) != FT_OK)
		bail("%s", err.text);
	end(&made, true);
	return store;
}

#define HEAD "Cluster - cluster:QOS=normal\n"

static const struct {
	const char *name, *text;
	struct ft_plan_options options;
	const char *want;
} cases[] = {
	{ "the same again does nothing", base, { 0 }, "" },
	{ "nothing beyond it is known", base, { .prune = true, .exact = true },
	    "" },
	{ "order and case of lines make no difference",
	    "User - 'ROOT':DefaultAccount='root'\n"
	    "Parent - 'Lab'\nUser - 'Dave'\n"
	    "Parent - 'PHYSICS'\n"
	    "User - 'carol'\nUser - 'bob':Fairshare=2:MaxJobs=5\n"
	    "Account - 'LAB':Description='The Lab'\n"
	    "Parent - 'root'\n"
	    "Account - 'physics':Fairshare=10:GrpTRES=mem=8192,cpu=64\n"
	    "Account - 'chem':Fairshare=20\n"
	    "Parent - 'chem'\nUser - 'alice':Fairshare=3\n" HEAD,
	    { .prune = true },
	    "= user root adminlevel Administrator\n"
	    "= user carol coordinator physics\n" },
	{ "what is not named is left alone, and listed",
	    HEAD "Parent - root\nAccount - chem\nParent - chem\n"
		 "User - alice:Fairshare=3\nParent - physics\n"
		 "User - bob:Fairshare=7\n",
	    { 0 },
	    "~ user bob@physics fairshare 2 -> 7\n"
	    "= account chem fairshare 20\n"
	    "= user bob@physics maxjobs 5\n"
	    "= user root@root\n"
	    "= account lab\n"
	    "= user carol@physics\n"
	    "= user dave@lab\n" },
	{ "part of a limit",
	    HEAD "Parent - root\n"
		 "Account - physics:Fairshare=10:GrpTRES=cpu=32\n"
		 "Account - chem:Fairshare=20\n"
		 "Parent - physics\nAccount - lab:Description='the lab'\n",
	    { .scope = "physics" },
	    "~ account physics grptres cpu=64,mem=8G -> cpu=32,mem=8G\n"
	    "= account physics grptres mem=8G\n"
	    "= user bob@physics\n= user carol@physics\n= user dave@lab\n" },
	{ "exact takes it away",
	    HEAD "Parent - root\n"
		 "Account - physics:Fairshare=10:GrpTRES=cpu=64\n",
	    { .scope = "physics", .exact = true },
	    "~ account physics grptres cpu=64,mem=8G -> cpu=64\n"
	    "= account lab\n"
	    "= user bob@physics\n= user carol@physics\n= user dave@lab\n" },
	{ "prune",
	    HEAD "Parent - root\n"
		 "Account - chem\nUser - root\nParent - chem\nUser - alice\n",
	    { .prune = true },
	    "- user bob\n- user carol\n- user dave\n"
	    "- account lab\n- account physics\n"
	    "= account chem fairshare 20\n"
	    "= user alice@chem fairshare 3\n"
	    "= user root adminlevel Administrator\n" },
	{ "the user root stays",
	    HEAD "Parent - root\n"
		 "Account - physics\nParent - physics\nAccount - lab\n"
		 "User - bob\nUser - carol\nParent - lab\nUser - dave\n",
	    { .prune = true },
	    "- user alice\n- account chem\n"
	    "= account physics fairshare 10\n"
	    "= account physics grptres cpu=64,mem=8G\n"
	    "= user bob@physics fairshare 2\n"
	    "= user bob@physics maxjobs 5\n"
	    "= account lab description the lab\n"
	    "= user carol coordinator physics\n"
	    "= user root@root\n" },
	{ "prune inside a scope", HEAD "Parent - physics\nUser - bob\n",
	    { .prune = true, .scope = "physics" },
	    "- user carol\n- user dave\n- account lab\n"
	    "= user bob@physics fairshare 2\n"
	    "= user bob@physics maxjobs 5\n" },
	{ "a user moves: his new default account is set first",
	    HEAD "Parent - physics\nUser - carol\nAccount - lab\n"
		 "Parent - lab\nUser - dave\nUser - bob:DefaultAccount=lab\n",
	    { .prune = true, .scope = "physics" },
	    "> user bob moves physics -> lab fairshare 2 -> 1 maxjobs 5 -> "
	    "none\n"
	    "= account lab description the lab\n"
	    "= user carol coordinator physics\n" },
	{ "an account moves with all below it",
	    HEAD "Parent - chem\nAccount - lab:Description='the lab'\n", { 0 },
	    "> account lab moves physics -> chem\n"
	    "= user root@root\n= account physics\n= user alice@chem\n"
	    "= user bob@physics\n= user carol@physics\n= user dave@lab\n" },
	{ "an account goes below what was below it",
	    HEAD "Parent - root\nAccount - lab\nParent - lab\n"
		 "Account - physics:Fairshare=10:GrpTRES=cpu=64,mem=8G\n",
	    { 0 },
	    "> account lab moves physics -> root\n"
	    "> account physics moves root -> lab\n"
	    "= account lab description the lab\n"
	    "= user root@root\n= account chem\n= user alice@chem\n"
	    "= user bob@physics\n= user carol@physics\n= user dave@lab\n" },
};

static void
test_cases(struct ft_store *store)
{
	for (size_t i = 0; i < FT_COUNT(cases); i++)
		does(store, cases[i].text, &cases[i].options, false,
		    cases[i].want ? cases[i].want : "", cases[i].name);
}

/* ---- jobs -------------------------------------------------------------------- */

/* carol@physics, association 8, has two jobs; they keep physics, too. */
static void
test_jobs(void)
{
	static const struct ft_plan_options prune = { .prune = true },
					    skip = { .prune = true,
						    .skip_blocked = true };
	static const char wish[] =
	    HEAD "Parent - root\nUser - root\nAccount - chem:Fairshare=20\n"
		 "Parent - chem\nUser - alice:Fairshare=3\n";
	char *path = storefile_path("jobs.db");
	struct ft_store *store = storefile_open(path);
	struct made made;

	begin(&made, store, base);
	if (ft_plan_flat(made.admin, &made.before, &made.flat, &made.result,
		&err) != FT_OK)
		bail("%s", err.text);
	end(&made, true);
	/* running, pending, ended */
	storefile_do(path,
	    "INSERT INTO job (cluster, number, state, assoc, user, account, "
	    "partitions, submitted) SELECT 1, n, state, assoc.id, 'carol', "
	    "'physics', '', 1 FROM assoc, user, (SELECT 17 AS n, 1 AS state "
	    "UNION SELECT 18, 0 UNION SELECT 19, 3) "
	    "WHERE user.id = assoc.user AND user.name = 'carol'");
	does(store, wish, &prune, false,
	    "! user carol@physics: 2 jobs, running or pending: 17, 18\n"
	    "! account physics: user carol@physics below it stays\n"
	    "= user root adminlevel Administrator\n",
	    "jobs are in the way: nothing is deleted");
	does(store, wish, &skip, false,
	    "- user bob\n- user dave\n- account lab\n"
	    "! user carol@physics: 2 jobs, running or pending: 17, 18\n"
	    "! account physics: user carol@physics below it stays\n"
	    "= user root adminlevel Administrator\n",
	    "jobs are in the way: the rest goes");
	ft_store_close(store);
	ft_free(path);
}

/* ---- scope ------------------------------------------------------------------- */

static const struct {
	const char *name, *text, *want; /* NULL: all inside */
} scopes[] = {
	{ "a user inside", HEAD "Parent - physics\nUser - bob:Fairshare=9\n",
	    NULL },
	{ "the account itself",
	    HEAD "Parent - root\nAccount - physics:Fairshare=9\n", NULL },
	{ "a new account below it",
	    HEAD "Parent - lab\nAccount - deep\n"
		 "Parent - deep\nUser - new\n",
	    NULL },
	{ "what is outside may be there as it is", base, NULL },
	{ "a user outside", HEAD "Parent - chem\nUser - alice:Fairshare=9\n",
	    "~ user alice@chem fairshare 3 -> 9" },
	{ "the cluster", "Cluster - cluster:Fairshare=2:QOS=normal\n",
	    "~ cluster cluster fairshare 1 -> 2" },
	{ "the place of the account itself",
	    HEAD "Parent - chem\n"
		 "Account - physics:Fairshare=10:GrpTRES=cpu=64,mem=8G\n",
	    "> account physics moves root -> chem" },
	{ "an account that comes in",
	    HEAD "Parent - physics\n"
		 "Account - chem:Fairshare=20\n",
	    "> account chem moves root -> physics" },
	{ "an account that goes out",
	    HEAD "Parent - chem\nAccount - lab:Description='the lab'\n",
	    "> account lab moves physics -> chem" },
	{ "what a user may do",
	    HEAD "Parent - physics\n"
		 "User - bob:Fairshare=2:AdminLevel=Administrator\n",
	    "~ user bob adminlevel None -> Administrator" },
	{ "a QOS", "QOS - high\n" HEAD "Parent - physics\nUser - carol\n",
	    "+ qos high" },
	{ "an account at the top", HEAD "Parent - root\nAccount - bio\n",
	    "+ account bio parent=root" },
};

static void
test_scopes(struct ft_store *store)
{
	static const struct ft_plan_options options = { .scope = "physics" };
	static const struct ft_plan_scope scope = { "cluster", "physics" };

	for (size_t i = 0; i < FT_COUNT(scopes); i++) {
		struct made made;
		struct ft_steps steps;
		enum ft_status status;

		begin(&made, store, scopes[i].text);
		made.result.options = options;
		if (ft_plan_flat(made.admin, &made.before, &made.flat,
			&made.result, &err) != FT_OK)
			bail("%s", err.text);
		book_read(store, &made.after);
		ft_steps_between(&steps, &made.before, &made.after);
		err.text[0] = '\0';
		status = ft_plan_check_scope(
		    &steps, &made.before, &made.after, &scope, &err);
		ok(status == (scopes[i].want ? FT_EINVAL : FT_OK), "scope: %s",
		    scopes[i].name);
		if (scopes[i].want)
			ft_str_addf(&made.told, "outside account 'physics': %s",
			    scopes[i].want);
		is_str(err.text, ft_str_text(&made.told), "scope: %s: says so",
		    scopes[i].name);
		ft_steps_free(&steps);
		end(&made, false);
	}
}

/* ---- trees out of order ------------------------------------------------------ */

static enum ft_status
check(const struct ft_acctdb *acctdb)
{
	return ft_acctdb_check(acctdb, &err) != FT_OK
		   ? FT_EINVAL
		   : ft_plan_check(acctdb, &err);
}

/* Break the acctdb of the base by one change to an association. */
static void
test_check(struct ft_store *store)
{
	static const char *const want[] = {
		NULL,
		"association 5 has the unknown parent 999",
		"association 5 is below itself",
		"user 'bob' of account 'physics' would be below account 'lab'",
		"user 'bob' would have two default accounts, 'physics' and "
		"'lab'",
	};

	for (size_t i = 0; i < FT_COUNT(want); i++) {
		struct ft_acctdb acctdb;
		struct ft_assoc *lab = NULL, *bob = NULL, *dave = NULL;

		book_read(store, &acctdb);
		for (size_t k = 0; k < acctdb.n_assoc; k++) {
			struct ft_assoc *assoc = &acctdb.assoc[k];
			const struct ft_user *user =
			    ft_acctdb_user(&acctdb, assoc->user);
			const char *name = user ? user->name : "";

			if (!user &&
			    strcmp(ft_acctdb_account(&acctdb, assoc->account)
				       ->name,
				"lab") == 0)
				lab = assoc;
			else if (strcmp(name, "bob") == 0)
				bob = assoc;
			else if (strcmp(name, "dave") == 0)
				dave = assoc;
		}
		if (!lab || !bob || !dave)
			bail("the base has changed");
		if (i == 1)
			lab->parent = 999;
		if (i == 2)
			lab->parent = lab->id;
		if (i == 3)
			bob->parent = lab->id;
		if (i == 4)
			dave->user = bob->user;
		err.text[0] = '\0';
		ok(check(&acctdb) == (want[i] ? FT_EINVAL : FT_OK), "a tree %s",
		    want[i] ? "out of order" : "in order");
		is_str(err.text, want[i] ? want[i] : "", "what is wrong");
		ft_acctdb_free(&acctdb);
	}
}

int
main(void)
{
	struct ft_store *store = new_store();

	test_cases(store);
	test_jobs();
	test_scopes(store);
	test_check(store);
	ft_store_close(store);
	return done_testing();
}
