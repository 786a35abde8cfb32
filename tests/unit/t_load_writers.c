/*
 * Eight processes submit at once, each with a world of its own that it keeps
 * and refreshes: nothing is lost and no number is given twice.
 */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "lib/storefile.h"
#include "load/world/world.h"
#include "sim/job/job.h"
#include "sim/job/split.h"
#include "sim/run/life.h"
#include "sim/world/array.h"
#include "tap/tap.h"

enum { WRITERS = 8, JOBS = 50 };

/* A job of this process, its name says which. */
static void
add_job(struct ft_world *world, int writer, int count)
{
	struct ft_job *job = ft_world_new_job(world);
	char name[32];

	snprintf(name, sizeof name, "%d.%d", writer, count);
	job->number = ft_world_take_number(world);
	job->name = ft_world_string(world, name);
	job->user = ft_world_string(world, "ann");
	job->account = ft_world_string(world, "phys");
	job->partitions = ft_world_string(world, "batch");
	job->submitted = world->now;
	ft_job_touch(job);
	ft_world_add(world, job);
}

static enum ft_status
submit(struct ft_world *world, struct ft_store *store, int writer, int count,
    struct ft_error *err)
{
	const struct ft_store_actor actor = { "ann", "submit", STOREFILE_NOW };
	enum ft_status status = ft_store_begin(store, &actor, NULL, err);

	if (status)
		return status;
	status = ft_load_refresh(world, store, err);
	if (!status) {
		add_job(world, writer, count);
		status = ft_save_world(world, store, err);
	}
	if (!status)
		return ft_store_commit(store, NULL, err);
	ft_store_rollback(store);
	return status;
}

/* Returns how many jobs of others this one has seen at last, -1 on failure. */
static int
write_jobs(const char *path, int writer)
{
	static const struct ft_store_options options = { .lock_seconds = 60 };
	struct ft_error err = { 0 };
	struct ft_store *store;
	struct ft_conf conf;
	struct ft_world world;
	enum ft_status status = ft_store_open(&store, path, &options, &err);

	if (status)
		return -1;
	ft_conf_init(&conf);
	status = ft_load_world(&world,
	    &(struct ft_load_source){
		.store = store, .conf = &conf, .cluster = 1 },
	    NULL, &err);
	for (int i = 0; !status && i < JOBS; i++)
		status = submit(&world, store, writer, i, &err);
	if (status)
		fprintf(stderr, "# %s\n", err.text);
	ft_world_free(&world);
	ft_conf_free(&conf);
	ft_store_close(store);
	return status ? -1 : 0;
}

int
main(void)
{
	char *path = storefile_path("writers.db");
	pid_t child[WRITERS];
	int status;

	ft_store_close(storefile_open(path));
	for (int i = 0; i < WRITERS; i++) {
		child[i] = fork();
		if (child[i] < 0)
			bail("fork");
		if (child[i] == 0)
			_exit(write_jobs(path, i) ? 1 : 0);
	}
	for (int i = 0; i < WRITERS; i++) {
		waitpid(child[i], &status, 0);
		ok(WIFEXITED(status) && WEXITSTATUS(status) == 0,
		    "writer %d got all in", i);
	}
	storefile_answers(path,
	    "SELECT count(*), min(number), max(number) FROM job", "400|1|400");
	storefile_answers(path, "SELECT count(DISTINCT name) FROM job", "400");
	storefile_answers(path, "SELECT count(DISTINCT stamp) FROM job", "400");
	storefile_answers(path,
	    "SELECT count(*) FROM (SELECT name, row_number() OVER (PARTITION "
	    "BY CAST(name AS INTEGER) ORDER BY number) AS n FROM job) WHERE "
	    "CAST(substr(name, 3) AS INTEGER) = n - 1",
	    "400");
	storefile_answers(path, "SELECT next_number FROM controller", "401");
	storefile_answers(
	    path, "SELECT value FROM generation WHERE name = 'job'", "400");
	ft_free(path);
	return done_testing();
}
