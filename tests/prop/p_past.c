/*
 * Random histories with a clock that goes on: taken back to each of its times, a
 * copy has the tree, the names and the settings that the store had then, and the
 * last state is the present one, to the bit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/text/str.h"
#include "lib/history.h"
#include "load/past.h"
#include "lib/seeds.h"
#include "tap/tap.h"

enum { STEPS = 14, HOUR = 3600 };

/* ---- a state as text ---------------------------------------------------------- */

static void
add_tree(struct ft_str *str, struct ft_store *store)
{
	struct ft_tree *tree = NULL;
	struct ft_names_set names = { 0 };

	history_must(
	    ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &history_err));
	history_must(ft_store_read_names(store, &names, &history_err));
	for (uint32_t i = 0; i < tree->n; i++) {
		const char *account = ft_tree_account(tree, &names, i);
		const char *user = ft_tree_is_user(tree, i)
				       ? ft_tree_user(tree, &names, i)
				       : "-";

		ft_str_addf(str, "%lu %ld %lu %u %s %s\n",
		    (unsigned long)tree->id[i], (long)tree->parent[i],
		    (unsigned long)tree->shares[i], tree->flags[i], account,
		    user);
	}
	ft_names_set_free(&names);
	ft_tree_free(tree);
}

static void
add_settings(struct ft_str *str, struct ft_store *store)
{
	static const char *const keys[] = { "FairTreeTies", "FairTreeSlurm" };
	char *text = NULL;

	history_must(ft_store_read_conf(store, &text, &history_err));
	ft_str_addf(str, "conf %s\n", text ? text : "");
	ft_free(text);
	for (size_t i = 0; i < 2; i++) {
		char *value = NULL;

		if (ft_store_read_setting(
			store, keys[i], &value, &history_err) == FT_OK)
			ft_str_addf(
			    str, "%s %s\n", keys[i], value ? value : "");
		ft_free(value);
	}
}

static char *
look(struct ft_store *store)
{
	struct ft_str str = { 0 };
	struct ft_limit *limit = NULL;
	size_t n = 0;

	add_tree(&str, store);
	add_settings(&str, store);
	history_must(
	    ft_store_read_tres_mins(store, 1, &limit, &n, &history_err));
	for (size_t i = 0; i < n; i++)
		ft_str_addf(&str, "%lu %lu %llu\n",
		    (unsigned long)limit[i].owner, (unsigned long)limit[i].tres,
		    (unsigned long long)limit[i].value);
	ft_free(limit);
	return ft_str_take(&str);
}

/* ---- random changes ------------------------------------------------------------- */

static void
change_assoc(struct history *history, struct ft_rng *rng)
{
	struct ft_assoc assoc;
	uint32_t id = PHYS + ft_rng_below(rng, 8);

	if (FT_GET(history->r, id, &assoc, &history_err) || assoc.deleted)
		return;
	assoc.shares = ft_rng_below(rng, 99);
	if (assoc.user && ft_rng_below(rng, 2))
		assoc.parent = ft_rng_below(rng, 2) ? PHYS : CHEM;
	(void)FT_PUT(history->r, &assoc, &history_err);
}

static void
change_text(struct history *history, struct ft_rng *rng)
{
	char text[40];

	snprintf(
	    text, sizeof text, "PriorityMaxAge=%u\n", 1 + ft_rng_below(rng, 9));
	if (ft_rng_below(rng, 2))
		history_must(
		    ft_store_put_conf(history->store, text, &history_err));
	else
		history_must(
		    ft_store_put_setting(history->store, "FairTreeTies",
			ft_rng_below(rng, 2) ? "slurm" : "documented",
			&history_err));
}

static void
change(struct history *history, struct ft_rng *rng, unsigned serial)
{
	struct ft_registry *r = history->r;
	struct ft_assoc phys;
	bool is_there = !FT_GET(r, PHYS, &phys, &history_err);
	char name[24];

	snprintf(name, sizeof name, "n%u", serial);
	switch (ft_rng_below(rng, 7)) {
	case 0:
		(void)storefile_account(r, name, ROOT);
		break;
	case 1:
		if (is_there)
			(void)storefile_user(r, name, PHYS);
		break;
	case 2:
		change_text(history, rng);
		break;
	case 3:
		if (is_there)
			history_limit(history, FT_ENTITY_ASSOC, PHYS,
			    FT_LIMIT_GRP_TRES_MINS, 1, ft_rng_below(rng, 5));
		break;
	case 4:
		(void)r->ops->drop_assocs(r,
		    (uint32_t[]){ ANN + ft_rng_below(rng, 3) }, 1,
		    &history_err);
		break;
	default: /* often */
		change_assoc(history, rng);
	}
}

/* Undo or redo something, if that can be done. */
static void
take_back(struct history *history, struct ft_rng *rng)
{
	const struct ft_store_actor actor = history_actor("undo");
	const struct ft_undo_request request = { .redo = ft_rng_below(rng, 3) ==
							 0 };
	struct ft_undone_list done;

	if (ft_store_undo(
		history->store, &actor, &request, &done, &history_err) == FT_OK)
		ft_free(done.item);
}

static void
set_clock(struct history *history, int64_t now)
{
	const struct ft_store_clock clock = { .now = now, .decayed = now };

	history_begin(history, "clock");
	history_must(
	    ft_store_put_clock(history->store, 1, &clock, &history_err));
	(void)history_commit(history);
}

/* Change the store at STEPS times; state[i]: after those of the i-th. */
static void
make_history(struct history *history, struct ft_rng *rng, char **state)
{
	for (unsigned i = 0; i < STEPS; i++) {
		set_clock(history, STOREFILE_NOW + (int64_t)(i + 1) * HOUR);
		if (ft_rng_below(rng, 4) == 0) {
			take_back(history, rng);
		} else {
			history_begin(history, "random");
			change(history, rng, i);
			(void)history_commit(history);
		}
		state[i] = look(history->store);
	}
}

/* ---- the checks -------------------------------------------------------------------- */

static bool
rewinds(struct history *history, char *const *state)
{
	struct ft_store *copy = NULL;
	bool good = true;

	history_must(ft_store_scratch(&copy, history->store, &history_err));
	for (unsigned i = STEPS; good && i > 0 && i--;) {
		/* any second until the next change */
		int64_t at = STOREFILE_NOW + (int64_t)(i + 1) * HOUR +
			     (i % 2 ? HOUR - 1 : 0);
		unsigned rewound;
		char *now;

		history_must(ft_store_rewind(copy, at, &rewound, &history_err));
		now = look(copy);
		good = !strcmp(now, state[i]);
		if (!good)
			diag("step %u is\n%sinstead of\n%s", i, now, state[i]);
		ft_free(now);
	}
	ft_store_close(copy);
	return good;
}

static bool
same_load(const struct ft_load *a, const struct ft_load *b)
{
	uint32_t n = a->tree->n;
	bool same = n == b->tree->n;

	for (uint32_t i = 0; same && i < n; i++)
		same = a->tree->id[i] == b->tree->id[i] &&
		       a->raw[i] == b->raw[i] && a->usage[i] == b->usage[i] &&
		       !memcmp(&a->share.factor[i], &b->share.factor[i],
			   sizeof *a->share.factor);
	return same;
}

/* The history ends with what is there now. */
static bool
ends_now(struct history *history)
{
	struct ft_conf conf;
	struct ft_load_source source = { .store = history->store,
		.conf = &conf,
		.cluster = 1,
		.now = STOREFILE_NOW + (STEPS + 1) * HOUR };
	const struct ft_load_past_rules rules = { .fixed = false };
	struct ft_load_past past;
	struct ft_load load;
	bool same;

	ft_conf_init(&conf);
	history_must(ft_load_conf(history->store, true, &conf, &history_err));
	history_must(ft_load_shares(&load, &source, &rules.load, &history_err));
	history_must(ft_load_past_open(&past, &source, &rules, &history_err));
	history_must(ft_load_past_go(&past, source.now, &history_err));
	same = same_load(&load, &past.load);
	ft_load_past_free(&past);
	ft_load_free(&load);
	ft_conf_free(&conf);
	return same;
}

static void
test_random(uint64_t seed)
{
	struct history history;
	struct ft_rng rng;
	char *state[STEPS], *path;
	bool good;

	ft_rng_init(&rng, seed);
	history_open(&history, "past.db");
	storefile_do(history.path, "PRAGMA synchronous = OFF");
	history_fill(&history);
	make_history(&history, &rng, state);
	good = rewinds(&history, state) && ends_now(&history);
	ok(good, "seed %llu", (unsigned long long)seed);
	for (size_t i = 0; i < STEPS; i++)
		ft_free(state[i]);
	history_close(&history);
	path = storefile_path("past.db");
	remove(path);
	ft_free(path);
}

/* Other seeds: p_past FIRST COUNT. */
int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(60));

	for (uint64_t seed = seeds.first; seed < seeds.end; seed++)
		test_random(seed);
	return done_testing();
}
