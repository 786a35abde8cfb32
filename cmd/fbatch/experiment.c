/*
 * experiment.c - `fbatch --experiment FILE`: submits the jobs of an experiment.
 */

#include "base/text/timefmt.h"
#include "fbatch/fbatch.h"
#include "files/infile.h"
#include "files/progress.h"
#include "io/synthetic/experimentfile.h"
#include "sim/research/experiment.h"
#include "sim/run/life.h"

/* Jobs of one step that were refused for the same reason. */
struct refused {
	const struct ft_experiment_step *step;
	const char *user; /* of the first */
	enum ft_refusal refusal;
	enum ft_job_reason reason;
	uint64_t n;
};

struct fates {
	struct refused *refused;
	size_t n, cap;
	uint32_t first, last; /* numbers */
	bool wrong;           /* the request can never be satisfied */
};

static void
count_refusal(struct fates *fates, const struct ft_experiment_fate *fate)
{
	size_t i = 0;

	while (i < fates->n && (fates->refused[i].step != fate->step ||
				   fates->refused[i].refusal != fate->refusal))
		i++;
	if (i == fates->n) {
		fates->refused = ft_vec_grow(
		    fates->refused, &fates->cap, i + 1, sizeof *fates->refused);
		fates->refused[fates->n++] = (struct refused){ fate->step,
			fate->user, fate->refusal, fate->reason, 0 };
	}
	fates->refused[i].n++;
	/* limits on submissions are among the things an experiment tests */
	if (fate->reason == FT_REASON_NONE)
		fates->wrong = true;
}

static void
count_job(void *ctx, const struct ft_experiment_fate *fate)
{
	struct fates *fates = ctx;

	if (fate->job) {
		if (!fates->first)
			fates->first = fate->job->number;
		fates->last = fate->job->number;
	} else if (!fate->skipped) {
		count_refusal(fates, fate);
	}
}

static void
print_refusals(const struct fbatch *batch, const struct fates *fates,
    const struct ft_experiment *experiment)
{
	for (size_t i = 0; i < fates->n; i++) {
		const struct refused *refused = &fates->refused[i];
		bool limit = refused->reason != FT_REASON_NONE;

		ft_cmd_error(batch->context,
		    "%s:%zu:1: %" PRIu64 " job%s of '%s' refused, first of "
		    "user %s: %s%s%s%s",
		    experiment->file, refused->step->line, refused->n,
		    refused->n == 1 ? "" : "s", refused->step->name,
		    refused->user, ft_refusal_text(refused->refusal),
		    limit ? " (" : "",
		    limit ? ft_job_reason_name(refused->reason) : "",
		    limit ? ")" : "");
	}
}

static void
print_result(const struct fbatch *batch, const struct fates *fates,
    const struct ft_experiment_play *result)
{
	FILE *out = batch->context->out;
	char first[32], last[32];

	if (fbatch_has(batch, FBATCH_QUIET))
		return;
	fprintf(out, "Submitted %" PRIu64 " job%s", result->submitted,
	    result->submitted == 1 ? "" : "s");
	if (result->submitted)
		fprintf(out, " (%" PRIu32 "-%" PRIu32 "), arriving %s to %s",
		    fates->first, fates->last,
		    ft_time_format_date(first, sizeof first, result->first),
		    ft_time_format_date(last, sizeof last, result->last));
	if (result->refused || result->skipped)
		fprintf(out,
		    "; %" PRIu64 " refused, %" PRIu64
		    " skipped that depend on refused ones",
		    result->refused, result->skipped);
	fputc('\n', out);
}

static enum ft_status
save(struct fbatch *batch, struct ft_error *err)
{
	ft_meter_begin(ft_progress_meter(), "saving", NULL, 0);
	return ft_session_world_commit(&batch->session, &batch->world, err);
}

/* Submit inside the transaction; FT_EINVAL after a message. */
static enum ft_status
carry_out(struct fbatch *batch, const struct ft_experiment *experiment,
    struct ft_error *err)
{
	struct fates fates = { 0 };
	struct ft_experiment_play result = { .experiment = experiment,
		.asker = &batch->asker,
		.start = batch->world.now,
		.report = count_job,
		.ctx = &fates,
		.meter = ft_progress_meter() };
	enum ft_status status =
	    ft_world_experiment(&batch->world, &result, err);

	if (status == FT_OK)
		print_refusals(batch, &fates, experiment);
	if (status == FT_OK &&
	    (fates.wrong || (result.refused && !result.submitted)))
		status = ft_fail(err, FT_EINVAL, "nothing was submitted");
	if (status == FT_OK)
		status = save(batch, err);
	else
		ft_store_rollback(batch->session.store);
	if (status == FT_OK)
		print_result(batch, &fates, &result);
	ft_free(fates.refused);
	return status;
}

/* Only root may submit for other users, as with --uid. */
static enum ft_status
check_users(const struct fbatch *batch, const struct ft_experiment *experiment,
    struct ft_error *err)
{
	for (size_t i = 0; i < experiment->n_flow; i++) {
		const struct ft_experiment_flow *flow = &experiment->flow[i];
		bool others = flow->who.n || *flow->who.account;

		for (size_t k = 0; k < flow->n_step; k++)
			others |=
			    flow->step[k].who.n || *flow->step[k].who.account;
		if (others && !ft_session_is_root(&batch->session))
			return ft_fail(err, FT_EPERM,
			    "%s:%zu:1: User= is only permitted by root user",
			    experiment->file, flow->line);
	}
	return FT_OK;
}

static enum ft_status
read_file(const struct fbatch *batch, const char *file,
    struct ft_experiment *experiment, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(ft_infile_read(FT_BOUND_EXPERIMENT, file, &text, err));
	FT_TRY(ft_experiment_parse(
	    experiment, file, ft_str_text(&text), text.len, err));
	if (fbatch_has(batch, FBATCH_SEED))
		experiment->seed = batch->seed;
	return FT_OK;
}

int
fbatch_experiment(struct fbatch *batch, const char *file)
{
	struct ft_world_load load = { .usage = true };
	struct ft_experiment experiment;
	struct ft_error err = { 0 };
	enum ft_status status;

	if (fbatch_has(batch, FBATCH_QUIET))
		ft_progress_abandon();
	ft_experiment_init(&experiment);
	status = read_file(batch, file, &experiment, &err);
	if (status == FT_OK)
		status = check_users(batch, &experiment, &err);
	if (status == FT_OK) {
		status = ft_session_world_begin(
		    &batch->session, FT_RIGHT_JOBS, &batch->world, &load, &err);
		if (status == FT_OK) {
			ft_session_asker(
			    &batch->session, &batch->world, &batch->asker);
			status = carry_out(batch, &experiment, &err);
		}
		ft_world_free(&batch->world);
	}
	ft_experiment_free(&experiment);
	return status == FT_OK ? 0 : ft_cmd_fail(batch->context, &err);
}
