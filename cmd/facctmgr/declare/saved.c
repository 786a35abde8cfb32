/* saved.c - saved plans: writing one, and whether the store still fits it. */

#include "facctmgr/declare/private.h"
#include "facctmgr/journal/journal.h"
#include "base/text/timefmt.h"
#include "files/outfile.h"
#include "io/slurm/flatfile.h"

/* ---- rows ------------------------------------------------------------------- */

const char *
facctmgr_step_op(enum ft_step_op op)
{
	static const char *const names[FT_STEP_OPS] = {
		[FT_STEP_ADD] = "add",
		[FT_STEP_CHANGE] = "change",
		[FT_STEP_MOVE] = "move",
		[FT_STEP_DELETE] = "delete",
	};

	return names[op];
}

static const char *const entities[FT_ENTITY_COUNT] = {
	[FT_ENTITY_CLUSTER] = "cluster",
	[FT_ENTITY_ACCOUNT] = "account",
	[FT_ENTITY_USER] = "user",
	[FT_ENTITY_ASSOC] = "association",
	[FT_ENTITY_QOS] = "qos",
	[FT_ENTITY_COORD] = "coordinator",
	[FT_ENTITY_TRES] = "",
	[FT_ENTITY_WCKEY] = "",
	[FT_ENTITY_RESOURCE] = "",
};

/* "physics", "bob@physics", "bob@physics:night" */
static const char *
path_of(struct ft_arena *arena, const struct ft_step *step)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (*step->name && (step->entity != FT_ENTITY_USER ||
			       step->op != FT_STEP_ADD || !*step->account))
		return step->name;
	ft_str_addf(&str, "%s%s%s", *step->user ? step->user : step->name,
	    *step->account ? "@" : "", step->account);
	if (*step->partition)
		ft_str_addf(&str, ":%s", step->partition);
	return ft_arena_strdup(arena, ft_str_text(&str));
}

/* The changed fields; a move comes first. */
static void
fill_fields(struct ft_arena *arena, const struct ft_step *step,
    struct ft_planfile_step *row)
{
	row->field =
	    ft_arena_calloc(arena, step->n_field + 1, sizeof *row->field);
	if (*step->from || *step->to)
		row->field[row->n_field++] = (struct ft_planfile_field){
			.name = step->entity == FT_ENTITY_ACCOUNT ? "parent"
								  : "account",
			.old = *step->from ? step->from : NULL,
			.new = *step->to ? step->to : NULL,
		};
	for (size_t i = 0; i < step->n_field; i++)
		row->field[row->n_field++] = (struct ft_planfile_field){
			.name = step->field[i].name,
			.old = step->field[i].old,
			.new = step->field[i].new,
		};
}

void
facctmgr_trial_make_rows(struct facctmgr_trial *trial)
{
	struct ft_arena *arena = &trial->arena;
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };

	trial->row =
	    ft_arena_calloc(arena, trial->steps.n + 1, sizeof *trial->row);
	for (size_t i = 0; i < trial->steps.n; i++) {
		const struct ft_step *step = &trial->steps.step[i];
		struct ft_planfile_step *row = &trial->row[trial->n_row];

		if (ft_step_is_note(step))
			continue;
		ft_str_clear(&line);
		ft_step_line(step, &line);
		if (step->op == FT_STEP_MOVE && step->make_default)
			ft_str_addf(&line,
			    " (default account was %s: set %s first)",
			    step->from, step->to);
		row->op = facctmgr_step_op(step->op);
		row->entity = entities[step->entity];
		row->path = path_of(arena, step);
		row->line = ft_arena_strdup(arena, ft_str_text(&line));
		fill_fields(arena, step, row);
		trial->n_row++;
	}
}

/* ---- the change a plan is based on ------------------------------------------------- */

enum ft_status
facctmgr_read_base(struct ft_store *store, struct ft_arena *arena,
    struct ft_planfile_base *base, struct ft_error *err)
{
	struct ft_journal_entry entry;

	FT_TRY(facctmgr_journal_entry(store, 0, arena, &entry, err));
	*base = (struct ft_planfile_base){ entry.id, entry.wall,
		entry.actor ? entry.actor : "",
		entry.command ? entry.command : "" };
	return FT_OK;
}

static enum ft_status
print_change(void *ctx, const struct ft_change *change, struct ft_error *err)
{
	static const char signs[] = { [FT_CHANGE_ADD] = '+',
		[FT_CHANGE_MODIFY] = '~',
		[FT_CHANGE_DELETE] = '-' };
	struct facctmgr *acct = ctx;

	(void)err;
	facctmgr_complain(
	    acct, "    %c %s", signs[change->kind], change->subject);
	if (change->field)
		facctmgr_complain(acct, " %s %s -> %s", change->field,
		    change->before ? change->before : "none",
		    change->after ? change->after : "none");
	facctmgr_complain(acct, "\n");
	return FT_OK;
}

static void
print_changes_since(struct facctmgr *acct, uint32_t base)
{
	struct ft_journal_filter filter = { .after = base };
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_journal journal = { .arena = &arena };
	struct ft_error err;

	(void)ft_store_read_journal(
	    acct->session.store, &filter, &journal, &err);
	for (size_t i = journal.n; i > 0 && i--;) {
		const struct ft_journal_entry *entry = &journal.entry[i];
		char date[32];

		facctmgr_complain(acct, "  change %" PRIu32 ", %s, %s: %s\n",
		    entry->id,
		    ft_time_format_date(date, sizeof date, entry->wall),
		    entry->actor, entry->command);
		(void)ft_store_each_change(
		    acct->session.store, entry->id, print_change, acct, &err);
	}
}

/* Set *has to whether the store has the very change that the plan is based on. */
static enum ft_status
has_base(struct facctmgr *acct, const struct ft_planfile_base *base,
    struct ft_arena *arena, bool *has, struct ft_error *err)
{
	struct ft_journal_entry entry;

	*has = true;
	if (base->change == 0)
		return FT_OK;
	FT_TRY(facctmgr_journal_entry(
	    acct->session.store, base->change, arena, &entry, err));
	*has = entry.id && entry.wall == base->time &&
	       strcmp(entry.actor, base->actor) == 0 &&
	       strcmp(entry.command, base->command) == 0;
	return FT_OK;
}

bool
facctmgr_plan_is_current(struct facctmgr *acct, const struct ft_planfile *plan)
{
	struct ft_planfile_base now = { 0 };
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_error err;
	enum ft_status status;
	bool has = false, current = false;

	status = has_base(acct, &plan->base, &arena, &has, &err);
	if (status == FT_OK)
		status =
		    facctmgr_read_base(acct->session.store, &arena, &now, &err);
	current = status == FT_OK && has && now.change == plan->base.change;
	if (status != FT_OK) {
		ft_cmd_fail(acct->context, &err);
	} else if (!has) {
		facctmgr_error(acct,
		    "the plan was made for another store: its change %" PRIu32
		    " is not '%s' by %s here",
		    plan->base.change, plan->base.command, plan->base.actor);
	} else if (!current) {
		facctmgr_error(acct,
		    "the plan was made at change %" PRIu32
		    ", the store is at %" PRIu32
		    " now: plan again.  Since then:",
		    plan->base.change, now.change);
		print_changes_since(acct, plan->base.change);
	}
	return current;
}

/* ---- the same steps --------------------------------------------------------- */

static bool
same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Compare the printed line, too: the user approved that text. */
static bool
same_step(const struct ft_planfile_step *a, const struct ft_planfile_step *b)
{
	if (!same_text(a->op, b->op) || !same_text(a->entity, b->entity) ||
	    !same_text(a->path, b->path) || !same_text(a->line, b->line) ||
	    a->n_field != b->n_field)
		return false;
	for (size_t i = 0; i < a->n_field; i++)
		if (!same_text(a->field[i].name, b->field[i].name) ||
		    !same_text(a->field[i].old, b->field[i].old) ||
		    !same_text(a->field[i].new, b->field[i].new))
			return false;
	return true;
}

bool
facctmgr_plan_is_same(
    const struct facctmgr_trial *trial, const struct ft_planfile *plan)
{
	size_t i = 0;

	while (i < trial->n_row && i < plan->n_step &&
	       same_step(&trial->row[i], &plan->step[i]))
		i++;
	if (i == trial->n_row && i == plan->n_step)
		return true;
	if (i == plan->n_step)
		facctmgr_error(trial->acct,
		    "the plan ends at step %zu, now '%s' would follow: plan "
		    "again",
		    i, trial->row[i].line);
	else if (i == trial->n_row)
		facctmgr_error(trial->acct,
		    "step %zu of the plan, '%s', is no longer needed: plan "
		    "again",
		    i + 1, plan->step[i].line);
	else if (same_text(trial->row[i].line, plan->step[i].line))
		facctmgr_error(trial->acct,
		    "step %zu of the plan, '%s', contradicts itself: plan "
		    "again",
		    i + 1, plan->step[i].line);
	else
		facctmgr_error(trial->acct,
		    "step %zu of the plan is '%s', now it would be '%s': plan "
		    "again",
		    i + 1, plan->step[i].line, trial->row[i].line);
	return false;
}

/* ---- saving ----------------------------------------------------------------- */

bool
facctmgr_is_standard_output(const char *path)
{
	return path && strcmp(path, "-") == 0;
}

/* The lines of all files as one file; each file starts below root. */
static const char *
text_of(struct ft_arena *arena, const struct ft_flat *flat)
{
	struct ft_flat_line root = {
		.kind = FT_FLAT_PARENT, .title = "Parent", .name = "root"
	};
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < flat->n; i++) {
		if (i && flat->line[i].file != flat->line[i - 1].file)
			ft_flatfile_write_line(&str, &root);
		ft_flatfile_write_line(&str, &flat->line[i]);
	}
	return ft_arena_strdup(arena, ft_str_text(&str));
}

static enum ft_status
write_text(struct facctmgr *acct, const char *path, const struct ft_str *text,
    struct ft_error *err)
{
	FILE *file = acct->context->out;

	if (!facctmgr_is_standard_output(path))
		return ft_outfile_write(path, text, err);
	errno = 0;
	if (fwrite(text->data, 1, text->len, file) != text->len ||
	    fflush(file) != 0)
		return ft_fail(err, FT_EIO, "cannot write '%s': %s", path,
		    strerror(errno));
	return FT_OK;
}

enum ft_status
facctmgr_save_plan(const struct facctmgr_trial *trial, struct ft_error *err)
{
	const struct facctmgr_target *target = trial->target;
	struct ft_planfile plan = {
		.source = target->source,
		.cluster = trial->result.cluster,
		.base = trial->base,
		.options = {
			.prune = target->options.prune,
			.exact = target->options.exact,
			.skip_blocked = target->options.skip_blocked,
			.allow_large = target->allow_large,
			.scope = target->options.scope,
			.max_deletes = target->max_deletes,
			.max_losers = target->max_losers,
		},
		.desired = target->text,
		.step = trial->row,
		.n_step = trial->n_row,
	};
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (plan.desired == NULL)
		plan.desired = text_of(&arena, target->flat);
	FT_TRY(ft_planfile_write(&plan, &text, err));
	return write_text(trial->acct, target->output, &text, err);
}
