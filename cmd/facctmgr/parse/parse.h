/*
 * parse.h - the words of add, list, modify and delete, read into a request:
 * name=value, name+=value, flags and bare words.
 */
#ifndef FT_CMD_FACCTMGR_PARSE_PARSE_H
#define FT_CMD_FACCTMGR_PARSE_PARSE_H

#include "facctmgr/facctmgr.h"

/* ---- words ------------------------------------------------------------------- */

/* What the value of a word is; the key says where it goes. */
enum facctmgr_word_type {
	WORD_LIST,   /* names in lower case; key: enum ft_admin_key */
	WORD_NAMES,  /* names as they are; key: enum ft_admin_key */
	WORD_IDS,    /* numbers; key: enum ft_admin_key */
	WORD_LEVEL,  /* admin level: a condition with enum ft_admin_key as key,
	               or a setting */
	WORD_FLAG,   /* no value; key: enum facctmgr_flag */
	WORD_TIME,   /* or flags, as it is; key: FACCTMGR_TO(a text) */
	WORD_TEXT,   /* in lower case; key: FACCTMGR_TO(a text) */
	WORD_ONCE,   /* the same, but the first one wins */
	WORD_NUMBER, /* key: enum facctmgr_number */
	WORD_FORMAT, /* columns */
	WORD_FLAGS_SET, /* flags of an account */
	WORD_RAW_USAGE,
	WORD_IGNORE,  /* accepted without effect */
	WORD_NOTHING, /* the same, but only by the Slurm name */
	WORD_FIXED    /* by the Slurm name, a setting that sacctmgr refuses */
};
enum facctmgr_word_flag {
	WORD_ASSOC = 1,  /* it is about associations only */
	WORD_BARE = 2,   /* a bare word is its value */
	WORD_LOUD = 4,   /* it makes add print all settings */
	WORD_QOS = 8,    /* sacctmgr checks that these QOS exist */
	WORD_HOME = 16,  /* a default account, which add user joins too */
	WORD_AS_IS = 32, /* in some releases not in lower case */
	WORD_ACCOUNT_FLAGS = 64, /* a condition on the flags of accounts */
	WORD_CLUSTER_FLAGS = 128,
	/* in some releases, a list that only repeats names */
	WORD_NEW = 512,        /* is an unknown condition */
	WORD_NEW_OR_END = 1024 /* ends the command without a word */
};

/* The first release that knows a word, as a flag. */
#define WORD_SINCE(release) ((unsigned)FT_RELEASE_##release << 16)

/* One word of an entity.  A table ends with a NULL name. */
struct facctmgr_word {
	const char *name;
	unsigned char min; /* letters needed */
	enum facctmgr_word_type type;
	size_t key;
	unsigned flags; /* enum facctmgr_word_flag, WORD_SINCE() */
};

enum facctmgr_flag {
	FACCTMGR_WITH_ASSOC = 1,
	FACCTMGR_WITH_COORD = 2,
	FACCTMGR_WITH_DELETED = 4,
	FACCTMGR_WITH_RAW_QOS = 8,
	FACCTMGR_WITH_SUB = 16,
	FACCTMGR_ONLY_DEFAULTS = 32,
	FACCTMGR_TREE = 64,
	FACCTMGR_WO_PARENT_INFO = 128,
	FACCTMGR_WO_PARENT_LIMITS = 256,
	FACCTMGR_WO_LIMITS = 512,
	FACCTMGR_WITH_FED = 1024,
	FACCTMGR_WITH_CLUSTERS = 2048,
	FACCTMGR_ALL_CLUSTERS = 4096,
	FACCTMGR_ALL_TIME = 8192
};

enum facctmgr_number {
	NUMBER_COUNT,
	NUMBER_CONSUMED,
	NUMBER_ALLOWED, /* percent, or units */
	NUMBER_MIN_CPUS,
	NUMBER_MAX_CPUS,
	NUMBERS
};

/* Conditions that every entity with associations has. */
#define FACCTMGR_GENERIC_WORDS                                                 \
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, WORD_ASSOC },                         \
	    { "Associations", 2, WORD_IDS, FT_KEY_ID, WORD_ASSOC },            \
	    { "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER,                        \
		    WORD_ASSOC | WORD_NEW },                                   \
	    { "DefaultQOS", 8, WORD_LIST, FT_KEY_DEFAULT_QOS,                  \
		    WORD_ASSOC | WORD_QOS },                                   \
	    { "Partitions", 3, WORD_LIST, FT_KEY_PARTITION,                    \
		    WORD_ASSOC | WORD_NEW },                                   \
	    { "Parents", 4, WORD_LIST, FT_KEY_PARENT, WORD_ASSOC | WORD_NEW }, \
	{                                                                      \
		"QosLevel", 1, WORD_LIST, FT_KEY_QOS, WORD_ASSOC | WORD_QOS    \
	}

/* How numbers of records are read. */
struct facctmgr_ids {
	const char *label;   /* in complaints; NULL: sacctmgr checks none */
	const char *message; /* that slurmdbd cannot read with a bad one */
	bool counts;         /* 22.05 counts the digits; else SQL fails */
	bool unused;         /* slurmdbd finds the same records without them */
	bool query;          /* a failure is a "Problem with query" */
};

/* How the words of one action on one entity are read. */
struct facctmgr_grammar {
	const struct facctmgr_word *conditions; /* NULL: none */
	const struct facctmgr_word *settings;   /* NULL: none */
	enum ft_entity options; /* whose rows of entity.def are settings too;
	                           CLUSTER: none */
	const struct facctmgr_ids *ids; /* NULL: of associations */
	bool root;              /* options are those of a root association */
	bool qos;               /* options are those of a QOS */
	bool no_hint;           /* no "Use keyword 'set'" after a complaint */
	bool sticks;            /* after a wrong word sacctmgr knows only ids */
	bool add_user;          /* sacctmgr's add user reads words twice */
	bool goes_on;           /* unless jobs are strict, sacctmgr passes over
	                           unknown settings, and has no bare words */
	bool names_in_settings; /* add: words before `set` are settings too */
};

/* Set *flags to the flags of an account that the words of VALUE name; false: some
 * word is none. */
bool facctmgr_account_flags(const char *value, uint32_t *flags);
/* Returns whether modify job takes no half of a command line. */
bool facctmgr_jobs_strict(const struct facctmgr *acct);

/* Returns whether a cluster may have such a limit; complains if not. */
bool facctmgr_root_takes(struct facctmgr *acct, enum ft_limit_kind kind);

/* ---- requests ---------------------------------------------------------------- */

/*
 * Everything given in the words of one command, and the result of the change.
 */
struct facctmgr_request {
	const struct facctmgr_entity *entity;
	struct facctmgr_grammar grammar;
	struct ft_arena arena; /* texts */

	/* conditions */
	struct ft_admin_where where; /* add: the names, too */
	bool assoc_words;            /* some are about associations only */
	size_t n_conditions;
	const char *start, *end; /* of transactions */

	/* what list shows */
	unsigned flags;     /* enum facctmgr_flag */
	const char *format; /* columns; NULL: the default ones */

	/* settings; texts are NULL where they are not given */
	struct ft_admin_set account, user, resource; /* of records */
	struct ft_admin_set set;                     /* of associations, QOS */
	struct {
		const char *ids; /* a condition */
		const char *comment, *admin_comment, *system_comment, *derived;
	} job;
	const char *resource_type, *resource_flags;
	const char *classification;
	bool number_given[NUMBERS];
	uint32_t number[NUMBERS];
	bool raw_usage_given;
	uint64_t raw_usage; /* TRES-seconds */
	size_t n_settings;  /* of records, not of associations */
	bool loud;          /* see WORD_LOUD */

	int status;    /* 1: a word was wrong; reported */
	bool no_store; /* it cannot be opened, which was reported */

	struct ft_admin_result result;
	struct ft_error err;
};
/* Where a WORD_TEXT goes. */
#define FACCTMGR_TO(member) offsetof(struct facctmgr_request, member)

/* ---- request.c ------------------------------------------------------------- */

void facctmgr_request_init(struct facctmgr_request *request);
void facctmgr_request_free(struct facctmgr_request *request);
/* Read the words; on complaints request->status becomes 1. */
void facctmgr_read_words(struct facctmgr *acct,
    struct facctmgr_request *request, int argc, char **argv);
/* Returns whether any condition was given. */
bool facctmgr_has_conditions(const struct facctmgr_request *request);
/*
 * Returns the first row of TABLE (NULL: none) that WORD abbreviates: of those
 * with a value, or of flags.  NULL if there is none.
 */
const struct facctmgr_word *facctmgr_find_word(
    const struct facctmgr_word *table, struct ft_word word, bool value);
/* Returns the row of TABLE whose value a bare word is, NULL. */
const struct facctmgr_word *facctmgr_bare_word(
    const struct facctmgr_word *table);

/* ---- names.c --------------------------------------------------------------- */

/*
 * Append the names that TEXT lists, bracket ranges included, as sacctmgr reads
 * them if called by that name.  "" is one empty name.  Returns false with a
 * message.
 */
bool facctmgr_split_names(struct facctmgr *acct,
    struct facctmgr_request *request, struct ft_admin_names *names,
    const char *text);
/*
 * Remove the empty names from those to be added, with a complaint each.
 * Returns false if none is left.
 */
bool facctmgr_drop_blank(struct facctmgr *acct, struct ft_admin_names *names);
/* A value without blanks and quotes around it; of a name, in lower case. */
char *facctmgr_clean_text(struct ft_arena *arena, const char *text);
/* The same of a list of names, for facctmgr_split_names(). */
char *facctmgr_clean_list(
    const struct facctmgr *acct, struct ft_arena *arena, const char *text);
char *facctmgr_clean_name(struct ft_arena *arena, const char *text);
/* Returns what the names of a condition are. */
enum ft_complete facctmgr_kind_of(enum ft_admin_key key);

/* ---- suggest.c: "did you mean", only by our own name --------------------------- */

/*
 * Complain about the first name in WHERE that the store does not have: all:
 * about any such name, else only if a similar name exists.
 */
void facctmgr_warn_unknown_names(
    struct facctmgr *acct, const struct ft_admin_where *where, bool all);
/* Append to ERR which name of KIND was probably meant by NAME. */
void facctmgr_suggest_name(struct facctmgr *acct, enum ft_complete kind,
    const char *name, struct ft_error *err);
/* Returns the key most similar to that of WORD, "naem=x", or NULL. */
const char *facctmgr_suggest_word(
    const struct facctmgr_grammar *grammar, bool setting, const char *word);

/* Complain as sacctmgr of WORD, whose value setting ATTR does not take (ERR). */
void facctmgr_complain_value(struct facctmgr *acct, const struct ft_attr *attr,
    const char *word, const struct ft_error *err);

#endif
