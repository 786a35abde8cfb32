/*
 * The machine of one host: each row is a host, what happens to it, and the
 * passes worked out by hand.  A pass is written "A 3/2 a1 b1 b2": at the limit
 * 2 of A three are counted, those; "A wakes 1/2 b1": the wake pass; -b2
 * suspended, +b2 resumes, <b2 put back, ~b2 suspended otherwise still, *b2 free
 * because the lists changed, !b2 not started; "A nobody"; "B closed 2/2" and
 * "B open 1/2": its instance.
 */
#include "sim/research/slotwise/slotwise.h"

#include <string.h>

#include "base/text/str.h"
#include "io/research/slotfile.h"
#include "tap/tap.h"

#define QUEUES 5

struct fqueue {
	const char *name, *list;
	uint32_t slots;
};

/* ---- a host that writes down what happens ---------------------------------------- */

static void
write_down(void *ctx, const struct ft_slotwise_event *event)
{
	struct ft_str *log = ctx;

	if (log->len)
		ft_str_add(log, "; ");
	switch (event->kind) {
	case FT_SLOTWISE_COUNT:
	case FT_SLOTWISE_WAKE:
		ft_str_addf(log, "%s%s %u/%u", event->queue,
		    event->kind == FT_SLOTWISE_WAKE ? " wakes" : "",
		    (unsigned)event->running, (unsigned)event->limit);
		for (size_t i = 0; i < event->n_counted; i++)
			ft_str_addf(log, " %s", event->counted[i]->name);
		break;
	case FT_SLOTWISE_USED:
		ft_str_addf(log, "%s %s %u/%u", event->below,
		    event->wakes ? "open" : "closed", (unsigned)event->running,
		    (unsigned)event->limit);
		break;
	case FT_SLOTWISE_NOBODY:
		ft_str_addf(log, "%s nobody", event->queue);
		break;
	case FT_SLOTWISE_SUSPEND:
	case FT_SLOTWISE_REQUEUE:
	case FT_SLOTWISE_RESUME:
	case FT_SLOTWISE_UNMARK:
	case FT_SLOTWISE_FREE:
	case FT_SLOTWISE_REFUSE:
		ft_str_addf(log, "%c%s",
		    "-<+~*!"[event->kind - FT_SLOTWISE_SUSPEND],
		    event -> task -> name);
		break;
	}
}

struct played {
	struct fqueue queue[QUEUES];
	struct ft_subordinates all[QUEUES];
	size_t n;
	struct ft_slotwise_params params;
	struct ft_slotwise *host;
	struct ft_str log;
};

static void
configure(struct played *played)
{
	struct ft_slotwise_queue queue[QUEUES];
	struct ft_arena arena = { 0 };

	for (size_t i = 0; i < played->n; i++) {
		struct ft_error err = { 0 };

		if (ft_subordinates_parse(&played->all[i], &arena,
			played->queue[i].list ? played->queue[i].list : "",
			&err) != FT_OK)
			bail("%s", err.text);
		queue[i] = (struct ft_slotwise_queue){ played->queue[i].name,
			played->queue[i].slots, played->all[i].list };
	}
	if (played->host)
		ft_slotwise_configure(
		    played->host, queue, played->n, &played->params);
	else
		played->host = ft_slotwise_new(queue, played->n,
		    &played->params, write_down, &played->log);
	ft_arena_clear(&arena);
}

static void
start(struct played *played, const struct ft_slot_event *event, uint64_t id)
{
	ft_slotwise_start(played->host,
	    &(struct ft_slotwise_task){ .id = id,
		.name = event->task,
		.queue = ft_slotwise_queue(played->host, event->queue),
		.slots = event->slots,
		.started = event->at,
		.may_requeue = true });
}

static void
set(struct played *played, const struct ft_slot_event *event)
{
	for (size_t i = 0; i < played->n; i++)
		if (strcmp(played->queue[i].name, event->queue) == 0)
			played->queue[i].list = event->value;
	configure(played);
}

static void
play(struct played *played, const struct ft_slotfile *file)
{
	for (size_t i = 0; i < file->n; i++) {
		const struct ft_slot_event *event = &file->event[i];
		uint64_t id = 0;

		for (size_t k = 0; event->task && k < i; k++)
			if (file->event[k].task &&
			    !strcmp(file->event[k].task, event->task))
				id = file->event[k].verb == FT_SLOT_START
					 ? k + 1
					 : id;
		if (event->verb == FT_SLOT_START)
			start(played, event, i + 1);
		else if (event->verb == FT_SLOT_SET)
			set(played, event);
		else if (event->verb == FT_SLOT_END)
			ft_slotwise_end(played->host, id);
		else if (event->verb == FT_SLOT_SUSPEND)
			ft_slotwise_suspend(played->host, id);
		else
			ft_slotwise_resume(played->host, id);
	}
}

static void
check(const char *name, const struct fqueue *queue,
    const struct ft_slotwise_params *params, const char *events,
    const char *want)
{
	struct played played = { .params = *params };
	struct ft_slotfile file;
	struct ft_error err = { 0 };

	memcpy(played.queue, queue, sizeof played.queue);
	while (played.n < QUEUES && queue[played.n].name)
		played.n++;
	if (ft_slotfile_parse(&file, name, events, strlen(events), &err) !=
	    FT_OK)
		bail("%s", err.text);
	configure(&played);
	play(&played, &file);
	is_str(ft_str_text(&played.log), want, "%s", name);
	ft_slotwise_free(played.host);
	ft_str_free(&played.log);
	ft_slotfile_free(&file);
}

/* ---- the cases ----------------------------------------------------------------------- */

struct row {
	const char *name;
	struct fqueue queue[QUEUES];
	struct ft_slotwise_params params;
	const char *events, *want;
};

#define ONE                                                                    \
	{                                                                      \
		{ "A", "slots=2(B:0:sr)", 0 }, { "B", NULL, 0 },               \
	}
#define CHAIN(outer, inner)                                                    \
	{                                                                      \
		{ "A", "slots=" outer "(B)", 0 },                              \
		    { "B", "slots=" inner "(C)", 0 }, { "C", NULL, 0 },        \
	}

/* The worked cases, and what later releases and we do otherwise. */
static const struct row cases[] = {
	/* b2 is the youngest */
	{ "case a", ONE, { 0 },
	    "0 start b1 B\n5 start b2 B\n9 start a1 A\n20 end a1\n",
	    "A 1/2 b1; A 2/2 b1 b2; A 3/2 b1 b2 a1; -b2; A wakes 1/2 b1; +b2" },
	/* b1 touches a leaf: begin at A; number 2 before number 1 */
	{ "case b",
	    { { "A", "slots=2(B:1:sr,C:2:lr)", 0 }, { "B", NULL, 0 },
		{ "C", NULL, 0 } },
	    { 0 }, "0 start a1 A\n3 start c1 C\n6 start b1 B\n",
	    "A 1/2 a1; A 2/2 a1 c1; A 3/2 a1 c1 b1; -c1" },
	{ "case c", CHAIN("3", "2"), { 0 },
	    "0 start c1 C\n2 start c2 C\n4 start b1 B\n6 start a1 A\n"
	    "8 start a2 A\n",
	    "B 1/2 c1; A 1/3 c1; B 2/2 c1 c2; A 2/3 c1 c2; "
	    "B 3/2 c1 c2 b1; -c2; A 2/3 c1 b1; A 3/3 c1 b1 a1; "
	    "A 4/3 c1 b1 a1 a2; -c1" },
	{ "case d", ONE, { 0 }, "0 start a1 A\n1 start a2 A\n5 start b1 B\n",
	    "A 1/2 a1; A 2/2 a1 a2; A 3/2 a1 a2 b1; -b1" },
	{ "case d with load adjustment", ONE, { .load_adjust = true },
	    "0 start a1 A\n1 start a2 A\n5 start b1 B\n",
	    "A 1/2 a1; A 2/2 a1 a2; !b1" },
	{ "case e", ONE, { 0 }, "0 start b1 B\n1 start a1 A\n5 start a2 A 4\n",
	    "A 1/2 b1; A 2/2 b1 a1; A 3/2 b1 a1 a2; -b1" },
	/* 1 + 1 + 4; without b1 5, all of A's own */
	{ "case e, counting slots", ONE, { .count_slots = true },
	    "0 start b1 B\n1 start a1 A\n5 start a2 A 4\n",
	    "A 1/2 b1; A 2/2 b1 a1; A 6/2 b1 a1 a2; -b1; A nobody" },
	/* c1 is woken above B's limit; b3 brings the suspend pass that sees it,
	 * and then B has only its own */
	{ "case g", CHAIN("4", "2"), { 0 },
	    "0 start c1 C\n1 start b1 B\n2 start b2 B\n3 start a1 A\n"
	    "4 start a2 A\n9 end a1\n12 start b3 B\n",
	    "B 1/2 c1; A 1/4 c1; B 2/2 c1 b1; A 2/4 c1 b1; "
	    "B 3/2 c1 b1 b2; -c1; A 2/4 b1 b2; A 3/4 b1 b2 a1; "
	    "A 4/4 b1 b2 a1 a2; A wakes 3/4 b1 b2 a2; +c1; "
	    "B 4/2 c1 b1 b2 b3; -c1; B nobody; A 4/4 b1 b2 a2 b3" },
	{ "case g, all limits when waking", CHAIN("4", "2"),
	    { .wake_all = true },
	    "0 start c1 C\n1 start b1 B\n2 start b2 B\n3 start a1 A\n"
	    "4 start a2 A\n9 end a1\n12 end b2\n",
	    "B 1/2 c1; A 1/4 c1; B 2/2 c1 b1; A 2/4 c1 b1; "
	    "B 3/2 c1 b1 b2; -c1; A 2/4 b1 b2; A 3/4 b1 b2 a1; "
	    "A 4/4 b1 b2 a1 a2; A wakes 3/4 b1 b2 a2; A nobody; "
	    "A wakes 2/4 b1 a2; +c1" },
};

/* The three configurations of the article: one subordinate, two of them by
 * number, three queues in a row. */
static const struct row article[] = {
	{ "one subordinate", ONE, { 0 },
	    "0 start b1 B\n1 start b2 B\n2 start a1 A\n3 start a2 A\n"
	    "4 start a3 A\n5 end a1\n6 end a2\n7 end a3\n",
	    "A 1/2 b1; A 2/2 b1 b2; A 3/2 b1 b2 a1; -b2; A 3/2 b1 a1 a2; -b1; "
	    "A 3/2 a1 a2 a3; A nobody; A wakes 2/2 a2 a3; A wakes 1/2 a3; +b1; "
	    "A wakes 1/2 b1; +b2" },
	{ "two subordinates by number",
	    { { "A", "slots=2(B:1:sr,C:2:sr)", 0 }, { "B", NULL, 0 },
		{ "C", NULL, 0 } },
	    { 0 },
	    "0 start b1 B\n1 start c1 C\n2 start a1 A\n3 start a2 A\n"
	    "4 end a1\n5 end a2\n",
	    "A 1/2 b1; A 2/2 b1 c1; A 3/2 b1 c1 a1; -c1; A 3/2 b1 a1 a2; -b1; "
	    "A wakes 1/2 a2; +b1; A wakes 1/2 b1; +c1" },
	/* the inner limit, as large as the outer one, is looked at as well */
	{ "three queues in a row", CHAIN("2", "2"), { 0 },
	    "0 start c1 C\n1 start b1 B\n2 start a1 A\n3 start a2 A\n"
	    "4 end a1\n5 end a2\n",
	    "B 1/2 c1; A 1/2 c1; B 2/2 c1 b1; A 2/2 c1 b1; A 3/2 c1 b1 a1; "
	    "-c1; "
	    "A 3/2 b1 a1 a2; -b1; A wakes 1/2 a2; +b1; A wakes 1/2 b1; +c1" },
};

static const struct row others[] = {
	{ "lr takes the oldest and wakes the youngest",
	    { { "A", "slots=2(B:0:lr)", 0 }, { "B", NULL, 0 } }, { 0 },
	    "0 start b1 B\n1 start b2 B\n2 start a1 A\n3 start a2 A\n"
	    "4 end a1\n",
	    "A 1/2 b1; A 2/2 b1 b2; A 3/2 b1 b2 a1; -b1; A 3/2 b2 a1 a2; -b2; "
	    "A wakes 1/2 a2; +b2" },
	/* the level counts before the number: C is deep with number 0 */
	{ "deep before a high number",
	    { { "A", "slots=2(B:0,D:9)", 0 }, { "B", "slots=9(C:0)", 0 },
		{ "C", NULL, 0 }, { "D", NULL, 0 } },
	    { 0 }, "0 start c1 C\n1 start d1 D\n2 start a1 A\n3 end a1\n",
	    "B 1/9 c1; A 1/2 c1; A 2/2 c1 d1; A 3/2 c1 d1 a1; -c1; "
	    "A wakes 1/2 d1; +c1" },
	{ "of equal times the first in the list", ONE, { 0 },
	    "0 start b1 B\n0 start b2 B\n1 start a1 A\n",
	    "A 1/2 b1; A 2/2 b1 b2; A 3/2 b1 b2 a1; -b1" },
	{ "equal numbers: the youngest of both queues",
	    { { "A", "slots=2(B:1,C:1)", 0 }, { "B", NULL, 0 },
		{ "C", NULL, 0 } },
	    { 0 }, "0 start c1 C\n1 start b1 B\n2 start a1 A\n",
	    "A 1/2 c1; A 2/2 c1 b1; A 3/2 c1 b1 a1; -b1" },
	/* b2 would be the youngest, but C is listed last: its oldest */
	{ "equal numbers that mix actions: the last listed",
	    { { "A", "slots=3(B:1:sr,C:1:lr)", 0 }, { "B", NULL, 0 },
		{ "C", NULL, 0 } },
	    { 0 }, "0 start b1 B\n2 start c1 C\n3 start c2 C\n5 start a1 A\n",
	    "A 1/3 b1; A 2/3 b1 c1; A 3/3 b1 c1 c2; A 4/3 b1 c1 c2 a1; -c1" },
	{ "put back instead of suspended", ONE, { .requeue = true },
	    "0 start b1 B\n1 start b2 B\n2 start a1 A\n3 end a1\n",
	    "A 1/2 b1; A 2/2 b1 b2; A 3/2 b1 b2 a1; <b2; A wakes 1/2 b1" },
	/* a task that is suspended by hand makes room, and needs it again */
	{ "suspended by hand", ONE, { 0 },
	    "0 start b1 B\n1 start a1 A\n2 start a2 A\n3 suspend a1\n"
	    "4 resume a1\n",
	    "A 1/2 b1; A 2/2 b1 a1; A 3/2 b1 a1 a2; -b1; A wakes 1/2 a2; +b1; "
	    "A 3/2 b1 a1 a2; -b1" },
	/* b1 is suspended twice; with no other it loses only the mark */
	{ "suspended twice", ONE, { 0 },
	    "0 start b1 B\n1 start a1 A\n2 start a2 A\n3 suspend b1\n"
	    "4 end a1\n5 resume b1\n",
	    "A 1/2 b1; A 2/2 b1 a1; A 3/2 b1 a1 a2; -b1; A wakes 2/2 a1 a2; "
	    "A wakes 1/2 a2; ~b1; A 2/2 b1 a2" },
	{ "those suspended once go first", ONE, { 0 },
	    "0 start b1 B\n1 start b2 B\n2 start a1 A\n3 start a2 A\n"
	    "4 suspend b1\n5 end a1\n6 resume b1\n7 end a2\n",
	    "A 1/2 b1; A 2/2 b1 b2; A 3/2 b1 b2 a1; -b2; A 3/2 b1 a1 a2; -b1; "
	    "A wakes 2/2 a1 a2; A wakes 1/2 a2; +b2; A 2/2 b2 a2; "
	    "A wakes 1/2 b2; +b1" },
	/* B's 3 slots do not fit into 2, C's 1 does */
	{ "slots: what does not fit is passed over",
	    { { "A", "slots=4(B:1,C:2)", 0 }, { "B", NULL, 0 },
		{ "C", NULL, 0 } },
	    { .count_slots = true },
	    "0 start b1 B 3\n1 start c1 C\n2 start a1 A 2\n3 start a2 A 2\n"
	    "4 end a1\n",
	    "A 3/4 b1; A 4/4 b1 c1; A 6/4 b1 c1 a1; -c1; -b1; A 4/4 a1 a2; "
	    "A wakes 2/4 a2; +c1; A nobody" },
	/* other numbers: all go on, then the passes run again */
	{ "other lists",
	    { { "A", "slots=2(B:1,C:2)", 0 }, { "B", NULL, 0 },
		{ "C", NULL, 0 } },
	    { 0 },
	    "0 start b1 B\n1 start c1 C\n2 start a1 A\n"
	    "5 set A SubordinateList=slots=2(B:2,C:1)\n",
	    "A 1/2 b1; A 2/2 b1 c1; A 3/2 b1 c1 a1; -c1; *c1; "
	    "A wakes 3/2 b1 c1 a1; A 3/2 b1 c1 a1; -b1" },
	{ "another limit", ONE, { 0 },
	    "0 start b1 B\n1 start b2 B\n2 start a1 A\n"
	    "5 set A SubordinateList=slots=3(B)\n"
	    "6 set A SubordinateList=slots=1(B)\n",
	    "A 1/2 b1; A 2/2 b1 b2; A 3/2 b1 b2 a1; -b2; "
	    "A wakes 2/3 b1 a1; +b2; A 3/3 b1 b2 a1; "
	    "A wakes 3/1 b1 b2 a1; A 3/1 b1 b2 a1; -b2; -b1" },
	{ "no list any more", ONE, { 0 },
	    "0 start b1 B\n1 start a1 A\n2 start a2 A\n"
	    "5 set A SubordinateList=NONE\n",
	    "A 1/2 b1; A 2/2 b1 a1; A 3/2 b1 a1 a2; -b1; *b1" },
	/* running and suspended: the suspended one holds its place */
	{ "the host's limit", ONE, { .host_slots = 3 },
	    "0 start b1 B\n1 start a1 A\n2 start a2 A\n3 start b2 B\n"
	    "4 end a1\n5 start b2 B\n",
	    "A 1/2 b1; A 2/2 b1 a1; A 3/2 b1 a1 a2; -b1; !b2; "
	    "A wakes 1/2 a2; +b1; A 3/2 b1 a2 b2; -b2" },
	{ "the slots of a queue",
	    { { "A", "slots=9(B)", 0 }, { "B", NULL, 2 } }, { 0 },
	    "0 start b1 B 2\n1 start b2 B\n", "A 1/9 b1; !b2" },
};

/* Whole instances. */
static const struct row queue_wise[] = {
	{ "a threshold", { { "A", "B=2", 4 }, { "B", NULL, 4 } }, { 0 },
	    "0 start b1 B\n1 start b2 B\n2 start a1 A\n3 start a2 A\n"
	    "4 start b3 B\n5 end a1\n",
	    "B closed 2/2; -b1; -b2; !b3; B open 1/2; +b1; +b2" },
	{ "all slots", { { "A", "B", 2 }, { "B", NULL, 4 } }, { 0 },
	    "0 start b1 B\n1 start a1 A 2\n2 end a1\n",
	    "B closed 2/2; -b1; B open 0/2; +b1" },
	{ "its own queue is ignored", { { "A", "A=1", 4 } }, { 0 },
	    "0 start a1 A\n", "" },
	{ "two superiors",
	    { { "A", "C=1", 4 }, { "B", "C=1", 4 }, { "C", NULL, 4 } }, { 0 },
	    "0 start c1 C\n1 start a1 A\n2 start b1 B\n3 end a1\n4 end b1\n",
	    "C closed 1/1; -c1; C open 0/1; +c1" },
	/* B is closed for Z: what A counts drops, and c1 may go on; when B
	 * opens again C is too many */
	{ "both kinds",
	    { { "A", "slots=2(B:0,C:1)", 4 }, { "B", NULL, 4 },
		{ "C", NULL, 4 }, { "Z", "B=1", 4 } },
	    { 0 },
	    "0 start b1 B\n1 start b2 B\n2 start c1 C\n3 start z1 Z\n"
	    "4 end z1\n",
	    "A 1/2 b1; A 2/2 b1 b2; A 3/2 b1 b2 c1; -c1; "
	    "B closed 1/1; -b1; -b2; A wakes 0/2; +c1; "
	    "B open 0/1; +b1; +b2; A 3/2 b1 b2 c1; -c1" },
};

static void
check_all(const struct row *row, size_t n)
{
	for (size_t i = 0; i < n; i++)
		check(row[i].name, row[i].queue, &row[i].params, row[i].events,
		    row[i].want);
}
#define CHECK(rows) check_all(rows, sizeof(rows) / sizeof *(rows))

/* ---- at rest ----------------------------------------------------------------------------- */

/* A list went while nobody looked: who is below no limit resumes. */
static void
test_settle(void)
{
	struct ft_str log = { 0 };
	struct ft_slotwise_queue queue[] = { { "A", 0, NULL },
		{ "B", 0, NULL } };
	struct ft_slotwise_params params = { .wake_all = false };
	struct ft_slotwise *host =
	    ft_slotwise_new(queue, 2, &params, write_down, &log);

	ft_slotwise_add(host, &(struct ft_slotwise_task){ .id = 1,
				  .name = "b1",
				  .queue = 1,
				  .slots = 1,
				  .by_slot = true });
	ft_slotwise_settle(host);
	is_str(ft_str_text(&log), "*b1", "who is below no limit resumes");
	ft_slotwise_settle(host);
	is_str(ft_str_text(&log), "*b1", "and then all is at rest");
	ft_slotwise_free(host);
	ft_str_free(&log);
}

int
main(void)
{
	CHECK(cases);
	CHECK(article);
	CHECK(others);
	CHECK(queue_wise);
	test_settle();
	return done_testing();
}
