/*
 * facctmgr.h - what the files of facctmgr share: one run, one request, words.
 */
#ifndef FT_CMD_FACCTMGR_FACCTMGR_H
#define FT_CMD_FACCTMGR_FACCTMGR_H

#include "admin/admin.h"
#include "admin/index/index.h"
#include "base/map.h"
#include "cli/opt.h"
#include "common/session.h"
#include "report/format/format.h"

/* ---- a run ----------------------------------------------------------------- */

struct facctmgr {
	struct ft_context *context;
	struct ft_session session;
	const char *db, *conf_file; /* wishes */
	char **word;                /* of options that are words, too */
	size_t n_word, cap_word;
	bool reading; /* commands come from context->in */
	int argc;     /* the command that is run */
	char **argv;
	bool open, writable;   /* the session */
	bool makes;            /* the command makes a store that is absent */
	unsigned sight;        /* what it needs to see all of: FT_SIGHT_BIT */
	const char *verb;      /* its name */
	struct ft_arena arena; /* of the command */
	bool unanswered;       /* one was wanted, and that was said */
	bool seen;             /* one was there: it is not made again */
	bool immediate, no_header, quiet, read_only, with_assoc;
	bool dry_run;        /* do all but commit */
	bool print_commands; /* the equal sacctmgr lines; a dry run, too */
	bool what_if;        /* on a copy, for another command */
	unsigned verbose;
	enum ft_format_kind format;
	bool color;
	struct ft_registry *registry; /* inside a transaction */
	struct ft_admin *admin;
	bool ended;    /* exit, quit */
	bool terminal; /* commands are typed, not read from a file */
	bool denied;   /* the last refusal was for want of rights */
	bool no_input; /* a question found the input at its end */
	struct facctmgr_block *block; /* begin .. commit; NULL: none is open */
	bool touched; /* a command of the block has changed it */
	bool replay;  /* the block is done again, to be committed */
	struct facctmgr_typed {
		unsigned char byte[1024];
		size_t at, n;
	} typed; /* behind the last answer that sacctmgr took */
	const struct ft_history *history; /* what was typed; NULL: none */

	/* commit.c's own */
	struct ft_store *origin; /* what session.store is a copy of */
	FILE *lines;             /* where the sacctmgr lines go */
	struct ft_book *before;  /* what they start from */
	enum facctmgr_asking {
		FACCTMGR_ASK_NOTHING,
		FACCTMGR_ASK_FIRST, /* on a copy */
		FACCTMGR_ASKED      /* in earnest */
	} ask;
	struct facctmgr_talk *talk;
};

/*
 * What a command says is kept, to be compared: the first time it is done to a
 * copy, and the answer is awaited; the second time in earnest.
 */
struct facctmgr_talk {
	FILE *real;
	char *text;  /* said up to now; grows */
	size_t n;    /* bytes of it */
	size_t told; /* of these the real one has got */
	char *asked; /* what the question was about */
	bool yes;
};

/* Pass on what was said and not yet told. */
void facctmgr_tell(struct facctmgr *acct);

/* Open the session to read, or also to write; returns false with a message. */
bool facctmgr_open(struct facctmgr *acct, bool write);
void facctmgr_close(struct facctmgr *acct);
/* Start a transaction (once per command); returns false with a message. */
bool facctmgr_begin(struct facctmgr *acct);
/* Ask, where asking is due, and commit; returns the exit status. */
enum facctmgr_ask {
	FACCTMGR_CHANGE,
	FACCTMGR_COUNTED, /* the answer says how many changes there are */
	FACCTMGR_DELETE
};
int facctmgr_finish(struct facctmgr *acct, enum facctmgr_ask ask);
/* After a commit of one's own: print the lines that are asked for. */
enum ft_status facctmgr_committed(struct facctmgr *acct, struct ft_error *err);
/* Returns whether deleting can be agreed to here; complains if not. */
bool facctmgr_may_delete(struct facctmgr *acct);
/* Returns whether the acting user has RIGHT; inside a transaction. */
bool facctmgr_may(struct facctmgr *acct, enum ft_right right);
/* The same from a book of the open session. */
enum ft_admin_level facctmgr_actor_level(
    const struct facctmgr *acct, const struct ft_book *book);
/* Undo the transaction, if there is one. */
void facctmgr_rollback(struct facctmgr *acct);

/*
 * Ask QUESTION, "(N/y)"; returns the answer, true at once with -i.  A whole line
 * is the answer (as sacctmgr, a key); an empty one and the end of the input are
 * a no, anything else is asked again.
 */
bool facctmgr_ask(struct facctmgr *acct, const char *question);

/* ---- talking ----------------------------------------------------------------- */

/* On stdout / stderr as they are. */
void facctmgr_say(struct facctmgr *acct, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void facctmgr_complain(struct facctmgr *acct, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "sacctmgr: error: ..." on stderr. */
void facctmgr_error(struct facctmgr *acct, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Complain: in sacctmgr's words, as they are, or in ours, as facctmgr_error() does.
 * Both take the same arguments.  Returns 1.
 */
int facctmgr_fail(struct facctmgr *acct, const char *slurm, const char *ours,
    ...) __attribute__((format(printf, 2, 4), format(printf, 3, 4)));

/*
 * Keep what is said and complained of, until it is to be heard again.  The
 * texts are the caller's then, for free(); NULL: there was no memory.
 */
struct facctmgr_hush {
	FILE *out, *err;
	char *said, *complaint;
	size_t n_said, n_complaint;
};
void facctmgr_hush(struct ft_context *context, struct facctmgr_hush *hush);
void facctmgr_unhush(struct ft_context *context, struct facctmgr_hush *hush);

/* A table of typed columns, in the format that was asked for. */
struct facctmgr_table {
	struct ft_out out;
	struct ft_table *rows; /* NULL: it is not open */
};
/* options: schema and rows; the others follow from how we were called. */
void facctmgr_table_open(struct facctmgr_table *table, struct facctmgr *acct,
    struct ft_table_options options, const struct ft_column *column, size_t n);
void facctmgr_table_close(struct facctmgr_table *table);

/* ---- words ------------------------------------------------------------------- */

enum facctmgr_kind {
	WORD_LIST,  /* key: enum ft_admin_key */
	WORD_NAMES, /* the same, not in lower case */
	WORD_FLAG,  /* key: enum facctmgr_flag */
	WORD_FORMAT,
	WORD_TEXT,  /* key: FACCTMGR_TO a text; lower-cased */
	WORD_LEVEL, /* key: enum ft_admin_key as condition, else setting */
	WORD_IGNORE,
	WORD_NOTHING,   /* the same, as a setting sacctmgr's only */
	WORD_FLAGS_SET, /* account flags */
	WORD_RAW_USAGE,
	WORD_NUMBER, /* key: enum facctmgr_number */
	WORD_ONCE,   /* as WORD_TEXT, but the first one counts */
	WORD_IDS     /* key: a list of numbers */
};

/* One word an entity knows.  A table ends with a NULL name. */
struct facctmgr_word {
	const char *name;
	unsigned char min;
	enum facctmgr_kind kind;
	size_t key;
	unsigned flags;
};
enum facctmgr_word_flag {
	WORD_ASSOC = 1, /* concerns associations only */
	WORD_BARE = 2,  /* a bare word is this one's value */
	WORD_LOUD = 4,  /* as a setting it makes add print all settings */
	WORD_QOS = 8,   /* QOS that sacctmgr looks up */
	WORD_HOME = 16  /* of new users it is one of their accounts, too */
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
	FACCTMGR_WITH_CLUSTERS = 2048
};

enum facctmgr_number {
	NUMBER_COUNT,
	NUMBER_ALLOWED, /* percent */
	NUMBERS
};

/* Verbs that are about entities. */
enum facctmgr_deed { DEED_ADD, DEED_LIST, DEED_MODIFY, DEED_DELETE, DEEDS };

/* How the words of a deed are read. */
struct facctmgr_grammar {
	const struct facctmgr_word *conditions; /* NULL: there are none */
	const struct facctmgr_word *settings;   /* NULL: there are none */
	enum ft_entity
	    options;    /* whose rows are settings, too; CLUSTER: none */
	const char *id; /* what an id is called; NULL: AssocId */
	bool qos;       /* options are those of a QOS */
	bool assoc;     /* one line about unknown conditions */
	bool user;      /* of add user: no hint after unknown ones */
	bool names_in_settings; /* add: words before `set` are settings, too */
};

/* Everything the words of one command said, and what came of it. */
struct facctmgr_request {
	const struct facctmgr_subject *kind;
	struct facctmgr_grammar grammar;
	struct ft_admin_result result;
	struct ft_error err;
	struct ft_arena arena;
	struct ft_admin_where where; /* conditions; names of add */
	unsigned flags;              /* enum facctmgr_flag */
	const char *format;          /* NULL: not given */
	bool assoc_words;            /* conditions on associations */
	size_t n_conditions;
	/* settings; texts are NULL where they are not given */
	struct ft_admin_set account, user, resource; /* of records */
	const char *resource_type, *resource_flags;
	const char *classification;
	const char *start, *end; /* of transactions */
	bool number_given[NUMBERS];
	uint32_t number[NUMBERS];
	bool raw_usage_given;
	uint64_t raw_usage;
	size_t n_settings;       /* of records, not associations */
	bool loud;               /* see WORD_LOUD */
	struct ft_admin_set set; /* of associations, of QOS */
	int status;              /* 1: some word was bad */
	bool no_store;           /* it did not open, which was told */
};
/* Where a text goes. */
#define FACCTMGR_TO(member) offsetof(struct facctmgr_request, member)
void facctmgr_request_init(struct facctmgr_request *request);
void facctmgr_request_free(struct facctmgr_request *request);
/* Read words; complaints are printed, request->status is 1 then. */
void facctmgr_read_words(struct facctmgr *acct,
    struct facctmgr_request *request, int argc, char **argv);
/* Returns whether any condition was given. */
bool facctmgr_has_conditions(const struct facctmgr_request *request);

/*
 * Append the names TEXT lists, bracket ranges included, in the dialect of the
 * name we are called by; "" is one empty name.  Returns false with a message.
 */
bool facctmgr_split_names(struct facctmgr *acct,
    struct facctmgr_request *request, struct ft_admin_names *names,
    const char *text);
/*
 * Take the empty names away from what is to be added, with a complaint.
 * Returns false when that leaves none.
 */
bool facctmgr_drop_blank(struct facctmgr *acct, struct ft_admin_names *names);
/* A value without blanks and quotes around it; of names in lower case. */
char *facctmgr_clean_text(struct ft_arena *arena, const char *text);
char *facctmgr_clean_name(struct ft_arena *arena, const char *text);
char *facctmgr_lower(struct ft_arena *arena, const char *text);
/* Returns what the names of a condition are. */
enum ft_complete facctmgr_kind_of(enum ft_admin_key key);

/* A word of a verb that is about no entity: NAME=VALUE, a flag, a value. */
struct facctmgr_keyword {
	const char *name;  /* NULL ends a table */
	unsigned char min; /* letters needed; 0: all of it, in lower case */
	enum {
		FACCTMGR_KEY_FLAG,  /* bool */
		FACCTMGR_KEY_TEXT,  /* const char * */
		FACCTMGR_KEY_NAME,  /* the same, in lower case */
		FACCTMGR_KEY_TEXTS, /* struct ft_args: each value */
		FACCTMGR_KEY_COUNT  /* uint32_t, from 1 */
	} is;
	enum {
		FACCTMGR_KEY_BARE = 1,  /* it is what a word without = is */
		FACCTMGR_KEY_ONCE = 2,  /* a second one is refused */
		FACCTMGR_KEY_FULL = 4,  /* it is not empty */
		FACCTMGR_KEY_PAIR = 8,  /* its value may be the next word */
		FACCTMGR_KEY_QUIET = 16 /* not offered */
	} flags;
	size_t to;
	const char *what;  /* what complaints call it; NULL: the name */
	const char *again; /* how sacctmgr refuses a second one, up to the
	                      first */
	enum ft_complete complete; /* what its values are */
};
/*
 * Read the words into the members of TO that KEYS name.  Returns false after
 * complaining about a bad one; texts live as long as the command.
 */
bool facctmgr_read_keys(struct facctmgr *acct,
    const struct facctmgr_keyword *keys, void *to, int argc, char **argv);
/* Returns whether TEXT is a number from 1, which goes to *number; complains. */
bool facctmgr_read_count(struct facctmgr *acct, const char *name,
    const char *text, uint32_t *number);
/* Returns the row of KEYS that the LEN bytes of WORD abbreviate, or NULL. */
const struct facctmgr_keyword *facctmgr_find_key(
    const struct facctmgr_keyword *keys, const char *word, size_t len);
/* Those of the verbs; in words.c and for completion, too. */
extern const struct facctmgr_keyword facctmgr_check_keys[],
    facctmgr_dump_keys[], facctmgr_load_keys[], facctmgr_log_keys[],
    facctmgr_plan_keys[], facctmgr_save_keys[], facctmgr_solve_keys[],
    facctmgr_sync_keys[], facctmgr_undo_keys[];

/* ---- verbs ------------------------------------------------------------------- */

/*
 * Run one command line, once or, where a question is due, first on a copy;
 * returns its exit status.
 */
int facctmgr_run_command(struct facctmgr *acct, int argc, char **argv);
/* Run it right away. */
int facctmgr_command(struct facctmgr *acct, int argc, char **argv);
/* Returns whether WORD is a verb that changes nothing. */
bool facctmgr_only_shows(const char *word);
/* Read commands from context->in; returns the exit status. */
int facctmgr_read_commands(struct facctmgr *acct);
/* The verbs `help` and `history`. */
int facctmgr_help(struct facctmgr *acct, int argc, char **argv);
int facctmgr_history(struct facctmgr *acct);

/* wckey.c: what was added, what is gone, whose default cannot be changed */
void facctmgr_print_new_wckeys(
    struct facctmgr *acct, const struct ft_admin_result *result);
void facctmgr_print_gone_wckeys(
    struct facctmgr *acct, const struct ft_admin_result *result);
void facctmgr_print_wrong_wckeys(
    struct facctmgr *acct, const struct ft_admin_result *result);
int facctmgr_clear(struct facctmgr *acct, int argc, char **argv);
int facctmgr_archive(struct facctmgr *acct, int argc, char **argv);
int facctmgr_rollup(struct facctmgr *acct, int argc, char **argv);
int facctmgr_dump(struct facctmgr *acct, int argc, char **argv);
int facctmgr_load(struct facctmgr *acct, int argc, char **argv);
int facctmgr_log(struct facctmgr *acct, int argc, char **argv);
struct ft_journal_entry;
/* Set *entry to that of ID, 0: the latest; its id is 0 if there is none. */
enum ft_status facctmgr_journal_entry(struct ft_store *store, uint32_t id,
    struct ft_arena *arena, struct ft_journal_entry *entry,
    struct ft_error *err);
int facctmgr_undo(struct facctmgr *acct, int argc, char **argv);
int facctmgr_redo(struct facctmgr *acct, int argc, char **argv);
int facctmgr_save(struct facctmgr *acct, int argc, char **argv);
int facctmgr_check(struct facctmgr *acct, int argc, char **argv);
int facctmgr_solve(struct facctmgr *acct, int argc, char **argv);
int facctmgr_diff(struct facctmgr *acct, int argc, char **argv);
int facctmgr_plan(struct facctmgr *acct, int argc, char **argv);
int facctmgr_apply(struct facctmgr *acct, int argc, char **argv);

/* ---- answers ----------------------------------------------------------------- */

/* Print " Error with request: ..." or our own sentence; returns 1. */
int facctmgr_refused(
    struct facctmgr *acct, const struct facctmgr_request *request);
/* sacctmgr's words for a change that changes nothing; returns 1. */
int facctmgr_no_effect(struct facctmgr *acct, const char *what);
/* Print all items of one kind, "  name" each. */
void facctmgr_print_names(struct facctmgr *acct,
    const struct ft_admin_result *result, enum ft_admin_did did,
    enum ft_entity entity);
/* "  C = ... A = ... U = ..." of each association. */
enum facctmgr_assoc_look { LOOK_MODIFY, LOOK_DELETE };
void facctmgr_print_assocs(struct facctmgr *acct,
    const struct ft_admin_result *result, enum ft_admin_did did,
    enum facctmgr_assoc_look look);
void facctmgr_print_new_assocs(
    struct facctmgr *acct, const struct ft_admin_result *result);
/* The settings, "  label= value" each. */
void facctmgr_print_set(struct facctmgr *acct, const struct ft_admin_set *set);

/* ---- entities ---------------------------------------------------------------- */

typedef int facctmgr_deed_fn(
    struct facctmgr *acct, struct facctmgr_request *request);
/* Returns whether to go on; complains if not. */
typedef bool facctmgr_check_fn(
    struct facctmgr *acct, struct facctmgr_request *request);
/* Does it, into request->result and request->err. */
typedef enum ft_status facctmgr_do_fn(
    struct facctmgr *acct, struct facctmgr_request *request);

/* What there is to add, and how it is told. */
struct facctmgr_add {
	enum ft_admin_key key;  /* of the names */
	const char *one;        /* "account", as sacctmgr asks for a name */
	const char *our_one;    /* "an account" */
	const char *many;       /* "accounts", as sacctmgr denies them */
	const char *blank;      /* what sacctmgr says before it complains of an
	                          empty name that comes first; NULL */
	facctmgr_check_fn *may; /* whether the words go together; NULL */
	facctmgr_do_fn *run;
	/*
	 * Prints; returns whether there is something to commit.  *status: the
	 * exit status, also when all else goes well.
	 */
	bool (*tell)(struct facctmgr *acct, struct facctmgr_request *request,
	    int *status);
};

/* Requests about records and about associations, each with its question. */
struct facctmgr_modify {
	facctmgr_deed_fn *instead; /* of the following; NULL */
	bool unasked;              /* also without conditions */
	facctmgr_do_fn *run;       /* changes records */
	const char *records;       /* heading of those */
	enum ft_entity entity;
	const enum ft_admin_key *record_keys; /* what sacctmgr finds records
	                                         by; ends with FT_KEYS */
	enum ft_admin_which which;            /* associations */
	const char *assocs;                   /* heading of those */
};

struct facctmgr_delete {
	enum ft_entity entity;
	const char *records, *assocs; /* headings */
	const char *lonely;           /* of records after associations */
};

struct facctmgr_list;
/* What the rows are called in JSON. */
#define FACCTMGR_ROWS(name) .rows = (name), .schema = "fairtree." name "/1"
struct facctmgr_listing {
	const char *rows, *schema; /* FACCTMGR_ROWS("users") */
	/* how sacctmgr ends its answer to who may not see KIND; NULL */
	const char *hidden;
	enum ft_sight_kind kind;
	/* the error for users who are no operators; NULL: they may see it */
	const char *denied;
	/* Returns whether it can be shown; complains if not.  NULL */
	bool (*may)(struct facctmgr_list *list);
	const char *fields; /* names of columns, or */
	const char *(*choose)(struct facctmgr_list *list); /* NULL: no table */
	const struct ft_column *known;             /* NULL: facctmgr_fields */
	void (*print)(struct facctmgr_list *list); /* NULL: there are no rows */
	bool assocs; /* each row is an association */
};

/* One entity, or more of those that share what is said of them. */
struct facctmgr_subject {
	const struct facctmgr_word *conditions, *adding, *settings;
	enum ft_entity options;           /* as in the grammar */
	const char *id;                   /* as there */
	bool qos, brief, twice;           /* there qos, assoc, user */
	facctmgr_check_fn *check;         /* whether the words can be; NULL */
	facctmgr_deed_fn *instead[DEEDS]; /* of the following */
	struct facctmgr_add add;
	struct facctmgr_listing list;
	struct facctmgr_modify modify;
	struct facctmgr_delete delete;
};
extern const struct facctmgr_subject facctmgr_account, facctmgr_user,
    facctmgr_cluster, facctmgr_qos, facctmgr_resource, facctmgr_coord,
    facctmgr_assoc, facctmgr_event, facctmgr_transaction, facctmgr_wckey,
    facctmgr_tres, facctmgr_problem, facctmgr_reservation, facctmgr_federation,
    facctmgr_runaway, facctmgr_config, facctmgr_stats;

/* Returns whether there is a name to add that can be one; complains if not. */
bool facctmgr_has_names(
    struct facctmgr *acct, struct facctmgr_request *request);
/* Says that nothing was given to be set; returns 1. */
int facctmgr_nothing_to_set(struct facctmgr *acct);
/* How DEED reads words. */
struct facctmgr_grammar facctmgr_grammar(
    const struct facctmgr_subject *kind, enum facctmgr_deed deed);
/* Do it; returns the exit status. */
int facctmgr_run_deed(struct facctmgr *acct,
    const struct facctmgr_subject *kind, enum facctmgr_deed deed, int argc,
    char **argv);
/* usage.c: of a request with rawusage=; returns the exit status */
int facctmgr_set_usage(struct facctmgr *acct, struct facctmgr_request *request);
/* The lists of all entities. */
int facctmgr_list_run(struct facctmgr *acct, struct facctmgr_request *request);

/* Conditions every entity with associations knows. */
#define FACCTMGR_GENERIC_WORDS                                                 \
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, WORD_ASSOC },                         \
	    { "Associations", 2, WORD_IDS, FT_KEY_ID, WORD_ASSOC },            \
	    { "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, WORD_ASSOC },          \
	    { "DefaultQOS", 8, WORD_LIST, FT_KEY_DEFAULT_QOS, WORD_ASSOC },    \
	    { "Partitions", 3, WORD_LIST, FT_KEY_PARTITION, WORD_ASSOC },      \
	    { "Parents", 4, WORD_LIST, FT_KEY_PARENT, WORD_ASSOC },            \
	{                                                                      \
		"QosLevel", 1, WORD_LIST, FT_KEY_QOS, WORD_ASSOC | WORD_QOS    \
	}

/* What changes tell of. */
#define FACCTMGR_CHANGES_TELL (FT_SIGHT_BIT(ACCOUNTS) | FT_SIGHT_BIT(USERS))
extern const struct ft_column facctmgr_fields[];
/* Names of enum ft_admin_level. */
extern const char *const facctmgr_levels[];

#endif
