/*
 * words.h - the words of facctmgr: verbs, entities, and the grammar of what
 * stands behind them.  For completion, suggestions and `help TOPIC` of the
 * shell.
 */
#ifndef FT_CMD_FACCTMGR_WORDS_WORDS_H
#define FT_CMD_FACCTMGR_WORDS_WORDS_H

#include "facctmgr/list/list.h"

enum verb {
	VERB_ADD = DEED_ADD,
	VERB_LIST = DEED_LIST,
	VERB_MODIFY = DEED_MODIFY,
	VERB_DELETE = DEED_DELETE,
	VERB_DUMP,
	VERB_LOAD,
	VERB_EXIT,
	VERB_ASSOCIATIONS,
	VERB_ONELINER,
	VERB_QUIET,
	VERB_VERBOSE,
	VERB_READ_ONLY,
	VERB_VERSION,
	VERB_HELP,
	VERB_NOTHING, /* reconfigure, shutdown: nothing to do here */
	VERB_CLEAR,
	VERB_ARCHIVE,
	VERB_ROLLUP,
	VERB_LOG, /* from here on unknown by the Slurm name */
	VERB_UNDO,
	VERB_REDO,
	VERB_SAVE,
	VERB_CHECK,
	VERB_SOLVE,
	VERB_DIFF,
	VERB_PLAN,
	VERB_APPLY,
	VERB_SYNC,
	VERB_BEGIN,
	VERB_COMMIT,
	VERB_ROLLBACK,
	VERB_PENDING,
	VERB_HISTORY
};

/* What a verb does to the store. */
enum facctmgr_writes {
	FACCTMGR_READS,
	FACCTMGR_CHANGES, /* what is there: a store that is absent is refused */
	FACCTMGR_MAKES    /* also the store itself */
};

/* A verb.  The table ends with a NULL name. */
struct facctmgr_verb {
	const char *name;
	unsigned char min; /* letters needed */
	enum verb verb;
	enum facctmgr_writes writes;
	bool alone;
	const char *text; /* what it does; NULL not worth offering: another
	                     name of the same, or it means nothing here */
	const struct facctmgr_keyword
	    *keys;      /* what may stand behind it; NULL: an
	                                    entity, or nothing */
	unsigned sight; /* kinds of which all must be seen */
	/* What it does: one of these, or nothing. */
	int (*run)(struct facctmgr *acct, int argc, char **argv);
	int (*run_alone)(struct facctmgr *acct);
	size_t sets; /* a bool of struct facctmgr */
	bool plain;  /* it changes things right away: dry runs say so */
	bool asks;   /* on a terminal, before it does */
	bool whole;  /* it cannot be done twice, or not on a copy */
};
extern const struct facctmgr_verb facctmgr_verbs[];

/* What a verb does for an entity, in the order abbreviations are tried.  The
 * table ends with a NULL name. */
struct facctmgr_entity {
	enum verb verb;
	const char *name;
	unsigned char min; /* letters needed */
	const struct facctmgr_subject *kind;
	bool alias; /* another name of one before */
};
extern const struct facctmgr_entity facctmgr_entities[];

/* Returns the verb of our own that WORD abbreviates, NULL if none does. */
const struct facctmgr_verb *facctmgr_find_verb(const char *word);
/* Returns the entity that WORD, singular or plural, is for VERB, or NULL. */
const struct facctmgr_entity *facctmgr_find_entity(
    enum verb verb, const char *word);
/* Returns the first row of TABLE that the LEN bytes of WORD abbreviate: of
 * those that take a value, or of flags; NULL if there is none. */
const struct facctmgr_word *facctmgr_find_word(
    const struct facctmgr_word *table, const char *word, size_t len,
    bool value);
/* Returns the row of TABLE whose value a bare word is, NULL. */
const struct facctmgr_word *facctmgr_bare_word(
    const struct facctmgr_word *table);

int facctmgr_verbose(struct facctmgr *acct);
int facctmgr_version(struct facctmgr *acct);

/*
 * doubt.c, under our own name only.  names: say on stderr which names of WHERE
 * nobody has; all: also those that no other is near.  name: append to ERR which
 * one was probably meant.  word: returns the key that WORD, "naem=x", was
 * probably to be, or NULL.
 */
void facctmgr_doubt_names(
    struct facctmgr *acct, const struct ft_admin_where *where, bool all);
void facctmgr_doubt_name(struct facctmgr *acct, enum ft_complete kind,
    const char *name, struct ft_error *err);
const char *facctmgr_doubt_word(
    const struct facctmgr_grammar *grammar, bool setting, const char *word);

#endif
