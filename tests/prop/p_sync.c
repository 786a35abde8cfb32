/*
 * Random people in random groups, one state after the other: after each sync
 * the accounts have exactly those whom the rules, read plainly here, put there;
 * whoever is somewhere has one default account, one of his; the same again
 * changes nothing; accounts that no rule names keep their users.
 */
#include "admin/sync/sync.h"

#include <stdio.h>
#include <string.h>

#include "admin/flat/flat.h"
#include "admin/plan/plan.h"
#include "admin/step/step.h"
#include "base/rng.h"
#include "io/site/groupfile.h"
#include "io/site/mapfile.h"
#include "lib/book.h"
#include "lib/storefile.h"
#include "lib/seeds.h"
#include "tap/tap.h"

enum { ACCOUNTS = 4, USERS = 9, ROUNDS = 12 };
/* Places beside the accounts a0 to a3. */
enum { OUT = ACCOUNTS, ALUMNI, PLACES };
/* User 0 is excluded. */

struct person {
	bool there, may_login;
	int primary; /* group, -1 another */
	bool listed[ACCOUNTS];
};

struct state {
	bool in[PLACES][USERS];
	bool zero[PLACES][USERS]; /* has no shares */
	bool home[PLACES][USERS]; /* default account */
};

static struct ft_error err;

static const char *
place_name(int place)
{
	static const char *const names[PLACES] = { "a0", "a1", "a2", "a3",
		"out", "alumni" };

	return names[place];
}

/* ---- a store ---------------------------------------------------------------- */

static int
find_place(const struct ft_acctdb *acctdb, uint32_t account)
{
	const char *name = ft_acctdb_account(acctdb, account)->name;

	for (int i = 0; i < PLACES; i++)
		if (strcmp(place_name(i), name) == 0)
			return i;
	return -1;
}

static void
look(struct ft_store *store, struct state *state)
{
	struct ft_acctdb acctdb;

	*state = (struct state){ 0 };
	book_read(store, &acctdb);
	for (size_t i = 0; i < acctdb.n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb.assoc[i];
		int place = find_place(&acctdb, assoc->account), user;

		if (!assoc->user || place < 0 ||
		    sscanf(ft_acctdb_user(&acctdb, assoc->user)->name, "u%d",
			&user) != 1)
			continue;
		state->in[place][user] = true;
		state->zero[place][user] = assoc->shares == 0;
		/* associations of partitions have it, too */
		state->home[place][user] |= assoc->is_default;
	}
	ft_acctdb_free(&acctdb);
}

/* ---- the world and its texts ------------------------------------------------ */

static void
change_world(struct ft_rng *rng, struct person *person)
{
	for (int u = 0; u < USERS; u++) {
		if (ft_rng_below(rng, 3) == 0)
			continue; /* as before */
		person[u].there = ft_rng_below(rng, 5) > 0;
		person[u].may_login = ft_rng_below(rng, 5) > 0;
		person[u].primary = (int)ft_rng_below(rng, ACCOUNTS + 2) - 2;
		for (int a = 0; a < ACCOUNTS; a++)
			person[u].listed[a] = ft_rng_below(rng, 4) == 0;
	}
	/* somebody is always somewhere, else sync refuses */
	person[1] = (struct person){
		.there = true, .may_login = true, .listed = { true }
	};
}

static void
tell_world(const struct person *person, struct ft_people *people)
{
	char name[16];

	for (int a = 0; a < ACCOUNTS; a++) {
		size_t group;

		snprintf(name, sizeof name, "g%d", a);
		group = ft_people_add_group(people, name, 100 + (uint32_t)a);
		for (int u = 0; u < USERS; u++) {
			int len = snprintf(name, sizeof name, "u%d", u);

			if (person[u].listed[a])
				ft_people_add_member(
				    people, group, name, (size_t)len);
		}
	}
	for (int u = 0; u < USERS; u++) {
		snprintf(name, sizeof name, "u%d", u);
		if (person[u].there)
			ft_people_add_person(people, name, 1000 + (uint32_t)u,
			    person[u].primary < 0
				? 50
				: 100 + (uint32_t)person[u].primary,
			    person[u].may_login ? "/bin/sh" : "/bin/false");
	}
}

static bool
belongs(const struct person *person, int place)
{
	return place < ACCOUNTS && person->there && person->may_login &&
	       (person->listed[place] || person->primary == place);
}

static bool
belongs_anywhere(const struct person *person)
{
	for (int a = 0; a < ACCOUNTS; a++)
		if (belongs(person, a))
			return true;
	return false;
}

/* Whether U is to be in PLACE, when the store was as BEFORE. */
static bool
expected(const struct state *before, const struct person *person, int u,
    int place, enum ft_sync_leave leave)
{
	bool was = before->in[place][u], was_filled = false;

	for (int a = 0; a < ACCOUNTS; a++)
		was_filled = was_filled || before->in[a][u];
	if (u == 0 || place == OUT)
		return was;
	if (place == ALUMNI && leave != FT_LEAVE_MOVE)
		return was;
	if (place == ALUMNI)
		return !belongs_anywhere(&person[u]) && (was || was_filled);
	if (leave == FT_LEAVE_ZERO || leave == FT_LEAVE_KEEP)
		return was || belongs(&person[u], place);
	return belongs(&person[u], place);
}

/* ---- sync ------------------------------------------------------------------- */

/* Returns how many steps it took; SIZE_MAX after a complaint. */
static size_t
sync_store(struct ft_store *store, const struct ft_syncmap *map,
    const struct ft_people *people)
{
	const struct ft_sync_source source = {
		.map = map, .people = people, .groups = true, .persons = true
	};
	struct ft_registry *registry = storefile_begin(store);
	struct ft_plan_result result;
	struct ft_admin *admin;
	struct ft_steps steps = { 0 };
	struct ft_acctdb before, after = { 0 };
	struct ft_sync sync;
	size_t n = SIZE_MAX;

	ft_sync_init(&sync, "map");
	ft_plan_result_init(&result);
	result.options = (struct ft_plan_options){
		.cluster = "cluster", .prune = true, .members = &sync.members
	};
	book_read(store, &before);
	if (ft_admin_new(&admin, registry, "root", true, &err) != FT_OK)
		bail("%s", err.text);
	if (ft_sync_make(&sync, &source, &before, "cluster", &err) == FT_OK &&
	    ft_plan_flat(admin, &before, &sync.flat, &result, &err) == FT_OK &&
	    ft_store_read_book(store, false, &after, &err) == FT_OK &&
	    ft_plan_check(&after, &err) == FT_OK) {
		ft_steps_between(&steps, &before, &after);
		n = steps.n + result.n_block;
		ft_steps_free(&steps);
	} else {
		diag("%s", err.text);
	}
	ft_admin_free(admin);
	storefile_commit(store);
	ft_acctdb_free(&before);
	ft_acctdb_free(&after);
	ft_plan_result_free(&result);
	ft_sync_free(&sync);
	return n;
}

/* Returns what is wrong, NULL nothing. */
static const char *
check(const struct state *before, const struct state *after,
    const struct person *person, enum ft_sync_leave leave)
{
	static char text[128];

	for (int u = 0; u < USERS; u++) {
		bool somewhere = false;
		int homes = 0;

		for (int p = 0; p < PLACES; p++) {
			bool want = expected(before, person, u, p, leave);

			somewhere = somewhere || after->in[p][u];
			homes += after->home[p][u];
			snprintf(text, sizeof text, "u%d %s %s", u,
			    after->in[p][u] ? "is in" : "is not in",
			    place_name(p));
			if (after->in[p][u] != want)
				return text;
			if (u && want && p < ACCOUNTS &&
			    leave == FT_LEAVE_ZERO &&
			    after->zero[p][u] == belongs(&person[u], p))
				return text;
		}
		snprintf(
		    text, sizeof text, "u%d has %d default accounts", u, homes);
		if (homes != somewhere)
			return text;
	}
	return NULL;
}

static const char *
one_round(struct ft_store *store, struct ft_rng *rng, struct person *person)
{
	enum ft_sync_leave leave =
	    (enum ft_sync_leave)ft_rng_below(rng, FT_LEAVE_KINDS);
	static const char *const defaults[] = { "primary", "first",
		"primary always", "first always" };
	struct ft_syncmap map;
	struct ft_people people = { 0 };
	struct state before, after;
	const char *wrong = NULL;
	char text[256];

	change_world(rng, person);
	if (ft_rng_below(rng, 3) == 0) {
		snprintf(text, sizeof text,
		    "Cluster - 'cluster'\nParent - 'out'\nUser - 'u%d'\n",
		    (int)ft_rng_below(rng, USERS));
		book_fill(store, text);
	}
	snprintf(text, sizeof text,
	    "exclude u0\nnologin /bin/false\nleave %s%s\ndefault %s\n"
	    "group g* account=a*\n",
	    ft_sync_leave_names[leave], leave == FT_LEAVE_MOVE ? " alumni" : "",
	    defaults[ft_rng_below(rng, 4)]);
	ft_syncmap_init(&map, "map");
	if (ft_mapfile_parse(&map, text, strlen(text), &err) != FT_OK)
		bail("%s", err.text);
	tell_world(person, &people);
	look(store, &before);
	if (sync_store(store, &map, &people) == SIZE_MAX)
		wrong = "sync failed";
	look(store, &after);
	if (!wrong)
		wrong = check(&before, &after, person, leave);
	if (!wrong && sync_store(store, &map, &people) != 0)
		wrong = "the same again changed something";
	if (wrong)
		diag("%s", text);
	ft_people_free(&people);
	ft_syncmap_free(&map);
	return wrong;
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(40));

	for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
		struct ft_store *store = storefile_memory();
		struct person person[USERS] = { 0 };
		struct ft_rng rng;
		const char *wrong = NULL;
		int round = 0;

		ft_rng_init(&rng, seed);
		book_fill(store,
		    "Cluster - 'cluster'\nParent - 'root'\n"
		    "Account - 'alumni'\nAccount - 'out'\n"
		    "Account - 'a0'\nParent - 'a0'\nUser - 'u0'\n"
		    "User - 'u2'\nUser - 'u2':Partition='debug'\n");
		for (; round < ROUNDS && !wrong; round++)
			wrong = one_round(store, &rng, person);
		ok(!wrong, "seed %d: %s", (int)seed,
		    wrong ? wrong : "as the rules say");
		if (wrong)
			diag("in round %d", round);
		ft_store_close(store);
	}
	return done_testing();
}
