/* Look-ups in a world: jobs, users, accounts, partitions. */

#include "base/bisect.h"
#include "base/text/text.h"
#include "model/job/joboption.h"
#include "sim/world/index.h"

void
ft_index_new(struct ft_world *world)
{
	const struct ft_tree *tree = world->tree;
	const struct ft_acctdb *acctdb = &world->acctdb;
	struct ft_index *index;

	ft_index_free(world);
	world->index = index = ft_calloc(1, sizeof *index);
	for (size_t i = 0; i < acctdb->n_user; i++)
		ft_map_put(
		    &index->user, acctdb->user[i].name, acctdb->user[i].id);
	for (size_t i = 0; i < acctdb->n_account; i++)
		ft_map_put(&index->account, acctdb->account[i].name,
		    acctdb->account[i].id);
	for (uint32_t a = 0; a < tree->n_acct; a++)
		ft_idmap_put(&index->account_node, tree->who[tree->node[a]],
		    tree->node[a]);
	for (size_t i = 0; i < world->n_job; i++)
		ft_index_task(world, world->job[i]);
}

void
ft_index_free(struct ft_world *world)
{
	struct ft_index *index = world->index;

	if (!index)
		return;
	ft_map_clear(&index->user);
	ft_map_clear(&index->account);
	ft_idmap_free(&index->account_node);
	for (uint32_t i = 0; i < index->array.at.n; i++)
		ft_idmap_free((struct ft_idmap *)index->array.item + i);
	ft_idvec_free(&index->array);
	ft_assocs_free(index->assocs);
	ft_free(index);
	world->index = NULL;
}

/* ---- jobs ---------------------------------------------------------------- */

struct ft_job *
ft_world_find(const struct ft_world *world, uint32_t number)
{
	size_t i;

	FT_BISECT(i, 0, world->n_job, world->job[i]->number < number);
	return i < world->n_job && world->job[i]->number == number
		   ? world->job[i]
		   : NULL;
}

void
ft_index_task(struct ft_world *world, const struct ft_job *job)
{
	struct ft_idmap *task;

	if (!world->index || !job->array_job || job->array_task < 0)
		return;
	task = ft_idvec_add(&world->index->array, job->array_job, sizeof *task);
	ft_idmap_put(task, (uint32_t)job->array_task, job->number);
}

static bool
holds(const struct ft_job *head, int32_t task)
{
	if (head->array_task == task)
		return true;
	for (size_t i = 0; i < head->n_tasks; i++)
		if (head->tasks[i] == (uint32_t)task)
			return true;
	return false;
}

/* Returns the job listed after JOB, which may have the same number; NULL. */
static struct ft_job *
following(const struct ft_world *world, const struct ft_job *job)
{
	return job->slot + 1 < world->n_job ? world->job[job->slot + 1] : NULL;
}

struct ft_job *
ft_world_find_task(const struct ft_world *world, uint32_t number, int32_t task)
{
	const struct ft_idmap *of =
	    ft_idvec_get(&world->index->array, number, sizeof(struct ft_idmap));
	uint32_t at = of ? ft_idmap_get(of, (uint32_t)task) : FT_IDMAP_NONE;
	struct ft_job *head,
	    *job = at == FT_IDMAP_NONE ? NULL : ft_world_find(world, at);

	for (; job && job->number == at; job = following(world, job))
		if (job->array_job == number && job->array_task == task)
			return job;
	head = ft_world_find(world, number);
	return head && head->array_job == number && holds(head, task) ? head
								      : NULL;
}

/* ---- users and accounts -------------------------------------------------- */

uint32_t
ft_world_uid(const struct ft_world *world, const char *user)
{
	uint64_t id;

	if (!strcmp(user, "root"))
		return 0;
	if (!ft_map_get(&world->index->user, user, &id))
		return FT_UID_NOBODY;
	return (uint32_t)id + FT_UID_BASE;
}

const char *
ft_world_user(const struct ft_world *world, uint32_t uid)
{
	return ft_acctdb_user_of_uid(&world->acctdb, uid);
}

static bool
coordinates(const struct ft_acctdb *acctdb, uint32_t account, uint32_t user)
{
	const struct ft_coord *coord = acctdb->coord;
	size_t i;

	FT_BISECT(i, 0, acctdb->n_coord,
	    coord[i].account < account ||
		(coord[i].account == account && coord[i].user < user));
	return i < acctdb->n_coord && coord[i].account == account &&
	       coord[i].user == user;
}

uint32_t
ft_world_account_node(const struct ft_world *world, const char *account)
{
	const struct ft_index *index = world->index;
	uint64_t id;

	if (!ft_map_get(&index->account, account, &id))
		return FT_NODE_NONE;
	return ft_idmap_get(&index->account_node, (uint32_t)id);
}

bool
ft_world_coordinates(const struct ft_world *world, const struct ft_asker *asker,
    const char *account)
{
	const struct ft_tree *tree = world->tree;
	uint32_t node = ft_world_account_node(world, account);
	uint64_t user;

	if (!ft_map_get(&world->index->user, asker->name, &user))
		return false;
	for (; node != FT_NODE_NONE; node = tree->parent[node])
		if (coordinates(
			&world->acctdb, tree->who[node], (uint32_t)user))
			return true;
	return false;
}

const struct ft_qos *
ft_world_qos(const struct ft_world *world, uint32_t id)
{
	return id ? ft_acctdb_qos(&world->acctdb, id) : NULL;
}

static uint32_t
qos_of_word(const struct ft_world *world, struct ft_word word)
{
	const struct ft_acctdb *acctdb = &world->acctdb;

	for (size_t i = 0; i < acctdb->n_qos; i++)
		if (!acctdb->qos[i].deleted &&
		    ft_word_is(word, acctdb->qos[i].name))
			return acctdb->qos[i].id;
	return 0;
}

static uint32_t
priority_of_qos(const struct ft_world *world, uint32_t id)
{
	const struct ft_qos *qos = ft_world_qos(world, id);

	return qos ? qos->priority : 0;
}

/* Insert ID into the N ids of QOS, after those of no lower priority; returns
 * whether it was not there. */
static bool
insert_qos(const struct ft_world *world, uint32_t *qos, size_t n, uint32_t id)
{
	uint32_t priority = priority_of_qos(world, id);

	for (size_t i = 0; i < n; i++)
		if (qos[i] == id)
			return false;
	for (; n && priority_of_qos(world, qos[n - 1]) < priority; n--)
		qos[n] = qos[n - 1];
	qos[n] = id;
	return true;
}

size_t
ft_world_qos_named(const struct ft_world *world, const char *text,
    uint32_t qos[FT_WORLD_QOS], bool *good)
{
	bool several =
	    ft_release_has(ft_conf_release(world->conf), FT_RULE_SEVERAL_QOS);
	struct ft_word word = { text, strlen(text) };
	size_t n = 0;

	*good =
	    !several || (*text != ',' && (!*text || text[word.len - 1] != ','));
	while (several ? ft_word_next(&text, ",", &word) : *text) {
		uint32_t id = word.len ? qos_of_word(world, word) : 0;

		if (id && n < FT_WORLD_QOS && insert_qos(world, qos, n, id))
			n++;
		else if (word.len)
			*good = false;
		if (!several)
			break;
	}
	return n;
}

size_t
ft_world_qos_choices(const struct ft_world *world, const struct ft_job *job,
    uint32_t qos[FT_WORLD_QOS])
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	size_t n = 0;
	bool good;

	if (ft_job_asks_qos(job, &text))
		n = ft_world_qos_named(world, ft_str_text(&text), qos, &good);
	if (!n)
		qos[n++] = job->qos;
	return n;
}

uint32_t
ft_world_qos_waits(const struct ft_world *world, const struct ft_job *job)
{
	uint32_t qos[FT_WORLD_QOS];

	(void)ft_world_qos_choices(world, job, qos);
	return qos[0];
}

bool
ft_world_qos_lost(const struct ft_world *world, const struct ft_job *job)
{
	return job->qos && !ft_world_qos(world, job->qos) &&
	       (ft_job_asks_qos(job, NULL) ||
		   !ft_release_has(
		       ft_conf_release(world->conf), FT_RULE_QOS_NOT_MISSED));
}

uint32_t
ft_world_node(const struct ft_world *world, const struct ft_job *job)
{
	return job->assoc ? ft_idmap_get(&world->node_of, job->assoc)
			  : FT_NODE_NONE;
}

/* ---- partitions ---------------------------------------------------------- */

const struct ft_partition *
ft_world_partition(const struct ft_world *world, const struct ft_job *job)
{
	const char *name = *job->partition ? job->partition : job->partitions;
	uint32_t at = ft_machine_partition_word(
	    &world->machine, ft_word_until(name, ","));

	return at == UINT32_MAX ? NULL : &world->machine.partition[at];
}

uint32_t
ft_world_queue(const struct ft_world *world, const struct ft_job *job)
{
	return job->where < world->machine.n_partition
		   ? world->machine.partition[job->where].queue
		   : FT_NO_QUEUE;
}

size_t
ft_world_partitions(const struct ft_world *world, const struct ft_job *job,
    uint32_t *partition, size_t max)
{
	const struct ft_partition *all = world->machine.partition;
	const char *list = job->partitions;
	struct ft_word word;
	size_t n = 0;

	while (ft_word_next(&list, ",", &word)) {
		uint32_t found =
		    ft_machine_partition_word(&world->machine, word);
		size_t at = n;

		if (found == UINT32_MAX)
			continue;
		while (at && all[partition[at - 1]].tier < all[found].tier)
			at--;
		if (at == max)
			continue;
		if (n < max)
			n++;
		memmove(partition + at + 1, partition + at,
		    (n - at - 1) * sizeof *partition);
		partition[at] = found;
	}
	return n;
}

bool
ft_world_hides(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_machine *machine = &world->machine;
	const char *at = *job->partition ? job->partition : job->partitions;
	struct ft_word word;

	while (ft_word_next(&at, ",", &word)) {
		uint32_t index = ft_machine_partition_word(machine, word);

		if (index == UINT32_MAX || !machine->partition[index].hidden)
			return false;
	}
	return true;
}

int64_t
ft_world_time_limit(const struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition)
{
	(void)world;
	return job->time_limit != FT_TIME_NONE ? job->time_limit
					       : partition->max_time;
}

uint32_t
ft_world_slots(const struct ft_world *world, uint32_t partition, uint32_t node)
{
	const struct ft_partition *in = &world->machine.partition[partition];

	return in->slots ? in->slots : world->machine.node[node].cpus;
}

/* ---- preemption ---------------------------------------------------------- */

enum ft_preempt_type
ft_world_preempt_type(const struct ft_world *world)
{
	return (enum ft_preempt_type)ft_conf_number(
	    world->conf, FT_CONF_PREEMPT_TYPE);
}

int64_t
ft_world_grace(const struct ft_world *world, const struct ft_job *job)
{
	if (ft_world_preempt_type(world) == FT_PREEMPT_TYPE_QOS) {
		const struct ft_qos *qos = ft_world_qos(world, job->qos);

		return qos ? qos->grace_time : 0;
	}
	return job->where == UINT32_MAX
		   ? 0
		   : world->machine.partition[job->where].grace_time;
}
