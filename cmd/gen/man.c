
#include "fauction/fauction.h"
#include "gen/gen.h"
#include "gen/synopsis.h"
#include "model/conf/conf.h"
#include "model/tree/event.h"
#include "model/synthetic/experiment.h"
#include "model/conf/sched.h"
#include "model/account/visibility.h"

#define WIDTH 78

/* One word of running text, as roff takes it. */
static void
add_word(struct ft_str *str, const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (word[i] == '\\')
			ft_str_add(str, "\\e");
		else
			ft_str_add_char(str, word[i]);
	}
}

/* Returns whether TEXT begins with a name, which keeps its letter: name=value, or a
 * program. */
static bool
is_name(const char *text)
{
	const struct ft_word word = { text, strcspn(text, " %=[") };

	if (text[word.len] && text[word.len] != ' ')
		return true;
	for (const struct ft_cmd *const *cmd = gen_cmds; *cmd; cmd++)
		if (ft_word_equals(word, (*cmd)->slurm_name))
			return true;
	return ft_word_equals(word, "slurmdbd");
}

/*
 * TEXT as sentences: a capital in front, a full stop at the end, in lines that
 * do not start with a dot or quote.
 */
void
gen_text(struct ft_str *str, const char *text)
{
	struct ft_str copy FT_CLEANUP(ft_str_free) = { 0 };
	size_t column = 0;
	const char *at;
	char last = ' '; /* of the word before */

	ft_str_add(&copy, text);
	if (!is_name(text))
		copy.data[0] = (char)toupper((unsigned char)copy.data[0]);
	for (at = copy.data; *at;) {
		size_t len = strcspn(at, " ");
		bool special = *at == '.' || *at == '\'';
		/* a sentence starts a line */
		bool starts = last == '.' && isupper((unsigned char)*at);

		if (column > 0 && (starts || column + 1 + len >= WIDTH)) {
			ft_str_add_char(str, '\n');
			column = 0;
		} else if (column > 0) {
			ft_str_add_char(str, ' ');
			column++;
		}
		if (column == 0 && special)
			ft_str_add(str, "\\&");
		add_word(str, at, len);
		column += len;
		at += len;
		last = at[-1];
		at += strspn(at, " ");
	}
	/* an ellipsis or a question ends a sentence, too */
	ft_str_add(str, strchr(".?", last) ? "\n" : ".\n");
}

static void
add_argument(struct ft_str *str, const char *text)
{
	ft_str_add_char(str, '"');
	for (; *text; text++) {
		if (*text == '"')
			ft_str_add_char(str, '"');
		add_word(str, text, 1);
	}
	ft_str_add_char(str, '"');
}

/* ---- options -------------------------------------------------------------- */

static void
add_option(struct ft_str *str, const struct ft_option *row)
{
	ft_str_add(str, ".It");
	if (row->letter)
		ft_str_addf(str, " Fl %c", row->letter);
	if (row->letter && row->name)
		ft_str_add(str, " ,");
	if (row->name)
		ft_str_addf(str, " Fl -%s", row->name);
	if (row->arg && row->flags & FT_OPT_OPTIONAL_ARG)
		ft_str_addf(str, " Ns Op = Ns Ar %s", row->arg);
	else if (row->arg && row->name)
		ft_str_addf(str, " Ns = Ns Ar %s", row->arg);
	else if (row->arg)
		ft_str_addf(str, " Ar %s", row->arg);
	ft_str_add_char(str, '\n');
	gen_text(str, row->sentence);
	gen_since(str, row->since, row->until);
}

/* The rows that have or have not the flag FT_OPT_OURS; returns their number. */
static size_t
add_options(struct ft_str *str, const struct ft_option *row, bool ours)
{
	size_t n = 0;

	for (; row->letter || row->name; row++) {
		if (!gen_is_shown(row) || !(row->flags & FT_OPT_OURS) == ours)
			continue;
		add_option(str, row);
		n++;
	}
	return n;
}

/* "conf FILE": words in capitals are to be replaced, others are typed. */
static void
add_syntax(struct ft_str *str, const char *syntax)
{
	while (*syntax) {
		size_t len = strcspn(syntax, " ");
		struct ft_str word = { 0 };
		bool replaced = false;

		ft_str_add_n(&word, syntax, len);
		for (size_t i = 0; i < len; i++)
			replaced |= isupper((unsigned char)word.data[i]);
		ft_str_addf(str, " %s ", replaced ? "Ar" : "Cm");
		add_argument(str, word.data);
		ft_str_free(&word);
		syntax += len;
		syntax += strspn(syntax, " ");
	}
}

static void
add_operands(struct ft_str *str, const struct ft_operand *row)
{
	for (; row && row->syntax; row++) {
		ft_str_add(str, ".It");
		add_syntax(str, row->syntax);
		ft_str_add_char(str, '\n');
		gen_text(str, row->sentence);
	}
}

static void
operands(struct ft_str *str, const struct ft_cmd *cmd)
{
	ft_str_add(str, ".Bl -tag -width Ds\n");
	add_operands(str, cmd->operands);
	ft_str_add(str, ".El\n");
}

/* Each verb with its operands and options, then those of all. */
static void
verb_options(struct ft_str *str, const struct ft_cmd *cmd)
{
	for (const struct ft_cmd *const *verb = cmd->verbs; *verb; verb++) {
		ft_str_addf(str, ".Ss %s %s\n", cmd->name, (*verb)->name);
		gen_text(str, (*verb)->summary);
		ft_str_add(str, ".Bl -tag -width Ds\n");
		add_operands(str, (*verb)->operands);
		add_options(str, (*verb)->options, false);
		add_options(str, (*verb)->options, true);
		ft_str_add(str, ".El\n");
	}
	ft_str_addf(
	    str, ".Ss %s and all verbs\n.Bl -tag -width Ds\n", cmd->name);
	add_options(str, ft_opt_standard, true);
	add_options(str, ft_opt_standard, false);
	ft_str_add(str, ".El\n");
}

static void
options(struct ft_str *str, const struct ft_cmd *cmd)
{
	struct ft_str ours FT_CLEANUP(ft_str_free) = { 0 };
	bool mirror = *cmd->slurm_name;

	if (cmd->verbs) {
		verb_options(str, cmd);
		return;
	}
	add_options(&ours, cmd->options, true);
	add_options(&ours, ft_opt_standard, true);
	ft_str_add(str, ".Bl -tag -width Ds\n");
	add_options(str, cmd->options, false);
	if (!mirror)
		ft_str_add(str, ft_str_text(&ours));
	add_options(str, ft_opt_standard, false);
	ft_str_add(str, ".El\n");
	if (mirror && ours.len > 0) {
		ft_str_addf(str,
		    ".Pp\nThese options are unknown when it is called\n"
		    ".Nm %s :\n.Bl -tag -width Ds\n",
		    cmd->slurm_name);
		ft_str_add(str, ft_str_text(&ours));
		ft_str_add(str, ".El\n");
	}
}

/* ---- the other regions ---------------------------------------------------- */

/* A list too long for a line may be broken behind its commas. */
static void
add_command(struct ft_str *str, const char *command)
{
	enum { LONG = 60 };
	size_t left = 0, word = 0;

	ft_str_add_char(str, '"');
	for (; *command; command++, left--) {
		if (left == 0)
			left = word = strcspn(command + 1, " ") + 1;
		if (*command == '"')
			ft_str_add_char(str, '"');
		add_word(str, command, 1);
		if (*command == ',' && word > LONG)
			ft_str_add(str, "\\:");
	}
	ft_str_add_char(str, '"');
}

static void
add_examples(struct ft_str *str, const struct ft_example *row)
{
	for (; row && row->command; row++) {
		ft_str_add(str, ".It Li ");
		add_command(str, row->command);
		ft_str_add_char(str, '\n');
		gen_text(str, row->sentence);
	}
}

static void
examples(struct ft_str *str, const struct ft_cmd *cmd)
{
	ft_str_add(str, ".Bl -tag -width Ds\n");
	add_examples(str, cmd->examples);
	for (const struct ft_cmd *const *verb = cmd->verbs; verb && *verb;
	     verb++)
		add_examples(str, (*verb)->examples);
	ft_str_add(str, ".El\n");
}

/* Returns before which release a field is there, 0 if that does not end or a later row
 * of it goes on. */
static enum ft_release
field_until(const struct ft_column *all, const struct ft_column *row)
{
	for (; row->until && all->name; all++)
		if (all->since == row->until &&
		    strcmp(all->name, row->name) == 0)
			return 0;
	return row->until;
}

static void
add_fields(struct ft_str *str, const struct ft_column *row, bool ours)
{
	const struct ft_column *all = row;

	ft_str_add(str, ".Bl -tag -width EffectvUsage\n");
	for (; row->name; row++) {
		if (row->flags & (FT_COLUMN_ALIAS | FT_COLUMN_SLURM) ||
		    !(row->flags & FT_COLUMN_OURS) == ours)
			continue;
		ft_str_addf(str, ".It %s\n", row->name);
		gen_text(str, row->sentence);
		gen_since(str, row->since, field_until(all, row));
	}
	ft_str_add(str, ".El\n");
}

static void
fields(struct ft_str *str, const struct ft_cmd *cmd)
{
	const struct ft_column *row = cmd->fields;
	bool ours = false;

	if (!row)
		return;
	add_fields(str, row, false);
	for (; row->name; row++)
		ours |= (row->flags & FT_COLUMN_OURS) != 0;
	if (!ours)
		return;
	ft_str_addf(str,
	    ".Pp\nThese fields are unknown when it is called\n.Nm %s :\n",
	    cmd->slurm_name);
	add_fields(str, cmd->fields, true);
}

/* What a default that is a bare number counts. */
static const char *
unit_of(const struct ft_conf_info *info)
{
	uint64_t number;

	if (!ft_num_u64(info->value, &number))
		return "";
	return info->type == FT_CONF_MINUTES   ? " minutes"
	       : info->type == FT_CONF_SECONDS ? " seconds"
					       : "";
}

static void
parameters(struct ft_str *str, bool ours)
{
	ft_str_add(str, ".Bl -tag -width Ds\n");
	for (int i = 0; i < FT_CONF_KEYS; i++) {
		const struct ft_conf_info *info = &ft_conf_infos[i];
		bool own = strncmp(info->name, "FairTree", 8) == 0;

		if (own != ours)
			continue;
		ft_str_addf(str, ".It Cm %s\n", info->name);
		gen_text(str, info->sentence);
		if (*info->value)
			ft_str_addf(str, "The default is\n.Li %s%s .\n",
			    info->value, unit_of(info));
	}
	ft_str_add(str, ".El\n");
}

static void
private_data(struct ft_str *str)
{
	ft_str_add(str, ".Bl -column \"reservations\" \"slurmdbd.conf\"\n"
			".It Sy Word Ta Sy File Ta Sy Where it hides\n");
	for (unsigned kind = 0; kind < FT_VISIBILITY_KINDS; kind++)
		ft_str_addf(str, ".It %s Ta %s Ta %s\n",
		    ft_visibility_word(kind), ft_visibility_whose(kind),
		    ft_visibility_where(kind));
	ft_str_add(str, ".El\n");
}

static void
scheduler(struct ft_str *str)
{
	ft_str_add(str, ".Bl -tag -width Ds\n");
	for (int i = 0; i < FT_SCHED_KEYS; i++) {
		const struct ft_sched_info *info = &ft_sched_infos[i];
		bool is_switch = !info->low && !info->high;

		ft_str_addf(str, ".It Cm %s%s\n", info->name,
		    is_switch ? "" : " Ns = Ns Ar number");
		gen_text(str, info->sentence);
		if (!is_switch)
			ft_str_addf(str, "The default is\n.Li %lld .\n",
			    (long long)info->value);
	}
	ft_str_add(str, ".El\n");
}

static void
experiment(struct ft_str *str, const struct ft_experiment_info *info, size_t n)
{
	ft_str_add(str, ".Bl -tag -width Reservation\n");
	for (size_t i = 0; i < n; i++) {
		ft_str_addf(str, ".It Cm %s\n", info[i].key);
		gen_text(str, info[i].sentence);
	}
	ft_str_add(str, ".El\n");
}

static void
events(struct ft_str *str)
{
	ft_str_add(str, ".Bl -tag -width level_fs\n");
	for (int i = 0; i < FT_EVENT_COUNT; i++) {
		ft_str_addf(str, ".It Cm %s\n", ft_event_infos[i].name);
		gen_text(str, ft_event_infos[i].sentence);
	}
	ft_str_add(str, ".El\n");
}

/* ---- the viewer ----------------------------------------------------------- */

static const struct {
	const char *keys, *group, *sentence;
} view_keys[] = {
#define FVIEW_REQUEST(id, keys, group, action, argument, sentence)             \
	{ keys, group, sentence },
#include "fview/keys/key.def"
#undef FVIEW_REQUEST
};

static const struct {
	const char *syntax, *sentence;
} fview_lines[] = {
#define FVIEW_COMMAND(id, words, syntax, action, argument, sentence)           \
	{ syntax, sentence },
#include "fview/keys/command.def"
#undef FVIEW_COMMAND
};

static void
keys(struct ft_str *str)
{
	const char *group = NULL;

	for (size_t i = 0; i < FT_COUNT(view_keys); i++) {
		const char *at = view_keys[i].keys;

		if (!group || strcmp(group, view_keys[i].group) != 0) {
			ft_str_add(str, group ? ".El\n" : "");
			group = view_keys[i].group;
			ft_str_addf(str,
			    ".Ss %s\n.Bl -tag -width \"Space xx\"\n", group);
		}
		ft_str_add(str, ".It");
		while (*at) {
			size_t len = strcspn(at, " ");
			struct ft_str name = { 0 };

			/* what stands alone would be punctuation to roff */
			ft_str_add(&name, "\\&");
			ft_str_add_n(&name, at, len);
			ft_str_addf(str, " Ic \"%s\"", name.data);
			ft_str_free(&name);
			at += len;
			at += strspn(at, " ");
			ft_str_add(str, *at ? " ," : "");
		}
		ft_str_add_char(str, '\n');
		gen_text(str, view_keys[i].sentence);
	}
	ft_str_add(str, ".El\n");
}

static void
key_commands(struct ft_str *str)
{
	ft_str_add(str, ".Bl -tag -width Ds\n");
	for (size_t i = 0; i < FT_COUNT(fview_lines); i++) {
		ft_str_addf(str, ".It Ic \":%s\"\n", fview_lines[i].syntax);
		gen_text(str, fview_lines[i].sentence);
	}
	ft_str_add(str, ".El\n");
}

/* ---- the scheduler game -------------------------------------------------- */

static void
auctions(struct ft_str *str)
{
	ft_str_add(str, ".Bl -tag -width simulator\n");
	for (int i = 0; i < FAUCTION_EXPERIMENTS; i++) {
		ft_str_addf(str, ".It Cm %s\n", fauction_experiments[i].name);
		gen_text(str, fauction_experiments[i].sentence);
	}
	ft_str_add(str, ".El\n");
}

bool
gen_man(struct ft_str *str, const struct ft_cmd *cmd, const char *name)
{
	if (cmd && strcmp(name, "OPTIONS") == 0)
		options(str, cmd);
	else if (cmd && strcmp(name, "SYNOPSIS") == 0)
		gen_synopsis(str, cmd);
	else if (cmd && strcmp(name, "EXAMPLES") == 0)
		examples(str, cmd);
	else if (cmd && strcmp(name, "OPERANDS") == 0)
		operands(str, cmd);
	else if (cmd && strcmp(name, "FIELDS") == 0)
		fields(str, cmd);
	else if (strcmp(name, "PARAMETERS") == 0)
		parameters(str, false);
	else if (strcmp(name, "OUR-PARAMETERS") == 0)
		parameters(str, true);
	else if (strcmp(name, "PRIVATE") == 0)
		private_data(str);
	else if (strcmp(name, "SCHEDULER") == 0)
		scheduler(str);
	else if (strcmp(name, "EXPERIMENT-NUMBERS") == 0)
		experiment(str, ft_experiment_numbers, FT_EXPERIMENT_NUMBERS);
	else if (strcmp(name, "EXPERIMENT-WORDS") == 0)
		experiment(str, ft_experiment_words, FT_EXPERIMENT_WORDS);
	else if (strcmp(name, "EVENTS") == 0)
		events(str);
	else if (strcmp(name, "RELEASES") == 0)
		gen_releases(str);
	else if (strcmp(name, "NEW-SETTINGS") == 0)
		gen_new_settings(str);
	else if (strcmp(name, "AUCTIONS") == 0)
		auctions(str);
	else if (strcmp(name, "KEYS") == 0)
		keys(str);
	else if (strcmp(name, "COMMANDS") == 0)
		key_commands(str);
	else
		return false;
	return true;
}
