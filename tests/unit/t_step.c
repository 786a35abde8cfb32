/*
 * Steps between two acctdbs: what people read, what a shell runs, in which
 * order, and what no command can do.  That the commands lead from one acctdb to
 * the other is prop/p_step.c's matter.
 */
#include "admin/step/step.h"

#include <stdio.h>
#include <string.h>

#include "admin/option/option.h"
#include "lib/acctline.h"
#include "lib/book.h"
#include "lib/storefile.h"
#include "model/account/limits.h"
#include "tap/tap.h"

static struct ft_error err;

/* ---- cases ------------------------------------------------------------------ */

/* Lines of facctmgr before and after, parted by line ends. */
struct step_case {
	const char *name;
	const char *setup, *change;
	const char *lines;    /* for people */
	const char *commands; /* without "sacctmgr -i " */
};

static const struct step_case cases[] = {
	{ "nothing", "add account chem", "modify account chem set fairshare=1",
	    "", "" },
	{ "an account", "add account science",
	    "add account chem parent=science fairshare=20",
	    "+ account chem parent=science fairshare=20\n",
	    "add account name=chem cluster=cluster parent=science "
	    "fairshare=20\n" },
	{ "settings", "add account physics fairshare=10 grptres=cpu=4,mem=2G",
	    "modify account physics set fairshare=20 grptres=cpu=5,mem=-1 "
	    "maxwall=1-0",
	    "~ account physics fairshare 10 -> 20 grptres cpu=4,mem=2G -> "
	    "cpu=5 maxwalldurationperjob=1-00:00:00\n",
	    "modify account where name=physics cluster=cluster set "
	    "fairshare=20 grptres=cpu=5,mem=-1 "
	    "maxwalldurationperjob=1-00:00:00\n" },
	{ "record and association apart", "add account physics",
	    "modify account physics set description='a; b' fairshare=2",
	    "~ account physics description physics -> \"a; b\"\n"
	    "~ account physics fairshare 1 -> 2\n",
	    "modify account where name=physics set description='a; b'\n"
	    "modify account where name=physics cluster=cluster set "
	    "fairshare=2\n" },
	{ "a user moves",
	    "add account physics,chem\nadd user bob account=physics "
	    "fairshare=5",
	    "add user bob account=chem fairshare=7\nmodify user bob set "
	    "defaultaccount=chem\ndelete user bob account=physics",
	    "> user bob moves physics -> chem fairshare 5 -> 7\n",
	    "add user name=bob account=chem cluster=cluster fairshare=7\n"
	    "modify user where name=bob cluster=cluster set "
	    "defaultaccount=chem\n"
	    "delete user where name=bob account=physics cluster=cluster\n" },
	{ "an account moves", "add account a,b",
	    "modify account b set parent=a", "> account b moves root -> a\n",
	    "modify account where name=b cluster=cluster set parent=a\n" },
	{ "one of two associations",
	    "add account physics,chem\nadd user carol account=physics,chem",
	    "delete user carol account=physics", "- user carol@physics\n",
	    "delete user where name=carol account=physics cluster=cluster\n" },
	{ "a whole user",
	    "add account physics,chem\nadd user carol account=physics,chem\n"
	    "add coordinator account=chem name=carol",
	    "delete user carol", "- user carol\n",
	    "delete user where name=carol\n" },
	{ "the one without a partition",
	    "add account chem\nadd user carol account=chem\n"
	    "add user carol account=chem partition=night",
	    "modify user carol account=chem partition='' set maxjobs=3",
	    "~ user carol@chem maxjobs=3\n",
	    "modify user where name=carol account=chem cluster=cluster "
	    "partition='' set maxjobs=3\n" },
	/* b was added later and stands in front */
	{ "lists with signs",
	    "add qos high\nadd account a qos=normal\nadd account b",
	    "modify account a set qos=''\nmodify account a set qos=+high\n"
	    "modify account b set qos=normal,high",
	    "~ account b qoslevel=high,normal\n"
	    "~ account a qoslevel normal -> +high\n",
	    "modify account where name=b cluster=cluster set "
	    "qoslevel=high,normal\n"
	    "modify account where name=a cluster=cluster set qoslevel=''\n"
	    "modify account where name=a cluster=cluster set "
	    "qoslevel=+high\n" },
	{ "a default QOS and the list it is in change places",
	    "add qos high,low\nadd account a qos=high\n"
	    "add user x account=a defaultqos=high",
	    "modify user x set defaultqos=-1\nmodify account a set qos=low\n"
	    "modify user x set defaultqos=low",
	    "~ user x@a defaultqos high -> none\n"
	    "~ account a qoslevel high -> low\n"
	    "~ user x@a defaultqos high -> low\n",
	    "modify user where name=x account=a cluster=cluster set "
	    "defaultqos=-1\n"
	    "modify account where name=a cluster=cluster set qoslevel=low\n"
	    "modify user where name=x account=a cluster=cluster set "
	    "defaultqos=low\n" },
	/* a move is not asked whether b has the default QOS, a new user is */
	{ "a user whose default QOS is out of reach",
	    "add qos high\nadd account b qos=high\n"
	    "add account a defaultqos=normal",
	    "add user x,y account=a\nmodify user x set qos=+normal\n"
	    "modify account a set parent=b",
	    "> account a moves root -> b\n+ user y@a\n"
	    "+ user x@a qoslevel=+normal\n",
	    "modify account where name=a cluster=cluster set parent=b\n"
	    "# no command does this: + user y@a\n"
	    "add user name=x account=a cluster=cluster qoslevel=+normal\n" },
	{ "QOS before who uses them, deletes last",
	    "add qos old\nadd account a qos=old\nadd account b",
	    "add qos new preempt=normal priority=3\nadd account c qos=new\n"
	    "delete account b\ndelete qos old",
	    "+ qos new priority=3 preempt=normal\n"
	    "+ account c parent=root qoslevel=new\n"
	    "- account b\n- qos old\n",
	    "add qos name=new priority=3 preempt=normal\n"
	    "add account name=c cluster=cluster parent=root qoslevel=new\n"
	    "delete account where name=b\ndelete qos where name=old\n" },
	{ "a name is taken over", "add account a\nadd user ann account=a",
	    "modify user ann set newname=anna\nadd user ann account=a",
	    "~ user ann newname ann -> anna\n+ user ann@a\n",
	    "modify user where name=ann set newname=anna\n"
	    "add user name=ann account=a cluster=cluster\n" },
	{ "a new cluster, and several of them", "add account a",
	    "add cluster two fairshare=3\nadd account b cluster=two\n"
	    "modify account root cluster=two set grpwall=60",
	    "+ cluster two fairshare=3 grpwall=01:00:00\n"
	    "+ account b on two parent=root\n",
	    "add cluster name=two fairshare=3\n"
	    "modify account where name=root cluster=two set "
	    "grpwall=01:00:00\n"
	    "add account name=b cluster=two parent=root\n" },
	{ "what 22.05 does not know stands alone", "add account a",
	    "modify account a set comment='it is' fairshare=2",
	    "~ account a fairshare 1 -> 2 comment=\"it is\"\n",
	    "modify account where name=a cluster=cluster set fairshare=2\n"
	    "# comment= needs a sacctmgr newer than 22.05:\n"
	    "modify account where name=a cluster=cluster set "
	    "comment='it is'\n" },
	{ "a new user is made where the default is to be", "add account a,b",
	    "add user ann account=a,b defaultaccount=b adminlevel=operator",
	    "+ user ann@b adminlevel=Operator\n+ user ann@a\n",
	    "add user name=ann account=b cluster=cluster "
	    "adminlevel=Operator\n"
	    "add user name=ann account=a cluster=cluster\n" },
	{ "coordinators",
	    "add account a\nadd user ann,bob account=a\n"
	    "add coordinator account=a name=ann",
	    "delete coordinator account=a name=ann\n"
	    "add coordinator account=a name=bob",
	    "+ coordinator bob of a\n- coordinator ann of a\n",
	    "add coordinator account=a name=bob\n"
	    "delete coordinator account=a name=ann\n" },
};

static void
run_lines(struct ft_store *store, const char *text)
{
	char line[300];

	while (*text) {
		size_t len = strcspn(text, "\n");

		snprintf(line, sizeof line, "%.*s", (int)len, text);
		if (acctline_run(store, line, false, true) != 0)
			bail("%s", line);
		text += len;
		text += *text == '\n';
	}
}

/* Without what every line starts with. */
static void
add_commands(struct ft_str *str, const struct ft_step *step)
{
	static const char start[] = "sacctmgr -i ";
	struct ft_str all = { 0 };
	const char *at;

	ft_step_commands(step, &all);
	for (at = ft_str_text(&all); *at;) {
		size_t len = strcspn(at, "\n") + 1;

		if (!strncmp(at, start, strlen(start)))
			ft_str_add_n(
			    str, at + strlen(start), len - strlen(start));
		else
			ft_str_add_n(str, at, len);
		at += len;
	}
	ft_str_free(&all);
}

static void
test_case(const struct step_case *want)
{
	struct ft_store *store = storefile_memory();
	struct ft_str lines = { 0 }, commands = { 0 };
	struct ft_acctdb before, after;
	struct ft_steps steps;

	run_lines(store, want->setup);
	book_read(store, &before);
	run_lines(store, want->change);
	book_read(store, &after);
	ft_steps_between(&steps, &before, &after);
	for (size_t i = 0; i < steps.n; i++) {
		ft_step_line(&steps.step[i], &lines);
		ft_str_add_char(&lines, '\n');
		add_commands(&commands, &steps.step[i]);
	}
	is_str(ft_str_text(&lines), want->lines, "%s", want->name);
	is_str(
	    ft_str_text(&commands), want->commands, "%s: commands", want->name);
	ft_steps_free(&steps);
	ft_acctdb_free(&before);
	ft_acctdb_free(&after);
	ft_str_free(&lines);
	ft_str_free(&commands);
	ft_store_close(store);
}

/* ---- the rest --------------------------------------------------------------- */

/* The names of limits are settings of what has them. */
static void
test_names(void)
{
	for (int kind = 0; kind < FT_LIMIT_KINDS; kind++) {
		const struct ft_limit_info *info = &ft_limit_infos[kind];
		struct ft_word name = ft_word_of(info->name);
		const struct ft_attr *attr;

		attr = ft_attr_find(FT_ENTITY_ASSOC, name);
		if (info->assoc)
			ok(attr && (int)attr->limit == kind, "%s", info->name);
		attr = ft_attr_find(FT_ENTITY_QOS, name);
		if (info->qos)
			ok(attr && (int)attr->limit == kind, "%s of a QOS",
			    info->name);
	}
}

/* A store whose text sacctmgr could not have stored. */
static void
test_notes(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *registry;
	struct ft_account account;
	struct ft_acctdb before, after;
	struct ft_steps steps;
	struct ft_str text = { 0 };

	run_lines(store, "add account a\nadd account b");
	book_read(store, &before);
	registry = storefile_begin(store);
	if (FT_NAMED(registry, "a", &account, &err))
		bail("%s", err.text);
	account.description = "It's\nso";
	if (FT_PUT(registry, &account, &err))
		bail("%s", err.text);
	storefile_commit(store);
	book_read(store, &after);
	ft_steps_between(&steps, &before, &after);
	is_u64(steps.n, 1, "one step");
	ft_step_line(&steps.step[0], &text);
	is_str(ft_str_text(&text),
	    "~ account a description a -> \"It's\\u000Aso\"",
	    "a line is one line");
	ft_str_clear(&text);
	ft_step_commands(&steps.step[0], &text);
	is_str(ft_str_text(&text),
	    "sacctmgr -i modify account where name=a set "
	    "description='It'\\''s\nso'\n"
	    "# no command does this to the letter: description=It's\\u000Aso\n",
	    "nearly, quoted for a shell, and said so");
	ok(!ft_step_is_note(&steps.step[0]), "which is not only a note");
	is_u64(steps.count[FT_STEP_CHANGE], 1, "but a change");
	ft_steps_free(&steps);
	ft_steps_between(&steps, &after, &after);
	is_u64(steps.n, 0, "the same book");
	ft_steps_free(&steps);
	ft_str_free(&text);
	ft_acctdb_free(&before);
	ft_acctdb_free(&after);
	ft_store_close(store);
}

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(cases); i++)
		test_case(&cases[i]);
	test_names();
	test_notes();
	return done_testing();
}
