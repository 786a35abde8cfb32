/*
 * session.h - which store, settings, clock and user this run uses.
 *
 * Common options of all commands (their rows: FT_SESSION_OPTIONS): --db FILE,
 * --conf FILE, --now TIME.  Order of settings: --conf, $FAIRTREE_CONF,
 * $SLURM_CONF, the stored copy, built-in defaults; single settings of the
 * store (FairTreeTies) win over files.  The acting user is the process's real
 * user, or $FAIRTREE_USER.
 */
#ifndef FT_CMD_COMMON_SESSION_H
#define FT_CMD_COMMON_SESSION_H

#include "admin/access/right.h"
#include "cli/cmd.h"
#include "model/conf/conf.h"
#include "model/account/sight.h"
#include "store/store.h"

/* SESSION: the member of the command's settings. */
#define FT_SESSION_OPTIONS(session)                                            \
	{ 0, "db", "FILE",                                                     \
		"use this store instead of $FAIRTREE_DB or the default",       \
		FT_OPT_OURS, FT_COMPLETE_FILE, FT_INTO_NAME(session.db) },     \
	{                                                                      \
		0, "conf", "FILE", "read settings from this slurm.conf",       \
		    FT_OPT_OURS, FT_COMPLETE_FILE,                             \
		    FT_INTO_TEXT(session.conf_file)                            \
	}
#define FT_SESSION_NOW_OPTION(session)                                         \
	{                                                                      \
		0, "now", "TIME",                                              \
		    "show the state at this time instead of at the store's "   \
		    "clock",                                                   \
		    FT_OPT_OURS, FT_INTO_TEXT(session.now_text)                \
	}
/* For commands that compute shares; after: appended to the sentence. */
#define FT_SESSION_SHARE_OPTIONS(session, after)                               \
	{ 0, "algorithm", "fairtree|classic|levelbased",                       \
		"compute with this algorithm instead of the one in "           \
		"PriorityFlags" after,                                         \
		FT_OPT_OURS, FT_COMPLETE_CHOICE,                               \
		FT_INTO_TEXT(session.algorithm) },                             \
	{                                                                      \
		0, "ties", "documented|slurm",                                 \
		    "rank tied accounts by this rule instead of FairTreeTies", \
		    FT_OPT_OURS, FT_COMPLETE_CHOICE,                           \
		    FT_INTO_TEXT(session.ties)                                 \
	}

struct ft_load;

struct ft_session {
	/* wishes, set by options before opening */
	const char *db, *conf_file, *now_text;
	const char *algorithm, *ties; /* NULL: as the settings have it */

	struct ft_store *store;
	bool borrowed; /* the store is an open block's */
	bool owns;     /* and was made by this session, under our own name */
	char *path;    /* of the store */
	struct ft_conf conf;
	uint32_t cluster; /* id of ClusterName */
	const char *cluster_name;
	struct ft_store_clock clock; /* now: at least the wall clock's time if
	                                it follows that */
	int64_t now;                 /* store time, or --now */
	int64_t wall;                /* wall clock at start */
	char *user;                  /* acting user's name */
	bool root;             /* he is root or SlurmUser, as it was opened */
	bool database;         /* the command would ask slurmdbd */
	struct ft_sight sight; /* what he may see */
	char *command;         /* the command line, quoted for a shell */
	bool may_later;        /* refusals are worded by the command itself */
	bool may;              /* the right of the transaction is held */
	enum ft_right right;   /* the one it declared */
	struct ft_registry *registry; /* of the transaction; NULL none yet */
	bool stay;        /* ft_session_begin: do not catch up with the
	                            wall clock, who asks does that */
	const char *call; /* call of ft_daemon_down, for a store that is
	                     absent */
	bool conf_named;  /* settings come from a file; set before
	                            opening: they are in conf already */
	bool new_conf;    /* and are about to become the store's */
	int64_t seen;     /* generation of the configuration at opening */
};

void ft_session_init(struct ft_session *session);
/* Make the folders above PATH.  FT_EIO. */
enum ft_status ft_session_make_folders(const char *path, struct ft_error *err);
/* Set session->path: --db, FAIRTREE_DB, or the usual place, whose folders are
 * made if MAKE.  Nothing is opened; ft_session_close in any case. */
enum ft_status ft_session_find(
    struct ft_session *session, bool make, struct ft_error *err);

/* Only FT_SESSION_WRITE makes a store that is absent. */
enum ft_session_mode {
	FT_SESSION_READ,
	FT_SESSION_DRAFT,  /* to read, before writing: a store that is absent is
	                      the one that would be made, in memory */
	FT_SESSION_CHANGE, /* to write what there is already */
	FT_SESSION_WRITE,
	FT_SESSION_GLANCE /* to read, without migrating or waiting for long; for
	                   completion */
};
/*
 * Returns the file that settings are read from, of --conf or the environment;
 * NULL: the store's own are used.  Borrowed.
 */
const char *ft_session_conf_file(struct ft_session *session);
/*
 * Read settings, open the store, find cluster, clock and user.
 * FT_EABSENT: there is no store.  By a Slurm name, all was said then: that
 * slurmctld or slurmdbd does not answer (ft_cmd_fail knows the exit status).
 */
enum ft_status ft_session_open(struct ft_session *session,
    const struct ft_context *context, enum ft_session_mode mode,
    struct ft_error *err);
void ft_session_close(struct ft_session *session);

/*
 * Turn to the cluster NAME, borrowed, with its clock.
 * FT_ENOENT: the store has no such cluster.
 */
enum ft_status ft_session_enter(
    struct ft_session *session, const char *name, struct ft_error *err);
/* Set *now to the time TEXT says, FT_EINVAL if it is none. */
enum ft_status ft_session_time(const struct ft_session *session,
    const char *text, int64_t *now, struct ft_error *err);
/* Returns what is loaded from: the cluster at the session's time. */
struct ft_load_source ft_session_source(const struct ft_session *session);
/*
 * Fill LOAD (the caller's, to be freed even on failure) with the shares of the
 * cluster at the session's time.
 */
enum ft_status ft_session_shares(const struct ft_session *session,
    struct ft_load *load, struct ft_error *err);

/*
 * Begin with this session's actor; command: joined argv.  In a store that
 * follows the wall clock, what happened since the last change is written first.
 * right: what is going to be changed.  FT_EPERM: the actor may not, unless
 * session->may_later is set: then session->may says so, and a commit fails.
 */
enum ft_status ft_session_begin(struct ft_session *session, enum ft_right right,
    struct ft_registry **registry, struct ft_error *err);
/*
 * Be the user NAME from here on, who sees what he may; in a transaction with his
 * right to it: FT_OK, session->may says it.
 */
enum ft_status ft_session_act_as(
    struct ft_session *session, const char *name, struct ft_error *err);
/* Commit; FT_EPERM, and a rollback, if the actor lacks the right. */
enum ft_status ft_session_commit(
    struct ft_session *session, uint32_t *journal, struct ft_error *err);

/* Find out whether the acting user is root or SlurmUser, by the settings. */
void ft_session_find_root(struct ft_session *session);
/* Returns whether the acting user may see and do all: root or SlurmUser. */
bool ft_session_is_root(const struct ft_session *session);
/*
 * After the settings were changed for a trial: what they make private is hidden
 * as well.  Nothing that was hidden can be seen by it.
 */
enum ft_status ft_session_hide(
    struct ft_session *session, struct ft_error *err);
/*
 * Returns whether BOOK has the user NAME, and that may be told: by our own names
 * one that is hidden is unknown.
 */
bool ft_session_knows_user(const struct ft_session *session,
    const struct ft_context *context, const struct ft_book *book,
    const char *name);
/*
 * FT_EPERM: PrivateData hides some of KINDS (FT_SIGHT_BIT) from the acting user,
 * so WHAT, which tells of everybody's, is not for him.
 */
enum ft_status ft_session_need_sight(const struct ft_session *session,
    unsigned kinds, const char *what, struct ft_error *err);

struct ft_str;
/* The ft_slurmconf_include of commands; ctx: name of the file itself. */
enum ft_status ft_session_include(
    void *ctx, const char *name, struct ft_str *text, struct ft_error *err);

#endif
