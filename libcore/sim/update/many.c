/*
 * many.c - several keys of one update of a job.
 *
 * Slurm first asks whether it may change what decides where the job may run.  If
 * not, it changes nothing; other refusals end the update where it is.
 * Cases: tests/oracle/cases/m99-update-order.
 */
#include "sim/change/change.h"
#include "sim/job/job.h"
#include "sim/policy/policy.h"
#include "sim/queue/queue.h"
#include "sim/update/private.h"
#include "sim/world/request.h"

#define FT_UPDATE_PARTITIONS 256 /* that one job may request */
#define TURN_SIZE            700 /* the size is looked at */

static void *
copy_of(const void *data, size_t n, size_t size)
{
	return data && n ? memcpy(ft_calloc(n, size), data, n * size) : NULL;
}

/* Put JOB into BEFORE, and give it copies of what a change may replace. */
static void
job_keep(
    const struct ft_world *world, struct ft_job *job, struct ft_job *before)
{
	*before = *job;
	job->gres_need =
	    copy_of(job->gres_need, job->n_gres_need, sizeof *job->gres_need);
	job->license_need = copy_of(
	    job->license_need, job->n_license_need, sizeof *job->license_need);
	job->req = copy_of(job->req, world->tres.n, sizeof *job->req);
}

static void
job_restore(
    struct ft_world *world, struct ft_job *job, const struct ft_job *before)
{
	bool arrived = job->submitted <= world->now;

	if (arrived)
		ft_policy_withdrawn(world, job);
	ft_free(job->gres_need);
	ft_free(job->license_need);
	ft_free(job->req);
	*job = *before;
	if (arrived)
		ft_policy_submitted(world, job);
}

/* Try what must not be refused. */
static enum ft_status
ask(struct ft_world *world, struct ft_update_list *list,
    enum ft_refusal *refusal, struct ft_error *err)
{
	enum ft_status status = FT_OK;
	struct ft_job before;
	bool waits = list->job->state == FT_JOB_PENDING;

	if (waits)
		job_keep(world, list->job, &before);
	for (size_t i = 0; i < list->n && *refusal == FT_REFUSE_NONE; i++) {
		if (!(list->change[i].key->flags & FT_UPDATE_ASKED))
			continue;
		list->done = i;
		status = ft_update_one(world, list, i, refusal, err);
		if (status != FT_OK)
			break;
	}
	if (waits)
		job_restore(world, list->job, &before);
	return status;
}

/* Whether the job, which waits, requests more CPUs than each of its partitions
 * has; its reason says so then. */
static bool
is_too_large(struct ft_world *world, struct ft_job *job)
{
	uint32_t partition[FT_UPDATE_PARTITIONS];
	size_t n =
	    ft_world_partitions(world, job, partition, FT_UPDATE_PARTITIONS);

	if (job->state != FT_JOB_PENDING)
		return false;
	for (size_t i = 0; i < n; i++)
		if (ft_job_cpus(job) <=
		    world->machine.partition[partition[i]].cpus)
			return false;
	if (n && job->hold == FT_HOLD_NONE)
		ft_queue_reason(world, job, FT_REASON_PARTITION_CONFIG, "");
	return n > 0;
}

static enum ft_status
make(struct ft_world *world, struct ft_update_list *list,
    enum ft_refusal *refusal, struct ft_error *err)
{
	size_t size = world->tres.n * sizeof(uint64_t);
	uint64_t *req FT_CLEANUP(ft_free_at) =
	    copy_of(list->job->req, world->tres.n, sizeof *req);
	bool sized = false;

	for (list->done = 0; list->done <= list->n; list->done++) {
		bool end = list->done == list->n;

		if (!sized &&
		    (end || list->change[list->done].key->turn > TURN_SIZE)) {
			ft_change_done(world, list->job);
			if (is_too_large(world, list->job))
				*refusal = FT_REFUSE_PARTITION_CONFIG;
			sized = *refusal == FT_REFUSE_NONE;
		}
		if (end || *refusal != FT_REFUSE_NONE)
			break;
		FT_TRY(ft_update_one(world, list, list->done, refusal, err));
		if (*refusal != FT_REFUSE_NONE)
			break;
	}
	/* what it requests is computed once all is well */
	if (!sized && req)
		memcpy(list->job->req, req, size);
	ft_world_changed(world, list->job);
	return FT_OK;
}

enum ft_status
ft_world_update_all(struct ft_world *world, struct ft_update_list *list,
    enum ft_refusal *refusal, struct ft_error *err)
{
	list->done = 0;
	for (size_t i = 0; i < list->n; i++)
		if (!ft_update_may(list->asker, list->change[i].key)) {
			*refusal = FT_REFUSE_DENIED;
			return FT_OK;
		}
	*refusal = ft_change_may(world, list->asker, list->job);
	if (*refusal != FT_REFUSE_NONE)
		return FT_OK;
	FT_TRY(ask(world, list, refusal, err));
	return *refusal == FT_REFUSE_NONE ? make(world, list, refusal, err)
					  : FT_OK;
}

enum ft_status
ft_world_update(struct ft_world *world, const struct ft_update_request *request,
    enum ft_refusal *refusal, struct ft_error *err)
{
	char *value FT_CLEANUP(ft_free_at) = ft_strdup(request->value);
	const struct ft_update_change change = {
		ft_update_find(ft_word_of(request->key)), value
	};
	struct ft_update_list list = { request->asker, request->job, &change, 1,
		0 };

	if (!change.key)
		return ft_fail(err, FT_ENOENT, "no key '%s'", request->key);
	return ft_world_update_all(world, &list, refusal, err);
}
