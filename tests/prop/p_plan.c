/*
 * Of random clusters A and B: applying the dump of B to A, exactly and with
 * prune, makes A dump as B does; a second time there is nothing to do; the
 * lines may come in any order; without prune and exact nothing is lost.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/plan/plan.h"
#include "admin/step/step.h"
#include "base/rng.h"
#include "base/vec.h"
#include "io/slurm/flatfile.h"
#include "lib/book.h"
#include "lib/storefile.h"
#include "lib/seeds.h"
#include "tap/tap.h"

#define ACCOUNTS 6
#define USERS    6
#define QOSES    3

static struct ft_error err;

/* ---- random flat files ------------------------------------------------------ */

/* Few names, so that A and B have many in common. */
static const char *const accounts[ACCOUNTS] = { "astro", "bio", "chem", "dyn",
	"econ", "fluid" };
static const char *const users[USERS] = { "ann", "bob", "cy", "dee", "eve",
	"fay" };
static const char *const qoses[QOSES] = { "high", "low", "mid" };

static size_t
below(struct ft_rng *rng, size_t bound)
{
	return ft_rng_below(rng, (uint32_t)bound);
}

static bool
chance(struct ft_rng *rng, uint32_t percent)
{
	return below(rng, 100) < percent;
}

static void
add_limits(struct ft_rng *rng, struct ft_str *str)
{
	if (chance(rng, 30))
		ft_str_addf(str, ":GrpTRES=cpu=%zu", 1 + below(rng, 3));
	else if (chance(rng, 20))
		ft_str_addf(str, ":GrpTRES=cpu=%zu,mem=%zuG", 1 + below(rng, 3),
		    1 + below(rng, 3));
	if (chance(rng, 20))
		ft_str_addf(str, ":MaxJobs=%zu", 1 + below(rng, 3));
	if (chance(rng, 20))
		ft_str_addf(str, ":MaxWall=%zu", 1 + below(rng, 3));
	if (chance(rng, 15))
		ft_str_addf(str, ":Comment='c %zu'", below(rng, 2));
}

/* known: how many QOS there are. */
static void
add_settings(struct ft_rng *rng, size_t known, struct ft_str *str)
{
	if (chance(rng, 60))
		ft_str_addf(str, ":Fairshare=%zu", below(rng, 4));
	else if (chance(rng, 10))
		ft_str_add(str, ":Fairshare=parent");
	add_limits(rng, str);
	if (known && chance(rng, 20)) {
		ft_str_addf(str, ":QOS='%s,normal'", qoses[below(rng, known)]);
	} else if (known && chance(rng, 10)) {
		ft_str_addf(str, ":QOS='+%s'", qoses[below(rng, known)]);
	}
	if (known && chance(rng, 10))
		ft_str_addf(str, ":DefaultQOS='%s'", qoses[below(rng, known)]);
	ft_str_add_char(str, '\n');
}

static void
add_users(struct ft_rng *rng, const char *account, const char **home,
    const char **level, size_t known, struct ft_str *str)
{
	for (size_t i = 0; i < USERS; i++) {
		if (!chance(rng, 35))
			continue;
		ft_str_addf(str, "User - '%s'", users[i]);
		if (chance(rng, 15))
			ft_str_addf(str, ":Partition='night'");
		if (home[i] == NULL)
			home[i] = account;
		ft_str_addf(str, ":DefaultAccount='%s'%s", home[i], level[i]);
		add_settings(rng, known, str);
	}
}

/* Each account below one before it, or the root. */
static void
add_accounts(struct ft_rng *rng, size_t known, struct ft_str *str)
{
	const char *home[USERS] = { 0 }, *level[USERS];
	const char *there[ACCOUNTS + 1] = { "root" };
	size_t n = 1, first = below(rng, ACCOUNTS);

	for (size_t i = 0; i < USERS; i++)
		level[i] = chance(rng, 10)   ? ":AdminLevel='Operator'"
			   : chance(rng, 20) ? ":Coordinator='chem'"
					     : "";
	/* chem is always there, to be coordinated */
	ft_str_add(str, "Parent - 'root'\nAccount - 'chem'\n");
	there[n++] = "chem";
	for (size_t i = 0; i < ACCOUNTS; i++) {
		const char *name = accounts[(first + i) % ACCOUNTS];

		if (strcmp(name, "chem") == 0 || !chance(rng, 60))
			continue;
		ft_str_addf(str, "Parent - '%s'\nAccount - '%s'",
		    there[below(rng, n)], name);
		if (chance(rng, 20))
			ft_str_add(str, ":Description='d':Organization='o'");
		add_settings(rng, known, str);
		there[n++] = name;
	}
	for (size_t i = 1; i < n; i++) {
		ft_str_addf(str, "Parent - '%s'\n", there[i]);
		add_users(rng, there[i], home, level, known, str);
	}
}

static void
add_qoses(struct ft_rng *rng, size_t *known, struct ft_str *str)
{
	*known = below(rng, QOSES + 1);
	for (size_t i = 0; i < *known; i++) {
		ft_str_addf(str, "QOS - '%s'", qoses[i]);
		if (chance(rng, 50))
			ft_str_addf(str, ":Priority=%zu", below(rng, 3));
		if (chance(rng, 30))
			ft_str_add(str, ":Flags='DenyOnLimit'");
		if (chance(rng, 30))
			ft_str_add(str, ":GrpTRES=cpu=5:UsageFactor=0.5");
		if (i && chance(rng, 40))
			ft_str_addf(str, ":Preempt='%s'", qoses[i - 1]);
		ft_str_add_char(str, '\n');
	}
}

static void
make_text(struct ft_rng *rng, struct ft_str *str)
{
	size_t known;

	add_qoses(rng, &known, str);
	ft_str_add(str, "Cluster - 'cluster':QOS='normal'\n");
	add_accounts(rng, known, str);
}

/* ---- stores ----------------------------------------------------------------- */

static struct ft_store *
store_of(const char *text)
{
	struct ft_store *store = storefile_memory();

	book_fill(store, text);
	return store;
}

static void
dump(struct ft_store *store, struct ft_flat *flat)
{
	struct ft_acctdb acctdb;

	ft_flat_init(flat, "dump");
	book_read(store, &acctdb);
	if (ft_admin_dump(&acctdb, "cluster", FT_DUMP_OURS, flat, &err))
		bail("%s", err.text);
	ft_acctdb_free(&acctdb);
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The lines of a dump; QOS come in the order of ids, so they are sorted. */
static char *
text_of(struct ft_store *store)
{
	struct ft_flat flat;
	struct ft_str str = { 0 }, all = { 0 };
	char **line;

	dump(store, &flat);
	line = ft_calloc(flat.n + 1, sizeof *line);
	for (size_t i = 0; i < flat.n; i++) {
		ft_flatfile_write_line(&str, &flat.line[i]);
		line[i] = ft_str_take(&str);
	}
	for (size_t i = 0; i < flat.n; i++)
		if (flat.line[i].kind != FT_FLAT_QOS) {
			qsort(line, i, sizeof *line, by_text);
			break;
		}
	for (size_t i = 0; i < flat.n; i++) {
		ft_str_add(&all, line[i]);
		ft_free(line[i]);
	}
	ft_free(line);
	ft_flat_free(&flat);
	return ft_str_take(&all);
}

/* Apply FLAT; returns how many steps that takes. */
static size_t
apply(struct ft_store *store, const struct ft_flat *flat, bool exact)
{
	struct ft_registry *registry = storefile_begin(store);
	struct ft_admin *admin;
	struct ft_plan_result result;
	struct ft_acctdb before = { 0 }, after;
	struct ft_steps steps;
	size_t n;

	after = (struct ft_acctdb){ 0 };
	ft_plan_result_init(&result);
	result.options =
	    (struct ft_plan_options){ .prune = exact, .exact = exact };
	if (ft_admin_new(&admin, registry, "root", true, &err) ||
	    ft_store_read_book(store, false, &before, &err) ||
	    ft_plan_flat(admin, &before, flat, &result, &err) ||
	    ft_store_read_book(store, false, &after, &err) ||
	    ft_plan_check(&after, &err))
		bail("%s", err.text);
	if (result.n_block)
		diag("%s: %s", result.block[0].subject, result.block[0].why);
	ft_steps_between(&steps, &before, &after);
	n = steps.n + result.n_block;
	ft_admin_free(admin);
	storefile_commit(store);
	ft_steps_free(&steps);
	ft_plan_result_free(&result);
	ft_acctdb_free(&before);
	ft_acctdb_free(&after);
	return n;
}

static void
push_line(struct ft_flat *flat, const struct ft_flat_line *line)
{
	flat->line = ft_vec_grow(
	    flat->line, &flat->cap, flat->n + 1, sizeof *flat->line);
	flat->line[flat->n++] = *line;
}

/* The lines in any order, each with its own Parent in front of it. */
static void
shuffle(struct ft_rng *rng, const struct ft_flat *flat, struct ft_flat *to)
{
	size_t *order = ft_calloc(flat->n + 1, sizeof *order);

	ft_flat_init(to, "turned");
	for (size_t i = 0; i < flat->n; i++) {
		size_t k = below(rng, i + 1);

		order[i] = order[k];
		order[k] = i;
	}
	for (size_t i = 0; i < flat->n; i++) {
		const struct ft_flat_line *line = &flat->line[order[i]];
		size_t parent = order[i];

		if (line->kind == FT_FLAT_PARENT)
			continue;
		while (flat->line[parent].kind != FT_FLAT_PARENT && parent)
			parent--;
		if (line->kind == FT_FLAT_USER || line->kind == FT_FLAT_ACCOUNT)
			push_line(to, &flat->line[parent]);
		push_line(to, line);
	}
	ft_free(order);
}

/* ---- the properties --------------------------------------------------------- */

/* Whether every line of PART is in WHOLE. */
static bool
has_users(struct ft_store *store, const struct ft_flat *part)
{
	char *text = text_of(store);
	bool all = true;

	for (size_t i = 0; i < part->n; i++) {
		char want[64];

		if (part->line[i].kind != FT_FLAT_USER &&
		    part->line[i].kind != FT_FLAT_ACCOUNT)
			continue;
		snprintf(want, sizeof want, "%s - '%s'", part->line[i].title,
		    part->line[i].name);
		all = all && strstr(text, want);
	}
	ft_free(text);
	return all;
}

static bool
check_round(uint64_t seed)
{
	struct ft_rng rng;
	struct ft_str text[2] = { 0 };
	struct ft_store *a, *b, *kept;
	struct ft_flat wish, old, turned;
	char *got, *want;
	bool good;

	ft_rng_init(&rng, seed);
	make_text(&rng, &text[0]);
	make_text(&rng, &text[1]);
	a = store_of(ft_str_text(&text[0]));
	b = store_of(ft_str_text(&text[1]));
	if (ft_store_scratch(&kept, a, &err))
		bail("%s", err.text);
	dump(a, &old);
	dump(b, &wish);
	shuffle(&rng, &wish, &turned);
	want = text_of(b);
	apply(a, &wish, true);
	got = text_of(a);
	good = strcmp(got, want) == 0;
	if (!good)
		is_str(got, want, "seed %" PRIu64, seed);
	good = good && apply(a, &wish, true) == 0;
	good = good && apply(a, &turned, true) == 0;
	/* with neither, nobody is lost, and once more changes nothing */
	apply(kept, &turned, false);
	good = good && has_users(kept, &old) && has_users(kept, &wish);
	good = good && apply(kept, &wish, false) == 0;
	ft_free(got);
	ft_free(want);
	ft_flat_free(&old);
	ft_flat_free(&wish);
	ft_flat_free(&turned);
	ft_str_free(&text[0]);
	ft_str_free(&text[1]);
	ft_store_close(a);
	ft_store_close(b);
	ft_store_close(kept);
	return good;
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(150));
	size_t failed = 0;

	for (uint64_t seed = seeds.first; seed < seeds.end && failed < 3;
	     seed++) {
		if (check_round(seed))
			continue;
		diag("seed %" PRIu64 " failed", seed);
		failed++;
	}
	ok(failed == 0, "%" PRIu64 " pairs of clusters", seeds.n);
	return done_testing();
}
