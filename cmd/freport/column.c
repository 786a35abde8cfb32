/* column.c - the fields of the reports, and which of them a report prints. */

#include "base/text/timefmt.h"
#include "freport/freport.h"
#include "model/reservation/reservation.h"

/* ---- amounts ---------------------------------------------------------------------- */

static double
number_at(const struct freport_row *row, size_t at)
{
	return *(const double *)(const void *)((const char *)row + at);
}

/* Whether the report of ROW has a number there. */
static bool
is_set(const struct freport_row *row, size_t at)
{
	if (at >= offsetof(struct freport_row, use) &&
	    at < offsetof(struct freport_row, use) + sizeof row->use)
		return row->has_use;
	if (at >= offsetof(struct freport_row, promise) &&
	    at < offsetof(struct freport_row, promise) + sizeof row->promise)
		return row->has_promise;
	if (at == offsetof(struct freport_row, used))
		return row->has_used;
	if (at == offsetof(struct freport_row, energy))
		return row->has_energy;
	return row->has_count;
}

static bool
is_document(const struct freport *report)
{
	return report->kind == FT_FORMAT_JSON ||
	       report->kind == FT_FORMAT_YAML || report->kind == FT_FORMAT_CSV;
}

/* Append AMOUNT, TRES-seconds, in the units of -t; of nothing it is a percentage
 * of one. */
static void
add_amount(struct ft_str *text, const struct freport *report, double amount,
    double base)
{
	double percent = 100 * amount / (base > 0 ? base : 1);

	if (report->amounts)
		ft_str_addf(text, "%.0f", amount / (double)report->unit);
	if (report->percent)
		ft_str_addf(
		    text, report->amounts ? "(%.2f%%)" : "%.2f%%", percent);
}

/* Without a number it is blank, or 0 in older releases. */
static void
show_number(const struct freport_row *row, size_t at, double base,
    struct ft_value *value)
{
	const struct freport *report = row->report;
	double amount = number_at(row, at);

	if (is_document(report)) {
		if (is_set(row, at))
			ft_value_real(value, (ft_real)amount);
	} else if (!is_set(row, at) && ft_release_has(report->context->release,
					   FT_RULE_REPORT_BLANKS)) {
		/* blank */
	} else if (at == offsetof(struct freport_row, count)) {
		ft_str_addf(ft_value_build(value), "%.0f", amount);
	} else {
		add_amount(ft_value_build(value), report, amount, base);
	}
}

static void
get_amount(const void *at, struct ft_value *value)
{
	const struct freport_row *row = at;

	show_number(row, value->column->at,
	    number_at(row, (size_t)value->column->id), value);
}

static void
get_count(const void *at, struct ft_value *value)
{
	show_number(at, offsetof(struct freport_row, count), 0, value);
}

/* ---- others ----------------------------------------------------------------------- */

static void
get_date(const void *at, struct ft_value *value)
{
	const int64_t *when =
	    (const void *)((const char *)at + value->column->at);

	const struct freport_row *row = at;
	const struct freport *report = row->report;

	if (is_document(report) || !report->context->slurm)
		ft_timetext_add(
		    ft_value_build(value), &report->time, *when, "Unknown");
	else
		ft_timetext_add_cell(ft_value_build(value), &report->time,
		    *when,
		    (struct ft_timetext_cell){ report->context,
			value->column->width,
			report->kind == FT_FORMAT_TABLE });
}

static void
get_resv(const void *at, struct ft_value *value)
{
	const struct freport_row *row = at;

	ft_value_u64(value, row->resv);
}

static void
get_flags(const void *at, struct ft_value *value)
{
	const struct freport_row *row = at;

	ft_reservation_flags_add(ft_value_build(value), row->flags);
}

static void
get_time(const void *at, struct ft_value *value)
{
	const struct freport_row *row = at;

	ft_time_add_duration(ft_value_build(value), (int64_t)row->base);
}

static void
get_duration(const void *at, struct ft_value *value)
{
	const struct freport_row *row = at;

	ft_time_add_duration(ft_value_build(value), row->end - row->start);
}

static void
get_text(const void *at, struct ft_value *value)
{
	const char *const *text =
	    (const void *)((const char *)at + value->column->at);

	ft_value_text(value, *text);
}

/* ---- the table -------------------------------------------------------------------- */

#define TEXT(member) .get = get_text, .at = offsetof(struct freport_row, member)
#define AMOUNT(member, of)                                                     \
	.type = FT_COLUMN_REAL, .get = get_amount,                             \
	.at = offsetof(struct freport_row, member),                            \
	.id = offsetof(struct freport_row, of)
#define CLUSTER         FREPORT_CLUSTER
#define TOP             FREPORT_TOP
#define SIZES           FREPORT_SIZES
#define KEYS            FREPORT_KEY_SIZES
#define RESV            FREPORT_RESV
#define GOT             FREPORT_DELIVERED
#define WIDE            FREPORT_AMOUNT
#define PROMISE(member) AMOUNT(promise.member, promise.promised)
#define CAUSE(id)       PROMISE(cause[FT_DELIVERY_##id])

/* A word means the first field that it begins, so their order matters. */
/* clang-format off */
const struct ft_column freport_fields[] = {
	{ "Accounts", .min = 2, .header = "Account", .width = 15, .own = CLUSTER | GOT, .key = "account", TEXT(account), .sentence = "account" },
	{ "Accounts", .min = 1, .header = "Account", .width = 15, .own = TOP, .key = "account", TEXT(account), .sentence = "account" },
	{ "Account", .min = 1, .header = "Account", .width = 9, .own = SIZES, .key = "account", TEXT(account), .sentence = "account" },
	{ "Account", .min = 1, .header = "Account", .width = 9, .flags = FT_COLUMN_SLURM, .own = KEYS, TEXT(name), .sentence = "the same as Wckey" },
	{ "Allocated", .min = 2, .width = 12, .own = CLUSTER | WIDE, .key = "allocated", AMOUNT(use.allocated, base), .sentence = "what jobs and reservations had" },
	{ "Allocated", .min = 2, .width = 20, .own = RESV, .key = "allocated", AMOUNT(use.allocated, base), .sentence = "what its jobs had" },
	{ "Associations", .min = 2, .width = 15, .own = RESV, .key = "associations", TEXT(assocs), .sentence = "numbers of the associations that could use it" },
	{ "Cluster", .min = 1, .width = 9, .own = TOP, .key = "cluster", TEXT(cluster), .sentence = "cluster" },
	{ "Cluster", .min = 2, .width = 9, .own = CLUSTER | SIZES | KEYS | RESV | GOT, .key = "cluster", TEXT(cluster), .sentence = "cluster" },
	{ "CPUCount", .min = 2, .header = "TRES Count", .width = 10, .flags = FT_COLUMN_SLURM, .own = CLUSTER, .get = get_count, .sentence = "the same as TresCount" },
	{ "CPUCount", .min = 2, .header = "TRES count", .width = 10, .flags = FT_COLUMN_SLURM, .own = RESV, .get = get_count, .sentence = "the same as TresCount" },
	{ "CPUCount", .min = 2, .header = "TRES Count", .width = 10, .flags = FT_COLUMN_SLURM, .own = SIZES | KEYS, .get = get_count, .sentence = "never known" },
	{ "Count", .min = 2, .header = "TRES Count", .width = 10, .flags = FT_COLUMN_SLURM, .own = CLUSTER, .get = get_count, .until = FT_RELEASE_24_11, .sentence = "the same as TresCount" },
	{ "Count", .min = 2, .header = "TRES count", .width = 10, .flags = FT_COLUMN_SLURM, .own = RESV, .get = get_count, .sentence = "the same as TresCount" },
	{ "Count", .min = 2, .header = "TRES Count", .width = 10, .flags = FT_COLUMN_SLURM, .own = SIZES | KEYS, .get = get_count, .sentence = "never known" },
	{ "Delivered", .width = 8, .own = GOT | WIDE, .key = "delivered", PROMISE(delivered), .sentence = "what jobs of the account and below it had" },
	{ "Down", .width = 10, .own = CLUSTER | WIDE, .key = "down", AMOUNT(use.down, base), .sentence = "nodes that were down or drained" },
	{ "End", .min = 2, .width = 19, .own = RESV, .key = "end", .type = FT_COLUMN_TIME, .get = get_date, .at = offsetof(struct freport_row, end), .sentence = "its end" },
	{ "Energy", .width = 8, .own = CLUSTER | TOP | WIDE, .key = "energy", AMOUNT(energy, energy_base), .sentence = "energy, in joules" },
	{ "Flags", .min = 2, .width = 20, .own = RESV, .key = "flags", .type = FT_COLUMN_LIST, .get = get_flags, .sentence = "its flags" },
	{ "Idle", .width = 12, .own = CLUSTER | WIDE, .key = "idle", AMOUNT(use.idle, base), .sentence = "what nobody used or waited for" },
	{ "Idle", .width = 20, .own = RESV, .key = "idle", AMOUNT(use.idle, base), .sentence = "what its jobs left" },
	{ "JobCount", .min = 2, .header = "Job Count", .width = 9, .flags = FT_COLUMN_SLURM, .own = SIZES | KEYS, .get = get_count, .sentence = "never known" },
	{ "Limits", .width = 8, .own = GOT | WIDE, .key = "limits", CAUSE(LIMITS), .sentence = "short because limits held waiting jobs" },
	{ "Login", .width = 9, .own = CLUSTER | TOP, .key = "login", TEXT(login), .sentence = "user" },
	{ "Name", .min = 2, .width = 9, .own = RESV, .key = "name", TEXT(name), .sentence = "name of the reservation" },
	{ "NoDemand", .min = 3, .header = "No Demand", .width = 8, .own = GOT | WIDE, .key = "no_demand", CAUSE(NO_DEMAND), .sentence = "short because jobs asked for less" },
	{ "NodeCount", .min = 2, .header = "Node Count", .width = 9, .flags = FT_COLUMN_SLURM, .own = SIZES | KEYS, .get = get_count, .sentence = "never known" },
	{ "Nodes", .min = 2, .width = 15, .own = RESV, .key = "nodes", TEXT(nodes), .sentence = "its nodes" },
	{ "Over", .width = 8, .own = GOT | WIDE, .key = "over", PROMISE(over), .sentence = "what it had beyond its promise" },
	{ "OverCommitted", .header = "Over Comm", .width = 9, .own = CLUSTER | WIDE, .key = "overcommitted", AMOUNT(use.over, base), .sentence = "what waiting jobs asked for in addition to what was left" },
	{ "Planned", .min = 2, .width = 8, .own = CLUSTER | WIDE, .key = "planned", AMOUNT(use.planned, base), .since = FT_RELEASE_24_11, .sentence = "what was left while jobs waited" },
	{ "PlannedDown", .min = 2, .header = "PLND Down", .width = 10, .own = CLUSTER | WIDE, .key = "planned_down", AMOUNT(use.planned_down, base), .sentence = "reservations for maintenance" },
	{ "PlndDown", .min = 2, .header = "PLND Down", .width = 10, .flags = FT_COLUMN_SLURM, .own = CLUSTER | WIDE, AMOUNT(use.planned_down, base), .since = FT_RELEASE_24_11, .sentence = "the same as PlannedDown" },
	{ "Priority", .min = 3, .width = 8, .own = GOT | WIDE, .key = "priority", CAUSE(PRIORITY), .sentence = "short because jobs of others ran in its place" },
	{ "Promised", .min = 3, .width = 8, .own = GOT | WIDE, .key = "promised", PROMISE(promised), .sentence = "its share of what the cluster had" },
	{ "Proper", .min = 2, .header = "Proper Name", .width = 15, .own = CLUSTER, .key = "proper_name", TEXT(proper), .sentence = "full name, which is never known here" },
	{ "Proper", .min = 1, .header = "Proper Name", .width = 15, .own = TOP, .key = "proper_name", TEXT(proper), .until = FT_RELEASE_26_05, .sentence = "full name, which is never known here" },
	{ "Proper", .min = 2, .header = "Proper Name", .width = 15, .own = TOP, .key = "proper_name", TEXT(proper), .since = FT_RELEASE_26_05, .sentence = "full name, which is never known here" },
	{ "QOS", .width = 12, .own = CLUSTER, .key = "qos", TEXT(qos), .since = FT_RELEASE_24_11, .sentence = "quality of service" },
	{ "Reported", .min = 3, .width = 12, .own = CLUSTER | WIDE, .key = "reported", AMOUNT(use.total, reach), .sentence = "what the cluster had" },
	{ "ReservationId", .min = 2, .header = "Id", .width = 8, .flags = FT_COLUMN_SLURM, .own = RESV, .get = get_resv, .sentence = "its id" },
	{ "Reserved", .min = 3, .header = "Planned", .width = 9, .flags = FT_COLUMN_SLURM, .own = CLUSTER | WIDE, AMOUNT(use.planned, base), .sentence = "what was left while jobs waited" },
	{ "Shape", .min = 3, .width = 8, .own = GOT | WIDE, .key = "shape", CAUSE(SHAPE), .sentence = "short because nothing that was free fitted" },
	{ "Short", .min = 3, .width = 8, .own = GOT | WIDE, .key = "short", PROMISE(gap), .sentence = "what it had less than its promise, at each instant" },
	{ "Start", .min = 2, .width = 19, .own = RESV, .key = "start", .type = FT_COLUMN_TIME, .get = get_date, .at = offsetof(struct freport_row, start), .sentence = "its start" },
	{ "TotalTime", .min = 2, .width = 9, .flags = FT_COLUMN_SLURM, .own = RESV, .type = FT_COLUMN_TIME, .get = get_duration, .sentence = "its duration" },
	{ "TresCount", .min = 5, .header = "TRES Count", .width = 10, .own = CLUSTER, .key = "tres_count", .type = FT_COLUMN_REAL, .get = get_count, .sentence = "average count of the TRES" },
	{ "TresCount", .min = 5, .header = "TRES count", .width = 10, .own = RESV, .key = "tres_count", .type = FT_COLUMN_REAL, .get = get_count, .sentence = "count of the TRES" },
	{ "TresCount", .min = 5, .header = "TRES Count", .width = 10, .flags = FT_COLUMN_SLURM, .own = SIZES | KEYS, .get = get_count, .sentence = "never known" },
	{ "TresName", .min = 5, .header = "TRES Name", .width = 14, .own = CLUSTER | TOP | RESV | GOT, .key = "tres", TEXT(tres), .sentence = "the TRES" },
	{ "TresTime", .min = 2, .header = "TRES Time", .width = 9, .own = RESV, .key = "tres_time", .type = FT_COLUMN_TIME, .get = get_time, .sentence = "count of the TRES times duration" },
	{ "Used", .width = 10, .own = CLUSTER | TOP | WIDE, .key = "used", AMOUNT(used, base), .sentence = "what was used" },
	{ "Wckey", .min = 2, .header = "WCKey", .width = 15, .own = CLUSTER, .key = "wckey", TEXT(wckey), .sentence = "workload characterization key" },
	{ "Wckey", .width = 9, .flags = FT_COLUMN_SLURM, .own = SIZES, TEXT(name), .sentence = "the same as Accounts" },
	{ "Wckey", .width = 9, .own = KEYS, .key = "wckey", TEXT(wckey), .sentence = "workload characterization key" },
	{ .name = NULL },
};
/* clang-format on */

/* Returns the field of FAMILY that the first LEN letters of WORD mean. */
static const struct ft_column *
find(enum freport_family family, struct ft_word word, enum ft_release release)
{
	for (const struct ft_column *c = freport_fields; c->name; c++)
		if (c->own & family && word.len >= (c->min ? c->min : 1) &&
		    ft_column_is_known(c, release) &&
		    !strncasecmp(c->name, word.at, word.len))
			return c;
	return NULL;
}

/* Add the field that TEXT names, NAME[%[-]WIDTH]; false: there is none. */
static bool
add_field(
    struct freport_request *request, const char *text, enum ft_release release)
{
	struct ft_word name = ft_word_until(text, "%");
	const struct ft_column *column =
	    find(freport_kinds[request->report].family, name, release);
	int width = 0;

	if (!column)
		return false;
	if (text[name.len] == '%')
		width = atoi(text + name.len + 1);
	if (freport_fits_width(request, column))
		width = 0;
	ft_columns_add(&request->columns, column, width);
	request->columns.item[request->columns.n - 1].sized = width != 0;
	return true;
}

/* ---- which ones -------------------------------------------------------------------- */

static void
add_usual(const struct freport *report, struct freport_request *request)
{
	struct ft_arglist names FT_CLEANUP(ft_arglist_free) = { 0 };
	bool twice =
	    report->context->slurm && ft_release_has(report->context->release,
					  FT_RULE_REPORT_PLANNED_TWICE);

	ft_arglist_add(&names, freport_kinds[request->report].fields);
	for (size_t i = 0; i < names.n; i++) {
		const char *name = names.item[i];

		if (!strcmp(name, "$"))
			name = report->tres_given ? "tresname" : "";
		else if (!strcmp(name, "!"))
			name = report->tres_given ? "" : "energy";
		else if (twice && !strcmp(name, "planneddown"))
			name = "planned";
		if (*name)
			add_field(request, name, FT_RELEASE_ANY);
	}
}

static void
refuse(
    struct freport *report, struct freport_request *request, const char *name)
{
	const struct ft_context *context = report->context;
	struct ft_word word = ft_word_until(name, "%");
	char *text FT_CLEANUP(ft_free_at) = ft_strndup(word.at, word.len);

	request->bad = true;
	if (!context->slurm) {
		ft_cmd_error(context, "this report has no field '%s'", text);
		return;
	}
	ft_word_lower(text);
	fprintf(context->err, " Unknown field '%s'\n", text);
}

/* A field that is named twice stands where it is first, or was last before. */
static bool
is_repeated(
    const struct freport *report, const struct ft_arglist *fields, size_t at)
{
	bool last =
	    report->context->slurm && !ft_release_has(report->context->release,
					  FT_RULE_REPORT_FIELD_FIRST);

	for (size_t i = last ? at + 1 : 0; i < (last ? fields->n : at); i++)
		if (!strcasecmp(fields->item[i], fields->item[at]))
			return true;
	return false;
}

void
freport_choose(struct freport *report, struct freport_request *request)
{
	struct ft_columns *columns = &request->columns;

	if (!request->fields_given)
		add_usual(report, request);
	for (size_t i = 0; i < request->fields.n; i++)
		if (!is_repeated(report, &request->fields, i) &&
		    !add_field(request, request->fields.item[i],
			report->context->release))
			refuse(report, request, request->fields.item[i]);
	for (size_t i = 0; i < columns->n; i++) {
		struct ft_column *column = &columns->item[i];

		if (request->given[FREPORT_WORD_TREE] && !column->sized &&
		    column->at == offsetof(struct freport_row, account) &&
		    (request->report == FREPORT_ID_ACCOUNTS ||
			request->report == FREPORT_ID_USERS ||
			request->report == FREPORT_ID_DELIVERED ||
			request->report == FREPORT_ID_QOS))
			column->width = -20;
	}
}

/* ---- job sizes --------------------------------------------------------------------- */

static void
get_group(const void *at, struct ft_value *value)
{
	const struct freport_row *row = at;
	double amount = row->group[value->column->id];

	if (is_document(row->report))
		ft_value_real(value, (ft_real)amount);
	else if (row->counts)
		ft_str_addf(ft_value_build(value), "%.0f", amount);
	else
		add_amount(
		    ft_value_build(value), row->report, amount, row->total);
}

static void
get_total(const void *at, struct ft_value *value)
{
	const struct freport_row *row = at;

	if (is_document(row->report))
		ft_value_real(value, (ft_real)row->total);
	else if (row->counts)
		ft_str_addf(ft_value_build(value), "%.0f", row->total);
	else
		add_amount(ft_value_build(value), row->report, row->total, 0);
}

static void
get_share(const void *at, struct ft_value *value)
{
	const struct freport_row *row = at;

	if (is_document(row->report))
		ft_value_real(value, (ft_real)row->share);
	else
		ft_str_addf(ft_value_build(value), "%.2f%%", row->share);
}

void
freport_add_groups(struct freport *report, struct freport_request *request,
    const struct freport_rows *rows)
{
	bool both = report->amounts && report->percent;
	static const struct ft_column total = { "Total Count", .width = 11,
		.type = FT_COLUMN_REAL, .key = "total",
		.since = FT_RELEASE_24_11, .get = get_total };
	static const struct ft_column share = { "% of cluster", .width = 12,
		.type = FT_COLUMN_REAL, .key = "percent", .get = get_share };

	for (size_t i = 0; i < rows->n_group; i++)
		ft_columns_add(&request->columns,
		    &(struct ft_column){ .name = rows->group[i],
			.key = rows->group[i],
			.id = (int)i,
			.type = FT_COLUMN_REAL,
			.width = both ? 20 : 13,
			.get = get_group },
		    0);
	if (ft_column_is_known(&total, report->context->release))
		ft_columns_add(&request->columns, &total, 0);
	ft_columns_add(&request->columns, &share, 0);
}
