/*
 * fqueue.c - the command: reads each cluster, prints its rows, and repeats that with
 * --iterate.
 */

#include <time.h>

#include "common/suggest.h"
#include "common/world.h"
#include "fqueue/metrics.h"
#include "fqueue/fqueue.h"
#include "sim/priority/priority.h"
#include "sim/run/life.h"

/* Slurm asks the system, where lower numbers are daemons': login.defs(5). */
#define UID_MIN 1000

/* ---- one cluster ------------------------------------------------------------ */

/* Replace user IDs by names; an unknown user is an error. */
static enum ft_status
name_users(struct fqueue_args *args, struct ft_session *session,
    const struct ft_world *world, struct ft_error *err)
{
	if (args->me) /* the acting user need not be in the store */
		return FT_OK;
	for (size_t i = 0; i < args->users.n; i++) {
		char **word = &args->users.item[i];
		uint32_t uid;

		if (ft_num_u32(*word, &uid)) {
			const char *name = ft_world_user(world, uid);

			if (name) {
				ft_free(*word);
				*word = ft_strdup(name);
			}
			if (name || uid < UID_MIN || !args->context->slurm ||
			    ft_release_has(
				args->context->release, FT_RULE_ANY_UID))
				continue;
		}
		if (ft_session_knows_user(
			session, args->context, &world->acctdb, *word))
			continue;
		if (!args->context->slurm) {
			(void)ft_fail(
			    err, FT_ENOENT, "unknown user '%s'", *word);
			return ft_suggest(args->context, session,
			    FT_COMPLETE_USER, *word, err);
		}
		ft_cmd_error(args->context, "Invalid user: %s\n", *word);
	}
	return FT_OK;
}

/* No row was found: report names that do not exist. */
static enum ft_status
check_names(struct fqueue_args *args, struct ft_session *session,
    const struct ft_world *world, struct ft_error *err)
{
	const struct ft_arglist *words = &args->partitions;

	FT_TRY(ft_suggest_check(
	    args->context, session, FT_COMPLETE_ACCOUNT, &args->accounts, err));
	FT_TRY(ft_suggest_check(
	    args->context, session, FT_COMPLETE_QOS, &args->qos, err));
	for (size_t i = 0; i < words->n; i++) {
		if (ft_machine_partition(&world->machine, words->item[i]) ==
		    UINT32_MAX)
			FT_TRY(ft_suggest_check(args->context, session,
			    FT_COMPLETE_PARTITION,
			    &(struct ft_arglist){
				.item = &words->item[i], .n = 1 },
			    err));
	}
	return FT_OK;
}

static bool
shows(const struct ft_code_list *list, enum fqueue_column_flag flag)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->item[i].column.own & flag)
			return true;
	return false;
}

/* Priorities of waiting jobs cost a walk over the tree: only if they count. */
static bool
wants_priority(const struct fqueue_args *args, const struct ft_code_list *list)
{
	if (args->multi || shows(list, FQUEUE_PRIORITY) ||
	    args->doc.format != FT_FORMAT_TABLE ||
	    args->kind == FT_FORMAT_JSON || args->kind == FT_FORMAT_YAML)
		return true;
	if (args->sort)
		return strpbrk(args->sort, "pQ") != NULL;
	return !args->start && !args->steps;
}

static void
print_time(const struct fqueue_args *args, int64_t now, struct ft_out *out)
{
	if (args->no_header || (!args->long_list && args->interval == 0))
		return;
	ft_timetext_add_ctime(&out->text, now);
	ft_str_add_char(&out->text, '\n');
}

/* Where rows go: into table or sums, else a table per cluster on out. */
struct target {
	struct ft_out *out;
	struct ft_table *table;
	struct fqueue_sums *sums;
};

static void
print_view(const struct fqueue_view *view, struct ft_code_list *list,
    const struct target *to)
{
	const struct fqueue_args *args = view->args;
	struct ft_out *out = to->out;

	if (to->sums) {
		fqueue_sums_add(to->sums, view);
		return;
	}
	if (view->n > 0 && shows(list, FQUEUE_DATE))
		ft_timetext_check(&view->time, args->context);
	if (to->table) {
		fqueue_table_put(to->table, view);
		return;
	}
	print_time(args, view->world->now, out);
	if (args->clusters.text && !args->no_header)
		ft_str_addf(
		    &out->text, "CLUSTER: %s\n", view->world->cluster_name);
	fqueue_print(view, list, out);
}

/* Returns NUMBER if it is that of a single job, else 0. */
static uint32_t
only_job(const struct ft_world *world, uint32_t number)
{
	const struct ft_job *job = ft_world_find(world, number);

	return job && !job->array_job ? number : 0;
}

/* Make FORECAST if something of it is shown, and say what it lacks. */
static enum ft_status
make_forecast(const struct fqueue_view *view, struct ft_session *session,
    const struct ft_code_list *list, struct ft_forecast *forecast,
    struct ft_error *err)
{
	const struct fqueue_args *args = view->args;
	const struct ft_forecast_wish wish = {
		.futures = args->forecast ? (uint32_t)args->futures
					  : FT_FORECAST_FUTURES,
		/* a task may have left its array under another number */
		.number = args->n_id == 1 && args->id[0].task == FT_TASK_NONE
			      ? only_job(view->world, args->id[0].number)
			      : 0,
	};
	bool wanted = shows(list, FQUEUE_FORECAST);
	struct ft_str lacks FT_CLEANUP(ft_str_free) = { 0 };

	if (args->forecast && !wanted && args->kind != FT_FORMAT_JSON &&
	    args->kind != FT_FORMAT_YAML)
		return ft_fail(err, FT_EINVAL,
		    "no column of this format shows the --forecast (add "
		    "StartP50 to --Format)");
	if ((!args->forecast && !wanted) || !view->world->n_waiting)
		return FT_OK;
	FT_TRY(ft_session_forecast(forecast, session, &wish, err));
	ft_forecast_add_lacks(&lacks, forecast,
	    ft_visibility_shows_all(view->visibility, FT_VISIBILITY_BIT(JOBS)));
	if (lacks.len)
		ft_cmd_warning(
		    args->context, "in this forecast %s", ft_str_text(&lacks));
	return FT_OK;
}

/* Fill VIEW; when squeue cannot sort, it has printed the header.  Before that, but
 * not if there are no jobs to choose from, it complains of the format. */
static enum ft_status
choose_rows(struct fqueue_args *args, struct ft_session *session,
    struct fqueue_view *view, struct ft_error *err)
{
	FT_TRY(fqueue_rows(view, err));
	fqueue_format_complain(args);
	if (!fqueue_sort(view)) {
		view->n = args->context->slurm ? 0 : view->n;
		args->unsorted = args->context->slurm;
		return FT_EINVAL;
	}
	if (args->context->slurm && !ft_visibility_shows_all(view->visibility,
					FT_VISIBILITY_BIT(PARTITIONS)))
		fputs("slurm_load_partitions: Access/permission denied\n",
		    args->context->err);
	return view->n ? FT_OK : check_names(args, session, view->world, err);
}

static enum ft_status
show_world(struct fqueue_args *args, struct ft_session *session,
    struct ft_world *world, const struct target *to, struct ft_error *err)
{
	struct fqueue_view view = {
		.args = args, .world = world, .visibility = &session->visibility
	};
	bool slurm_doc = args->context->slurm && args->kind != FT_FORMAT_TABLE;
	struct ft_forecast forecast = { .n = 0 };
	struct ft_code_list list;
	enum ft_status status = name_users(args, session, world, err);

	view.forecast = &forecast;
	ft_code_list_init(&list);
	ft_timetext_init(&view.time, world->now);
	ft_session_asker(session, world, &view.asker);
	if (status == FT_OK) {
		fqueue_format_choose(args, &list);
		if (world->n_waiting > 0 && wants_priority(args, &list))
			status = ft_world_priorities(world, err);
	}
	if (status == FT_OK)
		status = make_forecast(&view, session, &list, &forecast, err);
	if (status == FT_OK && slurm_doc) {
		fqueue_rows_all(&view);
		fqueue_old_document(&view, to->out);
	} else if (status == FT_OK && args->doc.format != FT_FORMAT_TABLE) {
		status = fqueue_rows(&view, err);
		if (status == FT_OK)
			status = fqueue_slurm_document(&view, session, to->out);
	} else if (status == FT_OK) {
		status = choose_rows(args, session, &view, err);
		if (status == FT_OK || args->unsorted)
			print_view(&view, &list, to);
	}
	ft_code_list_free(&list);
	ft_forecast_free(&forecast);
	fqueue_view_free(&view);
	return status;
}

static enum ft_status
show_cluster(struct fqueue_args *args, struct ft_session *session,
    const struct target *to, struct ft_error *err)
{
	struct ft_world world FT_CLEANUP(ft_world_free) = { 0 };

	FT_TRY(ft_session_world(session, &world, NULL, err));
	return show_world(args, session, &world, to, err);
}

/* ---- all clusters ------------------------------------------------------------- */

/* What is shown of each cluster, and where. */
struct showing {
	struct fqueue_args *args;
	struct ft_session *session;
	const struct target *to;
};

static enum ft_status
show_next(void *ctx, size_t i, struct ft_error *err)
{
	const struct showing *showing = ctx;

	if (i > 0 && showing->args->kind == FT_FORMAT_TABLE)
		ft_str_add_char(&showing->to->out->text, '\n');
	return show_cluster(showing->args, showing->session, showing->to, err);
}

static enum ft_status
show_clusters(struct fqueue_args *args, struct ft_session *session,
    const struct target *to, struct ft_error *err)
{
	struct showing showing = { args, session, to };

	return ft_clusters_each(&(struct ft_clusters){ .context = args->context,
				    .session = session,
				    .names = &args->clusters,
				    .show = show_next,
				    .ctx = &showing },
	    err);
}

static enum ft_status
show_samples(struct fqueue_args *args, struct ft_session *session,
    struct ft_out *out, struct ft_error *err)
{
	struct fqueue_sums sums;
	const struct target to = { .out = out, .sums = &sums };
	enum ft_status status;

	fqueue_sums_init(&sums);
	status = show_clusters(args, session, &to, err);
	fqueue_sums_print(&sums, out);
	fqueue_sums_free(&sums);
	return status;
}

static enum ft_status
show_document(struct fqueue_args *args, struct ft_session *session,
    struct ft_out *out, struct ft_error *err)
{
	struct target to = { .out = out };
	struct ft_code_list list;
	enum ft_status status;

	ft_code_list_init(&list);
	fqueue_format_choose(args, &list);
	to.table = fqueue_table_open(args, &list, out);
	status = show_clusters(args, session, &to, err);
	ft_table_close(to.table);
	ft_code_list_free(&list);
	return status;
}

/* Print everything once, in the requested format. */
static enum ft_status
show_form(struct fqueue_args *args, struct ft_session *session,
    struct ft_out *out, struct ft_error *err)
{
	const struct target to = { .out = out };

	if (args->prometheus)
		return show_samples(args, session, out, err);
	if (args->kind != FT_FORMAT_TABLE && !args->context->slurm)
		return show_document(args, session, out, err);
	return show_clusters(args, session, &to, err);
}

/* ---- the command ---------------------------------------------------------------- */

/* Each round opens its own session, because the store changes in between. */
static enum ft_status
show_once(struct fqueue_args *args, struct ft_out *out, struct ft_error *err)
{
	struct ft_session session;
	enum ft_status status;

	ft_session_init(&session);
	session.db = args->session.db;
	session.conf_file = args->session.conf_file;
	session.now_text = args->session.now_text;
	status = ft_session_open(&session, args->context, FT_SESSION_READ, err);
	if (args->me && status == FT_OK) {
		ft_arglist_free(&args->users);
		ft_arglist_add(&args->users, session.user);
	}
	if (args->notme && status == FT_OK)
		args->not_user = session.user;
	if (status == FT_OK)
		status = show_form(args, &session, out, err);
	else if (status == FT_EABSENT && args->context->slurm)
		print_time(args, session.wall, out); /* squeue does so, too */
	ft_session_close(&session);
	return status;
}

static void
pause_for(uint64_t seconds)
{
	struct timespec rest = { .tv_sec = (time_t)seconds };

	while (nanosleep(&rest, &rest) != 0 && errno == EINTR)
		continue;
}

static enum ft_status
show_all(struct fqueue_args *args, struct ft_error *err)
{
	enum ft_status status;
	struct ft_out out;

	do {
		ft_out_init(&out, args->context->out);
		status = show_once(args, &out, err);
		if (status == FT_OK && args->interval > 0)
			ft_str_add_char(&out.text, '\n');
		else if (status != FT_OK && status != FT_EABSENT &&
			 !args->unsorted)
			ft_str_clear(&out.text);
		ft_out_free(&out);
		if (args->interval > 0 && status == FT_OK &&
		    fflush(args->context->out) == 0)
			pause_for(args->interval);
		else
			break;
	} while (true);
	return status;
}

/* What squeue prints on standard output beside the complaint about an operand. */
void
fqueue_print_usage(const struct ft_context *context)
{
	static const struct {
		const char *line;
		enum ft_release since, until;
	} lines[] = {
		{ "[-n name] [-o format] [-p partitions] [--qos qos]", 0,
		    FT_RELEASE_24_11 },
		{ "[--reservation reservation] [--sort fields] [--start]", 0,
		    FT_RELEASE_24_11 },
		{ "[-n name] [-o format] [--only-job-state] [-p partitions]",
		    FT_RELEASE_24_11, 0 },
		{ "[--qos qos] [--reservation reservation] [--sort fields] "
		  "[--start]",
		    FT_RELEASE_24_11, 0 },
		{ "[--step step_id] [-t states] [-u user_name] [--usage]", 0,
		    0 },
		{ "[-L licenses] [-w nodes] [--federation] [--local] "
		  "[--sibling]",
		    0, 0 },
		{ "[--expand-patterns] [--json=data_parser] "
		  "[--yaml=data_parser]",
		    FT_RELEASE_24_11, 0 },
		{ "\t      [-ahjlrsv]", 0, FT_RELEASE_24_11 },
		{ "[-ahjlrsv]", FT_RELEASE_24_11, FT_RELEASE_26_05 },
		{ "[--running-over=time] [--running-under=time] [-ahjlrsv]",
		    FT_RELEASE_26_05, 0 },
	};

	fputs("Usage: squeue [-A account] [--clusters names] [-i seconds] "
	      "[--job jobid]\n",
	    context->out);
	for (size_t i = 0; i < FT_COUNT(lines); i++)
		if (ft_release_within(
			context->release, lines[i].since, lines[i].until))
			fprintf(context->out, "%*s%s\n",
			    *lines[i].line == '[' ? 14 : 0, "", lines[i].line);
}

/* The list of -j or -s after a blank is an operand; squeue takes one. */
static enum ft_status
take_operands(
    struct fqueue_args *args, int argc, char **argv, struct ft_error *err)
{
	struct ft_opt_use use = {
		.context = args->context, .settings = args, .err = err
	};
	int taken = 0;

	while (args->bare && taken < argc &&
	       (taken == 0 || !args->context->slurm)) {
		use.arg = argv[taken++];
		FT_TRY(args->bare(&use));
	}
	if (argc > taken && args->context->slurm)
		fqueue_print_usage(args->context);
	if (argc > taken)
		return ft_fail(err, FT_EINVAL,
		    args->context->slurm ? "Unrecognized option: %s"
					 : "unexpected operand '%s'",
		    argv[taken]);
	return FT_OK;
}

/* --only-job-state asks for all jobs, those of -j, or those in states. */
static enum ft_status
check_only_state(const struct fqueue_args *args, struct ft_error *err)
{
	bool alone =
	    ft_release_has(args->context->release, FT_RULE_STATE_ALONE);

	if (args->only_state && args->steps && args->context->slurm && !alone) {
		fputs("squeue: fatal: Options --only-job-state and -s(--steps) "
		      "are mutually exclusive. Please remove one and retry.\n",
		    args->context->err);
		return FT_EINVAL;
	}
	if (!args->only_state || !alone ||
	    !(args->accounts.n + args->users.n + args->partitions.n +
		    args->qos.n + args->names.n + args->reservations.n +
		    args->licenses.n ||
		args->hosts || args->me || args->notme || args->all ||
		args->multi || args->long_list || args->start || args->steps))
		return FT_OK;
	if (!args->context->slurm)
		return ft_fail(err, FT_EINVAL,
		    "--only-job-state can be combined only with --jobs, "
		    "--states and options of the output");
	fprintf(args->context->err,
	    "squeue: fatal: Option --only-job-state only works alone, with -j "
	    "(--jobs) and/or -t (--states) parameters, parameters for "
	    "cluster/federation selection, and the printing options.\n");
	return FT_EINVAL;
}

static int
show(void *settings, int argc, char **argv)
{
	struct fqueue_args *args = settings;
	struct ft_error err = { 0 };
	enum ft_status status = take_operands(args, argc, argv, &err);

	if (status == FT_OK)
		status = fqueue_args_finish(args, &err);
	if (status == FT_OK)
		status = check_only_state(args, &err);
	if (status == FT_OK)
		status = show_all(args, &err);
	return status == FT_OK ? 0 : ft_cmd_fail(args->context, &err);
}

static const struct ft_example examples[] = {
	{ "fqueue", "waiting and running jobs" },
	{ "fqueue -l -u ann,bob", "jobs of two users, with their time limits" },
	{ "fqueue --start", "when waiting jobs are expected to start" },
	{ "fqueue --forecast",
	    "the same with 10, 50 and 90 % of 200 simulated futures" },
	{ "fqueue -t all -S V -o '%i %u %t %V %S %e'",
	    "finished jobs, too, in the order of submission" },
	{ "fqueue -t PD -S -p -o '%Q %i %u %r'",
	    "waiting jobs by priority, and why they wait" },
	{ "fqueue -i 5", "the queue, every five seconds" },
	{ NULL, NULL },
};

const struct ft_cmd ft_cmd_fqueue = {
	.name = "fqueue",
	.slurm_name = "squeue",
	.down_call = "slurm_load_jobs error",
	.down_status = 1,
	.summary = "show jobs that wait, run or have just ended",
	.synopsis = "[options]",
	.options = fqueue_options,
	.examples = examples,
	.fields = fqueue_fields,
	FT_CMD_SETTINGS(struct fqueue_args, context),
	.session = offsetof(struct fqueue_args, session),
	.shows = FT_CMD_SHOWS_JOBS,
	.pages = true,
	.go = show,
	.free = fqueue_args_free,
};
