/* grestext.c - generic resources in use.  Source: recorded cases l01-sinfo,
 * v35-json-nodes. */

#include "jobdoc/grestext.h"

#include "common/jobtext.h"
#include "sim/place/cores.h"

/* What a node has of one kind and type. */
struct part {
	const struct ft_gres *gres;
	uint64_t count, used;
	uint64_t got; /* by the last job that was dealt to */
};

struct parts {
	struct part *item;
	size_t n, cap;
};

static void
add_part(struct parts *parts, const struct ft_gres *gres, uint64_t count)
{
	*ft_vec_add(parts->item, parts->n, parts->cap) =
	    (struct part){ .gres = gres, .count = count };
}

/* The types of each kind, then what has none. */
static void
list_parts(struct parts *parts, const struct ft_machine *machine, uint32_t node)
{
	const uint64_t *here = machine->node[node].gres_count;

	for (size_t i = 0; i < machine->n_gres; i++) {
		const struct ft_gres *kind = &machine->gres[i];
		uint64_t left = here[i];

		if (*kind->type || !left)
			continue;
		for (size_t k = 0; k < machine->n_gres; k++) {
			const struct ft_gres *gres = &machine->gres[k];

			if (!*gres->type || !here[k] ||
			    strcmp(gres->name, kind->name) != 0)
				continue;
			add_part(parts, gres, here[k]);
			left -= here[k];
		}
		if (left)
			add_part(parts, kind, left);
	}
}

/* Give JOB what it needs of PARTS, or all of them if the node is its own. */
static void
deal(
    struct parts *parts, const struct ft_world *world, const struct ft_job *job)
{
	bool whole = strcmp(ft_jobtext_exclusive(world, job), "NODE") == 0;

	for (size_t i = 0; i < parts->n; i++)
		parts->item[i].got = whole ? parts->item[i].count : 0;
	for (size_t k = 0; k < job->n_gres_need && !whole; k++) {
		const struct ft_gres *asked =
		    &world->machine.gres[job->gres_need[k].index];
		uint64_t left = job->gres_need[k].count;

		for (size_t i = 0; i < parts->n && left; i++) {
			struct part *part = &parts->item[i];
			uint64_t free = part->count - part->used - part->got;
			uint64_t give = left < free ? left : free;

			if (strcmp(asked->name, part->gres->name) != 0 ||
			    (*asked->type && asked != part->gres))
				continue;
			part->got += give;
			left -= give;
		}
	}
}

static bool
is_on(const struct ft_job *job, uint32_t node)
{
	for (size_t i = 0; i < job->n_node; i++)
		if (job->node[i].node == node)
			return true;
	return false;
}

static int
by_start(const void *left, const void *right)
{
	const struct ft_job *const *a = left, *const *b = right;

	return ft_cores_before(*a, *b) ? -1 : 1;
}

/* Deal to the jobs on NODE, the last of them UNTIL (NULL: to all). */
static void
deal_out(struct parts *parts, const struct ft_world *world, uint32_t node,
    const struct ft_job *until)
{
	const struct ft_job **job FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->n_running + 1, sizeof(*job));
	size_t n = 0;

	list_parts(parts, &world->machine, node);
	for (size_t i = 0; i < world->n_running && parts->n; i++)
		if (is_on(world->running[i], node))
			job[n++] = world->running[i];
	if (n)
		qsort(job, n, sizeof(*job), by_start);
	for (size_t i = 0; i < n; i++) {
		deal(parts, world, job[i]);
		if (job[i] == until)
			break;
		for (size_t k = 0; k < parts->n; k++)
			parts->item[k].used += parts->item[k].got;
	}
}

/* "gpu:a100" */
static void
add_name(struct ft_str *str, const struct ft_gres *gres, size_t before)
{
	ft_str_addf(str, "%s%s%s%s", str->len > before ? "," : "", gres->name,
	    *gres->type ? ":" : "", gres->type);
}

/* Only devices are numbered; gres.conf, which lists them, is not read. */
static bool
is_device(const struct ft_gres *gres)
{
	return strcmp(gres->name, "gpu") == 0;
}

static void
add_numbers(struct ft_str *str, uint64_t first, uint64_t count)
{
	if (!count)
		ft_str_add(str, "(IDX:N/A)");
	else if (count == 1)
		ft_str_addf(str, "(IDX:%" PRIu64 ")", first);
	else
		ft_str_addf(str, "(IDX:%" PRIu64 "-%" PRIu64 ")", first,
		    first + count - 1);
}

/* Until 24.11 a node without any has none of each kind. */
static void
list_kinds(struct parts *parts, const struct ft_world *world)
{
	const struct ft_machine *machine = &world->machine;

	if (!ft_release_has(
		ft_conf_release(world->conf), FT_RULE_NO_GRES_LISTED))
		return;
	for (size_t i = 0; i < machine->n_gres; i++)
		if (!*machine->gres[i].type)
			add_part(parts, &machine->gres[i], 0);
}

void
ft_grestext_add_used(
    struct ft_str *str, const struct ft_world *world, uint32_t node)
{
	struct parts parts = { 0 };
	size_t before = str->len;

	deal_out(&parts, world, node, NULL);
	if (!parts.n)
		list_kinds(&parts, world);
	for (size_t i = 0; i < parts.n; i++) {
		const struct part *part = &parts.item[i];

		add_name(str, part->gres, before);
		ft_str_addf(str, ":%" PRIu64, part->used);
		/* those of no type are not numbered; and a node that never
		 * answered has not said what it has */
		if (is_device(part->gres) && *part->gres->type && part->count &&
		    (part->used ||
			world->machine.node[node].state != FT_NODE_DOWN))
			add_numbers(str, 0, part->used);
	}
	ft_free(parts.item);
}

void
ft_grestext_add_job(struct ft_str *str, const struct ft_world *world,
    const struct ft_job *job, uint32_t node)
{
	struct parts parts = { 0 };
	size_t before = str->len;

	deal_out(&parts, world, node, job);
	for (size_t i = 0; i < parts.n; i++) {
		const struct part *part = &parts.item[i];

		if (!part->got)
			continue;
		add_name(str, part->gres, before);
		if (is_device(part->gres)) {
			ft_str_addf(str, ":%" PRIu64, part->got);
			add_numbers(str, part->used, part->got);
		} else {
			ft_str_addf(str, "(CNT:%" PRIu64 ")", part->got);
		}
	}
	ft_free(parts.item);
}

void
ft_grestext_add_total(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_machine *machine = &world->machine;
	uint64_t *total FT_CLEANUP(ft_free_at) =
	    ft_calloc(machine->n_gres + 1, sizeof *total);
	size_t before = str->len;

	for (size_t i = 0; i < job->n_node; i++) {
		struct parts parts = { 0 };

		deal_out(&parts, world, job->node[i].node, job);
		for (size_t k = 0; k < parts.n; k++)
			total[parts.item[k].gres - machine->gres] +=
			    parts.item[k].got;
		ft_free(parts.item);
	}
	for (size_t i = 0; i < machine->n_gres; i++)
		for (size_t k = 0;
		     !*machine->gres[i].type && k < machine->n_gres; k++) {
			if (!total[k] || strcmp(machine->gres[i].name,
					     machine->gres[k].name) != 0)
				continue;
			add_name(str, &machine->gres[k], before);
			ft_str_addf(str, ":%" PRIu64, total[k]);
		}
}
