/* help.c - help [VERB] [ENTITY], from the tables; and history. */

#include "facctmgr/verb.h"
#include "shell/history.h"

#define WIDTH  79
#define INDENT 14

int
facctmgr_history(struct facctmgr *acct, int argc, char **argv)
{
	const struct ft_history *history = acct->history;

	(void)argc;
	(void)argv;
	if (!history) {
		facctmgr_error(acct, "no history: commands are not typed");
		return 1;
	}
	for (size_t i = 0; i < history->n; i++)
		facctmgr_print(acct, "%5zu  %s\n", i + 1, history->line[i]);
	return 0;
}

/* ---- lists of words ----------------------------------------------------------- */

/* A heading and words after it, in lines of at most WIDTH columns. */
struct list {
	struct facctmgr *acct;
	const char *heading;
	size_t at; /* column; 0: nothing is printed yet */
};

static void
put(struct list *list, const char *word, const char *tail)
{
	size_t len = strlen(word) + strlen(tail);

	if (!list->at) {
		facctmgr_print(list->acct, "  %-*s", INDENT - 2, list->heading);
		list->at = INDENT;
	} else if (list->at + 1 + len > WIDTH) {
		facctmgr_print(list->acct, "\n%*s", INDENT, "");
		list->at = INDENT;
	} else {
		facctmgr_print(list->acct, " ");
		list->at++;
	}
	facctmgr_print(list->acct, "%s%s", word, tail);
	list->at += len;
}

static void
finish(struct list *list)
{
	if (list->at)
		facctmgr_print(list->acct, "\n");
}

static void
put_words(struct facctmgr *acct, const char *heading,
    const struct facctmgr_word *row, enum ft_entity options)
{
	struct list list = { acct, heading, 0 };
	size_t n;
	const struct ft_attr *attr = ft_attrs(options, &n);

	for (; row && row->name; row++)
		if (row->type != WORD_IGNORE && row->type != WORD_NOTHING &&
		    row->type != WORD_FIXED)
			put(&list, row->name,
			    row->type == WORD_FLAG ? "" : "=");
	for (; n > 0; n--, attr++)
		if (attr->letters)
			put(&list, attr->name, "=");
	finish(&list);
}

/* ---- topics ------------------------------------------------------------------- */

/* The operands of --help that start with NAME. */
static void
put_operands(struct facctmgr *acct, const char *name)
{
	size_t len = strlen(name);

	for (const struct ft_operand *row = acct->context->cmd->operands;
	     row && row->syntax; row++)
		if (strncmp(row->syntax, name, len) == 0 &&
		    (row->syntax[len] == ' ' || !row->syntax[len]))
			facctmgr_print(
			    acct, "%s\n  %s\n", row->syntax, row->sentence);
}

/* A verb by all its names: --help lists it by one of them. */
static void
help_verb(struct facctmgr *acct, const struct facctmgr_verb *verb)
{
	struct list list = { acct, "also", 0 };
	struct list entities = { acct, "entities", 0 };

	for (const struct facctmgr_verb *row = facctmgr_verbs; row->name; row++)
		if (row->verb == verb->verb)
			put_operands(acct, row->name);
	if (verb->text && !verb->writes && verb->alone)
		facctmgr_print(acct, "%s\n  %s\n", verb->name, verb->text);
	for (const struct facctmgr_verb *row = facctmgr_verbs; row->name; row++)
		if (row->verb == verb->verb && row != verb)
			put(&list, row->name, "");
	finish(&list);
	for (const struct facctmgr_entity_name *row = facctmgr_entity_names;
	     row->name; row++)
		if (row->verb == verb->verb && !row->alias)
			put(&entities, row->name, "");
	finish(&entities);
	if (entities.at)
		facctmgr_print(acct,
		    "See 'help %s ENTITY' for the words of each.\n",
		    verb->name);
}

static void
help_entity(struct facctmgr *acct, const char *verb,
    const struct facctmgr_entity_name *row)
{
	const struct facctmgr_grammar grammar =
	    facctmgr_grammar_of(row->entity, (enum facctmgr_action)row->verb);

	facctmgr_print(acct, "%s %s\n", verb, row->name);
	put_words(acct, "conditions", grammar.conditions, FT_ENTITY_CLUSTER);
	put_words(acct, grammar.names_in_settings ? "words" : "set",
	    grammar.settings, grammar.options);
}

/* Print the words of an entity for VERB (NULL: all); returns whether it exists. */
static bool
help_entities(
    struct facctmgr *acct, const struct facctmgr_verb *verb, const char *word)
{
	static const char *const name[] = { "add", "list", "modify", "delete" };
	bool any = false;

	for (enum facctmgr_verb_id i = VERB_ADD; i <= VERB_DELETE; i++) {
		const struct facctmgr_entity_name *row;

		if (verb && verb->verb != i)
			continue;
		row = facctmgr_find_entity(i, word);
		if (row)
			help_entity(acct, name[i], row);
		any = any || row;
	}
	return any;
}

int
facctmgr_help(struct facctmgr *acct, int argc, char **argv)
{
	const struct facctmgr_verb *verb;

	if (argc == 0 || acct->context->slurm) {
		ft_opt_help(acct->context, acct->context->out);
		return 0;
	}
	verb = facctmgr_find_verb(argv[0]);
	if (argc == 1 && verb) {
		help_verb(acct, verb);
		return 0;
	}
	if (help_entities(acct, argc > 1 ? verb : NULL, argv[argc > 1 ? 1 : 0]))
		return 0;
	facctmgr_error(acct, "no help about '%s'", argv[argc > 1 ? 1 : 0]);
	return 1;
}
