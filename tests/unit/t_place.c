/*
 * Which nodes a job gets.  Rows marked * are what Slurm 22.05 did on four nodes
 * of 16 CPUs with select/cons_tres, CR_Core_Memory, DefMemPerCPU=1000.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "lib/smallworld.h"
#include "sim/place/place.h"
#include "sim/job/start.h"
#include "tap/tap.h"

/* What runs already: CPUs in use of n1 to n4. */
struct row {
	const char *name;
	uint32_t used[4];
	/* asked for */
	uint32_t nodes, max_nodes, tasks, per_task, per_node;
	const char *want; /* node:cpus ..., "busy" */
};

static const struct row rows[] = {
	{ "* the first that has room", { 0, 0, 0, 0 }, 1, 0, 2, 1, 0, "n1:2" },
	{ "* small jobs pile up", { 10, 0, 0, 0 }, 1, 0, 4, 1, 0, "n1:4" },
	{ "* the smaller stretch that is large enough", { 10, 0, 16, 0 }, 1, 1,
	    4, 1, 0, "n4:4" },
	{ "* one node, and the first is too small", { 10, 0, 0, 0 }, 1, 1, 10,
	    1, 0, "n2:10" },
	{ "* two nodes: as much of the first as leaves one", { 10, 0, 16, 4 },
	    2, 2, 6, 1, 0, "n1:5 n2:1" },
	{ "* tasks that nobody holds at once spread", { 15, 1, 16, 4 }, 1, 0,
	    20, 1, 0, "n1:1 n2:15 n4:4" },
	{ "* of a range as many nodes as there are tasks", { 10, 0, 0, 0 }, 2,
	    4, 3, 1, 0, "n1:1 n2:1 n3:1" },
	{ "* so many tasks of each node", { 12, 2, 1, 0 }, 2, 2, 8, 1, 4,
	    "n1:4 n2:4" },
	{ "* tasks of five CPUs", { 16, 16, 1, 0 }, 1, 0, 3, 5, 0, "n3:15" },
	{ "* one node that holds all rather than two", { 4, 0, 0, 0 }, 1, 0, 16,
	    1, 0, "n2:16" },
	{ "* of neighbours that with the least room", { 16, 0, 0, 4 }, 1, 0, 2,
	    1, 0, "n4:2" },
	{ "more than is free", { 16, 16, 8, 16 }, 1, 0, 9, 1, 0, "busy" },
	{ "more nodes than have room", { 16, 0, 0, 0 }, 4, 4, 4, 1, 0, "busy" },
};

static void
occupy(struct smallworld *small, uint32_t node, uint32_t cpus)
{
	struct ft_job *job = smallworld_job(small, "ann");
	struct ft_job_node part = { node, cpus, 100 * cpus };
	const struct ft_found found = { .node = &part, .n = 1 };

	job->tasks_wanted = cpus;
	smallworld_submit(small, job);
	ft_world_start(&small->world, job, 0, &found, FT_SCHED_MAIN);
}

static char *
found_text(const struct ft_world *world, const struct ft_found *found)
{
	struct ft_str text = { 0 };

	ft_str_add(&text, "");
	for (size_t i = 0; i < found->n; i++)
		ft_str_addf(&text, "%s%s:%u", i ? " " : "",
		    world->machine.node[found->node[i].node].name,
		    found->node[i].cpus);
	return text.data;
}

/* On what is free now. */
static enum ft_fit
find(struct ft_world *world, const struct ft_job *job, struct ft_found *found)
{
	return ft_place_find(&(struct ft_seeker){ world, job, 0 }, NULL,
	    ft_place_now(world), found);
}

static void
check(const struct row *row)
{
	struct smallworld small;
	struct ft_job *job;
	struct ft_found found = { 0 };
	enum ft_fit fit;
	char *text;

	smallworld_open(&small, "");
	for (uint32_t i = 0; i < 4; i++)
		if (row->used[i])
			occupy(&small, i, row->used[i]);
	job = smallworld_job(&small, "bob");
	job->min_nodes = row->nodes;
	job->max_nodes = row->max_nodes;
	job->nodes_given = row->max_nodes > 0;
	job->tasks_wanted = row->tasks;
	job->cpus_per_task = row->per_task;
	job->tasks_per_node = row->per_node;
	job->mem_per_cpu = 100;
	fit = find(&small.world, job, &found);
	text = found_text(&small.world, &found);
	is_str(fit == FT_FIT ? text : "busy", row->want, "%s", row->name);
	ft_free(text);
	ft_found_clear(&found);
	ft_job_clear(job);
	ft_free(job);
	smallworld_close(&small);
}

/* What is asked for beside CPUs, one change each. */
static void
others(void)
{
	struct smallworld small;
	struct ft_found found = { 0 };
	struct ft_world *world = &small.world;
	struct ft_seeker seeker = { .world = world };
	struct ft_job *job;

	smallworld_open(&small,
	    "GresTypes=gpu\nLicenses=tool:1\nNodeName=p1 CPUs=16 "
	    "RealMemory=64000 Gres=gpu:2 Feature=fast Weight=9\n"
	    "NodeName=q1 CPUs=99 RealMemory=64000 State=DOWN\n");
	job = smallworld_job(&small, "bob");
	job->mem_per_node = 40000;
	ok(find(world, job, &found) == FT_FIT && found.node[0].node == 0 &&
		found.node[0].memory == 40000,
	    "memory of a node");
	smallworld_submit(&small, job);
	ft_world_start(world, job, 0, &found, FT_SCHED_MAIN);

	job = smallworld_job(&small, "bob");
	job->mem_per_node = 40000;
	ok(find(world, job, &found) == FT_FIT && found.node[0].node == 1,
	    "twice as much goes to the next");
	job->mem_per_node = 0;
	ok(find(world, job, &found) == FT_FIT && found.node[0].memory == 64000,
	    "--mem=0 is all of a node that nobody has");
	job->mem_per_node = 100;
	job->exclusive = true;
	ok(find(world, job, &found) == FT_FIT && found.node[0].node == 1 &&
		found.node[0].cpus == 16,
	    "--exclusive is an idle node with all CPUs");
	job->exclusive = false;
	job->features = "fast";
	ok(find(world, job, &found) == FT_FIT && found.node[0].node == 4,
	    "features, although its weight is larger");
	job->features = "";
	job->req_nodes = "n3";
	ok(find(world, job, &found) == FT_FIT && found.n == 1 &&
		found.node[0].node == 2,
	    "the node that is named");
	job->req_nodes = "q1";
	seeker.job = job;
	ok(ft_place_ever(&seeker, ft_place_usable(world)) == FT_FIT_NODES,
	    "a node that is down: not now, but one day");
	job->req_nodes = "";
	job->exc_nodes = "n[1-4]";
	ok(find(world, job, &found) == FT_FIT && found.node[0].node == 4,
	    "nodes that are excluded");
	job->exc_nodes = "";
	job->tasks_wanted = 1000;
	seeker.job = job;
	ok(ft_place_ever(&seeker, ft_place_usable(world)) == FT_FIT_NEVER,
	    "more than there is, ever");
	ft_job_clear(job);
	ft_free(job);
	ft_found_clear(&found);
	smallworld_close(&small);
}

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(rows); i++)
		check(&rows[i]);
	others();
	return done_testing();
}
