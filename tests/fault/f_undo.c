/*
 * Undo and redo are all or nothing: the n-th call to the disk fails, or it is
 * full from there on, for every n.
 */
#include <string.h>

#include "base/mem.h"
#include "fault/vfs.h"
#include "lib/history.h"
#include "tap/tap.h"

#define CALLS_MAX 1000 /* more are a mistake */

/* One try with the n-th call failing; returns the calls there were. */
static long
try(struct history *history, const char *const state[2], enum fault_kind kind,
    long n, uint32_t entry, bool redo, bool *good)
{
	bool done;
	char *now;
	long calls;

	fault_arm(kind, n);
	done = history_take_back(history, entry, redo) != 0;
	calls = fault_disarm();
	now = history_dump(history);
	*good = *good && !strcmp(now, state[done == redo]);
	if (!*good)
		diag("call %ld: done %d, %s", n, done, history_err.text);
	ft_free(now);
	/* there again for the next try */
	if (done && !history_take_back(history, entry, !redo))
		bail("%s", history_err.text);
	return calls;
}

/* state: with the entry undone, with the entry in effect */
static void
test_failures(enum fault_kind kind, bool redo, const char *name)
{
	struct history history;
	const char *state[2];
	char *before, *after;
	bool good = true;
	uint32_t entry;
	long n = 1, calls;

	history_open(&history, name);
	history_fill(&history);
	before = history_dump(&history);
	history_begin(&history, name);
	op_all(&history);
	entry = history_commit(&history);
	after = history_dump(&history);
	state[0] = before;
	state[1] = after;
	if (redo && !history_take_back(&history, entry, false))
		bail("%s", history_err.text);
	do
		calls = try(&history, state, kind, n, entry, redo, &good);
	while (calls >= n++ && n < CALLS_MAX && good);
	ok(good && n > 4, "%s: %ld calls", name, n - 2);
	ft_free(before);
	ft_free(after);
	history_close(&history);
}

int
main(void)
{
	fault_install();
	test_failures(FAULT_ONCE, false, "undo, one call fails");
	test_failures(FAULT_ONCE, true, "redo, one call fails");
	test_failures(FAULT_FULL, false, "undo, full disk");
	test_failures(FAULT_FULL, true, "redo, full disk");
	return done_testing();
}
