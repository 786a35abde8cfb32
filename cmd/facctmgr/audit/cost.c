/* cost.c - what an hour of resources costs: billing TRES of four shapes. */

#include "facctmgr/audit/private.h"

const char *const facctmgr_audit_rules[AUDIT_RULES] = {
	[AUDIT_SUM] = "sum",
	[AUDIT_MAX_TRES] = "MAX_TRES",
	[AUDIT_MAX_TRES_GRES] = "MAX_TRES_GRES",
};

const char *
facctmgr_audit_shape_key(enum audit_shape shape)
{
	static const char *const key[AUDIT_SHAPES] = {
		[AUDIT_CPU] = "cpu",
		[AUDIT_GPU] = "gpu",
		[AUDIT_GPU_ALONE] = "gpu_alone",
		[AUDIT_NODE] = "node",
	};

	return key[shape];
}

enum audit_rule
facctmgr_audit_rule(const struct audit *audit)
{
	uint32_t flags = ft_conf_priority_flags(&audit->now.session.conf);

	return flags & FT_PRIO_MAX_TRES_GRES ? AUDIT_MAX_TRES_GRES
	       : flags & FT_PRIO_MAX_TRES    ? AUDIT_MAX_TRES
					     : AUDIT_SUM;
}

/* ---- shapes ------------------------------------------------------------------- */

static bool
is_gpu(const struct ft_gres *gres)
{
	return strcmp(gres->name, "gpu") == 0;
}

/* Returns how many GPUs NODE has, of all types. */
static uint64_t
gpus(const struct ft_machine *machine, const struct ft_node *node)
{
	for (size_t i = 0; i < machine->n_gres; i++)
		if (is_gpu(&machine->gres[i]) && !*machine->gres[i].type)
			return node->gres_count[i];
	return 0;
}

/* Returns the node of PARTITION with most GPUs, the first of equal ones; NULL if
 * it has no nodes. */
static const struct ft_node *
typical_node(
    const struct ft_machine *machine, const struct ft_partition *partition)
{
	const struct ft_node *best = NULL;

	for (size_t i = 0; i < partition->n_node; i++) {
		const struct ft_node *node = &machine->node[partition->node[i]];

		if (!best || gpus(machine, node) > gpus(machine, best))
			best = node;
	}
	return best;
}

/* Add one GPU of NODE to COUNT, of the first type that it has. */
static void
count_gpu(const struct ft_machine *machine, const struct ft_node *node,
    uint64_t *count)
{
	bool typed = false;

	for (size_t i = 0; i < machine->n_gres; i++) {
		const struct ft_gres *gres = &machine->gres[i];

		if (!is_gpu(gres) || !node->gres_count[i] ||
		    (*gres->type && typed))
			continue;
		typed = typed || *gres->type;
		if (gres->tres != UINT32_MAX)
			count[gres->tres] = 1;
	}
}

/* Fill COUNT, by TRES, with SHAPE on NODE; returns whether there is one. */
static bool
count_shape(const struct ft_machine *machine, const struct ft_node *node,
    enum audit_shape shape, uint64_t *count)
{
	uint64_t n = gpus(machine, node);
	bool gpu = shape == AUDIT_GPU || shape == AUDIT_GPU_ALONE;

	if (shape == AUDIT_NODE) {
		ft_machine_count_node(machine, node, count);
		return true;
	}
	if (gpu && n == 0)
		return false;
	count[FT_TRES_NODE] = 1;
	count[FT_TRES_CPU] = shape == AUDIT_GPU ? node->cpus / n : 1;
	count[FT_TRES_MEM] = shape == AUDIT_GPU ? node->memory / n : 0;
	if (gpu)
		count_gpu(machine, node, count);
	return true;
}

void
facctmgr_audit_add_shape(const struct audit *audit,
    const struct audit_cost *cost, enum audit_shape shape, struct ft_str *str)
{
	const struct ft_machine *machine = &audit->now.world.machine;
	uint64_t *count FT_CLEANUP(ft_free_at) =
	    ft_calloc(machine->tres->n + 1, sizeof *count);

	if (!count_shape(machine, cost->node, shape, count))
		return;
	if (shape == AUDIT_NODE)
		ft_str_add(str, "a whole node: ");
	if (shape == AUDIT_GPU || shape == AUDIT_GPU_ALONE)
		ft_str_add(str, "1 GPU, ");
	ft_str_addf(str, "%" PRIu64 " CPU%s", count[FT_TRES_CPU],
	    count[FT_TRES_CPU] == 1 ? "" : "s");
	if (count[FT_TRES_MEM])
		ft_str_addf(str, ", %" PRIu64 " MiB", count[FT_TRES_MEM]);
	if (shape == AUDIT_NODE && gpus(machine, cost->node))
		ft_str_addf(
		    str, ", %" PRIu64 " GPUs", gpus(machine, cost->node));
}

/* ---- prices ------------------------------------------------------------------- */

static void
price_shape(const struct ft_machine *machine, const struct ft_billing *billing,
    enum audit_shape shape, struct audit_cost *cost)
{
	static const uint32_t flags[AUDIT_RULES] = {
		[AUDIT_SUM] = 0,
		[AUDIT_MAX_TRES] = FT_PRIO_MAX_TRES,
		[AUDIT_MAX_TRES_GRES] = FT_PRIO_MAX_TRES_GRES,
	};
	uint64_t *count FT_CLEANUP(ft_free_at) =
	    ft_calloc(machine->tres->n + 1, sizeof *count);

	cost->has[shape] = count_shape(machine, cost->node, shape, count);
	for (size_t i = 0; i < AUDIT_RULES && cost->has[shape]; i++)
		cost->price[shape][i] =
		    ft_billing_of(billing, machine->tres, count, flags[i]);
}

enum ft_status
facctmgr_audit_price(const struct audit *audit, size_t partition,
    const char *weights, struct audit_cost *cost, struct ft_error *err)
{
	const struct ft_machine *machine = &audit->now.world.machine;
	const struct ft_partition *of = &machine->partition[partition];
	struct ft_billing own FT_CLEANUP(ft_billing_free) = { .given = false };
	enum ft_status status = FT_OK;

	*cost = (struct audit_cost){ .partition = of,
		.node = typical_node(machine, of),
		.weights = weights ? weights : of->weights_text,
		.given = weights != NULL };
	if (weights)
		status = ft_billing_parse(&own, machine->tres, weights, err);
	for (enum audit_shape i = 0;
	     status == FT_OK && cost->node && i < AUDIT_SHAPES; i++)
		price_shape(machine, weights ? &own : &of->billing, i, cost);
	return status;
}
