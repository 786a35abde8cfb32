/*
 * verb.h - the verbs of facctmgr and the entities each of them takes, for the
 * commands (command.c), completion, suggestions and `help`.
 */
#ifndef FT_CMD_FACCTMGR_VERB_H
#define FT_CMD_FACCTMGR_VERB_H

#include "facctmgr/entity/entity.h"
#include "facctmgr/parse/keyword.h"

enum facctmgr_verb_id {
	VERB_ADD = ACTION_ADD,
	VERB_LIST = ACTION_LIST,
	VERB_MODIFY = ACTION_MODIFY,
	VERB_DELETE = ACTION_DELETE,
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
	VERB_NOTHING, /* reconfigure, shutdown: there is no server */
	VERB_CLEAR,
	VERB_ARCHIVE,
	VERB_ROLLUP,
	VERB_PING,
	VERB_LOG, /* from here on unknown by the Slurm name */
	VERB_UNDO,
	VERB_REDO,
	VERB_SAVE,
	VERB_CHECK,
	VERB_SOLVE,
	VERB_AUDIT,
	VERB_DIFF,
	VERB_PLAN,
	VERB_APPLY,
	VERB_SYNC,
	VERB_BEGIN, /* from here on of the shell only */
	VERB_COMMIT,
	VERB_ROLLBACK,
	VERB_PENDING,
	VERB_HISTORY,
	VERBS
};

/* What a verb does to the store. */
enum facctmgr_writes {
	FACCTMGR_READS,
	FACCTMGR_CHANGES, /* a missing store is an error */
	FACCTMGR_CREATES  /* a missing store is created */
};

/* A row of verb.def.  The table ends with a NULL name. */
struct facctmgr_verb {
	const char *name;
	unsigned char min; /* letters needed */
	enum facctmgr_verb_id verb;
	enum facctmgr_writes writes;
	const char *text; /* one sentence; NULL: not offered by completion */
	const struct facctmgr_keyword *keywords; /* what may come after it;
	                                            NULL: an entity, or nothing */
	unsigned visibility; /* kinds of which everything must be visible */
	size_t sets; /* the bool of struct facctmgr that it sets; 0: none */
	bool alone;  /* it takes no words */
	bool plain;  /* it changes the store at once: dry runs say so */
	bool asks;   /* on a terminal, before it does */
	bool whole;  /* it cannot run twice, or not on a copy */
	enum ft_release since; /* the release that has it; 0: all */
};
extern const struct facctmgr_verb facctmgr_verbs[];

/*
 * An entity of a verb, by one of its names, in the order in which abbreviations
 * are tried.  The table ends with a NULL name.
 */
struct facctmgr_entity_name {
	enum facctmgr_verb_id verb;
	const char *name;
	unsigned char min; /* letters needed */
	const struct facctmgr_entity *entity;
	bool alias; /* another name of an earlier row */
};
extern const struct facctmgr_entity_name facctmgr_entity_names[];

/* Returns the first verb that WORD abbreviates, NULL if none does. */
const struct facctmgr_verb *facctmgr_find_verb(const char *word);
/* Returns the entity that WORD, singular or plural, is for VERB, or NULL. */
const struct facctmgr_entity_name *facctmgr_find_entity(
    enum facctmgr_verb_id verb, const char *word);
/* Returns how the words after an entity of a verb are read. */
struct facctmgr_grammar facctmgr_grammar_of(
    const struct facctmgr_entity *entity, enum facctmgr_action action);

#endif
