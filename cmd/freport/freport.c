/*
 * freport.c - freport, sreport: options, and running one report.
 */

#include "base/text/num.h"
#include "freport/freport.h"

#include "shell/plain.h"

/* ---- one report --------------------------------------------------------------------- */

/* Returns why no report can be in percent of these TRES; NULL: it can. */
static const char *
bad_percent(const struct freport *report)
{
	struct ft_arglist names FT_CLEANUP(ft_arglist_free) = { 0 };

	if (!report->tres_given || !report->percent)
		return NULL;
	ft_arglist_add(&names, ft_str_text(&report->tres));
	return ft_arglist_have(&names, "node")
		   ? "TRES node usage is no longer reported in percent "
		     "format reports.  Please use TRES CPU instead."
		   : NULL;
}

/* Returns why REQUEST cannot be answered with these TRES; NULL: it can. */
static const char *
bad_tres(const struct freport *report, const struct freport_request *request)
{
	struct ft_arglist names FT_CLEANUP(ft_arglist_free) = { 0 };
	unsigned family = freport_kinds[request->report].family;

	if (!report->tres_given)
		return NULL;
	ft_arglist_add(&names, ft_str_text(&report->tres));
	if (family == FREPORT_SIZES || family == FREPORT_KEY_SIZES)
		return names.n > 1 || ft_arglist_have(&names, "all") ? ""
								     : NULL;
	return request->report == FREPORT_ID_CLUSTER &&
		       ft_arglist_have(&names, "node")
		   ? "TRES node usage is no longer reported in the Cluster "
		     "Utilization report.  Please use TRES CPU instead."
		   : NULL;
}

static int
fail_fatal(const struct freport *report, const char *text)
{
	const struct ft_context *context = report->context;

	if (!*text)
		fputs(" Job report only supports a single --tres type.\n"
		      " Generate a separate report for each TRES type.\n",
		    context->err);
	else if (context->slurm)
		fprintf(
		    context->err, "%s: fatal: %s\n", context->program, text);
	else
		ft_cmd_error(context, "%s", text);
	return 1;
}

static void
add_rows(struct freport_rows *rows, const struct freport *report,
    const struct freport_request *request, const struct freport_data *data)
{
	switch (freport_kinds[request->report].family) {
	case FREPORT_CLUSTER:
	case FREPORT_TOP:
		freport_usage(rows, report, request, data);
		break;
	case FREPORT_SIZES:
	case FREPORT_KEY_SIZES:
		freport_sizes(rows, report, request, data);
		break;
	case FREPORT_RESV:
		freport_resvs(rows, report, request, data);
		break;
	case FREPORT_DELIVERED:
		freport_delivered(rows, report, request, data);
		break;
	case FREPORT_AMOUNT:
		break;
	}
}

/* slurmdbd shows the usage of workload characterization keys to operators. */
static bool
hides_keys(const struct freport *report, enum freport_id id,
    const struct ft_acctdb *acctdb)
{
	if ((id != FREPORT_ID_KEYS && id != FREPORT_ID_USER_KEYS) ||
	    ft_session_level(&report->session, acctdb) >= FT_ADMIN_OPERATOR)
		return false;
	ft_cmd_error(report->context,
	    "Your user doesn't have privilege to perform this action");
	fprintf(report->context->err,
	    "slurmdb_report_cluster_%s: Problem with get query.\n",
	    id == FREPORT_ID_KEYS ? "wckey_by_user" : "user_by_wckey");
	return true;
}

static bool
has_bad_group(
    const struct freport *report, const struct freport_request *request)
{
	const struct ft_arglist *groups = &request->list[FREPORT_WORD_GID];
	uint32_t gid;

	if (!ft_release_has(report->context->release, FT_RULE_REPORT_GIDS_SENT))
		return false;
	for (size_t i = 0; i < groups->n; i++)
		if (!ft_num_u32(groups->item[i], &gid)) {
			ft_cmd_error(report->context,
			    "Failed to unpack DBD_GET_JOBS_COND message");
			fputs(
			    " Problem with job query.\n", report->context->err);
			return true;
		}
	return false;
}

/* Whether slurmdbd does not answer. */
static bool
is_refused(const struct freport *report, const struct freport_request *request,
    const struct ft_acctdb *acctdb)
{
	return report->context->slurm &&
	       (hides_keys(report, request->report, acctdb) ||
		   has_bad_group(report, request));
}

/* The rows of cluster NAME; an unknown one has none. */
static enum ft_status
add_cluster(struct freport_rows *rows, struct freport *report,
    struct freport_request *request, const char *name, struct ft_error *err)
{
	struct freport_data data = { 0 };
	enum ft_status status = FT_OK;

	if (name)
		status = ft_session_enter(&report->session, name, err);
	if (status == FT_ENOENT && report->context->slurm) {
		report->session.cluster = 0; /* an unknown one has no past */
		status = FT_OK;
	}
	if (status == FT_OK)
		status = freport_load(&data, report, request, err);
	if (status == FT_OK && is_refused(report, request, data.acctdb))
		status = ft_fail(err, FT_EPERM, "%s", "");
	if (status == FT_OK)
		add_rows(rows, report, request, &data);
	freport_data_free(&data);
	return status;
}

static enum ft_status
name_all(struct freport *report, struct freport_request *request,
    struct ft_error *err)
{
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	enum ft_status status =
	    ft_store_read_book(report->session.store, false, &acctdb, err);

	for (size_t i = 0; i < acctdb.n_cluster && status == FT_OK; i++)
		ft_arglist_add(&request->clusters, acctdb.cluster[i].name);
	return status;
}

/* A cluster that is named twice is reported once. */
static void
drop_doubles(struct ft_arglist *list)
{
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++) {
		size_t first = 0;

		while (
		    first < n && strcmp(list->item[first], list->item[i]) != 0)
			first++;
		if (first < n)
			ft_free(list->item[i]);
		else
			list->item[n++] = list->item[i];
	}
	list->n = n;
}

static enum ft_status
answer(struct freport *report, struct freport_request *request, int argc,
    char **argv, struct ft_error *err)
{
	struct freport_rows rows = { 0 };
	enum ft_status status = FT_OK;
	const char *wrong;

	FT_TRY(ft_session_open(
	    &report->session, report->context, FT_SESSION_READ, err));
	wrong = bad_percent(report);
	if (wrong) {
		request->bad = fail_fatal(report, wrong);
		return FT_OK;
	}
	freport_read(report, request, argc, argv);
	if (request->report == FREPORT_ID_DELIVERED && report->rollup)
		return ft_fail(err, FT_EINVAL,
		    "account Delivered is exact: it has no --rollup");
	if (report->theme != FT_THEME_AUTO && !report->svg)
		return ft_fail(err, FT_EINVAL, "--theme needs --svg");
	if (report->svg && !freport_has_chart(request->report))
		return ft_fail(err, FT_EINVAL, "--svg: %s %s has no chart",
		    freport_kinds[request->report].type,
		    freport_kinds[request->report].name);
	wrong = bad_tres(report, request);
	if (wrong) {
		request->bad = fail_fatal(report, wrong);
		return FT_OK;
	}
	for (size_t i = 0; i < report->clusters.n; i++)
		ft_arglist_add(&request->clusters, report->clusters.item[i]);
	drop_doubles(&request->clusters);
	/* to sreport those that are named are all */
	if ((report->all_clusters || request->given[FREPORT_WORD_ALL]) &&
	    !(report->context->slurm && request->clusters.n > 0))
		status = name_all(report, request, err);
	if (status == FT_OK && request->clusters.n == 0)
		status = add_cluster(&rows, report, request, NULL, err);
	for (size_t i = 0; i < request->clusters.n && status == FT_OK; i++)
		status = add_cluster(
		    &rows, report, request, request->clusters.item[i], err);
	if (status == FT_OK && !(request->bad && !report->context->slurm))
		status = freport_print(report, request, &rows);
	if (status == FT_OK && report->svg && !request->bad)
		status = freport_draw(report, request, &rows, err);
	ft_arena_clear(&rows.arena);
	ft_free(rows.item);
	return status;
}

/* The next line of the shell reads the store again. */
static void
close_session(struct freport *report)
{
	const char *db = report->session.db;
	const char *conf_file = report->session.conf_file;

	ft_session_close(&report->session);
	ft_session_init(&report->session);
	report->session.db = db;
	report->session.conf_file = conf_file;
}

/* sreport asks slurmdbd, also for the TRES of -T, before it looks at its words. */
static bool
is_connected(struct freport *report)
{
	struct ft_error err = { 0 };
	enum ft_status status = ft_session_open(
	    &report->session, report->context, FT_SESSION_READ, &err);

	if (status == FT_OK && freport_check_tres(report, &err) == FT_ENOENT) {
		close_session(report);
		fail_fatal(report, err.text);
		return false;
	}
	close_session(report);
	if (status == FT_EABSENT)
		fail_fatal(report,
		    "Problem connecting to the database: Connection refused");
	return status != FT_EABSENT;
}

static int
run(struct freport *report, enum freport_id id, int argc, char **argv)
{
	struct freport_request request = { .report = id };
	struct ft_error err = { 0 };
	enum freport_unit unit = report->unit;
	enum ft_status status;
	int result;

	if (id == FREPORT_ID_DELIVERED && !report->timed)
		report->unit = FREPORT_HOURS;
	status = answer(report, &request, argc, argv, &err);
	report->unit = unit;
	result = request.bad;
	freport_request_free(&request);
	close_session(report);
	if (status == FT_OK)
		return result;
	if (status == FT_ENOENT && report->context->slurm)
		return fail_fatal(report, err.text);
	return ft_cmd_fail(report->context, &err);
}

/* ---- words --------------------------------------------------------------------------- */

static bool
begins(const char *name, const char *word, size_t least)
{
	size_t len = strlen(word);

	return len >= least && !strncasecmp(name, word, len);
}

/* A name is looked at as far as it differs from others. */
static bool
is_report(const struct freport *report, size_t i, const char *word)
{
	const struct freport_kind *kind = &freport_kinds[i];
	enum ft_release release = report->context->release;
	unsigned letters = kind->letters;

	if (i == FREPORT_ID_ACCOUNTS &&
	    !ft_release_has(release, FT_RULE_REPORT_NAMES_WHOLE))
		letters = 1;
	/* reports of jobs: no letter may differ */
	if (kind->family & (FREPORT_SIZES | FREPORT_KEY_SIZES) &&
	    strlen(word) > letters)
		letters = (unsigned)strlen(word);
	return ft_release_within(release, kind->since, kind->until) &&
	       !strncasecmp(kind->name, word, letters);
}

static const char *
valid_reports(const struct freport *report, const char *type)
{
	if (!strcmp(type, "user"))
		return "Valid user reports are, \"Top\"";
	if (!strcmp(type, "job"))
		return "Valid job reports are, \"SizesByAccount, "
		       "SizesByAccountAndWcKey, and  SizesByWckey\"";
	if (!strcmp(type, "account"))
		return "Valid account reports are, \"Delivered\"";
	if (!strcmp(type, "reservation"))
		return "Valid reservation reports are, \"Utilization\"";
	if (!ft_release_within(report->context->release,
		freport_kinds[FREPORT_ID_QOS].since,
		freport_kinds[FREPORT_ID_QOS].until))
		return "Valid cluster reports are, "
		       "\"AccountUtilizationByUser\", "
		       "\"UserUtilizationByAccount\", "
		       "\"UserUtilizationByWckey\", \"Utilization\", and "
		       "\"WCKeyUtilizationByUser\"";
	return "Valid cluster reports are, \"AccountUtilizationByUser\", "
	       "\"AccountUtilizationByQOS\", \"UserUtilizationByAccount\", "
	       "\"UserUtilizationByWckey\", \"Utilization\", and "
	       "\"WCKeyUtilizationByUser\"";
}

static int
run_type(struct freport *report, const char *type, int argc, char **argv)
{
	FILE *err = report->context->err;

	if (argc < 2) {
		fprintf(err, "too few arguments for keyword:%s\n", argv[0]);
		return 1;
	}
	for (size_t i = 0; i < FREPORT_REPORTS; i++)
		if (!strcmp(freport_kinds[i].type, type) &&
		    is_report(report, i, argv[1]))
			return run(
			    report, (enum freport_id)i, argc - 2, argv + 2);
	fprintf(err, "Not valid report %s\n%s\n", argv[1],
	    valid_reports(report, type));
	return 1;
}

static int
set_time(struct freport *report, const char *word)
{
	if (freport_read_time(report, word))
		return 0;
	if (!report->context->slurm)
		return ft_cmd_error(
		    report->context, "no time format: '%s'", word);
	fprintf(report->context->err, "unknown time format %s", word);
	return 0;
}

enum setting { QUIT, HELP, VERSION, FORMAT, TIME, NOTHING };

static int
apply(struct freport *report, enum setting setting, int value, char **argv)
{
	switch (setting) {
	case QUIT:
		report->leave = true;
		break;
	case HELP:
		ft_opt_help(report->context, report->context->out);
		break;
	case VERSION:
		fprintf(report->context->out, "slurm-wlm %s\n",
		    ft_releases[report->context->release < FT_RELEASES
				    ? report->context->release
				    : FT_RELEASE_NEWEST]
			.version);
		break;
	case FORMAT:
		report->kind = (enum ft_format_kind)value;
		break;
	case TIME:
		return set_time(report, argv[1]);
	case NOTHING:
		break;
	}
	return 0;
}

/* Run one command, such as `cluster Utilization`; returns its exit status. */
static int
run_command(struct freport *report, int argc, char **argv)
{
	static const struct {
		const char *name;
		size_t letters;
		enum setting setting;
		int value;
	} settings[] = {
		{ "exit", 1, QUIT, 0 },
		{ "help", 2, HELP, 0 },
		{ "nonparsable", 1, FORMAT, FT_FORMAT_TABLE },
		{ "parsable", 8, FORMAT, FT_FORMAT_PARSABLE },
		{ "parsable2", 9, FORMAT, FT_FORMAT_PARSABLE2 },
		{ "quiet", 4, NOTHING, 0 },
		{ "quit", 4, QUIT, 0 },
		{ "time", 1, TIME, 0 },
		{ "verbose", 4, NOTHING, 0 },
		{ "version", 3, VERSION, 0 },
	};
	static const struct {
		const char *name;
		size_t letters;
		bool ours;
	} types[] = { { "account", 1, true }, { "cluster", 2, false },
		{ "job", 1, false }, { "reservation", 2, false },
		{ "user", 1, false } };
	FILE *err = report->context->err;

	for (size_t i = 0; i < FT_COUNT(types); i++)
		if (!(types[i].ours && report->context->slurm) &&
		    begins(types[i].name, argv[0], types[i].letters))
			return run_type(report, types[i].name, argc, argv);
	for (size_t i = 0; i < FT_COUNT(settings); i++) {
		bool time = settings[i].setting == TIME;

		if (!begins(settings[i].name, argv[0], settings[i].letters))
			continue;
		if (time ? argc < 2 : argc > 1) {
			fprintf(err, "too %s arguments for keyword:%s\n",
			    time ? "few" : "many", argv[0]);
			report->leave = settings[i].setting == QUIT;
			return 1;
		}
		return apply(
		    report, settings[i].setting, settings[i].value, argv);
	}
	fprintf(err, "invalid keyword: %s\n", argv[0]);
	return 1;
}

static int
run_line(void *ctx, int argc, char **argv)
{
	struct freport *report = ctx;

	/* for sreport an empty line has failed */
	return argc ? run_command(report, argc, argv) : report->context->slurm;
}

static int
go(void *settings, int argc, char **argv)
{
	struct freport *report = settings;
	const struct ft_context *context = report->context;

	if (context->slurm &&
	    report->all_clusters + report->local + (report->clusters.n > 0) >
		1) {
		fputs("Only one cluster option can be used (--all_clusters OR "
		      "--cluster OR --local)\n",
		    context->err);
		return 1;
	}
	if (context->slurm && !is_connected(report))
		return 1;
	if (argc > 0)
		return run_command(report, argc, argv);
	return ft_plain_run(&(struct ft_plain){
	    report->context, run_line, report, &report->leave });
}

/* ---- options ------------------------------------------------------------------------- */

#define FT_SETTINGS struct freport

static enum ft_status
take_time(const struct ft_opt_use *use)
{
	struct freport *report = use->settings;

	return set_time(report, use->arg) == 0 ? FT_OK : FT_EINVAL;
}

static const struct ft_option options[] = {
	{ 'a', "all_clusters", NULL, "report on all clusters",
	    FT_INTO_FLAG(all_clusters) },
	{ 'M', "cluster", "LIST", "report on these clusters",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_WORDS(clusters) },
	{ 0, "federation", NULL,
	    "report of the federation: there are none here, so the cluster",
	    FT_OPT_SLURM, FT_INTO_FLAG(federation) },
	{ 0, "local", NULL, "report of the local cluster", FT_OPT_SLURM,
	    FT_INTO_FLAG(local) },
	{ 'n', "noheader", NULL, "print neither title nor header",
	    FT_INTO_FLAG(no_header) },
	{ 'p', "parsable", NULL,
	    "print columns separated by |, including a trailing one",
	    FT_INTO_VALUE(kind, FT_FORMAT_PARSABLE) },
	{ 'P', "parsable2", NULL,
	    "print columns separated by |, without a trailing one",
	    FT_INTO_VALUE(kind, FT_FORMAT_PARSABLE2) },
	{ 0, "csv", NULL, "print comma-separated values", FT_OPT_OURS,
	    FT_INTO_VALUE(kind, FT_FORMAT_CSV) },
	{ 0, "json", NULL, "print JSON", FT_OPT_OURS,
	    FT_INTO_VALUE(kind, FT_FORMAT_JSON) },
	{ 0, "yaml", NULL, "print YAML", FT_OPT_OURS,
	    FT_INTO_VALUE(kind, FT_FORMAT_YAML) },
	{ 'Q', "quiet", NULL, "accepted for scripts; there is nothing to hide",
	    FT_OPT_SLURM, FT_INTO_COUNT(quiet) },
	{ 0, "rollup", NULL,
	    "sum up whole hours, as sreport does, instead of exact times",
	    FT_OPT_OURS, FT_INTO_FLAG(rollup) },
	{ 0, "svg", "FILE",
	    "also draw the report as an SVG picture, unless it is about "
	    "jobs or reservations",
	    FT_OPT_OURS, FT_COMPLETE_FILE, FT_INTO_BESIDE(svg) },
	FT_THEME_OPTION(theme),
	{ 't', NULL, "FORMAT",
	    "print seconds, minutes (the default), hours, percent, or both: "
	    "secper, minper, hourper",
	    FT_INTO_CALL(take_time) },
	{ 'T', "tres", "LIST",
	    "report these TRES instead of CPUs; ALL means all",
	    .complete = FT_COMPLETE_TRES, FT_INTO_JOIN(tres),
	    FT_GIVEN(tres_given), .variable = "SREPORT_TRES" },
	{ 'v', "verbose", NULL, "accepted for scripts; there is no log",
	    FT_OPT_SLURM, FT_INTO_COUNT(verbose) },
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

static const struct ft_operand operands[] = {
#define REPORT(id, type, name, letters, title, family, words, fields, since,   \
    until, sentence)                                                           \
	{ type " " name " [NAME=VALUE ...]", sentence, FT_COMPLETE_NONE },
#include "freport/report.def"
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "freport cluster AccountUtilizationByUser start=2025-03-01 "
	  "end=2025-04-01 tree -t hours",
	    "CPU hours of accounts and users in March" },
	{ "freport account Delivered start=2025-03-01 end=2025-04-01 --svg "
	  "march.svg",
	    "what was promised and delivered in March, and why not more, as a "
	    "table and a picture" },
	{ "freport cluster Utilization start=now-1days end=now -t percent",
	    "what the last day was used for" },
	{ "freport user TopUsage topcount=3 group --json",
	    "the three largest users of yesterday, for a program" },
	{ "freport job SizesByAccount grouping=2,17 flatview -t hours",
	    "yesterday's hours of jobs with 1, 2 to 16, and more CPUs" },
	{ NULL, NULL },
};

static void
init(void *settings)
{
	struct freport *report = settings;

	report->unit = FREPORT_MINUTES;
	report->amounts = true;
}

const struct ft_cmd ft_cmd_freport = {
	.name = "freport",
	.slurm_name = "sreport",
	.down_call = "",
	.down_status = 1,
	.summary = "report usage of accounts, users and clusters",
	.synopsis = "[options] [report [NAME=VALUE ...]]",
	.options = options,
	.operands = operands,
	.examples = examples,
	.fields = freport_fields,
	FT_CMD_SETTINGS(struct freport, context),
	.session = offsetof(struct freport, session),
	.shows = FT_CMD_SHOWS_JOBS,
	.init = init,
	.pages = true,
	.go = go,
};
