/* text.c - a step as command lines, and as a line for people. */
#include "admin/step/step.h"
#include "base/text/text.h"

bool
ft_step_is_note(const struct ft_step *step)
{
	if (step->entity == FT_ENTITY_WCKEY ||
	    step->entity == FT_ENTITY_RESOURCE || step->refused)
		return true;
	if (step->op == FT_STEP_ADD)
		return !*step->cluster && (step->entity == FT_ENTITY_ACCOUNT ||
					      step->entity == FT_ENTITY_USER);
	if (step->op != FT_STEP_CHANGE)
		return false;
	for (size_t i = 0; i < step->n_field; i++)
		if (!step->field[i].note || step->field[i].set)
			return false;
	return true;
}

/* ---- commands ---- */

static void
add_setting(struct ft_str *str, const char *name, const char *value)
{
	ft_str_addf(str, " %s=", name);
	ft_str_add_shell(str, value);
}

/* The same, but nothing if the value is empty. */
static void
add_word(struct ft_str *str, const char *name, const char *value)
{
	if (*value)
		add_setting(str, name, value);
}

/* Returns the name of the entity in commands and in lines for people. */
static const char *const words[FT_ENTITY_COUNT] = {
	[FT_ENTITY_CLUSTER] = "cluster",
	[FT_ENTITY_ACCOUNT] = "account",
	[FT_ENTITY_USER] = "user",
	[FT_ENTITY_ASSOC] = "user",
	[FT_ENTITY_QOS] = "qos",
	[FT_ENTITY_COORD] = "coordinator",
	[FT_ENTITY_WCKEY] = "wckey",
	[FT_ENTITY_RESOURCE] = "resource",
};

static bool
is_of_user(const struct ft_step *step)
{
	return step->entity == FT_ENTITY_USER ||
	       step->entity == FT_ENTITY_ASSOC;
}

/* Returns whether the step is about something in the tree of a cluster. */
static bool
is_in_tree(const struct ft_step *step)
{
	return step->entity == FT_ENTITY_ACCOUNT || is_of_user(step);
}

static const char *
name_of(const struct ft_step *step)
{
	return step->entity == FT_ENTITY_ASSOC ? step->user : step->name;
}

static void
add_names(struct ft_str *str, const struct ft_step *step)
{
	add_word(str, "name", name_of(step));
	if (is_of_user(step))
		add_word(str, "account", step->account);
	if (is_in_tree(step))
		add_word(str, "cluster", step->cluster);
}

/* Append the subject of the step, which follows the verb. */
static void
add_conditions(struct ft_str *str, const struct ft_step *step)
{
	ft_str_addf(str, " %s where", words[step->entity]);
	add_names(str, step);
	if (is_of_user(step) && (*step->partition || step->exact))
		add_setting(str, "partition", step->partition);
}

static void
begin(struct ft_str *str, const char *verb)
{
	ft_str_addf(str, "sacctmgr -i %s", verb);
}

/* A command line that modifies one record. */
static void
begin_modify(struct ft_str *str, const struct ft_step *step)
{
	begin(str, "modify");
	add_conditions(str, step);
	ft_str_add(str, " set");
}

static void
modify_to(struct ft_str *str, const struct ft_step *step, const char *name,
    const char *value)
{
	begin_modify(str, step);
	add_setting(str, name, value);
	ft_str_add_char(str, '\n');
}

/* Append a comment that stays on one line, whatever is in a name. */
static void
add_comment_line(struct ft_str *str, const char *text)
{
	ft_str_add(str, "# ");
	ft_text_mask(str, text, strlen(text), FT_TEXT_WORD);
	ft_str_add_char(str, '\n');
}

/*
 * Whether sacctmgr accepts NAME as one name: it splits lists at commas, expands
 * brackets, and strips quotes and blanks.  Dump files can still contain such
 * names.
 */
static bool
is_nameable(const char *name)
{
	size_t len = strlen(name);

	return len == 0 || (name[strcspn(name, ",[]'\"`")] == '\0' &&
			       name[0] != ' ' && name[len - 1] != ' ');
}

static bool
has_names(const struct ft_step *step)
{
	return is_nameable(step->name) && is_nameable(step->cluster) &&
	       is_nameable(step->account) && is_nameable(step->user) &&
	       is_nameable(step->partition) && is_nameable(step->from) &&
	       is_nameable(step->to);
}

static void
add_note(struct ft_str *str, const struct ft_step *step)
{
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };

	if (step->entity == FT_ENTITY_WCKEY ||
	    step->entity == FT_ENTITY_RESOURCE)
		ft_str_add(&line, "left out: ");
	else if (!has_names(step))
		ft_str_add(&line, "no command can name this: ");
	else
		ft_str_add(&line, "no command does this: ");
	ft_step_line(step, &line);
	add_comment_line(str, ft_str_text(&line));
}

/* Append the notes of a step that is not itself a note. */
static void
add_field_notes(struct ft_str *str, const struct ft_step *step)
{
	for (size_t i = 0; i < step->n_field; i++) {
		const struct ft_step_field *field = &step->field[i];
		struct ft_str line = { 0 };

		if (!field->note)
			continue;
		ft_str_addf(&line, "no command does this%s: %s=%s",
		    field->set ? " to the letter" : "", field->name,
		    field->new ? field->new : "");
		add_comment_line(str, ft_str_text(&line));
		ft_str_free(&line);
	}
}

/* Which of the fields a command line sets. */
enum part {
	PART_RECORD, /* of the record */
	PART_ASSOC,
	PART_ROOT /* those that `modify cluster` and `add cluster` refuse */
};

/* Limits that sacctmgr refuses for a cluster, but not for its root account. */
static bool
is_root_only(const struct ft_step_field *field)
{
	return !strcmp(field->name, "grpwall") ||
	       !strcmp(field->name, "grptresmins") ||
	       !strcmp(field->name, "grptresrunmins");
}

static enum part
part_of(const struct ft_step *step, const struct ft_step_field *field)
{
	if (field->record)
		return PART_RECORD;
	return step->entity == FT_ENTITY_CLUSTER &&
		       (field->newer || is_root_only(field))
		   ? PART_ROOT
		   : PART_ASSOC;
}

/* Append the fields of PART; returns whether there were any. */
static bool
add_part(struct ft_str *str, const struct ft_step *step, enum part part)
{
	bool any = false;

	for (size_t i = 0; i < step->n_field; i++) {
		const struct ft_step_field *field = &step->field[i];

		if (field->set == NULL || field->newer ||
		    part_of(step, field) != part)
			continue;
		add_setting(str, field->name, field->set);
		any = true;
	}
	return any;
}

/* Returns the step that modifies what another one has added. */
static struct ft_step
modification(const struct ft_step *step, enum part part)
{
	struct ft_step modify = *step;

	if (part == PART_ROOT) {
		modify.entity = FT_ENTITY_ACCOUNT;
		modify.name = "root";
	} else if (part == PART_RECORD) {
		if (step->entity == FT_ENTITY_ACCOUNT)
			modify.cluster = "";
		modify.partition = "";
		modify.exact = false;
		if (step->op == FT_STEP_ADD)
			modify.account = "";
	} else if (step->entity == FT_ENTITY_USER) {
		modify.entity = FT_ENTITY_ASSOC;
	}
	return modify;
}

static void
modify_part(struct ft_str *str, const struct ft_step *step, enum part part)
{
	struct ft_step modify = modification(step, part);
	size_t from = str->len;

	begin_modify(str, &modify);
	if (add_part(str, step, part))
		ft_str_add_char(str, '\n');
	else
		str->len = from;
	if (str->data)
		str->data[str->len] = '\0';
}

/* One setting alone. */
static void
modify_one(struct ft_str *str, const struct ft_step *step,
    const struct ft_step_field *field, const char *value)
{
	struct ft_step modify = modification(step, part_of(step, field));

	modify_to(str, &modify, field->name, value);
}

/* Each setting that sacctmgr 22.05 does not know gets a line of its own, so
 * that the others are set there, too. */
static void
modify_newer(struct ft_str *str, const struct ft_step *step)
{
	for (size_t i = 0; i < step->n_field; i++) {
		const struct ft_step_field *field = &step->field[i];

		if (!field->newer || field->set == NULL)
			continue;
		ft_str_addf(str, "# %s= needs a sacctmgr newer than 22.05:\n",
		    field->name);
		modify_one(str, step, field, field->set);
	}
}

static void
modify(struct ft_str *str, const struct ft_step *step)
{
	for (size_t i = 0; i < step->n_field; i++)
		if (step->field[i].first)
			modify_one(
			    str, step, &step->field[i], step->field[i].first);
	modify_part(str, step, PART_RECORD);
	modify_part(str, step, PART_ASSOC);
	modify_part(str, step, PART_ROOT);
	modify_newer(str, step);
}

static void
add(struct ft_str *str, const struct ft_step *step)
{
	begin(str, "add");
	ft_str_addf(str, " %s", words[step->entity]);
	add_names(str, step);
	if (step->entity == FT_ENTITY_ACCOUNT)
		add_word(str, "parent", step->to);
	if (is_of_user(step))
		add_word(str, "partition", step->partition);
	add_part(str, step, PART_RECORD);
	add_part(str, step, PART_ASSOC);
	ft_str_add_char(str, '\n');
	modify_part(str, step, PART_ROOT);
	modify_newer(str, step);
}

static void
coordinate(struct ft_str *str, const struct ft_step *step)
{
	begin(str, step->op == FT_STEP_ADD ? "add" : "delete");
	ft_str_add(str, " coordinator");
	add_word(str, "account", step->account);
	add_word(str, "name", step->user);
	ft_str_add_char(str, '\n');
}

static void
delete_what(struct ft_str *str, const struct ft_step *step)
{
	begin(str, "delete");
	add_conditions(str, step);
	ft_str_add_char(str, '\n');
}

/* The new association is added before the old one is deleted, so that the user
 * always has one. */
static void
move(struct ft_str *str, const struct ft_step *step)
{
	struct ft_step old = *step;

	if (step->entity == FT_ENTITY_ACCOUNT) {
		modify_to(str, step, "parent", step->to);
		return;
	}
	add(str, step);
	if (step->make_default) {
		struct ft_step user = *step;

		user.account = user.partition = "";
		user.exact = false;
		modify_to(str, &user, "defaultaccount", step->to);
	}
	old.account = step->from;
	delete_what(str, &old);
}

void
ft_step_commands(const struct ft_step *step, struct ft_str *str)
{
	if (ft_step_is_note(step) || !has_names(step)) {
		add_note(str, step);
		return;
	}
	if (step->entity == FT_ENTITY_COORD)
		coordinate(str, step);
	else if (step->op == FT_STEP_ADD)
		add(str, step);
	else if (step->op == FT_STEP_CHANGE)
		modify(str, step);
	else if (step->op == FT_STEP_MOVE)
		move(str, step);
	else
		delete_what(str, step);
	add_field_notes(str, step);
}

/* ---- for people ---- */

/* Text without characters that would break the line. */
static void
add_text(struct ft_str *str, const char *text)
{
	ft_text_mask(str, text, strlen(text), FT_TEXT_WORD);
}

/* A value that is one word as it is, else in quotes. */
static void
add_value(struct ft_str *str, const char *text)
{
	bool word = *text && !text[strcspn(text, " '\"\t\n")];

	if (!word)
		ft_str_add_char(str, '"');
	add_text(str, text);
	if (!word)
		ft_str_add_char(str, '"');
}

static void
add_subject(struct ft_str *str, const struct ft_step *step)
{
	bool coord = step->entity == FT_ENTITY_COORD;

	ft_str_addf(str, "%s ", words[step->entity]);
	add_text(str, coord ? step->user : name_of(step));
	if (coord) {
		ft_str_add(str, " of ");
		add_text(str, step->account);
	}
	if (!is_in_tree(step))
		return;
	if (*step->account && is_of_user(step) && step->op != FT_STEP_MOVE) {
		ft_str_add_char(str, '@');
		add_text(str, step->account);
	}
	if (*step->partition) {
		ft_str_add_char(str, ':');
		add_text(str, step->partition);
	}
	if (step->several && *step->cluster) {
		ft_str_add(str, " on ");
		add_text(str, step->cluster);
	}
}

static void
add_field(struct ft_str *str, const struct ft_step *step,
    const struct ft_step_field *field)
{
	const char *new = field->new ? field->new : "";

	if (field->old && field->new && !strcmp(field->old, field->new)) {
		/* the user has been there, with some partitions only */
		if (step->entity == FT_ENTITY_USER &&
		    !strcmp(field->name, "defaultaccount")) {
			ft_str_add(str, " defaultaccount ");
			add_value(str, field->new);
			ft_str_add(str, " by all its partitions");
		}
		return;
	}
	ft_str_addf(str, " %s", field->name);
	if (step->op == FT_STEP_ADD || (field->old == NULL && *new)) {
		ft_str_add_char(str, '=');
		add_value(str, new);
		return;
	}
	ft_str_add_char(str, ' ');
	add_value(str, field->old ? field->old : "");
	ft_str_add(str, " -> ");
	if (*new)
		add_value(str, new);
	else
		ft_str_add(str, "none");
}

void
ft_step_line(const struct ft_step *step, struct ft_str *str)
{
	static const char sign[] = "+~>-";

	ft_str_addf(str, "%c ", sign[step->op]);
	add_subject(str, step);
	if (step->op == FT_STEP_MOVE) {
		ft_str_add(str, " moves ");
		add_text(str, step->from);
		ft_str_add(str, " -> ");
		add_text(str, step->to);
	} else if (step->op == FT_STEP_ADD && *step->to) {
		ft_str_add(str, " parent=");
		add_text(str, step->to);
	}
	for (size_t i = 0; i < step->n_field; i++)
		add_field(str, step, &step->field[i]);
}
