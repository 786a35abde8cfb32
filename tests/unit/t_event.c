/*
 * The table of events, and the whole story of one small walk under both rules.
 */
#include "model/tree/event.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algo/share/fairtree.h"
#include "lib/fixture.h"
#include "tap/tap.h"

/* ---- the table ------------------------------------------------------------ */

static bool
is_known_place(const char *place, size_t len)
{
	static const char *const known[] = { "account", "user", "name", "s",
		"u", "lf", "place", "rank", "factor", "count", "other" };

	for (size_t i = 0; i < FT_COUNT(known); i++)
		if (strlen(known[i]) == len && !strncmp(place, known[i], len))
			return true;
	return false;
}

static void
check_table(void)
{
	for (int i = 0; i < FT_EVENT_COUNT; i++) {
		const char *sentence = ft_event_infos[i].sentence;
		bool places = true;

		for (const char *c = strchr(sentence, '{'); c;
		     c = strchr(c + 1, '{'))
			places &= is_known_place(c + 1, strcspn(c + 1, "}"));
		ok(places, "%s: only known places", ft_event_infos[i].name);
		ok(sentence[strlen(sentence) - 1] != '.', "%s: no full stop",
		    ft_event_infos[i].name);
		for (int j = 0; j < i; j++)
			if (!strcmp(
				ft_event_infos[i].name, ft_event_infos[j].name))
				ok(false, "%s: there twice",
				    ft_event_infos[i].name);
	}
}

/* ---- a walk told ---------------------------------------------------------- */

struct story {
	const struct fixture *fixture;
	char text[8192];
	size_t len;
};

static void
add(struct story *story, const char *text)
{
	story->len += (size_t)snprintf(story->text + story->len,
	    sizeof story->text - story->len, "%s", text);
}

/* One line per event, all that it holds. */
static void
tell(void *ctx, const struct ft_event *event)
{
	struct story *story = ctx;
	char line[256];

	snprintf(line, sizeof line, "%*s%s %s", (int)(2 * event->depth), "",
	    ft_event_infos[event->kind].name,
	    fixture_name(story->fixture, event->node));
	add(story, line);
	if (event->other != FT_NODE_NONE) {
		add(story, " other ");
		add(story, fixture_name(story->fixture, event->other));
	}
	snprintf(line, sizeof line, " place %u rank %u s %.3f u %.3Lf lf %.3Lf",
	    event->place, event->rank, event->shares, event->usage,
	    event->level_fs);
	add(story, line);
	for (uint32_t i = 0; event->order && i < event->place; i++) {
		add(story, i ? " " : ": ");
		add(story, fixture_name(story->fixture, event->order[i]));
	}
	add(story, "\n");
}

/* A and B are tied, r comes with them, e is empty and tied with X. */
static const char tree_text[] = "A 1\n"
				"  e parent\n"
				"  u:a1 1 usage=40\n"
				"B 1\n"
				"  u:b1 1 usage=40\n"
				"u:r 1 usage=40\n";

static const char slurm_story[] =
    "start root place 0 rank 3 s 0.000 u 0.000 lf 0.000\n"
    "enter root place 0 rank 0 s 0.000 u 0.000 lf 4294967294.000\n"
    "  level_fs A place 0 rank 0 s 0.333 u 0.333 lf 1.000\n"
    "  level_fs B place 1 rank 0 s 0.333 u 0.333 lf 1.000\n"
    "  level_fs r place 2 rank 0 s 0.333 u 0.333 lf 1.000\n"
    "sort root place 3 rank 0 s 0.000 u 0.000 lf 0.000: r A B\n"
    "  rank r place 3 rank 3 s 0.000 u 0.000 lf 1.000\n"
    "  tie A other r place 0 rank 0 s 0.000 u 0.000 lf 1.000\n"
    "  enter A place 0 rank 0 s 0.000 u 0.000 lf 1.000\n"
    "    level_fs e place 0 rank 0 s 0.333 u 0.000 lf 4294967294.000\n"
    "    level_fs a1 place 1 rank 0 s 1.000 u 1.000 lf 1.000\n"
    "  sort A place 2 rank 0 s 0.000 u 0.000 lf 0.000: e a1\n"
    "    inherit e other A place 0 rank 0 s 0.000 u 0.000 "
    "lf 4294967294.000\n"
    "    enter e place 0 rank 0 s 0.000 u 0.000 lf 4294967294.000\n"
    "    sort e place 0 rank 0 s 0.000 u 0.000 lf 0.000\n"
    "    leave e place 0 rank 0 s 0.000 u 0.000 lf 0.000\n"
    "    rank a1 place 2 rank 2 s 0.000 u 0.000 lf 1.000\n"
    "  leave A place 0 rank 0 s 0.000 u 0.000 lf 0.000\n"
    "  tie B other A place 0 rank 0 s 0.000 u 0.000 lf 1.000\n"
    "  enter B place 0 rank 0 s 0.000 u 0.000 lf 1.000\n"
    "    level_fs b1 place 0 rank 0 s 1.000 u 1.000 lf 1.000\n"
    "  sort B place 1 rank 0 s 0.000 u 0.000 lf 0.000: b1\n"
    "    inherit b1 other B place 0 rank 0 s 0.000 u 0.000 lf 1.000\n"
    "    rank b1 place 1 rank 2 s 0.000 u 0.000 lf 1.000\n"
    "  leave B place 0 rank 0 s 0.000 u 0.000 lf 0.000\n"
    "leave root place 0 rank 0 s 0.000 u 0.000 lf 0.000\n"
    "end root place 0 rank 3 s 0.000 u 0.000 lf 0.000\n";

static const char documented_story[] =
    "start root place 0 rank 3 s 0.000 u 0.000 lf 0.000\n"
    "enter root place 0 rank 0 s 0.000 u 0.000 lf 4294967294.000\n"
    "  level_fs A place 0 rank 0 s 0.333 u 0.333 lf 1.000\n"
    "  level_fs B place 1 rank 0 s 0.333 u 0.333 lf 1.000\n"
    "  level_fs r place 2 rank 0 s 0.333 u 0.333 lf 1.000\n"
    "sort root place 3 rank 0 s 0.000 u 0.000 lf 0.000: r A B\n"
    "  rank r place 3 rank 3 s 0.000 u 0.000 lf 1.000\n"
    "  tie A other r place 0 rank 0 s 0.000 u 0.000 lf 1.000\n"
    "  merge B other A place 0 rank 0 s 0.000 u 0.000 lf 1.000\n"
    "  enter A place 0 rank 0 s 0.000 u 0.000 lf 1.000\n"
    "    level_fs e place 0 rank 0 s 0.333 u 0.000 lf 4294967294.000\n"
    "    level_fs a1 place 1 rank 0 s 1.000 u 1.000 lf 1.000\n"
    "    level_fs b1 place 2 rank 0 s 1.000 u 1.000 lf 1.000\n"
    "  sort A place 3 rank 0 s 0.000 u 0.000 lf 0.000: e a1 b1\n"
    "    inherit e other A place 0 rank 0 s 0.000 u 0.000 "
    "lf 4294967294.000\n"
    "    enter e place 0 rank 0 s 0.000 u 0.000 lf 4294967294.000\n"
    "    sort e place 0 rank 0 s 0.000 u 0.000 lf 0.000\n"
    "    leave e place 0 rank 0 s 0.000 u 0.000 lf 0.000\n"
    "    rank a1 place 2 rank 2 s 0.000 u 0.000 lf 1.000\n"
    "    tie b1 other a1 place 0 rank 0 s 0.000 u 0.000 lf 1.000\n"
    "    rank b1 place 1 rank 2 s 0.000 u 0.000 lf 1.000\n"
    "  leave A place 0 rank 0 s 0.000 u 0.000 lf 0.000\n"
    "leave root place 0 rank 0 s 0.000 u 0.000 lf 0.000\n"
    "end root place 0 rank 3 s 0.000 u 0.000 lf 0.000\n";

static void
check_story(enum ft_ties ties, const char *want, const char *title)
{
	struct fixture fixture;
	struct story story = { .fixture = &fixture };
	struct ft_event_sink sink = { tell, &story };
	struct ft_share_input input;
	struct ft_share share = { 0 };
	const char *got, *expected = want;

	fixture_init(&fixture, tree_text);
	input = fixture_input(&fixture, ties);
	ft_share_run(&ft_algo_fairtree, &input, &share, &sink, NULL);
	got = story.text;
	while (*got || *expected) {
		size_t n = strcspn(got, "\n"), m = strcspn(expected, "\n");
		char a[256], b[256];

		snprintf(a, sizeof a, "%.*s", (int)n, got);
		snprintf(b, sizeof b, "%.*s", (int)m, expected);
		is_str(a, b, "%s", title);
		got += n + (got[n] == '\n');
		expected += m + (expected[m] == '\n');
	}
	ft_share_free(&share);
	fixture_free(&fixture);
}

int
main(void)
{
	check_table();
	check_story(FT_TIES_SLURM, slurm_story, "slurm");
	check_story(FT_TIES_DOCUMENTED, documented_story, "documented");
	return done_testing();
}
