/*
 * A damaged file gives a message or an answer, never a crash: bytes of a store
 * are changed at random, blocks overwritten, ends cut off.  (Wrong answers are
 * possible: SQLite keeps no checksums.)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/rng.h"
#include "lib/storefile.h"
#include "model/conf/conf.h"
#include "store/job/jobs.h"
#include "store/usage/usage.h"
#include "tap/tap.h"

#define ROUNDS 600

/* What the readers said: the status of the first that failed. */
static enum ft_status
read_tree(struct ft_store *store, struct ft_error *err)
{
	const struct ft_decay decay = { FT_DECAY_SLURM, 604800 };
	struct ft_tree *tree = NULL;
	enum ft_status status =
	    ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, err);
	ft_real *usage;

	if (status)
		return status;
	usage = ft_calloc(tree->n, sizeof *usage);
	status = ft_store_read_usage(store, tree,
	    &(struct ft_usage_at){ &decay, STOREFILE_NOW + 5, 0, usage }, err);
	ft_free(usage);
	ft_tree_free(tree);
	return status;
}

static enum ft_status
take_job(void *ctx, struct ft_job *job, struct ft_error *err)
{
	(void)ctx;
	(void)err;
	ft_job_clear(job);
	return FT_OK;
}

static enum ft_status
take_live(void *ctx, const struct ft_live_change *change, struct ft_error *err)
{
	(void)ctx;
	(void)change;
	(void)err;
	return FT_OK;
}

static enum ft_status
read_jobs(struct ft_store *store, struct ft_error *err)
{
	static const struct ft_tres cpu = { 1, "cpu", "" };
	const struct ft_tres_table tres = { &cpu, 1 };
	const struct ft_store_job_filter all = { .cluster = 1, .runs = true };
	struct ft_store_controller controller;
	struct ft_store_seen seen;
	struct ft_intern strings = { 0 };
	enum ft_status status;

	status = ft_store_read_jobs(store, &all,
	    &(struct ft_store_reader){ &strings, &tres, NULL }, take_job, err);
	ft_intern_free(&strings);
	if (!status)
		status = ft_store_get_controller(store, 1, &controller, err);
	if (!status)
		status = ft_store_read_live(store, 1, take_live, NULL, err);
	return status ? status : ft_store_read_seen(store, &seen, err);
}

static enum ft_status
read_booked(struct ft_store *store, struct ft_error *err)
{
	const int32_t what[] = { 1, 0 };
	const uint32_t qos = 1;
	ft_real of_qos[4];
	struct ft_usage_query query = { .cluster = 1,
		.now = STOREFILE_NOW + 5,
		.what = what,
		.n_what = 2,
		.qos = { &qos, 1, of_qos, of_qos + 2 } };
	struct ft_conf conf;
	struct ft_era *era = NULL;
	struct ft_tree *tree = NULL;
	enum ft_status status =
	    ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, err);

	if (status)
		return status;
	ft_conf_init(&conf);
	query.assoc = (struct ft_usage_sums){ tree->id, tree->n,
		ft_calloc(2 * tree->n, sizeof(ft_real)),
		ft_calloc(2 * tree->n, sizeof(ft_real)) };
	status = ft_store_read_eras(store, &conf.arena, &era, &conf.n_era, err);
	conf.era = era;
	query.era = era = ft_conf_eras(&conf, 1, STOREFILE_NOW, &query.n_era);
	if (!status)
		status = ft_store_read_booked(store, &query, err);
	ft_conf_free(&conf);
	ft_free(era);
	ft_free(query.assoc.at_pass);
	ft_free(query.assoc.since);
	ft_tree_free(tree);
	return status;
}

static enum ft_status
read_names(struct ft_store *store, struct ft_error *err)
{
	struct ft_names_set names = { 0 };
	enum ft_status status;

	status = ft_store_read_names(store, &names, err);
	ft_names_set_free(&names);
	return status;
}

static enum ft_status
read_book(struct ft_store *store, struct ft_error *err)
{
	struct ft_acctdb acctdb = { 0 };
	enum ft_status status;

	status = ft_store_read_book(store, true, &acctdb, err);
	ft_acctdb_free(&acctdb);
	return status;
}

static enum ft_status
change(struct ft_store *store, struct ft_error *err)
{
	const struct ft_store_actor actor = { "root", "x", 1 };
	struct ft_assoc assoc = { .cluster = 1,
		.account = 1,
		.user = 2,
		.parent = 1,
		.partition = "p",
		.comment = "" };
	struct ft_registry *r;
	uint32_t id;
	enum ft_status status = ft_store_begin(store, &actor, &r, err);

	if (status)
		return status;
	status = FT_ADD(r, &assoc, &id, err);
	if (!status)
		status = r->ops->drop_assocs(r, (uint32_t[]){ 4 }, 1, err);
	if (!status)
		status = ft_store_commit(store, NULL, err);
	else
		ft_store_rollback(store);
	return status;
}

/* Jobs, of which some ran or run. */
static void
add_jobs(struct ft_store *store)
{
	static const struct ft_tres cpu = { 1, "cpu", "" };
	const struct ft_tres_table tres = { &cpu, 1 };
	uint64_t alloc[1] = { 4 };
	struct ft_store_charge charge = { .assoc = 4,
		.qos = 1,
		.starts = STOREFILE_NOW - 900,
		.ends = STOREFILE_NOW - 10,
		.rate = 4,
		.usage_factor = 1,
		.alloc = alloc };
	struct ft_job job;
	enum ft_status status = FT_OK;

	for (uint32_t i = 0; !status && i < 60; i++) {
		ft_job_init(&job);
		job.number = i + 1;
		job.state = (enum ft_job_state)(i % 4);
		job.user = job.account = "acct";
		job.assoc = 4;
		job.started = i % 4 ? STOREFILE_NOW - 1000 : 0;
		job.alloc = i % 4 ? alloc : NULL;
		status = ft_store_put_job(
		    &(struct ft_store_jobs){ store, 1, &tres }, &job, 0, NULL);
		charge.job = job.id;
		if (!status)
			status =
			    ft_store_put_charge(store, 1, &charge, &tres, NULL);
	}
	if (status)
		bail("jobs");
}

/* Returns whether all that failed said why, the file first where it is it. */
static bool
use(const char *path, int *failures)
{
	static enum ft_status (*const steps[])(
	    struct ft_store *, struct ft_error *) = { read_tree, read_names,
		read_book, read_jobs, read_booked, change };
	const struct ft_store_options options = { .create = true,
		.now = STOREFILE_NOW };
	struct ft_error err = { 0 };
	struct ft_store *store;
	bool told = true;

	if (ft_store_open(&store, path, &options, &err)) {
		++*failures;
		return !strncmp(err.text, path, strlen(path));
	}
	for (size_t i = 0; i < FT_COUNT(steps); i++) {
		err.text[0] = '\0';
		if (!steps[i](store, &err))
			continue;
		++*failures;
		if (!*err.text || strchr(err.text, '\n')) {
			diag("step %zu says '%s'", i, err.text);
			told = false;
		}
	}
	ft_store_close(store);
	return told;
}

static void
damage(unsigned char *data, long *size, struct ft_rng *rng)
{
	uint32_t at = ft_rng_below(rng, (uint32_t)*size);
	uint32_t n = 1 + ft_rng_below(rng, 8);

	switch (ft_rng_below(rng, 4)) {
	case 0: /* anywhere */
		while (n > 0 && n--)
			data[ft_rng_below(rng, (uint32_t)*size)] =
			    (unsigned char)ft_rng_u64(rng);
		break;
	case 1: /* page headers and first cells */
		while (n > 0 && n--)
			data[at / 4096 * 4096 + ft_rng_below(rng, 64)] =
			    (unsigned char)ft_rng_u64(rng);
		break;
	case 2: /* a block of one value */
		memset(data + at, (int)ft_rng_below(rng, 256),
		    (size_t)*size - at < 500 ? (size_t)*size - at : 500);
		break;
	default:
		*size = at;
	}
}

int
main(void)
{
	char *base = storefile_path("sound.db");
	char *path = storefile_path("damaged.db");
	char *log = storefile_path("damaged.db-wal");
	struct ft_store *store = storefile_open(base);
	struct ft_registry *r = storefile_begin(store);
	const struct ft_usage_mark mark = { 4, 7, 0, 0 };
	unsigned char *sound;
	int failures = 0, untold = 0;
	struct ft_rng rng;
	long size;

	storefile_account(r, "acct", 1);
	for (unsigned i = 0; i < 200; i++) {
		char name[32];

		snprintf(name, sizeof name, "user%u", i);
		storefile_user(r, name, 3);
	}
	if (ft_store_put_opening(store, STOREFILE_NOW, &mark, 1, NULL))
		bail("opening");
	add_jobs(store);
	storefile_commit(store);
	ft_store_close(store);
	size = storefile_read(base, &sound);
	ft_rng_init(&rng, 99);
	diag("seed 99");
	for (int i = 0; i < ROUNDS; i++) {
		unsigned char *data = ft_alloc((size_t)size);
		long cut = size;

		memcpy(data, sound, (size_t)size);
		damage(data, &cut, &rng);
		(void)unlink(log);
		storefile_write(path, data, (size_t)cut);
		ft_free(data);
		if (!use(path, &failures)) {
			diag("round %d: no message", i);
			untold++;
		}
	}
	is_i64(untold, 0, "every failure says why");
	ok(failures > ROUNDS / 5, "%d failures in %d rounds", failures, ROUNDS);
	ft_free(sound);
	ft_free(log);
	ft_free(path);
	ft_free(base);
	return done_testing();
}
