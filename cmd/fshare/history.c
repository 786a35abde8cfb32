/*
 * history.c - fshare --history: the rows of the share table over time, as a table,
 * a document and a picture.
 */
#include "fshare/history_private.h"

#include "base/text/timefmt.h"
#include "files/pager.h"

#define SCHEMA      "fairtree.history/2"
#define TABLE_TIMES 20      /* of a table, unless --every is given */
#define CHART_TIMES 180     /* of a picture */
#define MOST_ROWS   4000000 /* of a cluster, which are kept in memory */
#define WIDTH       80      /* of a table that no terminal shows */

static void
history_free(struct fshare_over_time *history)
{
	ft_instants_free(&history->instants);
	ft_free(history->row);
	ft_arena_clear(&history->arena);
}

static bool
is_document(const struct fshare_args *args)
{
	return args->format == FT_FORMAT_JSON || args->format == FT_FORMAT_YAML;
}

/* ---- the command line --------------------------------------------------------- */

/* START..END, either of which may be missing. */
static enum ft_status
read_period(const struct fshare_args *args, struct ft_instants_request *request,
    struct ft_error *err)
{
	const char *dots = args->period ? strstr(args->period, "..") : NULL;
	struct ft_span *span = &request->span;
	char *start FT_CLEANUP(ft_free_at) = NULL;

	if (!args->period)
		return FT_OK;
	if (!dots)
		return ft_fail(err, FT_EINVAL,
		    "not a period: '%s' (START..END; either may be left out)",
		    args->period);
	start = ft_strndup(args->period, (size_t)(dots - args->period));
	request->starts = *start;
	request->ends = dots[2];
	if (request->starts)
		FT_TRY(
		    ft_session_time(&args->session, start, &span->from, err));
	return request->ends ? ft_session_time(
				   &args->session, dots + 2, &span->until, err)
			     : FT_OK;
}

static enum ft_status
read_request(const struct fshare_args *args,
    struct ft_instants_request *request, struct ft_error *err)
{
	int64_t step;

	FT_TRY(read_period(args, request, err));
	if (!args->every)
		return FT_OK;
	if (!ft_time_duration(args->every, &step) || step < 1 ||
	    step > FT_TIME_LAST)
		return ft_fail(
		    err, FT_EINVAL, "not a duration: '%s'", args->every);
	request->step = step;
	return FT_OK;
}

enum ft_status
fshare_history_check(const struct fshare_args *args, struct ft_error *err)
{
	const char *other = args->trace        ? "--trace"
			    : args->diff       ? "--diff"
			    : args->prometheus ? "--prometheus"
			    : args->tree       ? "--tree"
					       : NULL;

	if (!args->history && (args->period || args->every || args->svg))
		return ft_fail(
		    err, FT_EINVAL, "--every and --svg need --history");
	if (args->history && other)
		return ft_fail(
		    err, FT_EINVAL, "--history does not go with %s", other);
	return FT_OK;
}

/* ---- the rows ------------------------------------------------------------------- */

/* Texts end with the tree and the names of that time. */
static void
keep_texts(struct ft_shares_row *row, struct ft_arena *arena)
{
	const char **const text[] = { &row->account, &row->user,
		&row->partition, &row->parent, &row->path };

	for (size_t i = 0; i < FT_COUNT(text); i++)
		if (*text[i])
			*text[i] = ft_arena_strdup(arena, *text[i]);
	row->name = row->is_user ? row->user : row->account;
}

/* The usage of each TRES by row instead of by node. */
static void
keep_usage(struct fshare_over_time *history, const struct fshare_table *table,
    size_t i)
{
	const struct ft_shares *now = &table->shares;
	struct ft_shares *then = history->then;

	for (size_t k = 0; then->tres_usage && k < now->tres.n; k++)
		then->tres_usage[k * then->n_use + i] =
		    now->tres_usage[k * now->n_use + table->row[i]];
}

static void
keep_row(struct fshare_over_time *history, const struct fshare_table *table,
    size_t i, int64_t at)
{
	const struct ft_tree *tree = table->shares.data.tree;
	struct fshare_kept *kept =
	    ft_vec_add(history->row, history->n, history->cap);
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };

	fshare_row_fill(&kept->row, table, i);
	ft_tree_add_path(tree, &table->shares.names, kept->row.node, &path);
	kept->row.path = ft_str_text(&path);
	keep_texts(&kept->row, &history->arena);
	kept->row.at = at;
	kept->row.has_curve = true;
	kept->row.curve = history->curve[kept->row.node];
	kept->row.shares = history->then;
	keep_usage(history, table, i);
	kept->row.use = (uint32_t)i;
	kept->indent = fshare_indent(table, kept->row.node);
}

/* Read the usage of each TRES, with room for that of the rows. */
static enum ft_status
read_usage(struct fshare_over_time *history, struct fshare_table *table,
    const struct ft_load_past *past, struct ft_error *err)
{
	struct ft_shares *then = history->then;

	then->n_use = table->n;
	then->tres_usage = ft_arena_calloc(&history->arena,
	    then->tres.n * table->n + 1, sizeof *then->tres_usage);
	return fshare_tres_usage(&table->shares, &past->source, err);
}

/* Set history->then to what columns read of this instant besides rows. */
static enum ft_status
keep_shares(struct fshare_over_time *history, struct fshare_table *table,
    const struct ft_load_past *past, struct ft_error *err)
{
	struct ft_limit *limit FT_CLEANUP(ft_free_at) = NULL;
	struct ft_limit *kept;
	size_t n = 0;

	history->then =
	    ft_arena_calloc(&history->arena, 1, sizeof *history->then);
	*history->then = history->shares;
	if (history->needs & FT_SHARES_NEED_LIMITS)
		FT_TRY(ft_load_past_limits(past, &limit, &n, err));
	kept = ft_arena_calloc(&history->arena, n + 1, sizeof *kept);
	if (n > 0)
		memcpy(kept, limit, n * sizeof *kept);
	history->then->limit = kept;
	history->then->n_limit = n;
	return history->needs & FT_SHARES_NEED_USAGE
		   ? read_usage(history, table, past, err)
		   : FT_OK;
}

/* Choose the rows of time AT as fshare would have then. */
static enum ft_status
keep_rows(struct fshare_over_time *history, const struct ft_load_past *past,
    int64_t at, struct ft_error *err)
{
	struct fshare_table table = { .args = history->args,
		.shares = history->shares };
	enum ft_status status;

	table.shares.data = past->load;
	table.shares.names = past->names;
	table.shares.basic = fshare_is_basic(past->settings);
	status = fshare_rows_choose(&table, history->args, NULL, err);
	if (status == FT_OK)
		status = keep_shares(history, &table, past, err);
	if (status == FT_OK && table.n > MOST_ROWS - history->n)
		status = ft_fail(err, FT_EINVAL,
		    "a history has at most %d rows: name users or accounts, or "
		    "choose a longer --every",
		    MOST_ROWS);
	history->curve =
	    ft_instants_curves(&history->instants, past->load.tree, at);
	for (size_t i = table.n; status == FT_OK && i > 0 && i--;)
		keep_row(history, &table, i, at);
	ft_free(history->curve);
	ft_free(table.row);
	ft_free(table.indent);
	ft_free(table.shares.tres_usage);
	return status;
}

static enum ft_status
keep_all(struct fshare_over_time *history, struct ft_load_past *past,
    struct ft_error *err)
{
	for (size_t i = history->instants.n; i > 0 && i--;) {
		int64_t at = history->instants.at[i];

		FT_TRY(ft_load_past_go(past, at, err));
		FT_TRY(keep_rows(history, past, at, err));
	}
	return FT_OK;
}

/* The rows outlive the array: a pointer to each is set when it stops growing. */
static void
settle(struct fshare_over_time *history)
{
	for (size_t i = 0; i < history->n; i++)
		history->row[i].row.record = &history->row[i].row;
}

/* Read the names of TRES if a column is about them. */
static enum ft_status
read_tres(struct fshare_over_time *history, const struct ft_columns *columns,
    struct ft_error *err)
{
	const struct fshare_args *args = history->args;
	struct ft_tres *tres = NULL;

	for (size_t i = 0; i < columns->n; i++)
		history->needs |= columns->item[i].own;
	if (history->needs)
		FT_TRY(ft_store_read_tres(args->session.store, &history->arena,
		    &tres, &history->shares.tres.n, err));
	history->shares.tres.item = tres;
	return FT_OK;
}

/* Read the history at about MOST instants. */
static enum ft_status
read_history(struct fshare_over_time *history, struct fshare_args *args,
    const struct ft_columns *columns, size_t most, struct ft_error *err)
{
	const struct ft_session *session = &args->session;
	const struct ft_load_source source = ft_session_source(session);
	struct ft_load_past_rules rules = {
		.load = { .algorithm = session->algorithm,
		    .ties = session->ties },
		.fixed = session->conf_named || args->what_if.conf.n > 0,
		.release = ft_cmd_variable("FAIRTREE_SLURM"),
	};
	struct ft_instants_request request = { .most = most };
	struct ft_load_past past;
	enum ft_status status;

	*history = (struct fshare_over_time){ .args = args,
		.shares.cluster = session->cluster_name,
		.shares.in_seconds = is_document(args) };
	FT_TRY(read_tres(history, columns, err));
	FT_TRY(read_request(args, &request, err));
	FT_TRY(ft_instants_choose(&history->instants, &source, &request, err));
	rules.at = history->instants.at;
	rules.n = history->instants.n;
	status = ft_load_past_open(&past, &source, &rules, err);
	if (status == FT_OK)
		status = keep_all(history, &past, err);
	ft_load_past_free(&past);
	settle(history);
	return status;
}

/* ---- table and documents ---------------------------------------------------------- */

static void
put_rows(const struct fshare_over_time *history, struct ft_table *table)
{
	bool indents = history->args->format != FT_FORMAT_CSV;
	struct ft_str lead FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = history->n; i > 0 && i--;) {
		struct fshare_kept *kept = &history->row[i];

		ft_str_clear(&lead);
		ft_str_add_fill(&lead, ' ', kept->indent);
		kept->row.lead = indents ? ft_str_text(&lead) : NULL;
		ft_table_put(table, &kept->row);
	}
}

static void
print_rows(const struct fshare_over_time *history,
    const struct ft_columns *columns, struct ft_out *out, struct ft_doc *doc)
{
	/* what the usual columns can do without */
	static const char *const spare[] = { "NormShares", "RawShares",
		"EffectvUsage" };
	const struct fshare_args *args = history->args;
	int width = ft_pager_width(args->context);
	const struct ft_table_options options = {
		.format = args->format,
		.no_header = args->no_header,
		.grow = true,
		.sent = true,
		.paint = ft_color_paint(args->context, args->color),
		.doc = doc,
	};
	struct ft_table *table =
	    ft_table_open(out, &options, columns->item, columns->n);

	if (ft_table_measure(table)) {
		put_rows(history, table);
		if (!args->fields_given && !args->long_list)
			ft_table_fit(table, (size_t)(width ? width : WIDTH),
			    spare, FT_COUNT(spare));
		ft_table_print(table);
	}
	put_rows(history, table);
	ft_table_close(table);
}

/* The time limits that running jobs had are not kept over time. */
static bool
is_kept(const struct ft_column *column)
{
	return !(column->own & FT_SHARES_NEED_RUNNING);
}

static void
add_document_columns(struct ft_columns *columns)
{
	static const struct ft_column more[] = {
		{ "Time", .type = FT_COLUMN_UINT, .key = "time",
		    FT_MEMBER(struct ft_shares_row, at) },
		{ "Curve", .type = FT_COLUMN_UINT, .key = "curve",
		    FT_MEMBER(struct ft_shares_row, curve) },
		{ .name = NULL },
	};
	struct ft_columns all FT_CLEANUP(ft_columns_free) = { 0 };

	ft_columns_add_keys(columns, more);
	ft_shares_document_columns(&all);
	for (size_t i = 0; i < all.n; i++)
		if (is_kept(&all.item[i]))
			ft_columns_add(columns, &all.item[i], 0);
}

static void
print_document(const struct fshare_over_time *history,
    const struct ft_columns *columns, struct ft_out *out, struct ft_doc *doc)
{
	const struct ft_instants *instants = &history->instants;

	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "cluster", history->shares.cluster);
	ft_doc_i64(doc, "from", instants->span.from);
	ft_doc_i64(doc, "until", instants->span.until);
	ft_doc_i64(doc, "step", instants->step);
	ft_doc_begin_list(doc, "half_lives");
	for (size_t i = 0; i < instants->n_half; i++)
		ft_doc_i64(doc, NULL, instants->half[i]);
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "shares");
	print_rows(history, columns, out, doc);
	ft_doc_end(doc);
	ft_doc_end(doc);
}

/* ---- all of it ---------------------------------------------------------------- */

static enum ft_status
check_columns(const struct ft_columns *columns, struct ft_error *err)
{
	for (size_t i = 0; i < columns->n; i++)
		if (!is_kept(&columns->item[i]))
			return ft_fail(err, FT_EINVAL,
			    "--history has no field %s: the time limits that "
			    "jobs had are not kept",
			    columns->item[i].name);
	return FT_OK;
}

/* Where the rows of all clusters go, and who they are about. */
struct target {
	const struct ft_columns *columns;
	struct ft_out *out;
	struct ft_doc *doc;
	struct fshare_words users, accounts;
	struct fshare_picture *picture;
};

static void
note_names(struct target *to, const struct fshare_over_time *history)
{
	for (size_t i = 0; i < history->n; i++) {
		const struct ft_shares_row *row = &history->row[i].row;

		if (row->user)
			fshare_words_add(&to->users, row->user);
		if (row->account)
			fshare_words_add(&to->accounts, row->account);
	}
}

/* Add the words of WANTED that are not in FOUND to MISSING. */
static void
note_missing(struct fshare_words *missing, const struct fshare_words *wanted,
    const struct fshare_words *found)
{
	for (size_t i = 0; i < wanted->n; i++)
		if (!fshare_words_have(found, wanted->item[i]))
			fshare_words_add(missing, wanted->item[i]);
}

static enum ft_status
put_history(struct fshare_args *args, struct target *to, struct ft_error *err)
{
	struct fshare_over_time history FT_CLEANUP(history_free) = { .n = 0 };

	FT_TRY(read_history(&history, args, to->columns,
	    to->picture ? CHART_TIMES : TABLE_TIMES, err));
	if (to->picture) {
		fshare_picture_add(to->picture, &history);
		return FT_OK;
	}
	note_names(to, &history);
	if (to->doc)
		print_document(&history, to->columns, to->out, to->doc);
	else
		print_rows(&history, to->columns, to->out, NULL);
	return FT_OK;
}

static enum ft_status
put_clusters(struct fshare_args *args, struct target *to, struct ft_error *err)
{
	bool csv = args->format == FT_FORMAT_CSV, no_header = args->no_header;
	enum ft_status status = FT_OK;

	if (args->clusters.n == 0)
		return put_history(args, to, err);
	for (size_t i = 0; i < args->clusters.n && status == FT_OK; i++) {
		const char *name = args->clusters.item[i];

		if (!to->picture && !to->doc && !csv)
			ft_str_addf(&to->out->text, "%sCLUSTER: %s\n",
			    i > 0 ? "\n" : "", name);
		status = ft_session_enter(&args->session, name, err);
		if (status == FT_OK)
			status = put_history(args, to, err);
		args->no_header |= csv;
	}
	args->no_header = no_header;
	return status;
}

static enum ft_status
put_documents(struct fshare_args *args, struct target *to, struct ft_error *err)
{
	enum ft_status status;

	to->doc = ft_doc_open_ours(to->out, args->format, SCHEMA);
	ft_doc_begin_list(to->doc, "histories");
	status = put_clusters(args, to, err);
	ft_doc_end(to->doc);
	ft_doc_close(to->doc);
	return status;
}

static enum ft_status
write_picture(struct fshare_args *args, struct ft_error *err)
{
	const struct ft_columns none = { .n = 0 };
	struct fshare_picture picture = { .named = args->clusters.n > 1 };
	struct target to = { .columns = &none, .picture = &picture };
	enum ft_status status = put_clusters(args, &to, err);

	if (status == FT_OK)
		status = fshare_picture_write(&picture, args, err);
	fshare_picture_free(&picture);
	return status;
}

enum ft_status
fshare_history(struct fshare_args *args, const struct ft_columns *columns,
    struct ft_out *out, struct ft_error *err)
{
	struct ft_columns all FT_CLEANUP(ft_columns_free) = { 0 };
	struct target to = { .columns = columns, .out = out };
	enum ft_status status = check_columns(columns, err);

	if (is_document(args)) {
		add_document_columns(&all);
		to.columns = &all;
	}
	if (status == FT_OK)
		status = is_document(args) ? put_documents(args, &to, err)
					   : put_clusters(args, &to, err);
	if (!args->own_users)
		note_missing(&args->missing_users, &args->users, &to.users);
	note_missing(&args->missing_accounts, &args->accounts, &to.accounts);
	fshare_words_free(&to.users);
	fshare_words_free(&to.accounts);
	return status == FT_OK && args->svg ? write_picture(args, err) : status;
}
