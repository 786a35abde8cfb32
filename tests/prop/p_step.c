/*
 * The steps between two states, as command lines run on the first one, give
 * the second: random stores, random changes, by either name of the command.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/flat/flat.h"
#include "admin/step/step.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/text/str.h"
#include "io/slurm/flatfile.h"
#include "lib/acctline.h"
#include "lib/acctdbtext.h"
#include "lib/book.h"
#include "lib/storefile.h"
#include "store/journal/journal.h"
#include "lib/seeds.h"
#include "tap/tap.h"

static struct ft_error err;
static bool show; /* what is tried, and what is complained of */

static int
run_line(struct ft_store *store, const char *line, bool slurm)
{
	return acctline_run(store, line, slurm, show);
}

/* ---- random lines ------------------------------------------------------------ */

static struct ft_rng rng;
static bool newer; /* also what sacctmgr 22.05 does not know */

static uint32_t
below(uint32_t n)
{
	return ft_rng_below(&rng, n);
}

static const char *
pick(const char *const *list, uint32_t n)
{
	return list[below(n)];
}
#define PICK(...)                                                              \
	pick((const char *const[]){ __VA_ARGS__ },                             \
	    sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))

static const char *
cluster(void)
{
	return PICK("cluster", "cluster", "cluster", "two", "three");
}

static const char *
account(void)
{
	return PICK("root", "a", "b", "c", "d", "e", "f");
}

static const char *
user(void)
{
	return PICK("root", "ann", "bob", "eve", "ned", "zoe");
}

static const char *
qos(void)
{
	return PICK("normal", "q1", "q2", "q3");
}

static void
add_tres(struct ft_str *str, const char *name)
{
	ft_str_addf(str, " %s=%s=%d", name, PICK("cpu", "mem", "node"),
	    (int)below(5) - 1);
	if (below(2))
		ft_str_addf(str, ",%s=%" PRIu32, PICK("billing", "energy"),
		    below(3000));
}

static void
add_qos_list(struct ft_str *str)
{
	switch (below(6)) {
	case 0:
		ft_str_add(str, " qos=''");
		break;
	case 1:
		ft_str_addf(str, " qos+=%s", qos());
		break;
	case 2:
		ft_str_addf(str, " qos-=%s", qos());
		break;
	case 3:
		ft_str_addf(str, " qos=+%s,-%s", qos(), qos());
		break;
	default:
		ft_str_addf(str, " qos=%s,%s", qos(), qos());
		break;
	}
}

/* lists: QOS lists, too; one of them in a line makes sense */
static void
add_limit(struct ft_str *str, bool lists)
{
	switch (below(lists ? 10 : 8)) {
	case 0:
		ft_str_addf(str, " maxjobs=%d", (int)below(4) - 1);
		break;
	case 1:
		ft_str_addf(str, " grpsubmitjobs=%d", (int)below(4) - 1);
		break;
	case 2:
		ft_str_addf(str, " maxwall=%s",
		    PICK("-1", "0", "90", "3-0", "1-02:03:04"));
		break;
	case 3:
		add_tres(str, PICK("grptres", "maxtres", "maxtresmins"));
		break;
	case 4:
		add_tres(str, PICK("grptresmins", "grptresrunmins",
				  "maxtrespernode", "maxtresrunmins"));
		break;
	case 5:
		ft_str_addf(str, " grpwall=%d", (int)below(400) - 1);
		break;
	case 6:
		ft_str_addf(str, " %s=%d",
		    PICK("priority", "minpriothresh", "maxjobsaccrue",
			"grpjobsaccrue", "grpjobs", "maxsubmitjobs"),
		    (int)below(4) - 1);
		break;
	case 7:
		ft_str_addf(str, " defaultqos=%s",
		    PICK("-1", "normal", "q1", "q2", "q3"));
		break;
	default:
		add_qos_list(str);
		break;
	}
}

static void
add_settings(struct ft_str *str)
{
	uint32_t limits = below(3);

	if (limits == 0 || below(2))
		ft_str_addf(str, " fairshare=%s",
		    PICK("0", "1", "7", "40", "parent", "-1"));
	for (; limits; limits--)
		add_limit(str, limits == 1);
	if (newer && below(4) == 0)
		ft_str_addf(str, " comment=%s", PICK("''", "x", "'it is; so'"));
}

static void
add_qos_settings(struct ft_str *str)
{
	for (uint32_t i = 1 + below(3); i; i--) {
		switch (below(10)) {
		case 0:
			ft_str_addf(
			    str, " preempt%s%s", PICK("=", "+=", "-="), qos());
			break;
		case 1:
			ft_str_addf(str, " flags=%s",
			    PICK("-1", "denyonlimit", "nodecay,noreserve"));
			break;
		case 2:
			ft_str_addf(str, " gracetime=%" PRIu32, below(400));
			break;
		case 3:
			ft_str_addf(str, " preemptmode=%s",
			    PICK("cluster", "cancel", "requeue", "gang"));
			break;
		case 4:
			ft_str_addf(str, " preemptexempttime=%s",
			    PICK("-1", "0", "5", "1-00:00:01"));
			break;
		case 5:
			ft_str_addf(str, " %s=%s",
			    PICK(
				"usagefactor", "usagethreshold", "limitfactor"),
			    PICK("-1", "0", "0.3", "2", "0.1000000000000001"));
			break;
		case 6:
			ft_str_addf(str, " description='%s'",
			    PICK("", "some text", "q1", "a;b&c"));
			break;
		case 7:
			add_tres(
			    str, PICK("mintresperjob", "maxtrespu", "maxtrespa",
				     "maxtresrunminspa", "maxtresrunminspu"));
			break;
		case 8:
			ft_str_addf(str, " %s=%d",
			    PICK("maxjobspu", "maxjobspa", "maxsubmitjobspu",
				"maxsubmitjobspa", "maxjobsaccruepu",
				"maxjobsaccruepa", "grpwall", "maxwall"),
			    (int)below(9) - 1);
			break;
		default:
			ft_str_addf(str, " priority=%" PRIu32, below(100));
			break;
		}
	}
}

static void
random_add(struct ft_str *str)
{
	switch (below(12)) {
	case 0:
		ft_str_addf(str, "add cluster %s", cluster());
		if (below(3) == 0)
			ft_str_addf(str, " classification=%s",
			    PICK("capacity", "'*capability'"));
		if (below(2))
			add_settings(str);
		break;
	case 1:
		ft_str_addf(str, "add qos %s", qos());
		add_qos_settings(str);
		break;
	case 2:
		ft_str_addf(str, "add coordinator account=%s name=%s",
		    account(), user());
		break;
	case 3:
	case 4:
	case 5:
	case 6:
		ft_str_addf(str, "add account %s,%s parent=%s", account(),
		    account(), account());
		if (below(2))
			ft_str_addf(str, " cluster=%s", cluster());
		if (below(3) == 0)
			ft_str_addf(str, " description='%s' organization='%s'",
			    PICK("", "d e", "o;o"), PICK("", "org", "a"));
		add_settings(str);
		break;
	default:
		ft_str_addf(str, "add user %s,%s account=%s,%s", user(), user(),
		    account(), account());
		if (below(2))
			ft_str_addf(str, " cluster=%s", cluster());
		if (below(3) == 0)
			ft_str_addf(str, " partition=%s",
			    PICK("p", "night", "p,night"));
		if (below(4) == 0)
			ft_str_addf(str, " adminlevel=%s",
			    PICK("operator", "admin", "none"));
		if (below(4) == 0)
			ft_str_addf(str, " defaultaccount=%s", account());
		add_settings(str);
		break;
	}
}

static void
random_modify(struct ft_str *str)
{
	switch (below(10)) {
	case 0:
		ft_str_addf(str, "modify cluster %s set", cluster());
		if (below(3) == 0)
			ft_str_addf(
			    str, " classification=%s", PICK("capacity", "''"));
		add_settings(str);
		break;
	case 1:
		ft_str_addf(str, "modify qos %s set", qos());
		add_qos_settings(str);
		break;
	case 2:
		ft_str_addf(str, "modify user %s set %s=%s",
		    PICK("ann", "bob", "eve", "ned", "zoe"),
		    PICK("defaultaccount", "defaultaccount", "newname"),
		    PICK("a", "b", "c", "ann", "zoe", "max"));
		break;
	case 3:
		ft_str_addf(str, "modify user %s set adminlevel=%s", user(),
		    PICK("none", "operator", "admin"));
		break;
	case 4:
		ft_str_addf(str, "modify account %s set description='%s'",
		    account(), PICK("", "text", "two words"));
		if (newer)
			ft_str_addf(str, " flags=%s",
			    PICK("nousersarecoords", "usersarecoords"));
		break;
	case 5:
		ft_str_addf(str, "modify account %s set parent=%s", account(),
		    account());
		break;
	case 6:
	case 7:
		ft_str_addf(str, "modify account %s cluster=%s set", account(),
		    cluster());
		add_settings(str);
		break;
	default:
		ft_str_addf(
		    str, "modify user %s account=%s set", user(), account());
		add_settings(str);
		break;
	}
}

static void
random_delete(struct ft_str *str)
{
	switch (below(10)) {
	case 0:
		ft_str_addf(str, "delete cluster %s",
		    PICK("two", "three", "three", "two", "cluster"));
		break;
	case 1:
		ft_str_addf(str, "delete qos %s", qos());
		break;
	case 2:
		ft_str_addf(str, "delete coordinator account=%s name=%s",
		    account(), user());
		break;
	case 3:
		ft_str_addf(str, "delete account %s", account());
		break;
	case 4:
		ft_str_addf(
		    str, "delete account %s cluster=%s", account(), cluster());
		break;
	case 5:
	case 6:
		ft_str_addf(str, "delete user %s", user());
		break;
	default:
		ft_str_addf(
		    str, "delete user %s account=%s", user(), account());
		if (below(3) == 0)
			ft_str_addf(
			    str, " partition=%s", PICK("''", "p", "night"));
		break;
	}
}

static void
run_random(struct ft_store *store, struct ft_str *str)
{
	run_line(store, ft_str_text(str), false);
	if (show)
		diag("line %s", ft_str_text(str));
	ft_str_free(str);
}

/* Most of what the lines speak of. */
static void
random_fill(struct ft_store *store)
{
	static const char *const names[] = { "qos q1", "qos q2", "qos q3",
		"cluster two", "cluster three", "account a", "account b",
		"account c", "account d", "account e", "account f" };

	for (size_t i = 0; i < FT_COUNT(names); i++) {
		struct ft_str str = { 0 };

		if (below(8) == 0)
			continue;
		ft_str_addf(&str, "add %s", names[i]);
		if (*names[i] == 'a')
			ft_str_addf(&str, " parent=%s",
			    PICK("root", "a", "b", "c", "d"));
		if (*names[i] == 'a' && below(2))
			ft_str_addf(&str, " cluster=%s", cluster());
		if (*names[i] == 'q')
			add_qos_settings(&str);
		else if (below(2))
			add_settings(&str);
		run_random(store, &str);
	}
}

/* What is refused changes nothing. */
static void
random_lines(struct ft_store *store, uint32_t n, uint32_t adding)
{
	for (uint32_t i = 0; i < n; i++) {
		struct ft_str str = { 0 };
		uint32_t kind = below(adding + 6);

		if (kind < adding)
			random_add(&str);
		else if (kind < adding + 4)
			random_modify(&str);
		else
			random_delete(&str);
		run_random(store, &str);
	}
}

/* ---- changes of other kinds ---------------------------------------------------- */

/* The state of another store, loaded as a flat file. */
static void
load_other(struct ft_store *store)
{
	struct ft_store *other = storefile_memory();
	struct ft_admin_load load;
	struct ft_acctdb acctdb;
	struct ft_flat flat;
	struct ft_str text = { 0 };

	random_fill(other);
	random_lines(other, 20, 30);
	book_read(other, &acctdb);
	ft_flat_init(&flat, "dump");
	/* there may be no such cluster: then nothing is loaded */
	(void)ft_admin_dump(&acctdb, "cluster", FT_DUMP_OURS, &flat, &err);
	ft_flatfile_write(&text, &flat);
	ft_admin_load_init(&load);
	(void)book_load(store, ft_str_text(&text), &load, &err);
	ft_admin_load_free(&load);
	ft_str_free(&text);
	ft_flat_free(&flat);
	ft_acctdb_free(&acctdb);
	ft_store_close(other);
}

static void
undo_some(struct ft_store *store, uint32_t n)
{
	const struct ft_store_actor actor = { "root", "undo", STOREFILE_NOW };
	struct ft_undo_request request = { .last = 1 + below(n) };
	struct ft_undone_list done;

	(void)ft_store_undo(store, &actor, &request, &done, &err);
	ft_free(done.item);
}

/* ---- the property -------------------------------------------------------------- */

static struct ft_store *
copy_of(struct ft_store *store)
{
	struct ft_store *copy;

	if (ft_store_scratch(&copy, store, &err))
		bail("%s", err.text);
	return copy;
}

/* Returns whether some note is about more than places among siblings. */
static bool
has_hard_note(const struct ft_steps *steps, bool *order)
{
	bool hard = false;

	for (size_t i = 0; i < steps->n; i++) {
		const struct ft_step *step = &steps->step[i];

		for (size_t k = 0; k < step->n_field; k++)
			if (step->field[k].note) {
				*order = *order ||
					 !strcmp(step->field[k].name, "order");
				hard = hard || strcmp(step->field[k].name,
						   "order") != 0;
			}
		if (ft_step_is_note(step) && step->op != FT_STEP_CHANGE)
			hard = true;
	}
	return hard;
}

/* Runs the command lines; returns whether all went well. */
static bool
run_commands(struct ft_store *store, char *text, bool slurm)
{
	bool good = true;
	char *save = NULL;

	for (char *line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		static const char name[] = "sacctmgr -i ";

		if (*line == '#')
			continue;
		if (strncmp(line, name, strlen(name)) != 0 ||
		    run_line(store, line + strlen(name), slurm) != 0) {
			diag("failed: %s", line);
			good = false;
		}
	}
	return good;
}

static bool
same_text(
    const struct ft_acctdb *left, const struct ft_acctdb *right, bool order)
{
	char *got = acctdbtext(left, order), *want = acctdbtext(right, order);
	size_t at = 0;
	bool same = !strcmp(got, want);

	while (!same && got[at] == want[at])
		at++;
	while (!same && at && got[at - 1] != '\n')
		at--;
	if (!same) {
		diag("got  %.*s", (int)strcspn(got + at, "\n"), got + at);
		diag("want %.*s", (int)strcspn(want + at, "\n"), want + at);
	}
	ft_free(got);
	ft_free(want);
	return same;
}

struct tally {
	size_t steps, notes, hard, orders;
};

static bool
check(struct ft_store *before, struct ft_store *after, bool slurm,
    struct tally *tally)
{
	struct ft_store *replay = copy_of(before);
	struct ft_acctdb from, to, got;
	struct ft_steps steps, rest;
	struct ft_str text = { 0 };
	bool good, order = false, hard;
	char *copy;

	book_read(before, &from);
	book_read(after, &to);
	ft_steps_between(&steps, &from, &to);
	for (size_t i = 0; i < steps.n; i++)
		ft_step_commands(&steps.step[i], &text);
	hard = has_hard_note(&steps, &order);
	if (show)
		diag("commands:\n%s", ft_str_text(&text));
	tally->steps += steps.n;
	tally->notes += steps.n_note;
	tally->hard += hard;
	tally->orders += order;
	copy = ft_strdup(ft_str_text(&text));
	good = run_commands(replay, copy, slurm);
	book_read(replay, &got);
	if (hard) {
		good = true;
	} else if (good) {
		good = same_text(&got, &to, !order);
		ft_steps_between(&rest, &got, &to);
		if (rest.n != rest.n_note) {
			good = false;
			for (size_t i = 0; i < rest.n; i++) {
				struct ft_str line = { 0 };

				ft_step_line(&rest.step[i], &line);
				diag("left: %s", ft_str_text(&line));
				ft_str_free(&line);
			}
		}
		ft_steps_free(&rest);
	}
	if (!good)
		diag("commands:\n%s", ft_str_text(&text));
	ft_free(copy);
	ft_str_free(&text);
	ft_steps_free(&steps);
	ft_acctdb_free(&from);
	ft_acctdb_free(&to);
	ft_acctdb_free(&got);
	ft_store_close(replay);
	return good;
}

static void
test_seed(uint64_t seed, struct tally *tally)
{
	struct ft_store *before = storefile_memory(), *after;
	uint32_t kind;

	ft_rng_init(&rng, seed);
	newer = below(2);
	random_fill(before);
	random_lines(before, 10 + below(60), 30);
	after = copy_of(before);
	if (show)
		diag("---- changes");
	kind = below(6);
	if (kind == 0)
		load_other(after);
	else if (kind == 1)
		undo_some(after, 12);
	else
		random_lines(after, 1 + below(kind == 2 ? 40 : 6), 3);
	ok(check(before, after, !newer, tally), "seed %" PRIu64, seed);
	ft_store_close(before);
	ft_store_close(after);
}

/* Other seeds: p_step FIRST COUNT. */
int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(100));
	struct tally tally = { 0 };

	show = getenv("P_STEP_SHOW") != NULL;
	for (uint64_t seed = seeds.first; seed < seeds.end; seed++)
		test_seed(seed, &tally);
	diag("%zu steps, %zu notes; notes in the way %zu times, orders %zu",
	    tally.steps, tally.notes, tally.hard, tally.orders);
	ok(tally.steps > seeds.n && tally.hard * 10 < seeds.n,
	    "steps, and few of them impossible");
	return done_testing();
}
