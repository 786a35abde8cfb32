/*
 * Moves between two results: numbers changed, users added and removed, and
 * trees of two stores, found again by name.
 */
#include "algo/compare.h"

#include <stdio.h>

#include "algo/share/classic.h"
#include "algo/share/fairtree.h"
#include "base/text/str.h"
#include "lib/fixture.h"
#include "tap/tap.h"

#define BEDROCK                                                                \
	"managers 500\n"                                                       \
	"  u:slate 1 usage=554\n"                                              \
	"bedrock %s\n"                                                         \
	"  u:fred 25 usage=301\n"                                              \
	"  u:barney 25 usage=102\n"                                            \
	"  u:wilma 25 usage=37\n"                                              \
	"  u:betty 25 usage=236\n"

/* "wilma 2->1 ...", - for none, in the order of INDEX (NULL: as they come). */
static const char *
moves_text(
    const struct ft_compare *compare, const size_t *index, struct ft_str *str)
{
	ft_str_clear(str);
	for (size_t i = 0; i < compare->n; i++) {
		const struct ft_move *move =
		    &compare->move[index ? index[i] : i];
		const struct ft_compare_side *side = move->after == FT_NODE_NONE
							 ? &compare->before
							 : &compare->after;
		uint32_t node =
		    move->after == FT_NODE_NONE ? move->before : move->after;

		ft_str_addf(str, "%s%s %u->%u", i ? " " : "",
		    ft_tree_user(side->tree, side->names, node),
		    move->rank_before, move->rank_after);
	}
	return ft_str_text(str);
}

static void
check_counts(const struct ft_compare *compare, size_t up, size_t down,
    size_t added, size_t removed, size_t shifted, const char *name)
{
	is_u64(compare->up, up, "%s: up", name);
	is_u64(compare->down, down, "%s: down", name);
	is_u64(compare->moved, up + down, "%s: moved", name);
	is_u64(compare->added, added, "%s: added", name);
	is_u64(compare->removed, removed, "%s: removed", name);
	is_u64(compare->shifted, shifted, "%s: shifted", name);
}

static void
check_index(const struct ft_compare *compare, size_t index, const char *want,
    const char *name)
{
	const struct ft_move *move;

	if (index == FT_COMPARE_NONE) {
		is_str(NULL, want, "%s", name);
		return;
	}
	move = &compare->move[index];
	is_str(move->after == FT_NODE_NONE
		   ? ft_tree_user(compare->before.tree, compare->before.names,
			 move->before)
		   : ft_tree_user(compare->after.tree, compare->after.names,
			 move->after),
	    want, "%s", name);
}

/* ---- numbers change ------------------------------------------------------- */

static void
check_shares(void)
{
	struct fixture_run a, b;
	struct ft_compare compare;
	struct ft_str str = { 0 };
	size_t index[5];
	char text[512];

	snprintf(text, sizeof text, BEDROCK, "500");
	fixture_run(&a, &ft_algo_fairtree, text);
	snprintf(text, sizeof text, BEDROCK, "611");
	fixture_run(&b, &ft_algo_fairtree, text);

	ft_compare_init(&compare, &a.side, &b.side, FT_MATCH_ID);
	is_str(moves_text(&compare, NULL, &str),
	    "wilma 2->1 barney 3->2 betty 4->3 fred 5->4 slate 1->5",
	    "by place after");
	check_counts(&compare, 4, 1, 0, 0, 0, "shares");
	is_u64(compare.changed, 5, "all factors change");
	is_real(compare.move[0].factor_before, 4 / 5., "factor before");
	is_real(compare.move[0].factor_after, 1, "factor after");
	is_i64(ft_move_size(&compare.move[0]), 1, "a rise is positive");
	is_i64(ft_move_size(&compare.move[4]), -4, "a fall is negative");
	check_index(&compare, compare.fall, "slate", "largest fall");
	check_index(&compare, compare.rise, "wilma",
	    "largest rise: of equal ones the best before");
	check_index(&compare, compare.first_before, "slate", "first before");
	check_index(&compare, compare.first_after, "wilma", "first after");
	ft_compare_sort(&compare, FT_ORDER_AFTER, index);
	is_u64(index[3], 3, "as they come");
	ft_compare_sort(&compare, FT_ORDER_BEFORE, index);
	is_str(moves_text(&compare, index, &str),
	    "slate 1->5 wilma 2->1 barney 3->2 betty 4->3 fred 5->4",
	    "by place before");
	ft_compare_sort(&compare, FT_ORDER_SIZE, index);
	is_str(moves_text(&compare, index, &str),
	    "slate 1->5 wilma 2->1 barney 3->2 betty 4->3 fred 5->4",
	    "by size");
	ft_compare_clear(&compare);

	ft_compare_init(&compare, &b.side, &a.side, FT_MATCH_NAME);
	is_str(moves_text(&compare, NULL, &str),
	    "slate 5->1 wilma 1->2 barney 2->3 betty 3->4 fred 4->5",
	    "and back, by name");
	check_index(&compare, compare.fall, "wilma", "falls are equal now");
	ft_compare_clear(&compare);

	ft_compare_init(&compare, &a.side, &a.side, FT_MATCH_ID);
	check_counts(&compare, 0, 0, 0, 0, 0, "the same");
	is_u64(compare.changed, 0, "the same: no factor changes");
	check_index(&compare, compare.fall, NULL, "the same: no fall");
	check_index(&compare, compare.rise, NULL, "the same: no rise");
	check_index(&compare, compare.first_after, "slate", "the same: first");
	ft_compare_clear(&compare);
	ft_str_free(&str);
	fixture_run_free(&a);
	fixture_run_free(&b);
}

/* ---- users come and go ---------------------------------------------------- */

/* One without usage stands first; nobody else passes anybody. */
static void
check_added(enum ft_match match, const char *name)
{
	static const char small[] = "A 1\n"
				    "  u:a 1 usage=1\n"
				    "  u:b 1 usage=2\n";
	static const char large[] = "A 1\n"
				    "  u:a 1 usage=1\n"
				    "  u:b 1 usage=2\n"
				    "  u:new 1\n";
	struct fixture_run a, b;
	struct ft_compare compare;
	struct ft_str str = { 0 };
	size_t index[3];

	fixture_run(&a, &ft_algo_fairtree, small);
	fixture_run(&b, &ft_algo_fairtree, large);
	ft_compare_init(&compare, &a.side, &b.side, match);
	is_str(moves_text(&compare, NULL, &str), "new 0->1 a 1->2 b 2->3",
	    "%s: added", name);
	check_counts(&compare, 0, 2, 1, 0, 2, name);
	is_i64(ft_move_size(&compare.move[0]), 0, "%s: no move of it", name);
	check_index(&compare, compare.fall, "a", name);
	check_index(&compare, compare.first_after, "new", name);
	ft_compare_sort(&compare, FT_ORDER_BEFORE, index);
	is_str(moves_text(&compare, index, &str), "a 1->2 b 2->3 new 0->1",
	    "%s: added ones last by place before", name);
	ft_compare_clear(&compare);

	ft_compare_init(&compare, &b.side, &a.side, match);
	is_str(moves_text(&compare, NULL, &str), "a 2->1 b 3->2 new 1->0",
	    "%s: removed", name);
	check_counts(&compare, 2, 0, 0, 1, 2, name);
	check_index(&compare, compare.first_before, "new", name);
	ft_compare_clear(&compare);
	ft_str_free(&str);
	fixture_run_free(&a);
	fixture_run_free(&b);
}

/* Other ids, other order, partitions; a name in another account is another. */
static void
check_names(void)
{
	struct fixture_run a, b;
	struct ft_compare compare;
	struct ft_str str = { 0 };

	fixture_run(&a, &ft_algo_fairtree,
	    "A 1\n"
	    "  u:x@day 1 usage=1\n"
	    "  u:x@night 1 usage=2\n"
	    "  u:x 1 usage=3\n"
	    "B 1\n"
	    "  u:y 1 usage=100\n");
	fixture_run(&b, &ft_algo_fairtree,
	    "B 1\n"
	    "  u:x@day 1 usage=100\n"
	    "A 1\n"
	    "  u:y 1 usage=4\n"
	    "  u:x 1 usage=3\n"
	    "  u:x@night 1 usage=2\n"
	    "  u:x@day 1 usage=1\n");
	ft_compare_init(&compare, &a.side, &b.side, FT_MATCH_NAME);
	is_str(moves_text(&compare, NULL, &str),
	    "x 1->1 x 2->2 x 3->3 y 0->4 x 0->5 y 4->0", "partitions");
	check_counts(&compare, 0, 0, 2, 1, 0, "partitions");
	ft_compare_clear(&compare);
	ft_str_free(&str);
	fixture_run_free(&a);
	fixture_run_free(&b);
}

/* Idle users share the first place. */
static void
check_first(void)
{
	struct fixture_run a, b;
	struct ft_compare compare;

	fixture_run(&a, &ft_algo_fairtree,
	    "u:a 1\n"
	    "u:b 1\n"
	    "u:c 1 usage=1\n");
	fixture_run(&b, &ft_algo_fairtree,
	    "u:a 1 usage=1\n"
	    "u:b 1\n"
	    "u:c 1\n");
	ft_compare_init(&compare, &a.side, &b.side, FT_MATCH_ID);
	check_index(&compare, compare.first_before, "b", "first on both sides");
	check_index(&compare, compare.first_after, "b", "is told");
	is_u64(compare.n_first_before, 2, "two before");
	is_u64(compare.n_first_after, 2, "two after");
	ft_compare_clear(&compare);
	fixture_run_free(&a);
	fixture_run_free(&b);
}

/* Two algorithms over one tree; classic has no places of its own. */
static void
check_algorithms(void)
{
	static const char text[] = "A 40\n"
				   "  u:a1 1 usage=90\n"
				   "  u:a2 1 usage=10\n"
				   "B 60\n"
				   "  u:b1 1 usage=100\n";
	struct fixture_run a, b;
	struct ft_compare compare;
	struct ft_str str = { 0 };

	fixture_run(&a, &ft_algo_fairtree, text);
	fixture_run(&b, &ft_algo_classic, text);
	ft_compare_init(&compare, &a.side, &b.side, FT_MATCH_ID);
	/*
	 * Fair Tree: B first.  Classic UE/S: b1 .5/.6 = .83, a2 (.05 +
	 * .45/2)/.2 = 1.4, a1 (.45 + .05/2)/.2 = 2.4.
	 */
	is_str(moves_text(&compare, NULL, &str), "b1 1->1 a2 2->2 a1 3->3",
	    "fair tree and classic agree");
	is_u64(compare.changed, 3, "but for the factors");
	ft_compare_clear(&compare);
	ft_str_free(&str);
	fixture_run_free(&a);
	fixture_run_free(&b);
}

int
main(void)
{
	check_shares();
	check_added(FT_MATCH_ID, "by id");
	check_added(FT_MATCH_NAME, "by name");
	check_names();
	check_first();
	check_algorithms();
	return done_testing();
}
