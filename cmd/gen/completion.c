#include <ctype.h>
#include <string.h>

#include "gen/gen.h"

/* Whether a verb of CMD before VERB has an option of that name too. */
static bool
is_known(const struct ft_cmd *cmd, const struct ft_cmd *const *verb,
    const struct ft_option *row)
{
	for (const struct ft_cmd *const *other = cmd->verbs; other < verb;
	     other++)
		for (const struct ft_option *have = (*other)->options;
		     have->letter || have->name; have++)
			if (have->name && row->name &&
			    !strcmp(have->name, row->name))
				return true;
	return false;
}

/*
 * Call FN for each option of CMD and its verbs that is shown, standard ones
 * included.
 */
static void
each_option(struct ft_str *str, const struct ft_cmd *cmd,
    void (*fn)(
	struct ft_str *, const struct ft_cmd *, const struct ft_option *))
{
	const struct ft_option *row;

	for (row = cmd->options; row->letter || row->name; row++) {
		if (gen_is_shown(row))
			fn(str, cmd, row);
	}
	for (const struct ft_cmd *const *verb = cmd->verbs; verb && *verb;
	     verb++)
		for (row = (*verb)->options; row->letter || row->name; row++)
			if (gen_is_shown(row) && !is_known(cmd, verb, row))
				fn(str, cmd, row);
	for (row = ft_opt_standard; row->letter || row->name; row++) {
		if (gen_is_shown(row))
			fn(str, cmd, row);
	}
}

/* What `fshare --complete=KIND` calls the names, "" for none. */
static const char *
kind_of(enum ft_complete complete)
{
	switch (complete) {
	case FT_COMPLETE_ACCOUNT:
		return "accounts";
	case FT_COMPLETE_USER:
		return "users";
	case FT_COMPLETE_CLUSTER:
		return "clusters";
	case FT_COMPLETE_FIELD:
		return "fields";
	case FT_COMPLETE_NONE:
	case FT_COMPLETE_FILE:
	case FT_COMPLETE_CHOICE:
		break;
	}
	return "";
}

/* "a|b" as "a b". */
static void
add_choices(struct ft_str *str, const char *choices)
{
	for (; *choices; choices++)
		ft_str_add_char(str, *choices == '|' ? ' ' : *choices);
}

/* The first word of an operand, a word to be typed. */
static void
add_verbs(struct ft_str *str, const struct ft_cmd *cmd, const char *before)
{
	const struct ft_operand *row = cmd->operands;

	for (const struct ft_cmd *const *verb = cmd->verbs; verb && *verb;
	     verb++)
		ft_str_addf(str, "%s%s", before, (*verb)->name);
	for (; row && row->syntax; row++) {
		size_t len = strcspn(row->syntax, " ");

		if (!islower((unsigned char)*row->syntax))
			continue;
		ft_str_add(str, before);
		ft_str_add_n(str, row->syntax, len);
	}
}

/* Which names may be the first operand, "" if a verb or nothing is. */
static const char *
operand_names(const struct ft_cmd *cmd)
{
	const struct ft_operand *row = cmd->operands;

	for (; row && row->syntax; row++)
		if (!islower((unsigned char)*row->syntax) &&
		    *kind_of(row->complete))
			return kind_of(row->complete);
	return "";
}

/* ---- bash ----------------------------------------------------------------- */

static void
bash_name(
    struct ft_str *str, const struct ft_cmd *cmd, const struct ft_option *row)
{
	(void)cmd;
	if (row->letter)
		ft_str_addf(str, " -%c", row->letter);
	if (row->name)
		ft_str_addf(str, " --%s", row->name);
}

static void
bash_argument(
    struct ft_str *str, const struct ft_cmd *cmd, const struct ft_option *row)
{
	if (!row->arg)
		return;
	ft_str_add_char(str, '\t');
	if (row->letter)
		ft_str_addf(str, "%s:-%c%s", cmd->name, row->letter,
		    row->name ? "|" : "");
	if (row->name)
		ft_str_addf(str, "%s:--%s", cmd->name, row->name);
	ft_str_add(str, ") echo ");
	if (row->complete == FT_COMPLETE_CHOICE) {
		ft_str_add(str, "choice ");
		add_choices(str, row->arg);
	} else if (row->complete == FT_COMPLETE_FILE) {
		ft_str_add(str, "file");
	} else if (*kind_of(row->complete)) {
		ft_str_addf(str, "list %s", kind_of(row->complete));
	} else {
		ft_str_add(str, "none");
	}
	ft_str_add(str, " ;;\n");
}

static void
bash(struct ft_str *str)
{
	const struct ft_cmd *const *cmd;

	ft_str_add(str, "_fairtree_options() {\n\tcase $1 in\n");
	for (cmd = gen_cmds; *cmd; cmd++) {
		ft_str_addf(str, "\t%s) printf '%%s ' --", (*cmd)->name);
		each_option(str, *cmd, bash_name);
		ft_str_add(str, " ;;\n");
	}
	ft_str_add(str, "\tesac\n}\n\n_fairtree_verbs() {\n\tcase $1 in\n");
	for (cmd = gen_cmds; *cmd; cmd++) {
		if (!(*cmd)->operands && !(*cmd)->verbs)
			continue;
		ft_str_addf(str, "\t%s) echo", (*cmd)->name);
		add_verbs(str, *cmd, " ");
		ft_str_add(str, " ;;\n");
	}
	ft_str_add(
	    str, "\tesac\n}\n\n_fairtree_argument() {\n\tcase $1:$2 in\n");
	for (cmd = gen_cmds; *cmd; cmd++) {
		each_option(str, *cmd, bash_argument);
		if (*operand_names(*cmd))
			ft_str_addf(str, "\t%s:) echo list %s ;;\n",
			    (*cmd)->name, operand_names(*cmd));
	}
	ft_str_add(str, "\tesac\n}\n\ncomplete -F _fairtree");
	for (cmd = gen_cmds; *cmd; cmd++)
		ft_str_addf(str, " %s", (*cmd)->name);
	ft_str_add_char(str, '\n');
}

/* ---- zsh ------------------------------------------------------------------ */

/* A description between brackets and single quotes. */
static void
zsh_text(struct ft_str *str, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			ft_str_add(str, "'\\''");
		else if (*text == '[' || *text == ']' || *text == '\\')
			ft_str_addf(str, "\\%c", *text);
		else
			ft_str_add_char(str, *text);
	}
}

static void
zsh_action(struct ft_str *str, const struct ft_option *row)
{
	bool choice = row->complete == FT_COMPLETE_CHOICE;
	bool optional = row->flags & FT_OPT_OPTIONAL_ARG;

	ft_str_addf(str, "%s:", optional ? ":" : "");
	ft_str_add(str, choice ? "word" : row->arg);
	ft_str_add_char(str, ':');
	if (choice) {
		ft_str_add_char(str, '(');
		add_choices(str, row->arg);
		ft_str_add_char(str, ')');
	} else if (row->complete == FT_COMPLETE_FILE) {
		ft_str_add(str, "_files");
	} else if (*kind_of(row->complete)) {
		ft_str_addf(str, "_fairtree_list %s", kind_of(row->complete));
	}
}

static void
zsh_option(
    struct ft_str *str, const struct ft_cmd *cmd, const struct ft_option *row)
{
	bool optional = row->flags & FT_OPT_OPTIONAL_ARG;
	const char *suffix = !row->arg ? "" : optional ? "=-" : "=";

	(void)cmd;
	ft_str_add(str, "\t\t");
	if (row->letter && row->name)
		ft_str_addf(str, "'(-%c --%s)'{-%c%s,--%s%s}", row->letter,
		    row->name, row->letter, row->arg ? "+" : "", row->name,
		    suffix);
	else if (row->name)
		ft_str_addf(str, "--%s%s", row->name, suffix);
	else
		ft_str_addf(str, "-%c%s", row->letter, row->arg ? "+" : "");
	ft_str_add(str, "'[");
	zsh_text(str, row->sentence);
	ft_str_add(str, "]");
	if (row->arg)
		zsh_action(str, row);
	ft_str_add(str, "' \\\n");
}

static void
zsh(struct ft_str *str)
{
	ft_str_add(str, "case $service in\n");
	for (const struct ft_cmd *const *cmd = gen_cmds; *cmd; cmd++) {
		ft_str_addf(str, "%s)\n\t_arguments -s -S \\\n", (*cmd)->name);
		each_option(str, *cmd, zsh_option);
		if (*operand_names(*cmd)) {
			ft_str_addf(str, "\t\t'*:name:_fairtree_list %s'\n",
			    operand_names(*cmd));
		} else if ((*cmd)->operands || (*cmd)->verbs) {
			ft_str_add(str, "\t\t'1:command:(");
			add_verbs(str, *cmd, " ");
			ft_str_add(str, " )' '*:word:_files'\n");
		} else {
			ft_str_add(str, "\t\t'*:'\n");
		}
		ft_str_add(str, "\t;;\n");
	}
	ft_str_add(str, "esac\n");
}

/* ---- fish ----------------------------------------------------------------- */

static void
fish_text(struct ft_str *str, const char *text)
{
	ft_str_add_char(str, '\'');
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			ft_str_add_char(str, '\\');
		ft_str_add_char(str, *text);
	}
	ft_str_add_char(str, '\'');
}

static void
fish_option(
    struct ft_str *str, const struct ft_cmd *cmd, const struct ft_option *row)
{
	ft_str_addf(str, "complete -c %s", cmd->name);
	if (row->letter)
		ft_str_addf(str, " -s %c", row->letter);
	if (row->name)
		ft_str_addf(str, " -l %s", row->name);
	if (row->arg && row->complete == FT_COMPLETE_FILE) {
		ft_str_add(str, " -r -F");
	} else if (row->arg && row->complete == FT_COMPLETE_CHOICE) {
		ft_str_addf(str, " %s -a '",
		    row->flags & FT_OPT_OPTIONAL_ARG ? "-f" : "-x");
		add_choices(str, row->arg);
		ft_str_add_char(str, '\'');
	} else if (row->arg && *kind_of(row->complete)) {
		ft_str_addf(str, " -x -a '(__fairtree_list %s)'",
		    kind_of(row->complete));
	} else if (row->arg) {
		ft_str_add(str, " -x");
	}
	ft_str_add(str, " -d ");
	fish_text(str, row->sentence);
	ft_str_add_char(str, '\n');
}

static void
fish(struct ft_str *str)
{
	for (const struct ft_cmd *const *cmd = gen_cmds; *cmd; cmd++) {
		struct ft_str verbs = { 0 };

		if (*operand_names(*cmd))
			ft_str_addf(str,
			    "complete -c %s -f -a '(__fairtree_list %s)'\n",
			    (*cmd)->name, operand_names(*cmd));
		else if (!(*cmd)->operands && !(*cmd)->verbs)
			ft_str_addf(str, "complete -c %s -f\n", (*cmd)->name);
		add_verbs(&verbs, *cmd, " ");
		if (verbs.len > 0)
			ft_str_addf(str,
			    "complete -c %s -n __fish_use_subcommand -a "
			    "'%s'\n",
			    (*cmd)->name, verbs.data + 1);
		ft_str_free(&verbs);
		each_option(str, *cmd, fish_option);
	}
}

bool
gen_completion(struct ft_str *str, const char *name)
{
	if (strcmp(name, "BASH") == 0)
		bash(str);
	else if (strcmp(name, "ZSH") == 0)
		zsh(str);
	else if (strcmp(name, "FISH") == 0)
		fish(str);
	else
		return false;
	return true;
}
