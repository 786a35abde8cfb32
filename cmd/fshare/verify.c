/*
 * verify.c - fshare verify: the share table of a site, as it was collected, beside
 * the one that is computed here.  Both are read as text, so that what is compared is
 * what people see.
 */
#include <math.h>
#include <sys/stat.h>

#include "base/text/timefmt.h"
#include "files/lastsite.h"
#include "files/sitefiles.h"
#include "fshare/fshare.h"
#include "fshare/verifyqueue.h"
#include "io/slurm/listtable.h"
#include "report/format/doc.h"
#include "report/verify/verify.h"

#define SCHEMA "fairtree.copy/1"
#define SHOWN  20 /* differences that are listed as text */

/* Columns that follow from usage at the last decay pass. */
#define OF_PASS                                                                \
	(1u << FT_VERIFY_NORM_USAGE | 1u << FT_VERIFY_EFFECTV_USAGE |          \
	    1u << FT_VERIFY_FAIR_SHARE | 1u << FT_VERIFY_LEVEL_FS)

/* A table as text: its cells by row and column; "" where it has none. */
struct sheet {
	struct ft_arena arena;
	const char **key;  /* "account\nuser\npartition" of each row */
	const char **cell; /* [n x FT_VERIFY_COLUMNS] */
	size_t n, cap_key, cap_cell, n_cell;
	struct ft_map at; /* row by key */
	unsigned lacks;   /* bits 1 << column that it has not */
};

struct verifying {
	struct fshare_args *args;
	struct ft_sitefiles files;
	char *last;      /* the path that the store remembers; NULL: named */
	int64_t instant; /* of the snapshot */
	struct sheet site, here;
	struct fshare_table table; /* of here */
	struct ft_verify verify;
	const char **other; /* cells of another table, of the site's rows */
	size_t missing;     /* rows of the site that are not here */
	size_t unshown;     /* rows here that the site does not show */
	struct fshare_queue queue;
};

/* ---- sheets ------------------------------------------------------------------- */

static void
free_sheet(struct sheet *sheet)
{
	ft_arena_clear(&sheet->arena);
	ft_free(sheet->key);
	ft_free(sheet->cell);
	ft_map_clear(&sheet->at);
}

/* Returns the name in lower case without the blanks before it. */
static const char *
name_of(struct sheet *sheet, const char *cell)
{
	return ft_arena_lower(&sheet->arena, cell + strspn(cell, " "));
}

static enum ft_status
take_row(struct sheet *sheet, const struct ft_listtable *table,
    const size_t column[], struct ft_error *err)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < 3; i++)
		ft_str_addf(&key, "%s%s", i ? "\n" : "",
		    name_of(sheet, ft_listtable_cell(
				       table, column[FT_VERIFY_COLUMNS + i])));
	if (ft_map_get(&sheet->at, ft_str_text(&key), NULL))
		return ft_listtable_fail(table, column[FT_VERIFY_COLUMNS], err,
		    "this row is there twice");
	ft_map_put(&sheet->at, ft_str_text(&key), sheet->n);
	*ft_vec_add(sheet->key, sheet->n, sheet->cap_key) =
	    ft_arena_strdup(&sheet->arena, ft_str_text(&key));
	for (int c = 0; c < FT_VERIFY_COLUMNS; c++)
		*ft_vec_add(sheet->cell, sheet->n_cell, sheet->cap_cell) =
		    ft_arena_strdup(
			&sheet->arena, ft_listtable_cell(table, column[c]));
	return FT_OK;
}

static enum ft_status
read_sheet(
    struct sheet *sheet, const struct ft_input *input, struct ft_error *err)
{
	static const char *const names[] = { "Account", "User", "Partition" };
	struct ft_listtable table FT_CLEANUP(ft_listtable_close) = { 0 };
	size_t column[FT_VERIFY_COLUMNS + 3];
	bool more;

	FT_TRY(ft_listtable_open(&table, input, "sshare -a -l -P", err));
	for (size_t i = 0; i < FT_COUNT(column); i++)
		column[i] = ft_listtable_find(&table,
		    i < FT_VERIFY_COLUMNS ? ft_verify_titles[i]
					  : names[i - FT_VERIFY_COLUMNS]);
	if (column[FT_VERIFY_COLUMNS] == FT_LISTTABLE_NONE ||
	    column[FT_VERIFY_COLUMNS + 1] == FT_LISTTABLE_NONE)
		return ft_listtable_fail(&table, FT_LISTTABLE_NONE, err,
		    "no columns 'Account' and 'User'");
	for (int c = 0; c < FT_VERIFY_COLUMNS; c++)
		if (column[c] == FT_LISTTABLE_NONE)
			sheet->lacks |= 1u << c;
	for (;;) {
		FT_TRY(ft_listtable_next(&table, &more, err));
		if (!more)
			return FT_OK;
		FT_TRY(take_row(sheet, &table, column, err));
	}
}

/* Open the site from which the store was imported last.  Where it is, the store says,
 * which may come from anybody: nothing but a folder or a plain file is opened. */
static enum ft_status
open_last(struct verifying *verifying, struct ft_error *err)
{
	const struct ft_session *session = &verifying->args->session;
	int64_t instant;
	struct stat info;
	char then[32], now[32];
	enum ft_status status;

	FT_TRY(ft_lastsite_get(session->store, session->cluster_name,
	    &verifying->last, &instant, err));
	if (stat(verifying->last, &info) == 0 && !S_ISDIR(info.st_mode) &&
	    !S_ISREG(info.st_mode))
		return ft_fail(err, FT_EINVAL,
		    "%s: neither a folder nor a plain file; name the folder of "
		    "the site (fshare verify DIR)",
		    verifying->last);
	status = ft_sitefiles_open(&verifying->files, verifying->last, err);
	if (status != FT_OK) {
		ft_error_prefix(err,
		    "the site that was imported last; if it has moved, name "
		    "its folder (fshare verify DIR): ");
		return status;
	}
	verifying->instant = ft_sitefiles_instant(&verifying->files);
	if (verifying->instant == instant)
		return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    "%s now has a snapshot of %s, but one of %s was imported: import "
	    "the new one (fimport site), or name the folder of the old one "
	    "(fshare verify DIR)",
	    verifying->last,
	    ft_time_format_date(now, sizeof now, verifying->instant),
	    ft_time_format_date(then, sizeof then, instant));
}

/* path: NULL: the site that was imported last. */
static enum ft_status
read_site(struct verifying *verifying, const char *path, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	if (path)
		FT_TRY(ft_sitefiles_open(&verifying->files, path, err));
	else
		FT_TRY(open_last(verifying, err));
	verifying->instant = ft_sitefiles_instant(&verifying->files);
	if (!ft_sitefiles_have(&verifying->files, "sshare"))
		return ft_fail(err, FT_ENOENT,
		    "%s: no shares were collected there",
		    verifying->files.path);
	ft_sitefiles_add_name(&verifying->files, "sshare", &name);
	FT_TRY(ft_sitefiles_read(
	    &verifying->files, "sshare", FT_BOUND_SHARES, &text, err));
	return read_sheet(&verifying->site,
	    &(struct ft_input){ name.data, ft_str_text(&text), text.len }, err);
}

/* Set SHEET to the table of TABLE, loaded as the session says. */
static enum ft_status
compute(struct verifying *verifying, struct fshare_table *table,
    struct sheet *sheet, struct ft_error *err)
{
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	struct ft_out out FT_CLEANUP(ft_out_free);

	ft_out_init(&out, NULL);
	FT_TRY(ft_columns_choose(&columns, ft_shares_fields,
	    "account,user,partition,rawshares,normshares,rawusage,normusage,"
	    "effectvusage,fairshare,levelfs",
	    (struct ft_column_rules){ 0, FT_RELEASE_ANY }, err));
	FT_TRY(fshare_table_load(table, verifying->args, &columns, NULL, err));
	fshare_print(table, &columns, &out, NULL);
	return read_sheet(sheet,
	    &(struct ft_input){
		"fshare", ft_str_text(&out.text), out.text.len },
	    err);
}

/* ---- rows ------------------------------------------------------------------------ */

static void
fill_numbers(const struct fshare_table *table, size_t at, const size_t *row_of,
    struct ft_verify_row *row)
{
	const struct ft_load *data = &table->shares.data;
	uint32_t node = table->row[at];
	uint32_t above = ft_tree_fs_parent(data->tree, node);
	double pass = (double)data->usage[node], now = (double)data->raw[node];
	struct ft_shares_row values;

	ft_shares_row_fill(&values, &table->shares, node);
	row->is_user = values.is_user;
	row->parent = above == FT_NODE_NONE ? FT_VERIFY_NONE : row_of[above];
	row->least = pass - (now - floor(now));
	row->level_shares = values.values.norm_shares;
	row->shares = values.shares_of_parent ? 0 : data->tree->shares[node];
}

/* Whether the site's table has that cell. */
static bool
is_there(const struct verifying *verifying, const struct ft_verify_row *row,
    size_t column)
{
	return row->shown && !(verifying->site.lacks & 1u << column);
}

/* Make the rows that both have, in the order of the table here. */
static void
join(struct verifying *verifying)
{
	const struct sheet *site = &verifying->site, *here = &verifying->here;
	const struct fshare_table *table = &verifying->table;
	struct ft_verify *verify = &verifying->verify;
	size_t *row_of FT_CLEANUP(ft_free_at) =
	    ft_calloc(table->shares.data.tree->n + 1, sizeof *row_of);

	verify->row = ft_calloc(here->n + 1, sizeof *verify->row);
	for (size_t i = 0; i < here->n; i++) {
		struct ft_verify_row *row = &verify->row[verify->n];
		uint64_t at;

		bool shown = ft_map_get(&site->at, here->key[i], &at);

		fill_numbers(table, i, row_of, row);
		verifying->unshown += !shown;
		if (!shown && row->is_user)
			continue;
		row_of[table->row[i]] = verify->n++;
		row->shown = shown;
		row->key = here->key[i];
		for (size_t c = 0; c < FT_VERIFY_COLUMNS; c++)
			row->cell[c] = (struct ft_verify_cell){
				shown ? site->cell[at * FT_VERIFY_COLUMNS + c]
				      : "",
				is_there(verifying, row, c)
				    ? here->cell[i * FT_VERIFY_COLUMNS + c]
				    : "",
				FT_VERIFY_EQUAL, ""
			};
	}
	for (size_t i = 0; i < site->n; i++)
		verifying->missing +=
		    !ft_map_get(&here->at, site->key[i], NULL);
}

/* ---- other tables ------------------------------------------------------------------ */

/* Compute the table as the session is now, and offer it as an explanation. */
static enum ft_status
offer(struct verifying *verifying, unsigned mask, enum ft_verify_cause cause,
    const char *detail, struct ft_error *err)
{
	struct ft_verify *verify = &verifying->verify;
	struct sheet sheet FT_CLEANUP(free_sheet) = { .n = 0 };
	struct fshare_table table FT_CLEANUP(fshare_table_free);
	const char **text FT_CLEANUP(ft_free_at) =
	    ft_calloc(verify->n * FT_VERIFY_COLUMNS + 1, sizeof *text);

	FT_TRY(compute(verifying, &table, &sheet, err));
	for (size_t i = 0; i < verify->n; i++) {
		uint64_t at = 0;
		bool there = ft_map_get(&sheet.at, verify->row[i].key, &at);

		for (size_t c = 0; c < FT_VERIFY_COLUMNS; c++)
			text[i * FT_VERIFY_COLUMNS + c] =
			    there && is_there(verifying, &verify->row[i], c)
				? sheet.cell[at * FT_VERIFY_COLUMNS + c]
				: "";
	}
	(void)ft_verify_try(verify, text, mask, cause, detail);
	return FT_OK;
}

static bool
is_explained(const struct verifying *verifying, unsigned mask)
{
	for (int c = 0; c < FT_VERIFY_COLUMNS; c++)
		if (mask & 1u << c &&
		    ft_verify_count(&verifying->verify,
			(enum ft_verify_column)c, FT_VERIFY_UNEXPLAINED))
			return false;
	return true;
}

/* Would another rule of ties, or another release, rank like that? */
static enum ft_status
try_rules(struct verifying *verifying, struct ft_error *err)
{
	static const char *const ties[] = { "slurm", "documented" };
	struct ft_conf *conf = &verifying->args->session.conf;
	const unsigned mask = 1u << FT_VERIFY_FAIR_SHARE;
	const char *was_ties = ft_conf_text(conf, FT_CONF_FAIRTREE_TIES);
	const char *was_release = ft_conf_text(conf, FT_CONF_FAIRTREE_SLURM);
	struct ft_str detail FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < FT_COUNT(ties) * FT_RELEASES &&
			   status == FT_OK && !is_explained(verifying, mask);
	     i++) {
		const char *tie = ties[i % FT_COUNT(ties)];
		const char *release = ft_releases[i / FT_COUNT(ties)].name;

		ft_conf_set(conf, FT_CONF_FAIRTREE_TIES, tie, "verify", NULL);
		ft_conf_set(
		    conf, FT_CONF_FAIRTREE_SLURM, release, "verify", NULL);
		ft_str_clear(&detail);
		ft_str_addf(&detail, "as with FairTreeTies=%s FairTreeSlurm=%s",
		    tie, release);
		status = offer(
		    verifying, mask, FT_VERIFY_RULE, ft_str_text(&detail), err);
	}
	ft_conf_set(conf, FT_CONF_FAIRTREE_TIES, was_ties, "verify", NULL);
	ft_conf_set(conf, FT_CONF_FAIRTREE_SLURM, was_release, "verify", NULL);
	return status;
}

/* Did a pass come between the two commands whose output is compared? */
static enum ft_status
try_passes(struct verifying *verifying, struct ft_error *err)
{
	struct ft_session *session = &verifying->args->session;
	const int64_t now = session->now;
	const int64_t period = ft_conf_era(&session->conf).period;
	char date[32];
	struct ft_str detail FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status = FT_OK;

	for (int64_t at = now - period; at <= now + period && status == FT_OK &&
					!is_explained(verifying, OF_PASS);
	     at += period) {
		session->now = at;
		ft_str_clear(&detail);
		ft_str_addf(&detail, "as at %s",
		    ft_time_format_date(date, sizeof date, at));
		if (at != now)
			status = offer(verifying, OF_PASS, FT_VERIFY_PASS,
			    ft_str_text(&detail), err);
	}
	session->now = now;
	return status;
}

/* ---- the answer --------------------------------------------------------------------- */

static size_t
shown(const struct ft_verify *verify)
{
	size_t n = 0;

	for (size_t i = 0; i < verify->n; i++)
		n += verify->row[i].shown;
	return n;
}

/* Set N to how many cells of COLUMN have each cause. */
static void
count_causes(const struct ft_verify *verify, enum ft_verify_column column,
    size_t n[FT_VERIFY_CAUSES])
{
	for (int i = 0; i < FT_VERIFY_CAUSES; i++)
		n[i] = ft_verify_count(verify, column, (enum ft_verify_cause)i);
}

static void
print_columns(const struct verifying *verifying, struct ft_str *text)
{
	const struct ft_verify *verify = &verifying->verify;

	ft_str_addf(text, "%-13s %6s %6s %8s %6s %6s %6s %12s\n", "Column",
	    "Rows", "Equal", "Rounded", "Rule", "Pass", "Hidden",
	    "Unexplained");
	for (int c = 0; c < FT_VERIFY_COLUMNS; c++) {
		size_t n[FT_VERIFY_CAUSES];

		if (verifying->site.lacks & 1u << c)
			continue;
		count_causes(verify, (enum ft_verify_column)c, n);
		ft_str_addf(text, "%-13s %6zu %6zu %8zu %6zu %6zu %6zu %12zu\n",
		    ft_verify_titles[c], shown(verify), n[FT_VERIFY_EQUAL],
		    n[FT_VERIFY_ROUNDED], n[FT_VERIFY_RULE], n[FT_VERIFY_PASS],
		    n[FT_VERIFY_HIDDEN], n[FT_VERIFY_UNEXPLAINED]);
	}
}

/* Append "user ann of phys (gpu)" or "account phys". */
static void
add_name(struct ft_str *text, const char *key)
{
	size_t account = strcspn(key, "\n");
	const char *user = key + account + 1;
	size_t len = strcspn(user, "\n");
	const char *partition = user + len + 1;

	if (len)
		ft_str_addf(text, "user %.*s of %.*s", (int)len, user,
		    (int)account, key);
	else
		ft_str_addf(text, "account %.*s", (int)account, key);
	if (*partition)
		ft_str_addf(text, " (%s)", partition);
}

static void
print_cells(const struct verifying *verifying, struct ft_str *text)
{
	const struct ft_verify *verify = &verifying->verify;
	size_t left = SHOWN, more = 0;

	for (size_t i = 0; i < verify->n * FT_VERIFY_COLUMNS; i++) {
		const struct ft_verify_row *row =
		    &verify->row[i / FT_VERIFY_COLUMNS];
		const struct ft_verify_cell *cell =
		    &row->cell[i % FT_VERIFY_COLUMNS];

		if (cell->cause == FT_VERIFY_EQUAL)
			continue;
		if (!left) {
			more++;
			continue;
		}
		left--;
		ft_str_addf(
		    text, "%s of ", ft_verify_titles[i % FT_VERIFY_COLUMNS]);
		add_name(text, row->key);
		ft_str_addf(text, ": there %s, here %s: %s%s%s\n",
		    *cell->site ? cell->site : "nothing",
		    *cell->here ? cell->here : "nothing",
		    ft_verify_causes[cell->cause], *cell->detail ? ", " : "",
		    cell->detail);
	}
	if (more)
		ft_str_addf(text, "and %zu more (--json lists them)\n", more);
}

static void
document_cells(const struct ft_verify *verify, struct ft_doc *doc)
{
	for (size_t i = 0; i < verify->n * FT_VERIFY_COLUMNS; i++) {
		const struct ft_verify_row *row =
		    &verify->row[i / FT_VERIFY_COLUMNS];
		const struct ft_verify_cell *cell =
		    &row->cell[i % FT_VERIFY_COLUMNS];
		struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

		if (cell->cause == FT_VERIFY_EQUAL)
			continue;
		add_name(&name, row->key);
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "row", ft_str_text(&name));
		ft_doc_text(
		    doc, "column", ft_verify_titles[i % FT_VERIFY_COLUMNS]);
		ft_doc_text(doc, "site", cell->site);
		ft_doc_text(doc, "here", cell->here);
		ft_doc_text(doc, "cause", ft_verify_causes[cell->cause]);
		ft_doc_text(doc, "detail", cell->detail);
		ft_doc_end(doc);
	}
}

static void
print_document(const struct verifying *verifying, struct ft_out *out)
{
	const struct ft_verify *verify = &verifying->verify;
	struct ft_doc *doc =
	    ft_doc_open_ours(out, verifying->args->format, SCHEMA);
	size_t n[FT_VERIFY_CAUSES];

	ft_doc_text(doc, "site", verifying->files.path);
	ft_doc_i64(doc, "collected", verifying->instant);
	ft_doc_i64(doc, "clock", verifying->args->session.now);
	ft_doc_u64(doc, "rows", shown(verify));
	ft_doc_u64(doc, "missing_rows", verifying->missing);
	ft_doc_u64(doc, "unshown_rows", verifying->unshown);
	ft_doc_begin_list(doc, "columns");
	for (int c = 0; c < FT_VERIFY_COLUMNS; c++) {
		if (verifying->site.lacks & 1u << c)
			continue;
		count_causes(verify, (enum ft_verify_column)c, n);
		fshare_queue_document_column(
		    doc, ft_verify_titles[c], shown(verify), n);
	}
	fshare_queue_document_columns(&verifying->queue, doc);
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "not_compared");
	fshare_queue_document_left(&verifying->queue, doc);
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "differences");
	document_cells(verify, doc);
	fshare_queue_document(&verifying->queue, doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
}

/* Whether the site shows a user less than all. */
static bool
hides(const struct verifying *verifying)
{
	return ft_visibility_private_data(
		   &verifying->args->session.conf, false) != 0;
}

/* A copy is that of its snapshot until its clock is advanced. */
static void
print_clock(const struct verifying *verifying, struct ft_str *text)
{
	const int64_t now = verifying->args->session.now;
	char here[32], there[32];

	if (!verifying->instant || now == verifying->instant)
		return;
	ft_str_addf(text,
	    "the store is at %s, this snapshot is of %s: differences may be "
	    "due to that\n",
	    ft_time_format_date(here, sizeof here, now),
	    ft_time_format_date(there, sizeof there, verifying->instant));
}

static void
print_answer(const struct verifying *verifying, struct ft_out *out)
{
	char date[32];

	if (verifying->args->format == FT_FORMAT_JSON ||
	    verifying->args->format == FT_FORMAT_YAML) {
		print_document(verifying, out);
		return;
	}
	if (verifying->last)
		ft_str_addf(&out->text, "%s, collected at %s\n",
		    verifying->last,
		    ft_time_format_date(date, sizeof date, verifying->instant));
	print_columns(verifying, &out->text);
	print_clock(verifying, &out->text);
	if (verifying->missing)
		ft_str_addf(&out->text,
		    "rows of the site that are not in the store: %zu\n",
		    verifying->missing);
	if (verifying->unshown)
		ft_str_addf(&out->text,
		    "rows of the store that the site does not show: %zu, %s\n",
		    verifying->unshown,
		    hides(verifying) ? "hidden by PrivateData" : "unexplained");
	print_cells(verifying, &out->text);
	fshare_queue_print(&verifying->queue, SHOWN, &out->text);
	ft_str_add(&out->text,
	    "\nDecay and charges until the next snapshot: fimport site NEXT "
	    "--since-last\n");
}

static void
leave_columns(struct verifying *verifying)
{
	for (int c = 0; c < FT_VERIFY_COLUMNS; c++)
		if (verifying->site.lacks & 1u << c)
			fshare_queue_leave(&verifying->queue, "sshare",
			    ft_verify_titles[c], 0, "no such column");
}

/* ---- the command ----------------------------------------------------------------------- */

static void
free_verifying(struct verifying *verifying)
{
	ft_sitefiles_free(&verifying->files);
	ft_free(verifying->last);
	free_sheet(&verifying->site);
	free_sheet(&verifying->here);
	fshare_table_free(&verifying->table);
	ft_free(verifying->verify.row);
	ft_verify_free(&verifying->verify);
	fshare_queue_free(&verifying->queue);
}

enum ft_status
fshare_verify(struct fshare_args *args, const char *path, struct ft_out *out,
    struct ft_error *err)
{
	const enum ft_format_kind format = args->format;
	struct verifying verifying FT_CLEANUP(
	    free_verifying) = { .args = args };

	FT_TRY(read_site(&verifying, path, err));
	args->all_users = args->long_list = args->partitions = true;
	args->format = FT_FORMAT_PARSABLE2;
	FT_TRY(compute(&verifying, &verifying.table, &verifying.here, err));
	join(&verifying);
	ft_verify_compare(&verifying.verify);
	FT_TRY(try_rules(&verifying, err));
	FT_TRY(try_passes(&verifying, err));
	ft_verify_round(&verifying.verify);
	ft_verify_hide(&verifying.verify);
	FT_TRY(fshare_queue_verify(&verifying.queue, &args->session,
	    &verifying.files, &verifying.verify, err));
	leave_columns(&verifying);
	args->failed = verifying.missing ||
		       (verifying.unshown && !hides(&verifying)) ||
		       fshare_queue_unexplained(&verifying.queue) ||
		       !is_explained(&verifying, (1u << FT_VERIFY_COLUMNS) - 1);
	args->format = format;
	print_answer(&verifying, out);
	return FT_OK;
}
