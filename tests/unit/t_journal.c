/* The journal: entries, and what each did in words. */
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "lib/history.h"
#include "tap/tap.h"

/* ---- what the journal says -------------------------------------------------- */

static enum ft_status
print_change(void *ctx, const struct ft_change *change, struct ft_error *e)
{
	struct ft_str *str = ctx;

	(void)e;
	ft_str_addf(str, "%c %s", "+~-"[change->kind], change -> subject);
	if (change->field)
		ft_str_addf(str, " %s %s -> %s", change->field,
		    change->before ? change->before : "()",
		    change->after ? change->after : "()");
	ft_str_add_char(str, '\n');
	return FT_OK;
}

static void
says(const struct history *history, uint32_t id, const char *want)
{
	struct ft_str str = { 0 };

	ok(!ft_store_each_change(
	       history->store, id, print_change, &str, &history_err),
	    "changes of %lu", (unsigned long)id);
	is_str(ft_str_text(&str), want, "in words");
	ft_str_free(&str);
}

/* An account with all that goes with it, made, taken back and brought back. */
static void
test_whole_account(struct history *history)
{
	static const char bio[] = "+ account bio\n"
				  "+ account bio Description () -> bio\n"
				  "+ account bio Organization () -> bio\n"
				  "+ account bio Coordinators () -> eve\n"
				  "+ account bio\n"
				  "+ account bio ParentName () -> root\n"
				  "+ account bio MaxJobs () -> 3\n"
				  "+ account bio QOS () -> high\n";
	uint32_t id;

	id = history_run(history, op_add_account);
	says(history, id, bio);
	/* other rows do not get the ids of those taken back */
	ok(history_take_back(history, id, false), "undo: %s", history_err.text);
	history_begin(history, "op");
	storefile_account(history->r, "geo", CHEM);
	history_commit(history);
	says(history, id, bio);
	says(history, id + 1,
	    "- account bio\n"
	    "- account bio Description bio -> ()\n"
	    "- account bio Organization bio -> ()\n"
	    "- account bio Coordinators eve -> ()\n"
	    "- account bio\n"
	    "- account bio ParentName root -> ()\n"
	    "- account bio MaxJobs 3 -> ()\n"
	    "- account bio QOS high -> ()\n");
	ok(history_take_back(history, id, true), "redo: the ids are free: %s",
	    history_err.text);
	says(history, id, bio);
}

static void
test_words(void)
{
	struct history history;
	uint32_t id;

	history_open(&history, "words.db");
	history_fill(&history);
	id = history_run(&history, op_put_assoc);
	says(&history, id,
	    "~ user bob@phys Fairshare 1 -> parent\n"
	    "~ user bob@phys DefaultAccount yes -> no\n"
	    "~ user bob@phys DefaultQOS () -> low\n"
	    "~ user bob@phys Comment () -> c\n");
	id = history_run(&history, op_limits);
	says(&history, id,
	    "~ qos low GrpJobs () -> 18446744073709551614\n"
	    "~ user bob@phys GrpTRES cpu=9,mem=4096 -> cpu=10,mem=4096\n"
	    "~ user bob@phys MaxJobs 5 -> ()\n"
	    "~ user bob@phys MaxWallDurationPerJob () -> 01:30:00\n");
	id = history_run(&history, op_lists);
	says(&history, id,
	    "~ qos high Preempt normal,low -> ()\n"
	    "~ user ann@phys QOS () -> -high\n"
	    "~ user bob@phys QOS +high,+low -> normal\n");
	id = history_run(&history, op_coords);
	says(&history, id,
	    "~ account phys Coordinators ann -> ann,eve\n"
	    "~ account lab Coordinators ann -> ()\n");
	id = history_run(&history, op_usage);
	says(&history, id,
	    "~ user bob@phys RawUsage () -> 0\n"
	    "~ user ann@phys RawUsage () -> 5.000001\n"
	    "~ qos low RawUsage () -> 5\n"
	    "~ user eve@lab RawUsage () -> 12.500000\n"
	    "~ user eve@lab RawUsage/cpu () -> 3\n");
	id = history_run(&history, op_settings);
	says(&history, id,
	    "~ FairTreeTies Value documented -> slurm\n"
	    "- Known Value 1 -> ()\n"
	    "+ New Value () -> x\n"
	    "~ slurm.conf Line A=1 -> ()\n"
	    "~ slurm.conf Line () -> A=3\n");
	id = history_run(&history, op_drop_assoc);
	says(&history, id,
	    "- user bob@phys\n"
	    "- user bob@phys Fairshare parent -> ()\n"
	    "- user bob@phys DefaultQOS low -> ()\n"
	    "- user bob@phys Comment c -> ()\n"
	    "- user bob@phys GrpTRES cpu=10,mem=4096 -> ()\n"
	    "- user bob@phys MaxWallDurationPerJob 01:30:00 -> ()\n"
	    "- user bob@phys QOS normal -> ()\n"
	    "~ user bob@phys RawUsage () -> to account phys\n");
	test_whole_account(&history);
	is_i64(ft_store_each_change(
		   history.store, 99, print_change, NULL, &history_err),
	    FT_ENOENT, "no change 99");
	history_close(&history);
}

static void
test_entries(void)
{
	const struct ft_store_actor ann = { "ann", "by ann",
		STOREFILE_NOW + 100 };
	struct ft_journal_filter filter = { .last = 2 };
	const struct ft_journal_entry *entry;
	struct ft_arena arena = { 0 };
	struct ft_journal journal = { .arena = &arena };
	struct history history;

	history_open(&history, "entries.db");
	ok(!ft_store_read_journal(history.store, NULL, &journal, &history_err),
	    "empty");
	is_u64(journal.n, 0, "no entry");
	history_fill(&history);
	if (ft_store_begin(history.store, &ann, &history.r, &history_err))
		bail("%s", history_err.text);
	op_put_user(&history);
	history_commit(&history);
	history_take_back(&history, 3, false); /* 4 */
	history_take_back(&history, 3, true);  /* 5 */
	history_take_back(&history, 3, false); /* 6 */
	ok(!ft_store_read_journal(history.store, NULL, &journal, &history_err),
	    "all");
	is_u64(journal.n, 6, "entries");
	entry = journal.entry;
	ok(entry[0].id == 6 && entry[5].id == 1, "the latest first");
	ok(entry[0].undoes == 5 && entry[0].origin == 3 && !entry[0].is_redo,
	    "an undo");
	ok(entry[1].undoes == 4 && entry[1].origin == 3 && entry[1].is_redo,
	    "a redo");
	ok(entry[1].undone_by == 6 && entry[3].undone_by == 4 &&
		!entry[2].undone_by && !entry[0].undone_by,
	    "what is undone");
	is_str(entry[3].actor, "ann", "actor");
	is_str(entry[3].command, "by ann", "command");
	is_i64(entry[3].wall, STOREFILE_NOW + 100, "wall clock");
	is_i64(entry[3].at, STOREFILE_NOW, "store's clock");
	is_u64(entry[3].rows, 1, "touched");
	ok(!ft_store_read_journal(
	       history.store, &filter, &journal, &history_err) &&
		journal.n == 2 && journal.entry[1].id == 5,
	    "the last two");
	filter = (struct ft_journal_filter){ .actor = "ann" };
	ok(!ft_store_read_journal(
	       history.store, &filter, &journal, &history_err) &&
		journal.n == 1 && journal.entry[0].id == 3,
	    "of ann");
	filter = (struct ft_journal_filter){ .since = STOREFILE_NOW + 50 };
	ok(!ft_store_read_journal(
	       history.store, &filter, &journal, &history_err) &&
		journal.n == 1 && journal.entry[0].id == 3,
	    "since");
	filter = (struct ft_journal_filter){ .after = 4 };
	ok(!ft_store_read_journal(
	       history.store, &filter, &journal, &history_err) &&
		journal.n == 2,
	    "after an entry");
	filter = (struct ft_journal_filter){ .id = 2 };
	ok(!ft_store_read_journal(
	       history.store, &filter, &journal, &history_err) &&
		journal.n == 1 && journal.entry[0].id == 2,
	    "one");
	history_close(&history);
	ft_arena_clear(&arena);
}

int
main(void)
{
	test_words();
	test_entries();
	return done_testing();
}
