/*
 * fshare, sshare: shares, usage, level fairshare and factors.
 * Source: sshare(1).
 */

#include "common/suggest.h"
#include "report/format/doc.h"
#include "report/explain/walklog.h"
#include "fshare/fshare.h"

#define SCHEMA      "fairtree.share/1"
#define NO_DOCUMENT 253 /* exit status of sshare --json=nosuch */

/* ---- which columns -------------------------------------------------------- */

/* Append the names of the default columns. */
static void
add_usual(struct ft_str *names, const struct fshare_args *args,
    const struct ft_algo *algo)
{
	if (args->history)
		ft_str_add(names, "time,");
	/* a drawn tree has the users in its first column */
	ft_str_add(names, args->tree ? "account" : "account,user");
	if (args->partitions)
		ft_str_add(names, ",partition");
	ft_str_add(names, ",rawshares,normshares,rawusage");
	if (args->long_list)
		ft_str_add(names, ",normusage");
	ft_str_add(names, ",effectvusage,fairshare");
	if (args->long_list && algo->level_fs)
		ft_str_add(names, ",levelfs");
	if (args->long_list)
		ft_str_add(names, ",grptresmins");
	if (args->history)
		ft_str_add(names, ",place");
	else if (args->long_list)
		ft_str_add(names, ",tresrunmins");
	if (args->format == FT_FORMAT_CSV)
		ft_str_add(names, ",parent,depth,path");
	if (args->format == FT_FORMAT_CSV && args->history)
		ft_str_add(names, ",curve");
	if (args->format == FT_FORMAT_CSV && args->clusters.n > 1)
		ft_str_add(names, ",cluster");
}

/* Columns of a history are as wide as their values. */
static void
narrow(struct ft_columns *columns)
{
	for (size_t i = 0; i < columns->n; i++) {
		struct ft_column *column = &columns->item[i];
		int width = (int)strlen(column->name);

		column->width = column->width < 0 ? -width : width;
	}
}

/* The names of -o, without blanks around them where the release has it so. */
static void
trim_fields(const struct fshare_args *args, struct ft_str *fields)
{
	const char *text = ft_str_text(&args->fields);
	bool trims =
	    ft_release_has(args->context->release, FT_RULE_TRIM_FIELDS);
	struct ft_word name;

	while (ft_word_next(&text, ",", &name)) {
		const char *start = name.at;

		while (trims && name.len > 0 && *name.at == ' ') {
			name.at++;
			name.len--;
		}
		while (trims && name.len > 0 && name.at[name.len - 1] == ' ')
			name.len--;
		/* the first column begins with no letters */
		if ((trims && name.at > start && name.len == 0) ||
		    (name.len > 0 && *name.at == '%'))
			ft_str_add(fields, ft_shares_fields[0].name);
		ft_str_add_n(fields, name.at, name.len);
		ft_str_add_char(fields, ',');
	}
}

/* Append the columns of -o. */
static enum ft_status
choose_fields(const struct fshare_args *args, struct ft_columns *columns,
    struct ft_error *err)
{
	const struct ft_column_rules rules = { FT_COLUMN_RULE_SHARE,
		args->context->release };
	struct ft_str fields FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_error name;
	enum ft_status status;

	trim_fields(args, &fields);
	status = ft_columns_choose(
	    columns, ft_shares_fields, ft_str_text(&fields), rules, err);
	if (status == FT_OK && columns->n == 0)
		ft_columns_add(
		    columns, &ft_shares_fields[FT_SHARES_ACCOUNT], 0);
	if (status != FT_ENOENT)
		return status;
	name = *err;
	(void)ft_fail(err, FT_ENOENT,
	    args->context->slurm ? "Invalid field requested: \"%s\""
				 : "unknown field '%s' (fshare -e lists them)",
	    name.text);
	return ft_suggest_field(
	    args->context, ft_shares_fields, name.text, err);
}

static enum ft_status
choose_columns(const struct fshare_args *args, struct ft_columns *columns,
    struct ft_error *err)
{
	const struct ft_algo *algo = ft_load_algorithm(
	    &args->session.conf, args->session.algorithm, err);
	struct ft_str usual FT_CLEANUP(ft_str_free) = { 0 };

	if (!algo)
		return FT_EINVAL;
	if (args->fields_given)
		return choose_fields(args, columns, err);
	add_usual(&usual, args, algo);
	FT_TRY(ft_columns_choose(columns, ft_shares_fields, ft_str_text(&usual),
	    (struct ft_column_rules){ 0, FT_RELEASE_ANY }, err));
	if (args->history)
		narrow(columns);
	return FT_OK;
}

/* ---- one cluster, several clusters ---------------------------------------- */

static void
print_names(FILE *err, const char *title, const struct fshare_words *words)
{
	fprintf(err, "%s:\n", title);
	if (words->n == 0)
		fputs("\t: all\n", err);
	for (size_t i = 0; i < words->n; i++)
		fprintf(err, "\t: %s\n", words->item[i]);
}

/* "all" means every cluster of the store. */
static enum ft_status
name_all_clusters(struct fshare_args *args, struct ft_error *err)
{
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	enum ft_status status;

	if (args->clusters.n != 1 || strcmp(args->clusters.item[0], "all") != 0)
		return FT_OK;
	fshare_words_free(&args->clusters);
	status = ft_store_read_book(args->session.store, false, &acctdb, err);
	for (size_t i = 0; i < acctdb.n_cluster; i++)
		fshare_words_add(&args->clusters, acctdb.cluster[i].name);
	return status;
}

/* Report the clusters of -M that do not exist, and remove them from the
 * list. */
static enum ft_status
check_clusters(struct fshare_args *args, struct ft_error *err)
{
	struct fshare_words *clusters = &args->clusters;
	const struct ft_context *context = args->context;
	bool slurm = context->slurm, missing = false;
	size_t n = 0;

	for (size_t i = 0; i < clusters->n; i++) {
		char *name = clusters->item[i];
		uint32_t id;
		enum ft_status status =
		    ft_store_cluster(args->session.store, name, &id, err);

		if (status == FT_OK) {
			clusters->item[n++] = name;
			continue;
		}
		if (status != FT_ENOENT)
			return status;
		(void)ft_fail(err, FT_ENOENT,
		    slurm ? "No cluster '%s' known by database."
			  : "no cluster '%s' in the store",
		    name);
		(void)ft_suggest(
		    context, &args->session, FT_COMPLETE_CLUSTER, name, err);
		ft_cmd_error(context, "%s", err->text);
		ft_free(name);
		missing = true;
	}
	clusters->n = n;
	/* sshare prints the other clusters and succeeds */
	args->failed = missing && !slurm;
	if (n > 0 || !missing)
		return FT_OK;
	err->text[0] = '\0';
	if (!slurm)
		return FT_ENOENT;
	return ft_suggest_no_cluster(
	    context, args->clusters_text, "--cluster", err);
}

/* sshare prints nothing for unknown names. */
static enum ft_status
check_known(struct fshare_args *args, enum ft_complete kind,
    const struct fshare_words *names, struct ft_error *err)
{
	const struct ft_arglist words = { .item = names->item, .n = names->n };

	return ft_suggest_check(
	    args->context, &args->session, kind, &words, err);
}

/* Names of the past may be gone: only those without a row are checked. */
static enum ft_status
check_missing(struct fshare_args *args, struct ft_error *err)
{
	FT_TRY(check_known(args, FT_COMPLETE_USER, &args->missing_users, err));
	return check_known(
	    args, FT_COMPLETE_ACCOUNT, &args->missing_accounts, err);
}

static enum ft_status
check_names(struct fshare_args *args, struct ft_error *err)
{
	FT_TRY(check_known(args, FT_COMPLETE_USER, &args->users, err));
	return check_known(args, FT_COMPLETE_ACCOUNT, &args->accounts, err);
}

/* Where rows go: a table on out, or elements of doc, or samples. */
struct target {
	const struct ft_columns *columns;
	struct ft_out *out;
	struct ft_doc *doc;
	struct ft_exposition *samples;
};

static enum ft_status
print_cluster(struct fshare_args *args, struct ft_map *indents,
    const struct target *to, struct ft_error *err)
{
	struct fshare_table table;
	enum ft_status status =
	    fshare_table_load(&table, args, to->columns, indents, err);

	if (status == FT_OK && to->samples)
		fshare_metrics(&table, to->samples);
	else if (status == FT_OK && args->document.format)
		args->refused = !fshare_slurm_document(&table, to->out);
	else if (status == FT_OK)
		fshare_print(&table, to->columns, to->out, to->doc);
	args->rows += table.n;
	fshare_table_free(&table);
	return status;
}

static void
add_title(const struct fshare_args *args, size_t i, struct ft_str *text)
{
	ft_str_addf(
	    text, "%sCLUSTER: %s\n", i > 0 ? "\n" : "", args->clusters.item[i]);
}

static enum ft_status
print_clusters(
    struct fshare_args *args, const struct target *to, struct ft_error *err)
{
	bool rows = !to->doc && !to->samples;
	enum ft_status status = FT_OK;
	struct ft_map indents FT_CLEANUP(ft_map_clear) = { 0 };

	if (args->clusters.n == 0)
		return print_cluster(args, NULL, to, err);
	for (size_t i = 0; i < args->clusters.n && status == FT_OK; i++) {
		const char *name = args->clusters.item[i];

		if (rows && args->format != FT_FORMAT_CSV)
			add_title(args, i, &to->out->text);
		status = ft_session_enter(&args->session, name, err);
		if (status == FT_OK)
			status = print_cluster(args, &indents, to, err);
		if (rows && args->format == FT_FORMAT_CSV)
			args->no_header = true;
	}
	return status;
}

static enum ft_status
print_samples(
    struct fshare_args *args, struct ft_out *out, struct ft_error *err)
{
	const struct ft_columns none = { 0 };
	struct ft_exposition samples;
	const struct target to = { .columns = &none, .samples = &samples };
	enum ft_status status;

	fshare_metrics_open(&samples);
	status = print_clusters(args, &to, err);
	ft_exposition_print(&samples, out);
	return status;
}

static enum ft_status
print_document(
    struct fshare_args *args, struct ft_out *out, struct ft_error *err)
{
	struct ft_doc *doc = ft_doc_open(out, args->format);
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	const struct target to = { .columns = &columns, out, .doc = doc };
	enum ft_status status;

	ft_shares_document_columns(&columns);
	ft_doc_head(doc, SCHEMA);
	ft_doc_begin(doc, "shares");
	ft_doc_begin_list(doc, "shares");
	status = print_clusters(args, &to, err);
	ft_doc_end(doc);
	ft_doc_u64(doc, "total_shares", args->rows);
	ft_doc_end(doc);
	ft_doc_close(doc);
	return status;
}

/* -o, -l and -U make no difference here. */
static enum ft_status
print_slurm(struct fshare_args *args, struct ft_out *out, struct ft_error *err)
{
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	const struct target to = { .columns = &columns, .out = out };

	args->users_only = false;
	fshare_slurm_columns(&columns);
	return print_clusters(args, &to, err);
}

static enum ft_status
print_history(struct fshare_args *args, const struct ft_columns *columns,
    struct ft_out *out, struct ft_error *err)
{
	FT_TRY(fshare_history(args, columns, out, err));
	return check_missing(args, err);
}

static enum ft_status
print_all(struct fshare_args *args, struct ft_out *out, struct ft_error *err)
{
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	const struct target to = { .columns = &columns, .out = out };
	enum ft_status status = choose_columns(args, &columns, err);

	/* sshare names the cluster before it looks at the fields */
	if (status != FT_OK && args->context->slurm && args->clusters.n > 0) {
		add_title(args, 0, &out->text);
		ft_out_flush(out);
	}
	if (status == FT_OK && args->history)
		status = print_history(args, &columns, out, err);
	else if (status == FT_OK && args->prometheus)
		status = print_samples(args, out, err);
	else if (status == FT_OK && (args->format == FT_FORMAT_JSON ||
					args->format == FT_FORMAT_YAML))
		status = print_document(args, out, err);
	else if (status == FT_OK)
		status = print_clusters(args, &to, err);
	return status;
}

static enum ft_status
print_trace(struct fshare_args *args, struct ft_out *out, struct ft_error *err)
{
	const struct ft_session *session = &args->session;
	struct ft_load data;
	struct ft_names_set names FT_CLEANUP(ft_names_set_free) = { 0 };
	enum ft_status status;

	if (args->format == FT_FORMAT_YAML || args->format == FT_FORMAT_CSV)
		return ft_fail(err, FT_EINVAL,
		    "--trace prints text or JSON, not --%s",
		    args->format == FT_FORMAT_CSV ? "csv" : "yaml");
	status = ft_session_need_sight(
	    session, FT_VISIBILITY_BIT(USAGE), "--trace", err);
	if (status != FT_OK)
		return status;
	status = ft_session_shares(session, &data, err);
	if (status == FT_OK)
		status = ft_store_read_names(args->session.store, &names, err);
	if (status == FT_OK) {
		struct ft_walklog log;

		ft_walklog_init(&log, out, data.tree, &names,
		    args->trace_json || args->format == FT_FORMAT_JSON);
		status = ft_walklog_run(
		    &log, data.algo, &data.input, &data.share, err);
	}
	ft_load_free(&data);
	return status;
}

static enum ft_status
print_diff(struct fshare_args *args, struct ft_out *out, struct ft_error *err)
{
	if (args->clusters.n > 0)
		FT_TRY(ft_session_enter(
		    &args->session, args->clusters.item[0], err));
	return fshare_diff(args, out, err);
}

/* ---- the command ---------------------------------------------------------- */

static enum ft_status
answer(struct fshare_args *args, struct ft_out *out, struct ft_error *err)
{
	FT_TRY(ft_session_open(
	    &args->session, args->context, FT_SESSION_READ, err));
	if (args->verify)
		return fshare_verify(args, args->site, out, err);
	if (!args->diff)
		FT_TRY(fshare_what_if(args, err));
	FT_TRY(name_all_clusters(args, err));
	FT_TRY(check_clusters(args, err));
	FT_TRY(fshare_diff_check(args, err));
	FT_TRY(fshare_history_check(args, err));
	if (args->diff)
		return print_diff(args, out, err);
	if (!args->history)
		FT_TRY(check_names(args, err));
	if (args->trace)
		return print_trace(args, out, err);
	if (args->prometheus && args->users.n == 0)
		args->all_users = true;
	args->own_users = !args->all_users && args->users.n == 0;
	if (args->own_users)
		fshare_words_add(&args->users, args->session.user);
	if (args->verbose) {
		print_names(
		    args->context->err, "Users requested", &args->users);
		print_names(
		    args->context->err, "Accounts requested", &args->accounts);
	}
	if (args->document.format)
		return print_slurm(args, out, err);
	return print_all(args, out, err);
}

/* Operands are ignored, as by sshare, except `verify [DIR]`. */
static int
show(void *settings, int argc, char **argv)
{
	struct fshare_args *args = settings;
	struct ft_error err = { 0 };
	struct ft_out out;
	int status = 0;

	if (!args->context->slurm && argc && !strcmp(argv[0], "verify")) {
		if (argc > 2)
			return ft_cmd_misuse(args->context,
			    "verify takes the folder of one site");
		args->verify = true;
		args->site = argc == 2 ? argv[1] : NULL;
	}
	ft_out_init(&out, args->context->out);
	if (answer(args, &out, &err) != FT_OK) {
		ft_str_clear(&out.text);
		status = ft_cmd_fail(args->context, &err);
	} else if (args->refused) {
		status = args->clusters.n ? 1 : NO_DOCUMENT;
	} else if (args->failed) {
		status = 1;
	}
	ft_out_free(&out);
	return status;
}

static const struct ft_operand operands[] = {
	{ "verify [DIR]",
	    "compare the store with what fairtree-collect collected in this "
	    "folder (default: the one that was imported last)",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fshare", "your own shares, usage and factor" },
	{ "fshare -l -a", "those of all users, with level fairshare" },
	{ "fshare -U -u fred", "only the rows of fred" },
	{ "fshare -a --sort -fairshare --top 10 -U", "the first ten users" },
	{ "fshare -a --tree", "the tree, drawn with lines" },
	{ "fshare --trace", "how the places were computed" },
	{ "fshare --diff --what-if 'modify account physics set fairshare=20'",
	    "who would change places if physics had 20 shares" },
	{ "fshare --history -U -u fred",
	    "how fred's usage and factor changed" },
	{ "fshare --history=2025-03-01..2025-04-01 -A physics --svg march.svg",
	    "March of physics, as a table and a picture" },
	{ "fshare verify site",
	    "check that an imported copy matches what the site printed" },
	{ NULL, NULL },
};

const struct ft_cmd ft_cmd_fshare = {
	.name = "fshare",
	.slurm_name = "sshare",
	.down_call = "Couldn't get shares from controller",
	.down_status = 255,
	.summary = "show shares, usage and fair-share factors",
	.synopsis = "[options]",
	.options = fshare_options,
	.operands = operands,
	.examples = examples,
	.fields = ft_shares_fields,
	.print_version = fshare_args_version,
	FT_CMD_SETTINGS(struct fshare_args, context),
	.session = offsetof(struct fshare_args, session),
	.shows = FT_CMD_SHOWS_USERS,
	.init = fshare_args_init,
	.pages = true,
	.go = show,
	.free = fshare_args_free,
};
