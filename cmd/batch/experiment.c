/*
 * experiment.c - `fbatch --experiment FILE`: workflows and groups of jobs.
 */
#include <string.h>

#include "batch/batch.h"
#include "io/experimentfile.h"
#include "sim/experiment.h"

static void
tell_refused(void *ctx, const struct ft_experiment_told *told)
{
	const struct batch *batch = ctx;
	const char *reason = ft_job_reason_name(told->reason);

	if (told->job || told->skipped)
		return;
	ft_cmd_error(batch->context, "%s:%zu: %s of %s: %s%s%s",
	    batch->value[BATCH_EXPERIMENT], told->step->line, told->step->name,
	    told->user, ft_refusal_text(told->refusal),
	    told->reason == FT_REASON_NONE ? "" : ": ",
	    told->reason == FT_REASON_NONE ? "" : reason);
}

static enum ft_status
submit(struct batch *batch, const struct ft_experiment *experiment,
    struct ft_experiment_result *result, struct ft_error *err)
{
	struct ft_world_load load = { .usage = true };
	enum ft_status status =
	    ft_session_world_begin(&batch->session, &batch->world, &load, err);

	if (status != FT_OK)
		return status;
	ft_session_asker(&batch->session, &batch->world, &batch->asker);
	status = ft_world_experiment(&batch->world, &batch->asker, experiment,
	    batch->world.now, tell_refused, batch, result, err);
	if (status == FT_OK)
		status = ft_session_world_commit(
		    &batch->session, &batch->world, err);
	else
		ft_store_rollback(batch->session.store);
	return status;
}

static void
tell(const struct batch *batch, const struct ft_experiment_result *result)
{
	FILE *out = batch->context->out;

	if (batch_has(batch, BATCH_QUIET))
		return;
	fprintf(out, "Submitted %llu job%s",
	    (unsigned long long)result->submitted,
	    result->submitted == 1 ? "" : "s");
	if (result->refused)
		fprintf(
		    out, ", %llu refused", (unsigned long long)result->refused);
	if (result->skipped)
		fprintf(out, ", %llu left out that wait for them",
		    (unsigned long long)result->skipped);
	fputc('\n', out);
}

int
batch_experiment(struct batch *batch, const char *file)
{
	struct ft_experiment experiment;
	struct ft_experiment_result result = { 0 };
	struct ft_error err = { 0 };
	struct ft_str text = { 0 };
	enum ft_status status;

	ft_experiment_init(&experiment);
	status = ft_session_read_file(file, &text, &err);
	if (status == FT_OK)
		status = ft_experiment_parse(
		    &experiment, file, ft_str_text(&text), text.len, &err);
	if (status == FT_OK && batch_has(batch, BATCH_SEED))
		experiment.seed = batch->seed;
	if (status == FT_OK)
		status = submit(batch, &experiment, &result, &err);
	if (status == FT_OK)
		tell(batch, &result);
	ft_world_free(&batch->world);
	ft_experiment_free(&experiment);
	ft_str_free(&text);
	if (status != FT_OK)
		return ft_cmd_fail_file(batch->context, &err);
	return result.refused ? 1 : 0;
}
