/* print.c - the steps to a target and their effect, for people and programs. */

#include "facctmgr/declare/private.h"
#include "report/explain/diff.h"

#define SCHEMA  "fairtree.changes/1"
#define LEFT    10 /* unmanaged things that are listed for people */
#define BLOCKED 34 /* column at which the reasons start */

/* ---- rows ------------------------------------------------------------------- */

/* A setting that a step changes. */
struct change {
	uint64_t step;
	const char *op, *entity, *path, *field, *old, *new;
};

#define CHANGE(name_, width_, member)                                          \
	.name = name_, .width = width_, .key = #member,                        \
	FT_MEMBER(struct change, member)
static const struct ft_column change_fields[] = {
	{ CHANGE("Step", 4, step), .type = FT_COLUMN_UINT,
	    .sentence = "which step it belongs to, from 1" },
	{ CHANGE("Op", -6, op),
	    .sentence = "add, change, move, delete or blocked" },
	{ CHANGE("Entity", -11, entity), .sentence = "kind of thing" },
	{ CHANGE("Path", -20, path),
	    .sentence = "its name: physics, bob@physics" },
	{ CHANGE("Field", -14, field), .sentence = "which of its settings" },
	{ CHANGE("Old", 10, old), .sentence = "the value before" },
	{ CHANGE("New", 10, new), .sentence = "the value afterwards" },
};

/* Print a row for each changed setting; into the open list of DOC, unless it is
 * NULL. */
static void
print_changes(
    const struct facctmgr_trial *trial, struct ft_out *out, struct ft_doc *doc)
{
	struct ft_table_options options = { .format = trial->acct->format,
		.no_header = trial->acct->no_header,
		.doc = doc };
	struct ft_table *table = ft_table_open(
	    out, &options, change_fields, FT_COUNT(change_fields));

	for (size_t i = 0; i < trial->n_row; i++) {
		const struct ft_planfile_step *row = &trial->row[i];
		struct change change = { .step = i + 1,
			.op = row->op,
			.entity = row->entity,
			.path = row->path };
		const struct change *at = &change;

		if (row->n_field == 0)
			ft_table_put(table, &at);
		for (size_t k = 0; k < row->n_field; k++) {
			change.field = row->field[k].name;
			change.old = row->field[k].old;
			change.new = row->field[k].new;
			ft_table_put(table, &at);
		}
	}
	ft_table_close(table);
}

/* ---- documents -------------------------------------------------------------- */

static void
doc_lists(const struct facctmgr_trial *trial, struct ft_doc *doc)
{
	const struct ft_plan_result *result = &trial->result;

	ft_doc_begin_list(doc, "blocked");
	for (size_t i = 0; i < result->n_block; i++) {
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "subject", result->block[i].subject);
		ft_doc_text(doc, "why", result->block[i].why);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "unmanaged");
	for (size_t i = 0; i < result->n_unmanaged; i++) {
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "subject", result->unmanaged[i].subject);
		ft_doc_text(doc, "field", result->unmanaged[i].field);
		ft_doc_text(doc, "value", result->unmanaged[i].value);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
doc_counts(const struct facctmgr_trial *trial, struct ft_doc *doc)
{
	const size_t *count = trial->steps.count;

	ft_doc_begin(doc, "counts");
	for (int op = 0; op < FT_STEP_OPS; op++)
		ft_doc_u64(
		    doc, facctmgr_step_op((enum ft_step_op)op), count[op]);
	ft_doc_u64(doc, "blocked", trial->result.n_block);
	ft_doc_end(doc);
}

static void
print_document(const struct facctmgr_trial *trial, struct ft_out *out)
{
	struct ft_diff_options options = { .order = FT_ORDER_SIZE };
	struct ft_doc *doc = ft_doc_open_ours(out, trial->acct->format, SCHEMA);
	struct ft_str large = { 0 };

	ft_doc_text(doc, "cluster", trial->result.cluster);
	ft_doc_begin(doc, "base");
	ft_doc_u64(doc, "change", trial->base.change);
	ft_doc_i64(doc, "time", trial->base.time);
	ft_doc_text(doc, "actor", trial->base.actor);
	ft_doc_text(doc, "command", trial->base.command);
	ft_doc_end(doc);
	doc_counts(trial, doc);
	ft_doc_begin_list(doc, "changes");
	print_changes(trial, out, doc);
	ft_doc_end(doc);
	doc_lists(trial, doc);
	facctmgr_trial_add_excess(trial, &large);
	ft_doc_text(doc, "too_large", large.len ? ft_str_text(&large) : NULL);
	ft_str_free(&large);
	if (trial->compared)
		ft_diff_document(&trial->compare, &options, "effect", doc);
	else
		ft_doc_null(doc, "effect");
	ft_doc_close(doc);
}

/* ---- for people ------------------------------------------------------------- */

static void
print_blocked(const struct facctmgr_trial *trial, struct ft_str *str)
{
	const struct ft_plan_result *result = &trial->result;

	for (size_t i = 0; i < result->n_block; i++) {
		size_t start = str->len;

		ft_str_addf(str, "- %s", result->block[i].subject);
		while (str->len - start < BLOCKED)
			ft_str_add_char(str, ' ');
		ft_str_addf(str, " blocked: %s\n", result->block[i].why);
	}
}

static void
print_left(const struct facctmgr_trial *trial, struct ft_str *str)
{
	const struct ft_plan_result *result = &trial->result;

	if (result->n_unmanaged == 0)
		return;
	ft_str_addf(
	    str, "Not in the file, so left alone: %zu\n", result->n_unmanaged);
	for (size_t i = 0; i < result->n_unmanaged && i < LEFT; i++) {
		const struct ft_plan_unmanaged *extra = &result->unmanaged[i];

		ft_str_addf(str, "  %s", extra->subject);
		if (extra->field)
			ft_str_addf(str, " %s %s", extra->field, extra->value);
		ft_str_add_char(str, '\n');
	}
	if (result->n_unmanaged > LEFT)
		ft_str_addf(str, "  and %zu more (--json lists all)\n",
		    result->n_unmanaged - LEFT);
}

static void
print_effect(const struct facctmgr_trial *trial, struct ft_str *str)
{
	if (!trial->compared)
		return;
	if (ft_diff_keeps_ratios(&trial->compare)) {
		ft_str_add(str, "No effect on places: siblings keep the ratios "
				"of their shares\n");
		return;
	}
	ft_diff_summary(&trial->compare, str);
	ft_str_add_char(str, '\n');
	if (trial->n_row == 1 && ft_diff_sentence(&trial->compare, str))
		ft_str_add_char(str, '\n');
}

static void
print_counts(
    const struct facctmgr_trial *trial, const char *summary, struct ft_str *str)
{
	const char *separator = ": ";

	if (facctmgr_trial_changes(trial) + trial->result.n_block == 0) {
		ft_str_add(str, "0 changes");
	} else {
		ft_str_add(str, summary);
		for (int op = 0; op < FT_STEP_OPS; op++) {
			if (trial->steps.count[op] == 0)
				continue;
			ft_str_addf(str, "%s%zu %s", separator,
			    trial->steps.count[op],
			    facctmgr_step_op((enum ft_step_op)op));
			separator = ", ";
		}
		if (trial->result.n_block)
			ft_str_addf(str, "%s%zu blocked", separator,
			    trial->result.n_block);
	}
	ft_str_addf(str, ".  Base change %" PRIu32 ".\n", trial->base.change);
}

static void
print_people(
    const struct facctmgr_trial *trial, const char *summary, struct ft_str *str)
{
	struct ft_str large = { 0 };

	for (size_t i = 0; i < trial->n_row; i++)
		ft_str_addf(str, "%s\n", trial->row[i].line);
	print_blocked(trial, str);
	if (trial->verb == FACCTMGR_DIFF)
		return;
	print_left(trial, str);
	print_effect(trial, str);
	facctmgr_trial_add_excess(trial, &large);
	if (large.len)
		ft_str_addf(str,
		    "Large change: %s; apply needs --allow-large\n",
		    ft_str_text(&large));
	ft_str_free(&large);
	print_counts(trial, summary, str);
}

/* Only the equivalent sacctmgr lines: for a review, or a pipe. */
static void
print_commands(const struct facctmgr_trial *trial, struct ft_str *str)
{
	for (size_t i = 0; i < trial->steps.n; i++)
		ft_step_commands(&trial->steps.step[i], str);
	for (size_t i = 0; i < trial->result.n_block; i++)
		ft_str_addf(str, "# %s is blocked: %s\n",
		    trial->result.block[i].subject, trial->result.block[i].why);
}

void
facctmgr_trial_print(const struct facctmgr_trial *trial, const char *summary)
{
	struct facctmgr *acct = trial->acct;
	struct ft_out out;

	ft_out_init(&out, acct->context->out);
	if (acct->print_commands)
		print_commands(trial, &out.text);
	else if (acct->format == FT_FORMAT_JSON ||
		 acct->format == FT_FORMAT_YAML)
		print_document(trial, &out);
	else if (acct->format != FT_FORMAT_TABLE)
		print_changes(trial, &out, NULL);
	else if (!acct->quiet)
		print_people(trial, summary, &out.text);
	ft_out_free(&out);
}
