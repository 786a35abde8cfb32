/*
 * The film: what is known at which cursor, and the order in which children
 * are shown, for the examples of man/fairtree.7.
 */
#include "fview/film.h"

#include <stdlib.h>
#include <string.h>

#include "algo/share/classic.h"
#include "algo/share/fairtree.h"
#include "base/mem.h"
#include "lib/filmed.h"
#include "lib/fixture.h"
#include "tap/tap.h"

static uint32_t
find(const struct fview_data *data, const char *name)
{
	for (uint32_t i = 0; i < data->tree->n; i++) {
		const char *user = ft_tree_user(data->tree, &data->names, i);

		if (strcmp(user ? user
				: ft_tree_account(data->tree, &data->names, i),
			name) == 0)
			return i;
	}
	bail("no %s", name);
}

/* Places of users as the text lists them, 1 the best. */
static const struct {
	const char *title, *text, *places;
	enum ft_ties ties;
} places[] = {
	/* slate 5/5, wilma 4/5, barney 3/5, betty 2/5, fred 1/5 */
	{ "bedrock", filmed_bedrock, "slate 1 wilma 2 barney 3 betty 4 fred 5",
	    FT_TIES_DOCUMENTED },
	/* LF a1 .5/.3 = 1.67, a2 .5/.7 = .714, b1 .5/.2 = 2.5, b2 .625 */
	{ "merged", FIXTURE_TWO_TIED, "b1 1 a1 2 a2 3 b2 4",
	    FT_TIES_DOCUMENTED },
	/* A first: a1 1, a2 2; b1 takes the rank of a2; b2 is the fourth */
	{ "not merged", FIXTURE_TWO_TIED, "a1 1 a2 2 b1 2 b2 4",
	    FT_TIES_SLURM },
	/* a1 = b1 = .5/.1 = 5, c1 = c2 = 1, a2 = b2 = .5/.9 */
	{ "three merged", FIXTURE_THREE_TIED, "a1 1 b1 1 c1 3 c2 3 a2 5 b2 5",
	    FT_TIES_DOCUMENTED },
	{ "three in turn", FIXTURE_THREE_TIED, "a1 1 a2 2 b1 2 b2 4 c1 4 c2 4",
	    FT_TIES_SLURM },
	/* r = A = 1: a1 takes the rank of r, a2 is the third */
	{ "a user and an account", FIXTURE_USER_TIED, "r 1 a1 1 a2 3",
	    FT_TIES_DOCUMENTED },
	{ "parent shares", FIXTURE_PROMOTED, "q1 1 q2 2 xp 3 y1 4 x2 5 x1 6",
	    FT_TIES_SLURM },
	{ "tie lost", FIXTURE_TIE_LOST, "a1 1 b1 2", FT_TIES_SLURM },
	{ "tie kept", FIXTURE_TIE_LOST, "a1 1 b1 1", FT_TIES_DOCUMENTED },
};

static void
check_places(void)
{
	for (size_t i = 0; i < FT_COUNT(places); i++) {
		struct fview_data *data = filmed_new(
		    places[i].text, &ft_algo_fairtree, places[i].ties);
		char *copy = ft_strdup(places[i].places), *rest = copy;

		for (char *name; (name = strtok(rest, " ")); rest = NULL)
			is_u64(data->film->place[find(data, name)],
			    strtoul(strtok(NULL, " "), NULL, 10), "%s: %s",
			    places[i].title, name);
		ft_free(copy);
		fview_data_free(data);
	}
}

/* The children of NODE at CURSOR as names. */
static const char *
children(const struct fview_data *data, const char *account, size_t cursor,
    struct ft_str *str)
{
	const uint32_t *list;
	uint32_t n = fview_film_children(
	    data->film, data->tree, find(data, account), cursor, &list);

	ft_str_clear(str);
	ft_str_add(str, "");
	for (uint32_t i = 0; i < n; i++) {
		const char *user =
		    ft_tree_user(data->tree, &data->names, list[i]);

		ft_str_addf(str, "%s%s", i ? " " : "",
		    user ? user
			 : ft_tree_account(data->tree, &data->names, list[i]));
	}
	return str->data;
}

/*
 * Events of the two tied accounts, merged: 0 START, 1 ENTER root, 2 3
 * LEVEL_FS, 4 SORT, 5 MERGE B into A, 6 ENTER A, 7-10 LEVEL_FS, 11 SORT, 12-15
 * RANK, 16 LEAVE A, 17 LEAVE root, 18 END.
 */
static void
check_merge(void)
{
	struct fview_data *data =
	    filmed_new(FIXTURE_TWO_TIED, &ft_algo_fairtree, FT_TIES_DOCUMENTED);
	const struct fview_film *film = data->film;
	struct ft_str str = { 0 };

	is_u64(film->n, 19, "events");
	is_u64(film->n_account_ties, 1, "one merge");
	/* slurm: a1 1, a2 3/4, b1 3/4, b2 1/4; merged: 3/4, 2/4, 1, 1/4 */
	is_u64(fview_data_rules(data)->differ[FT_TIE_SLURM_22_05], 3,
	    "the rules differ for a1, a2, b1");
	is_str(children(data, "A", 5, &str), "a1 a2", "before the merge");
	is_str(children(data, "B", 5, &str), "b1 b2", "of the other");
	is_str(children(data, "A", 6, &str), "a1 a2 b1 b2", "after it");
	is_str(children(data, "B", 6, &str), "", "the other has none");
	is_str(children(data, "A", 11, &str), "a1 a2 b1 b2", "not yet sorted");
	is_str(children(data, "A", 12, &str), "b1 a1 a2 b2", "sorted");
	is_u64(fview_film_above(film, find(data, "b1"), 5), find(data, "B"),
	    "b1 is below B");
	is_u64(fview_film_above(film, find(data, "b1"), 6), find(data, "A"),
	    "and then below A");
	is_u64(film->step[find(data, "B")].left, 16, "B is left with A");
	ft_str_free(&str);
	fview_data_free(data);
}

static void
check_partial_merge(void)
{
	struct fview_data *data = filmed_new(
	    FIXTURE_THREE_TIED, &ft_algo_fairtree, FT_TIES_DOCUMENTED);
	struct ft_str str = { 0 };

	/* 0 START, 1 ENTER, 2 3 4 LEVEL_FS, 5 SORT, 6 7 MERGE, 8 ENTER */
	is_str(children(data, "A", 7, &str), "a1 a2 b1 b2", "B has joined");
	is_str(children(data, "C", 7, &str), "c1 c2", "C has not");
	is_str(children(data, "A", 8, &str), "a1 a2 b1 b2 c1 c2", "all have");
	is_str(children(data, "A", data->film->n, &str), "a1 b1 c1 c2 a2 b2",
	    "sorted");
	ft_str_free(&str);
	fview_data_free(data);
}

/* At every cursor each node is where its account says it is. */
static void
check_order(const char *title, const char *text, enum ft_ties ties)
{
	struct fview_data *data = filmed_new(text, &ft_algo_fairtree, ties);
	const struct fview_film *film = data->film;
	bool good = true;
	uint32_t last = 0;

	for (size_t cursor = 0; cursor <= film->n; cursor++) {
		uint32_t seen = 0, ranks = fview_film_ranks(film, cursor);

		for (uint32_t i = 0; i < data->tree->n; i++) {
			const uint32_t *list;
			uint32_t n = fview_film_children(
			    film, data->tree, i, cursor, &list);

			seen += n;
			for (uint32_t k = 0; k < n; k++) {
				good &= fview_film_above(
					    film, list[k], cursor) == i;
				good &= fview_film_place(film, data->tree,
					    list[k], cursor) == k;
			}
		}
		good &= seen == data->tree->n - 1;
		good &= ranks >= last && ranks <= last + 1;
		last = ranks;
	}
	ok(good, "%s: every node has its place at every cursor", title);
	is_u64(last, data->tree->n_user, "and every user its rank at the end");
	fview_data_free(data);
}

/*
 * Before they are sorted, siblings stand by name, users first, and their level
 * fairshares become known in this order; ties are still in that of the tree.
 * C before A: LF 0.25/(100/300) each for A, B, C; z has used nothing.
 * 0 START, 1 ENTER root, 2-5 LEVEL_FS z A B C, 6 SORT, 7 RANK z, 8 ENTER C
 */
static void
check_names(void)
{
	static const char text[] = "C 1\n"
				   "  u:c2 1 usage=40\n"
				   "  u:c1 1 usage=60\n"
				   "A 1\n"
				   "  u:a1 1 usage=100\n"
				   "B 1\n"
				   "  u:b1 1 usage=100\n"
				   "u:z 1\n";
	struct fview_data *data =
	    filmed_new(text, &ft_algo_fairtree, FT_TIES_SLURM);
	const struct fview_film *film = data->film;
	struct ft_str str = { 0 };

	is_str(children(data, "root", 0, &str), "z A B C", "by name");
	is_str(children(data, "C", 0, &str), "c1 c2", "below an account too");
	is_str(children(data, "root", 7, &str), "z C A B", "tied as they came");
	is_u64(film->step[find(data, "z")].level, 2, "z is the first known");
	is_u64(film->step[find(data, "A")].level, 3, "then A");
	is_u64(film->step[find(data, "C")].level, 5, "C is the last");
	is_u64(film->event[5].node, find(data, "C"), "its event");
	is_u64(film->event[8].node, find(data, "C"), "it is entered first");
	is_u64(film->step[find(data, "A")].echoed,
	    film->step[find(data, "B")].tied, "A is tied when B is");
	is_u64(film->step[find(data, "C")].echoed,
	    film->step[find(data, "A")].tied, "C is tied when A is");
	ft_str_free(&str);
	fview_data_free(data);
}

static void
check_stepless(void)
{
	struct fview_data *data =
	    filmed_new(filmed_bedrock, &ft_algo_classic, FT_TIES_SLURM);
	const struct fview_film *film = data->film;

	ok(film->stepless, "classic has no steps");
	is_u64(film->n, 2, "START and END");
	is_u64(fview_film_ranks(film, 1), 0, "nobody is ranked before END");
	is_u64(fview_film_ranks(film, 2), 5, "everybody after it");
	/* least used of the same shares: wilma, then barney */
	is_u64(film->ranked[1], find(data, "wilma"), "in order");
	fview_data_free(data);
}

int
main(void)
{
	check_places();
	check_merge();
	check_partial_merge();
	for (int ties = 0; ties < 2; ties++) {
		enum ft_ties rule = ties ? FT_TIES_SLURM : FT_TIES_DOCUMENTED;

		check_order("bedrock", filmed_bedrock, rule);
		check_order("two tied", FIXTURE_TWO_TIED, rule);
		check_order("three tied", FIXTURE_THREE_TIED, rule);
		check_order("user tied", FIXTURE_USER_TIED, rule);
		check_order("promoted", FIXTURE_PROMOTED, rule);
		check_order("empty first", FIXTURE_TIE_LOST, rule);
		check_order("root alone", "", rule);
	}
	check_names();
	check_stepless();
	return done_testing();
}
