/*
 * Random histories: undone step by step in reverse every state is as it was,
 * and so when they are redone; in any other order an undo is refused and
 * changes nothing, or is itself undone without a trace.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/text/str.h"
#include "lib/history.h"
#include "lib/seeds.h"
#include "tap/tap.h"

/* ---- random histories ------------------------------------------------------- */

enum { STEPS = 10 };

static uint32_t
ask_number(const struct history *history, const char *sql)
{
	char *text = storefile_ask(history->path, sql);
	uint32_t number = (uint32_t)strtoul(text, NULL, 10);

	ft_free(text);
	return number;
}

static enum ft_status
see_child(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	(void)assoc;
	(void)err;
	*(bool *)ctx = true;
	return FT_OK;
}

/* Whether ID is a live association without live ones below: only such go. */
static bool
is_leaf(struct ft_registry *r, uint32_t id)
{
	const struct ft_assoc_filter below = { .parent = id };
	struct ft_assoc assoc;
	bool child = false;

	return !FT_GET(r, id, &assoc, &history_err) && !assoc.deleted &&
	       !r->ops->each_assoc(
		   r, &below, see_child, &child, &history_err) &&
	       !child;
}

/* Whether something may stand below association ID. */
static bool
is_parent(struct ft_registry *r, uint32_t id)
{
	struct ft_assoc assoc;

	return !FT_GET(r, id, &assoc, &history_err) && !assoc.deleted &&
	       !assoc.user;
}

/* Delete an association, or some account, user or QOS. */
static void
random_drop(struct ft_registry *r, struct ft_rng *rng, uint32_t assoc)
{
	const struct ft_registry_ops *o = r->ops;
	uint32_t id = 1 + ft_rng_below(rng, 6);

	switch (ft_rng_below(rng, 4)) {
	case 0:
		if (is_leaf(r, assoc))
			(void)o->drop_assocs(
			    r, (uint32_t[]){ assoc }, 1, &history_err);
		break;
	case 1:
		(void)o->drop(r, FT_ENTITY_ACCOUNT, &id, 1, &history_err);
		break;
	case 2:
		(void)o->drop(r, FT_ENTITY_USER, &id, 1, &history_err);
		break;
	default:
		(void)o->drop(r, FT_ENTITY_QOS, &id, 1, &history_err);
		break;
	}
}

/* Change an association's shares, or move it. */
static void
random_put(struct ft_registry *r, struct ft_rng *rng, uint32_t id)
{
	struct ft_assoc assoc;
	uint32_t parent;

	if (FT_GET(r, id, &assoc, &history_err))
		return;
	if (ft_rng_below(rng, 3)) {
		assoc.shares = ft_rng_below(rng, 99);
		assoc.is_default = !assoc.is_default;
	} else if (assoc.user) {
		/* leaves only, to other accounts' places */
		parent = ft_rng_below(rng, 2) ? PHYS : CHEM;
		if (is_parent(r, parent))
			assoc.parent = parent;
	}
	(void)FT_PUT(r, &assoc, &history_err);
}

/* Coordinators, workload keys and resources. */
static void
random_other(struct ft_registry *r, struct ft_rng *rng, uint32_t what,
    uint32_t account, uint32_t user, const char *name, unsigned serial)
{
	const struct ft_registry_ops *o = r->ops;
	struct ft_resource thing;
	struct ft_account a;
	struct ft_user u;
	uint32_t id;

	switch (what) {
	case 18:
		if (!FT_GET(r, account, &a, &history_err) &&
		    !FT_GET(r, user, &u, &history_err))
			(void)o->add_coord(r,
			    &(struct ft_coord){ account, user }, &history_err);
		break;
	case 19:
		if (!FT_GET(r, user, &u, &history_err))
			(void)FT_ADD(r,
			    (&(struct ft_wckey){
				.cluster = 1, .user = user, .name = name }),
			    &id, &history_err);
		break;
	case 20:
		id = 1 + ft_rng_below(rng, 4);
		(void)o->drop(r, FT_ENTITY_WCKEY, &id, 1, &history_err);
		break;
	case 21:
		(void)FT_ADD(r,
		    (&(struct ft_resource){ .name = name,
			.server = "s",
			.server_type = "",
			.description = "",
			.count = serial }),
		    &id, &history_err);
		break;
	case 22:
		id = 1 + ft_rng_below(rng, 4);
		if (!FT_GET(r, id, &thing, &history_err))
			(void)o->put_resource_share(r,
			    &(struct ft_resource_share){ id, 1, serial },
			    ft_rng_below(rng, 3), &history_err);
		break;
	default:
		id = 1 + ft_rng_below(rng, 4);
		(void)o->drop(r, FT_ENTITY_RESOURCE, &id, 1, &history_err);
		break;
	}
}

/* Below ROOT, or below an account if it is of a user. */
static void
random_assoc(struct ft_registry *r, struct ft_rng *rng, uint32_t user,
    struct ft_assoc assoc)
{
	struct ft_account a;
	struct ft_user u;
	uint32_t id;

	if (assoc.user)
		assoc.parent = PHYS + ft_rng_below(rng, 3);
	else
		assoc.account = A_PHYS + ft_rng_below(rng, 4);
	if (!FT_GET(r, assoc.account, &a, &history_err) &&
	    !FT_GET(r, user, &u, &history_err) && is_parent(r, assoc.parent))
		(void)FT_ADD(r, &assoc, &id, &history_err);
}

/* One of N live or dead ids; refusals of the registry are fine. */
static void
random_change(struct history *history, struct ft_rng *rng, unsigned serial)
{
	struct ft_registry *r = history->r;
	const struct ft_registry_ops *o = r->ops;
	uint32_t assoc = 1 + ft_rng_below(rng, 12);
	uint32_t account = 1 + ft_rng_below(rng, 6);
	uint32_t user = 1 + ft_rng_below(rng, 6);
	uint32_t qos = 1 + ft_rng_below(rng, 4);
	char name[24];
	struct ft_account a = {
		.name = name, .description = "d", .organization = "o"
	};
	struct ft_user u = { .name = name, .default_wckey = "" };
	struct ft_qos q = {
		.name = name, .description = "q", .usage_factor = 1
	};
	struct ft_assoc s = { .cluster = 1,
		.account = account,
		.user = ft_rng_below(rng, 4) ? user : 0,
		.parent = ROOT,
		.shares = ft_rng_below(rng, 90),
		.partition = "",
		.comment = "",
		.is_default = ft_rng_below(rng, 2) };
	struct ft_assoc old;
	uint32_t id, what;

	snprintf(name, sizeof name, "n%u", ft_rng_below(rng, 3) ? serial : 0);
	what = ft_rng_below(rng, 25);
	switch (what) {
	case 0:
		(void)FT_ADD(r, &a, &id, &history_err);
		break;
	case 1:
		(void)FT_ADD(r, &u, &id, &history_err);
		break;
	case 2:
		(void)FT_ADD(r, &q, &id, &history_err);
		break;
	case 3:
	case 4:
	case 5:
		random_assoc(r, rng, user, s);
		break;
	case 6:
		a.id = account;
		(void)FT_PUT(r, &a, &history_err);
		break;
	case 7:
		u.id = user;
		(void)FT_PUT(r, &u, &history_err);
		break;
	case 8:
		q.id = qos;
		q.usage_factor = ft_rng_unit(rng);
		(void)FT_PUT(r, &q, &history_err);
		break;
	case 9:
	case 10:
	case 11:
		random_put(r, rng, assoc);
		break;
	case 12:
		if (!FT_GET(r, assoc, &old, &history_err))
			history_limit(history, FT_ENTITY_ASSOC, assoc,
			    FT_LIMIT_GRP_TRES, 1 + ft_rng_below(rng, 2),
			    ft_rng_below(rng, 5));
		break;
	case 13:
		if (!FT_GET(r, assoc, &old, &history_err) &&
		    !FT_GET(r, qos, &q, &history_err))
			history_refs(
			    history, FT_ENTITY_ASSOC, assoc, '+', qos, 0);
		break;
	case 14:
	case 15:
	case 16:
	case 17:
		random_drop(r, rng, assoc);
		break;
	case 18:
	case 19:
	case 20:
	case 21:
	case 22:
	case 23:
		random_other(r, rng, what, account, user, name, serial);
		break;
	default:
		if (!FT_GET(r, assoc, &old, &history_err))
			(void)o->set_usage(r,
			    (struct ft_owner){ FT_ENTITY_ASSOC, assoc },
			    ft_rng_below(rng, 3), 0, &history_err);
		break;
	}
}

/* A seed's history; n entries with what was before each. */
static size_t
random_history(
    struct history *history, struct ft_rng *rng, uint32_t *entry, char **before)
{
	size_t n = 0;

	for (unsigned i = 0; i < STEPS; i++) {
		char *now = history_dump(history);
		uint32_t changes_in = 1 + ft_rng_below(rng, 3);

		history_begin(history, "random");
		for (unsigned j = 0; j < changes_in; j++)
			random_change(history, rng, i * 10 + j);
		entry[n] = history_commit(history);
		before[n] = now;
		if (entry[n])
			n++;
		else
			ft_free(now);
	}
	return n;
}

/* Back in reverse order, forth again: every state as it was. */
static bool
back_and_forth(struct history *history, const uint32_t *entry,
    char *const *state, size_t n)
{
	bool good = true;

	for (size_t i = n; good && i > 0 && i--;) {
		char *now;

		good = history_take_back(history, entry[i], false) != 0;
		now = history_dump(history);
		good = good && !strcmp(now, state[i]);
		if (!good)
			diag("undo %lu: %s", (unsigned long)entry[i],
			    history_err.text);
		ft_free(now);
	}
	for (size_t i = 0; good && i < n; i++) {
		char *now;

		good = history_take_back(history, entry[i], true) != 0;
		now = history_dump(history);
		good = good && !strcmp(now, state[i + 1]);
		if (!good)
			diag("redo %lu: %s", (unsigned long)entry[i],
			    history_err.text);
		ft_free(now);
	}
	return good;
}

/* In any order: refused with everything as it was, or reversible. */
static bool
any_order(struct history *history, struct ft_rng *rng, const uint32_t *entry,
    size_t n, size_t *undone)
{
	bool good = true;

	for (size_t i = 0; good && n && i < STEPS; i++) {
		uint32_t id = entry[ft_rng_below(rng, (uint32_t)n)];
		char *before = history_dump(history), *after = NULL;
		uint32_t did = history_take_back(history, id, false);

		if (!did) {
			good = history_err.status == FT_EINVAL ||
			       history_err.status == FT_EEXIST;
			after = history_dump(history);
		} else {
			(*undone)++;
			good = history_take_back(history, did, false) != 0;
			after = history_dump(history);
		}
		good = good && !strcmp(before, after) &&
		       !ask_number(history,
			   "SELECT count(*) FROM pragma_foreign_key_check");
		if (!good)
			diag("entry %lu: %s", (unsigned long)id,
			    history_err.text);
		if (did && good && ft_rng_below(rng, 2))
			(void)history_take_back(history, id, false);
		ft_free(before);
		ft_free(after);
	}
	return good;
}

static void
test_random(uint64_t seed, size_t *undone)
{
	struct history history;
	struct ft_rng rng;
	uint32_t entry[STEPS];
	char *state[STEPS + 1] = { NULL }, *path;
	bool good;
	size_t n;

	ft_rng_init(&rng, seed);
	history_open(&history, "random.db");
	storefile_do(history.path, "PRAGMA synchronous = OFF");
	history_fill(&history);
	n = random_history(&history, &rng, entry, state);
	state[n] = history_dump(&history);
	good = back_and_forth(&history, entry, state, n) &&
	       any_order(&history, &rng, entry, n, undone);
	for (uint32_t i = 1; good && i <= n; i++)
		(void)history_changes(&history, i);
	ok(good, "seed %llu", (unsigned long long)seed);
	for (size_t i = 0; i <= n; i++)
		ft_free(state[i]);
	history_close(&history);
	path = storefile_path("random.db");
	remove(path);
	ft_free(path);
}

/* Other seeds: p_undo FIRST COUNT. */
int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(60));
	size_t undone = 0;

	for (uint64_t seed = seeds.first; seed < seeds.end; seed++)
		test_random(seed, &undone);
	ok(undone > seeds.n, "out of order: %zu were possible", undone);
	return done_testing();
}
