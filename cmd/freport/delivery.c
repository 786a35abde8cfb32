/*
 * delivery.c - what accounts were promised: shares, nodes, limits and jobs of a cluster
 * for algo/delivery.h.  Its rows are in delivered.c.
 */

#include "base/text/hostlist.h"
#include "freport/freport.h"
#include "load/world/world.h"
#include "model/job/job.h"
#include "sim/metrics/promise.h"
#include "sim/policy/policy.h"
#include "sim/run/life.h"

struct freport_delivery {
	struct ft_world world; /* settings, shares and limits, without jobs */
	struct ft_delivery in;
	uint32_t *account; /* by node of data->node; FT_ROLLUP_NONE: a user */
	struct ft_delivery_account *share;
	const uint64_t **node; /* by number; NULL unknown */
	struct ft_delivery_span *there, *down;
	struct ft_delivery_nodes *resv, *partition;
	struct ft_map limit_at; /* by struct limit_key */
	struct ft_delivery_limit *limit;
	struct ft_delivery_job *job;
	size_t cap_node, cap_there, cap_limit, cap_job;
	struct ft_delivery_sum *sum;
	uint64_t *scale;
};

/* ---- accounts ---------------------------------------------------------------------- */

/* An account with the shares `parent` is promised what its children are. */
static void
join_children(const struct ft_tree *tree, double *norm)
{
	for (uint32_t i = tree->n; i-- > 1;) {
		uint32_t up = tree->parent[i];

		if (tree->flags[up] & FT_NODE_PARENT)
			norm[up] += norm[i];
	}
}

/* Deleted associations are promised nothing. */
static void
take_accounts(struct freport_data *data)
{
	struct freport_delivery *delivery = data->delivery;
	const struct ft_tree *tree = delivery->world.tree;
	double *norm FT_CLEANUP(ft_free_at) = ft_calloc(tree->n, sizeof *norm);

	ft_promise_norm(tree, norm);
	join_children(tree, norm);
	delivery->account =
	    ft_calloc(data->n_node + 1, sizeof *delivery->account);
	delivery->share = ft_calloc(data->n_node + 1, sizeof *delivery->share);
	for (size_t i = 0; i < data->n_node; i++) {
		const struct freport_node *node = &data->node[i];
		uint32_t at = ft_tree_find(tree, node->assoc->id);
		uint32_t up = node->parent;

		delivery->account[i] = FT_ROLLUP_NONE;
		if (node->user)
			continue;
		delivery->account[i] = (uint32_t)delivery->in.n_account;
		delivery->share[delivery->in.n_account++] =
		    (struct ft_delivery_account){ up == FT_ROLLUP_NONE
						      ? FT_ROLLUP_NONE
						      : delivery->account[up],
			    at == FT_NODE_NONE ? 0 : (ft_real)norm[at] };
	}
}

enum ft_status
freport_delivery_begin(struct freport_data *data,
    const struct ft_session *session, struct ft_error *err)
{
	static const struct ft_world_load bare = { .bare = true };
	struct freport_delivery *delivery = ft_calloc(1, sizeof *delivery);
	struct ft_load_source source = ft_session_source(session);

	data->delivery = delivery;
	FT_TRY(ft_load_world(&delivery->world, &source, &bare, err));
	take_accounts(data);
	return FT_OK;
}

/* ---- nodes -------------------------------------------------------------------------- */

/* Whether nodes have TRES, so that jobs have to fit into what is left. */
static bool
is_on_nodes(const struct freport_data *data, size_t tres)
{
	return tres == FT_TRES_CPU || tres == FT_TRES_MEM ||
	       !strcmp(data->tres.item[tres].type, "gres");
}

static uint64_t *
new_vector(struct freport_data *data)
{
	return ft_arena_calloc(
	    &data->arena, data->tres.n + 1, sizeof(uint64_t));
}

/* Returns what the settings say that NODE has. */
static const uint64_t *
vector_of_settings(struct freport_data *data, const struct ft_node *node)
{
	const struct ft_world *world = &data->delivery->world;
	uint64_t *all FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tres.n + 1, sizeof *all);
	uint64_t *kept = new_vector(data);

	ft_machine_count_node(&world->machine, node, all);
	for (size_t t = 0; t < data->tres.n && t < world->tres.n; t++)
		if (is_on_nodes(data, t))
			kept[t] = all[t];
	return kept;
}

/* Returns one of N equal parts of ALL. */
static const uint64_t *
vector_of_parts(struct freport_data *data, const uint64_t *all, size_t n)
{
	uint64_t *kept = new_vector(data);

	for (size_t t = 0; t < data->tres.n; t++)
		if (is_on_nodes(data, t))
			kept[t] = all[t] / n;
	return kept;
}

static void
put_node(struct freport_data *data, uint32_t number, const uint64_t *tres)
{
	struct freport_delivery *delivery = data->delivery;
	size_t cap = delivery->cap_node;

	delivery->node = ft_vec_grow(delivery->node, &delivery->cap_node,
	    (size_t)number + 1, sizeof *delivery->node);
	for (; cap < delivery->cap_node; cap++)
		delivery->node[cap] = NULL;
	if (tres)
		delivery->node[number] = tres;
}

/* The numbers of the names in a list, in its order. */
struct numbers {
	struct freport_data *data;
	uint32_t *number;
	size_t n, cap;
};

static enum ft_status
take_number(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct numbers *numbers = ctx;

	(void)err;
	*ft_vec_add(numbers->number, numbers->n, numbers->cap) =
	    freport_node_number(numbers->data, name, len);
	put_node(numbers->data, numbers->number[numbers->n - 1], NULL);
	return FT_OK;
}

static void
add_there(struct freport_data *data, uint32_t number, const uint64_t *tres)
{
	struct freport_delivery *delivery = data->delivery;
	const struct ft_rollup_capacity *had =
	    &data->capacity[data->rollup.n_capacity - 1];

	put_node(data, number, tres);
	*ft_vec_add(
	    delivery->there, delivery->in.n_there, delivery->cap_there) =
	    (struct ft_delivery_span){ had->from, had->to, number };
}

enum ft_status
freport_delivery_nodes(
    struct freport_data *data, const char *nodes, struct ft_error *err)
{
	const struct ft_machine *machine = &data->delivery->world.machine;
	const uint64_t *all = data->capacity[data->rollup.n_capacity - 1].tres;
	struct numbers numbers = { .data = data };
	enum ft_status status =
	    ft_hostlist_each(nodes, take_number, &numbers, err);
	const uint64_t *part =
	    vector_of_parts(data, all, numbers.n ? numbers.n : 1);

	for (size_t i = 0; i < numbers.n; i++)
		add_there(data, numbers.number[i], part);
	for (uint32_t i = 0; i < machine->n_node && !machine->built_in; i++) {
		const struct ft_node *node = &machine->node[i];
		uint64_t at;

		if (ft_map_get(&data->machine, node->name, &at))
			put_node(
			    data, (uint32_t)at, vector_of_settings(data, node));
	}
	ft_free(numbers.number);
	return status;
}

/* Without a record of what the cluster had, it is what the settings say. */
static void
take_settings(struct freport_data *data)
{
	const struct ft_machine *machine = &data->delivery->world.machine;

	if (data->registered || data->rollup.n_capacity == 0)
		return;
	for (uint32_t i = 0; i < machine->n_node && !machine->built_in; i++) {
		const struct ft_node *node = &machine->node[i];

		add_there(data,
		    freport_node_number(data, node->name, strlen(node->name)),
		    vector_of_settings(data, node));
	}
}

/* ---- limits ------------------------------------------------------------------------ */

struct limits {
	struct freport_data *data;
	uint32_t *limit;
	size_t n, cap;
};

/* What makes two limits one. */
struct limit_key {
	uint64_t qos, node, kind, tres;
	const char *user, *account; /* interned */
};

static void
take_limit(void *ctx, const struct ft_policy_block *of)
{
	struct limits *limits = ctx;
	struct freport_data *data = limits->data;
	struct freport_delivery *delivery = data->delivery;
	const struct limit_key key = { of->qos, of->node, of->kind, of->tres,
		ft_intern(&data->strings, of->user),
		ft_intern(&data->strings, of->account) };
	uint64_t at = delivery->in.n_limit;

	if (of->tres != UINT32_MAX && of->tres >= data->tres.n)
		return;
	if (!ft_map_get_n(
		&delivery->limit_at, (const char *)&key, sizeof key, &at)) {
		ft_map_put_n(
		    &delivery->limit_at, (const char *)&key, sizeof key, at);
		*ft_vec_add(delivery->limit, delivery->in.n_limit,
		    delivery->cap_limit) = (struct ft_delivery_limit){
			of->tres == UINT32_MAX ? SIZE_MAX : of->tres, of->limit,
			of->kind == FT_LIMIT_MAX_TRES
		};
	}
	*ft_vec_add(limits->limit, limits->n, limits->cap) = (uint32_t)at;
}

static const uint32_t *
keep(struct freport_data *data, uint32_t *number, size_t n)
{
	uint32_t *kept = ft_arena_calloc(&data->arena, n + 1, sizeof *kept);

	if (n)
		memcpy(kept, number, n * sizeof *kept);
	ft_free(number);
	return kept;
}

/* ---- jobs -------------------------------------------------------------------------- */

/* Returns the partition that JOB ran in or asks for; NULL: unknown, or several. */
static const struct ft_partition *
partition_of(const struct ft_machine *machine, const struct ft_job *job)
{
	const char *name = *job->partition ? job->partition : job->partitions;
	uint32_t at = ft_machine_partition(machine, name);

	return at == UINT32_MAX ? NULL : &machine->partition[at];
}

/* Spread what the job has over its nodes, CPUs and memory as they were given. */
static enum ft_status
take_parts(struct freport_data *data, const struct ft_job *job,
    struct ft_delivery_job *to, struct ft_error *err)
{
	struct numbers numbers = { .data = data };
	enum ft_status status =
	    ft_hostlist_each(job->nodes, take_number, &numbers, err);
	struct ft_delivery_part *part =
	    ft_arena_calloc(&data->arena, numbers.n + 1, sizeof *part);
	bool known = numbers.n == job->n_node;

	for (size_t i = 0; i < job->n_node; i++)
		known &= job->node[i].cpus > 0;
	for (size_t i = 0; i < numbers.n; i++) {
		uint64_t *tres = new_vector(data);

		for (size_t t = 0; t < data->tres.n; t++)
			tres[t] = to->tres[t] / numbers.n +
				  (i < to->tres[t] % numbers.n);
		if (known) {
			tres[FT_TRES_CPU] = job->node[i].cpus;
			tres[FT_TRES_MEM] = job->node[i].memory;
		}
		part[i] = (struct ft_delivery_part){ numbers.number[i], tres };
	}
	to->part = part;
	to->n_part = numbers.n;
	ft_free(numbers.number);
	return status;
}

static uint32_t
nodes_of(const struct ft_delivery_job *job, const struct ft_job *from)
{
	uint64_t asked = job->tres[FT_TRES_NODE];

	if (job->n_part)
		return ft_num_in_u32(job->n_part);
	if (asked == 0)
		asked = from->min_nodes;
	return asked ? ft_num_in_u32(asked) : 1;
}

enum ft_status
freport_delivery_job(struct freport_data *data, const struct ft_job *job,
    const struct ft_rollup_job *run, uint32_t node, struct ft_error *err)
{
	struct freport_delivery *delivery = data->delivery;
	struct ft_machine *machine = &delivery->world.machine;
	const struct ft_partition *partition = partition_of(machine, job);
	struct limits limits = { .data = data };
	struct ft_delivery_job to = { .eligible = run->eligible,
		.start = run->start,
		.end = run->end,
		.tres = run->tres,
		.account = delivery->account[data->node[node].user
						 ? data->node[node].parent
						 : node],
		.resv = run->resv,
		.partition = partition
				 ? (uint32_t)(partition - machine->partition)
				 : FT_ROLLUP_NONE,
		.held = ft_policy_is_unlisted(job->reason) };

	if (job->started)
		FT_TRY(take_parts(data, job, &to, err));
	to.n_node = nodes_of(&to, job);
	ft_policy_list(&delivery->world, job, partition, take_limit, &limits);
	to.n_limit = limits.n;
	to.limit = keep(data, limits.limit, limits.n);
	/* each task of an array that waits is a job */
	for (size_t i = 0; i < job->n_tasks || i == 0; i++)
		*ft_vec_add(
		    delivery->job, delivery->in.n_job, delivery->cap_job) = to;
	return FT_OK;
}

/* ---- all of it ---------------------------------------------------------------------- */

/* The nodes of reservations and partitions. */
static void
take_sets(struct freport_data *data)
{
	struct freport_delivery *delivery = data->delivery;
	const struct ft_machine *machine = &delivery->world.machine;
	struct ft_delivery *in = &delivery->in;

	in->n_resv = data->n_resv;
	in->n_partition = machine->n_partition;
	delivery->resv = ft_calloc(in->n_resv + 1, sizeof *delivery->resv);
	delivery->partition =
	    ft_calloc(in->n_partition + 1, sizeof *delivery->partition);
	for (size_t i = 0; i < in->n_resv; i++)
		delivery->resv[i] =
		    (struct ft_delivery_nodes){ data->past[i].from,
			    data->past[i].to, data->past[i].node,
			    data->past[i].n_node };
	for (size_t i = 0; i < in->n_partition; i++) {
		struct numbers numbers = { .data = data };
		const struct ft_partition *partition = &machine->partition[i];

		for (size_t k = 0; k < partition->n_node; k++) {
			const char *name =
			    machine->node[partition->node[k]].name;

			take_number(&numbers, name, strlen(name), NULL);
		}
		delivery->partition[i].n = numbers.n;
		delivery->partition[i].node =
		    keep(data, numbers.number, numbers.n);
	}
}

/* Nodes that were never part of the cluster have nothing. */
static void
take_nodes(struct freport_data *data)
{
	struct freport_delivery *delivery = data->delivery;
	struct ft_delivery *in = &delivery->in;
	const uint64_t *none = new_vector(data);

	in->n_node = data->machine.n;
	if (in->n_node)
		put_node(data, (uint32_t)in->n_node - 1, NULL);
	for (size_t i = 0; i < in->n_node; i++)
		if (!delivery->node[i])
			delivery->node[i] = none;
	in->n_down = data->rollup.n_down;
	delivery->down = ft_calloc(in->n_down + 1, sizeof *delivery->down);
	for (size_t i = 0; i < in->n_down; i++)
		delivery->down[i] =
		    (struct ft_delivery_span){ data->down[i].from,
			    data->down[i].to, data->down[i].node };
}

void
freport_delivery_run(
    struct freport_data *data, const struct freport_request *request)
{
	struct freport_delivery *delivery = data->delivery;
	struct ft_delivery *in = &delivery->in;

	take_settings(data);
	take_sets(data);
	take_nodes(data);
	in->from = request->from;
	in->until = request->until;
	in->capacity = data->capacity;
	in->n_capacity = data->rollup.n_capacity;
	in->node = delivery->node;
	in->there = delivery->there;
	in->down = delivery->down;
	in->resv = delivery->resv;
	in->partition = delivery->partition;
	in->account = delivery->share;
	in->limit = delivery->limit;
	in->job = delivery->job;
	in->n_tres = data->tres.n;
	in->chosen = data->chosen;
	in->n_chosen = data->n_chosen;
	delivery->sum =
	    ft_calloc(in->n_account * in->n_chosen + 1, sizeof *delivery->sum);
	delivery->scale = ft_calloc(in->n_chosen + 1, sizeof *delivery->scale);
	ft_delivery_run(in, delivery->sum, delivery->scale);
}

void
freport_delivery_free(struct freport_delivery *delivery)
{
	if (!delivery)
		return;
	ft_world_free(&delivery->world);
	ft_map_clear(&delivery->limit_at);
	ft_free(delivery->account);
	ft_free(delivery->share);
	ft_free(delivery->node);
	ft_free(delivery->there);
	ft_free(delivery->down);
	ft_free(delivery->resv);
	ft_free(delivery->partition);
	ft_free(delivery->limit);
	ft_free(delivery->job);
	ft_free(delivery->sum);
	ft_free(delivery->scale);
	ft_free(delivery);
}

const struct ft_delivery_sum *
freport_delivery_of(
    const struct freport_data *data, uint32_t node, size_t i, uint64_t *scale)
{
	const struct freport_delivery *delivery = data->delivery;

	*scale = delivery->scale[i];
	return &delivery
		    ->sum[delivery->account[node] * delivery->in.n_chosen + i];
}
