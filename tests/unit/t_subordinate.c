#include "model/research/subordinate.h"

#include <string.h>

#include "lib/texts.h"
#include "tap/tap.h"

/* ---- parsing and printing ------------------------------------------------------ */

static enum ft_status
parse(const char *text, struct ft_str *str, struct ft_error *err)
{
	struct ft_arena arena = { 0 };
	struct ft_subordinates all;
	enum ft_status status = ft_subordinates_parse(&all, &arena, text, err);

	if (status == FT_OK)
		ft_subordinates_print(str, &all);
	ft_arena_clear(&arena);
	return status;
}

static void
test_good(void)
{
	static const struct text_row row[] = {
		{ "", "NONE" },
		{ "none", "NONE" },
		{ "B.q", "B.q" },
		{ "B.q=1,C.q", "B.q=1, C.q" },
		{ "B.q=1 C.q\tD.q:3", "B.q=1, C.q, D.q=3" },
		{ "none,B.q", "none, B.q" },
		{ "slots=2(B.q)", "slots=2(B.q:0:sr)" },
		{ "slots=2(B.q:1,C.q:2:lr)", "slots=2(B.q:1:sr, C.q:2:lr)" },
		{ "slots=2(B.q:1, C.q:2)", "slots=2(B.q:1:sr, C.q:2:sr)" },
		{ "SLOTS = 2 ( B.q:1:LR C.q )", "slots=2(B.q:1:lr, C.q:0:sr)" },
		{ "NONE,[h1=slots=1(B.q)],[@g=B.q=2]",
		    "NONE,[h1=slots=1(B.q:0:sr)],[@g=B.q=2]" },
		{ "B.q , [h1=NONE] , [h2= C.q ]", "B.q,[h1=NONE],[h2=C.q]" },
		/* not read as a limit: nothing follows that looks like one */
		{ "slotsrv.q,B.q", "slotsrv.q, B.q" },
		{ "B.q=1,slotsrv.q=2", "B.q=1, slotsrv.q=2" },
		/* named twice: lower threshold; higher number, later action */
		{ "B.q,C.q=2,B.q=3,C.q=5", "B.q=3, C.q=2" },
		{ "slots=1(B.q:4:sr,C.q,B.q:2:lr)",
		    "slots=1(B.q:4:lr, C.q:0:sr)" },
		{ "slots=1(B.q:4294967295)", "slots=1(B.q:4294967295:sr)" },
	};

	texts_are(row, FT_COUNT(row), FT_OK, parse);
}

static void
test_bad(void)
{
	static const struct text_row row[] = {
		{ "B.q=", "column 5: a whole number from 1 on expected" },
		{ "B.q=0", "column 5: a whole number from 1 on expected" },
		{ "B.q=x", "column 5: a whole number from 1 on expected" },
		{ "B.q=4294967296",
		    "column 5: a whole number from 1 on expected" },
		{ "B.q,", "column 5: a queue expected" },
		{ ",B.q", "column 1: a queue expected" },
		{ "B.q,,C.q", "column 5: a queue expected" },
		{ "B.q(C.q)", "column 4: ',' expected" },
		{ "B.q=1=2", "column 6: ',' expected" },
		{ "slots=0(B.q)",
		    "column 7: a whole number from 1 on expected" },
		{ "slots=-1(B.q)",
		    "column 7: a whole number from 1 on expected" },
		{ "slots=2", "column 8: '(' and queues expected" },
		{ "slots=2()", "column 9: a queue expected" },
		{ "slots=2(B.q", "column 12: ',' or ')' expected" },
		/* the second field is the number always */
		{ "slots=2(B.q:lr)", "column 13: a sequence number expected" },
		{ "slots=2(B.q:1:up)", "column 15: sr or lr expected" },
		{ "slots=2(B.q:1:sr:2)", "column 17: ',' or ')' expected" },
		{ "slots=2(B.q: 1)", "column 13: a sequence number expected" },
		{ "slots=2(B.q),C.q=1",
		    "column 13: either slots=N(...) or queues, not both" },
		{ "C.q=1,slots=2(B.q)",
		    "column 7: either slots=N(...) or queues, not both" },
		{ "slotsrv.q=1,B.q",
		    "column 1: a queue whose name starts with 'slots' is read "
		    "as a limit of slots if it is the first" },
		{ "Slots.q,B.q:1",
		    "column 1: a queue whose name starts with 'slots' is read "
		    "as a limit of slots if it is the first" },
		{ "[h1=B.q]", "column 1: a list for all other hosts, or NONE, "
			      "must come first" },
		{ "B.q[h1=C.q]", "column 4: ',' expected before '['" },
		{ "B.q,[h1=C.q][h2=C.q]", "column 13: ',' expected" },
		{ "B.q,[h1=C.q],", "column 14: '[' expected" },
		{ "B.q,[h1=C.q", "column 5: no ']' for this '['" },
		{ "B.q,[=C.q]", "column 6: a host or @group expected" },
		{ "B.q,[@=C.q]", "column 6: a host or @group expected" },
		{ "B.q,[h1]", "column 8: '=' expected" },
		{ "B.q,[h1=]", "column 9: a list or NONE expected" },
		{ "B.q,[h1=slots=2(C.q:x)]",
		    "column 21: a sequence number expected" },
		{ "B.q,[h1=C.q],[h1=D.q]",
		    "column 15: this host or group has a list already" },
		{ ",[h1=C.q]", "column 1: a list or NONE expected" },
	};

	texts_are(row, FT_COUNT(row), FT_EINVAL, parse);
}

/* ---- the queues of a host ------------------------------------------------------- */

#define QUEUES 6

/* Lists by queue A to F, parsed; ends with NULL. */
struct host {
	struct ft_arena arena;
	struct ft_subordinates all[QUEUES];
	struct ft_subordinate_queue queue[QUEUES];
	size_t n;
};

static void
host_open(struct host *host, const char *const *text)
{
	static const char *const names[] = { "A", "B", "C", "D", "E", "F" };

	host->arena = (struct ft_arena){ 0 };
	for (host->n = 0; text[host->n]; host->n++) {
		struct ft_error err = { 0 };

		if (ft_subordinates_parse(&host->all[host->n], &host->arena,
			text[host->n], &err) != FT_OK)
			bail("%s", err.text);
		host->queue[host->n] =
		    (struct ft_subordinate_queue){ names[host->n],
			    host->all[host->n].list };
	}
}

static void
host_close(struct host *host)
{
	ft_arena_clear(&host->arena);
}

static void
add(void *ctx, const struct ft_subordinate_finding *finding)
{
	struct ft_str *str = ctx;

	ft_str_addf(str, "%s%s %s: %s\n",
	    ft_subordinate_is_refused(finding->fault) ? "!" : "",
	    ft_subordinate_fault_name(finding->fault), finding->queue,
	    finding->text);
}

static void
test_check(void)
{
	static const struct {
		const char *name;
		const char *text[QUEUES + 1];
		const char *want;
	} row[] = {
		{ "the article's tree",
		    { "slots=3(B:0:sr,C:0:sr)", "slots=2(D)", "", "" }, "" },
		{ "a queue below itself", { "slots=2(A)" },
		    "!self-reference A: A is its own subordinate\n" },
		{ "queue-wise that is ignored", { "A=1" },
		    "self-ignored A: A is its own subordinate, which is "
		    "ignored\n" },
		{ "two below each other", { "slots=2(B)", "slots=1(A)" },
		    "!loop A: loop: A over B over A\n" },
		{ "a loop of three",
		    { "slots=4(B)", "slots=3(C)", "slots=2(A)" },
		    "!loop A: loop: A over B over C over A\n" },
		{ "a loop below a root",
		    { "slots=4(B)", "slots=3(C)", "slots=2(B)" },
		    "!loop B: loop: B over C over B\n" },
		{ "a queue-wise loop", { "B=1", "A=1" },
		    "!loop A: loop: A over B over A\n" },
		{ "a diamond",
		    { "slots=4(B,C)", "slots=3(D)", "slots=3(D)", "" },
		    "!diamond C: D is below B and below C of one tree\n" },
		{ "a shortcut", { "slots=4(B,C)", "slots=3(C)", "" },
		    "!diamond B: C is below A and below B of one tree\n" },
		{ "two trees", { "slots=4(C)", "slots=3(C)", "" },
		    "!two-trees B: C is below A and below B, which are in two "
		    "trees\n" },
		{ "an inner limit as large", { "slots=2(B)", "slots=2(C)", "" },
		    "inner-limit B: the limit 2 of B never counts: A above it "
		    "has 2\n" },
		{ "an inner limit two levels up",
		    { "slots=5(B)", "slots=9(C)", "slots=6(D)", "" },
		    "inner-limit B: the limit 9 of B never counts: A above it "
		    "has 5\n"
		    "inner-limit C: the limit 6 of C never counts: A above it "
		    "has 5\n" },
		{ "equal numbers", { "slots=2(B:1:sr,C:1:lr)", "", "" },
		    "mixed-actions A: B and C have the number 1, but one sr "
		    "and one lr: the last one listed wins\n" },
		{ "equal numbers on other levels",
		    { "slots=3(B:1:sr)", "slots=2(C:1:lr)", "" }, "" },
		{ "both kinds", { "slots=2(C)", "C=1", "" },
		    "both-kinds B: C is below B queue-wise and below A "
		    "slot-wise: its tasks may be suspended twice\n" },
		{ "two superiors queue-wise", { "C=1", "C=1", "" }, "" },
		{ "what is not on this host", { "slots=2(Z,B)", "" }, "" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_str str = { 0 };
		struct host host;

		host_open(&host, row[i].text);
		is_u64(ft_subordinate_check(host.queue, host.n, add, &str),
		    (uint64_t)(*row[i].want == '!'), "%s: how many",
		    row[i].name);
		is_str(ft_str_text(&str), row[i].want, "%s", row[i].name);
		ft_str_free(&str);
		host_close(&host);
	}
}

static void
test_name(void)
{
	static const char *const text[] = { "B=1,slotsrv=2", "", NULL };
	struct ft_str str = { 0 };
	struct host host;

	host_open(&host, text);
	host.queue[1].name = "slotsrv";
	ft_subordinate_check(host.queue, host.n, add, &str);
	is_str(ft_str_text(&str),
	    "misread-name A: queue 'slotsrv' as the first of a list is read as "
	    "a limit of slots\n",
	    "a name that may be misread");
	ft_str_free(&str);
	host_close(&host);
}

static void
test_tree(void)
{
	static const char *const text[] = { "slots=4(B,C)", "", "slots=3(D:5)",
		"slots=2(E)", "", NULL };
	static const uint32_t superior[] = { UINT32_MAX, 0, 0, 2, 3 };
	static const uint32_t depth[] = { 0, 1, 1, 2, 3 };
	struct ft_subordinate_node node[QUEUES];
	struct host host;

	host_open(&host, text);
	ft_subordinate_tree(host.queue, host.n, node);
	for (size_t i = 0; i < host.n; i++) {
		is_u64(node[i].superior, superior[i], "superior of %s",
		    host.queue[i].name);
		is_u64(
		    node[i].depth, depth[i], "depth of %s", host.queue[i].name);
	}
	is_u64(node[2].item, 1, "its place in the list");
	host_close(&host);
}

int
main(void)
{
	test_good();
	test_bad();
	test_check();
	test_name();
	test_tree();
	return done_testing();
}
