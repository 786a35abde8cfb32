/*
 * fdiag.c - fdiag, sdiag: what the controller counts of jobs and of its
 * schedulers.  Source: sdiag(1).
 */
#include "cli/opt.h"
#include "common/slurmdoc.h"
#include "common/suggest.h"
#include "common/world.h"
#include "fdiag/fdiag.h"
#include "sim/run/life.h"

#define FT_SETTINGS struct fdiag

/* Exit status of sdiag when slurmctld refuses, and for an unknown data parser. */
enum { DENIED = 255, NO_PARSER = 253 };

struct fdiag {
	struct ft_context *context;
	struct ft_session session;
	bool reset;
	const char *clusters;
	struct fdiag_form form;
	struct ft_slurmdoc asked;
};

static const struct ft_option options[] = {
	{ 'a', "all", NULL, "show all counters, as without options",
	    FT_INTO_VALUE(reset, false) },
	{ 'h', NULL, NULL, "print the help and exit", FT_OPT_HIDDEN,
	    .kind = FT_OPT_HELP },
	{ 'i', "sort-by-id", NULL,
	    "has no effect: there are no remote calls to sort",
	    FT_INTO_NOTHING },
	{ 'M', "cluster", "NAME", "show this cluster",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_TEXT(clusters) },
	{ 0, "no-trunc", NULL, "has no effect: lines are never cut",
	    .since = FT_RELEASE_26_05, FT_INTO_NOTHING },
	{ 'r', "reset", NULL,
	    "set the counters to 0; if --all is given as well, the last one "
	    "wins",
	    FT_INTO_VALUE(reset, true) },
	{ 't', "sort-by-time", NULL, "has no effect, like -i",
	    FT_INTO_NOTHING },
	{ 'T', "sort-by-time2", NULL, "has no effect, like -i",
	    FT_INTO_NOTHING },
	{ 0, "json", NULL, "print JSON", FT_OPT_OURS,
	    FT_INTO_VALUE(form.kind, FT_FORMAT_JSON) },
	{ 0, "yaml", NULL, "print the same as YAML", FT_OPT_OURS,
	    FT_INTO_VALUE(form.kind, FT_FORMAT_YAML) },
	FT_SLURMDOC_OPTIONS(asked, FT_RELEASE_23_11),
	{ 0, "prometheus", NULL, "print samples for Prometheus", FT_OPT_OURS,
	    FT_INTO_FLAG(form.prometheus) },
	FT_SESSION_NOW_OPTION(session),
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

static enum ft_status
open_store(struct fdiag *diag, enum ft_session_mode mode, struct ft_error *err)
{
	struct ft_session *session = &diag->session;

	FT_TRY(ft_session_open(session, diag->context, mode, err));
	return ft_suggest_enter_cluster(
	    diag->context, session, diag->clusters, err);
}

/* ---- --reset ---------------------------------------------------------------- */

static enum ft_status
reset(struct fdiag *diag, struct ft_error *err)
{
	struct ft_world world FT_CLEANUP(ft_world_free) = { 0 };
	struct ft_session *session = &diag->session;

	session->call = "slurm_reset_statistics";
	FT_TRY(open_store(diag, FT_SESSION_CHANGE, err));
	session->may_later = diag->context->slurm;
	FT_TRY(ft_session_world_begin(
	    session, FT_RIGHT_COUNTERS, &world, NULL, err));
	if (!session->may) {
		fprintf(diag->context->err,
		    "slurm_reset_statistics: Access/permission denied\n");
		*err->text = '\0';
		return FT_EPERM;
	}
	ft_tally_reset(&world.tally, world.now);
	FT_TRY(ft_session_world_commit(session, &world, err));
	fprintf(diag->context->out, "Reset scheduling statistics\n");
	return FT_OK;
}

/* ---- the counters ------------------------------------------------------------- */

static enum ft_status
print_slurm_document(
    struct fdiag *diag, const struct ft_stats *stats, struct ft_out *out)
{
	const struct ft_context *context = diag->context;
	const struct ft_slurmdoc_call call = { context, &diag->session,
		context->argc, context->argv };
	bool failed;
	struct ft_doc *doc =
	    ft_slurmdoc_open(&diag->asked, context, out, &failed);

	if (!doc)
		return failed ? FT_EINVAL : FT_OK;
	fdiag_document(stats, doc);
	ft_slurmdoc_close(doc, &diag->asked, &call);
	return FT_OK;
}

static void
print_document(
    const struct ft_stats *stats, enum ft_format_kind kind, struct ft_out *out)
{
	struct ft_doc *doc =
	    ft_doc_open_ours(out, kind, "fairtree.statistics/1");

	fdiag_document(stats, doc);
	ft_doc_close(doc);
}

void
fdiag_print(const struct ft_world *world, const struct fdiag_form *form,
    struct ft_out *out)
{
	const struct ft_stats stats = ft_stats_of(world);

	if (form->prometheus)
		ft_stats_samples(&stats, world->cluster_name, out);
	else if (form->kind != FT_FORMAT_TABLE)
		print_document(&stats, form->kind, out);
	else
		fdiag_text(&stats, FT_RELEASE_ANY, out);
}

static enum ft_status
print(struct fdiag *diag, const struct ft_world *world, struct ft_out *out)
{
	const struct ft_stats stats = ft_stats_of(world);

	if (!diag->context->slurm)
		fdiag_print(world, &diag->form, out);
	else if (diag->asked.format != FT_FORMAT_TABLE)
		return print_slurm_document(diag, &stats, out);
	else
		fdiag_text(&stats, diag->context->release, out);
	return FT_OK;
}

static enum ft_status
show(struct fdiag *diag, struct ft_error *err)
{
	struct ft_world world FT_CLEANUP(ft_world_free) = { 0 };
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(diag->context->out);
	enum ft_status status;

	FT_TRY(open_store(diag, FT_SESSION_READ, err));
	FT_TRY(ft_session_world(&diag->session, &world, NULL, err));
	status = print(diag, &world, &out);
	return status;
}

static int
go(void *settings, int argc, char **argv)
{
	struct fdiag *diag = settings;
	struct ft_error err = { 0 };
	enum ft_status status;

	/* sdiag ignores words */
	if (argc > 0 && !diag->context->slurm)
		return ft_cmd_misuse(
		    diag->context, "unexpected operand '%s'", argv[0]);
	status = diag->reset ? reset(diag, &err) : show(diag, &err);
	if (status == FT_OK)
		return 0;
	if (!diag->context->slurm)
		return ft_cmd_fail(diag->context, &err);
	if (status == FT_EINVAL && !*err.text)
		return NO_PARSER;
	return status == FT_EPERM ? DENIED : ft_cmd_fail(diag->context, &err);
}

static const struct ft_example examples[] = {
	{ "fdiag", "what was counted since midnight or the last reset" },
	{ "fdiag --reset", "count from now on" },
	{ "fdiag --prometheus", "the counters, for a monitor" },
	{ NULL, NULL },
};

const struct ft_cmd ft_cmd_fdiag = {
	.name = "fdiag",
	.slurm_name = "sdiag",
	.down_call = "slurm_get_statistics",
	.down_status = DENIED,
	.summary = "show what the controller counts of jobs and schedulers",
	.synopsis = "[options]",
	.options = options,
	.examples = examples,
	FT_CMD_SETTINGS(struct fdiag, context),
	.session = offsetof(struct fdiag, session),
	.pages = true,
	.go = go,
};
