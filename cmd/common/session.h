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
#include "model/account/visibility.h"
#include "store/store.h"

/* session: the member of the command's settings. */
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
		0, "ties", "documented|slurm|slurm-22.05|slurm-23.11",         \
		    "rank tied accounts by this rule instead of FairTreeTies", \
		    FT_OPT_OURS, FT_COMPLETE_CHOICE,                           \
		    FT_INTO_TEXT(session.ties)                                 \
	}

struct ft_load;

struct ft_session {
	/* set by options before opening */
	const char *db, *conf_file, *now_text;
	const char *algorithm, *ties; /* NULL: those of the settings */
	bool real_ties; /* without --ties, the rule is that of the release */
	bool memory;    /* a new store in memory, without a file */

	struct ft_store *store;
	bool borrowed; /* the store belongs to an open block of facctmgr */
	bool owns;     /* this session made the store, under our own name */
	char *path;    /* of the store */
	struct ft_conf conf;
	uint32_t cluster; /* id of ClusterName */
	const char *cluster_name;
	char *entered;               /* that name, unless it is ClusterName */
	struct ft_store_clock clock; /* of the cluster; a clock that follows the
	                                wall clock is never behind it here */
	int64_t now;                 /* store time, or --now; s since 1970 */
	int64_t wall;                /* wall clock at opening */
	char *user;                  /* acting user's name */
	bool root;                   /* he was root or SlurmUser at opening */
	bool database;               /* the Slurm command would ask slurmdbd */
	struct ft_visibility visibility; /* what he may see */
	char *command;  /* the command line, quoted for a shell */
	bool may_later; /* the command itself reports that a right is missing */
	bool may;       /* the actor has the transaction's right */
	enum ft_right right; /* the right that the transaction declared */
	struct ft_registry *registry; /* of the transaction; NULL: none yet */
	bool stay;        /* ft_session_begin does not catch up with the wall
	                     clock: the caller does */
	const char *call; /* argument of ft_daemon_down if there is no store */
	bool conf_named;  /* settings come from a file; if set before opening,
	                     conf has them already */
	bool new_conf;    /* these settings are about to be stored */
	int64_t seen;     /* generation of the stored settings at opening */
};

void ft_session_init(struct ft_session *session);
/* Make the folders above PATH.  FT_EIO. */
enum ft_status ft_session_make_folders(const char *path, struct ft_error *err);
/* Set session->path to --db, FAIRTREE_DB or the default, and make the folders of
 * the default if MAKE.  Opens nothing; call ft_session_close even on failure. */
enum ft_status ft_session_find(
    struct ft_session *session, bool make, struct ft_error *err);

/*
 * Returns the release that a Slurm command mirrors, before its options are read:
 * that of FAIRTREE_SLURM, of the store (where every Slurm command looks: it has
 * no --db), or the newest.  The store stays in *context->opened for the session
 * that reads it.
 */
enum ft_release ft_session_find_release(const struct ft_context *context);

/* Warn if the release of Slurm that TEXT names is mirrored as another one. */
void ft_session_check_release(
    const struct ft_context *context, const char *text);
/*
 * Mirror the release NAME, with a warning as above; SOURCE: what names it, for
 * messages.  FT_EINVAL: it is none.
 */
enum ft_status ft_session_set_release(struct ft_session *session,
    const struct ft_context *context, const char *name, const char *source,
    struct ft_error *err);

/* Only FT_SESSION_WRITE makes a missing store. */
enum ft_session_mode {
	FT_SESSION_READ,
	FT_SESSION_DRAFT,  /* to read, before writing: in place of a missing
	                      store, one in memory as it would be made */
	FT_SESSION_CHANGE, /* to write to an existing store */
	FT_SESSION_TRY, /* the same to roll back; a missing one as for DRAFT */
	FT_SESSION_WRITE,
	FT_SESSION_GLANCE /* to read, without migrating or waiting for long; for
	                   completion */
};
/*
 * Returns the settings file of --conf or the environment, borrowed; NULL: the
 * settings in the store apply.
 */
const char *ft_session_conf_file(struct ft_session *session);
/*
 * Read settings, open the store, find cluster, clock and user.
 * FT_EABSENT: there is no store.  Under a Slurm name the message, that slurmctld
 * or slurmdbd does not answer, is printed already (ft_cmd_fail has the status).
 */
enum ft_status ft_session_open(struct ft_session *session,
    const struct ft_context *context, enum ft_session_mode mode,
    struct ft_error *err);
void ft_session_close(struct ft_session *session);

/*
 * Switch to the cluster NAME and its clock.
 * FT_ENOENT: the store has no such cluster.
 */
enum ft_status ft_session_enter(
    struct ft_session *session, const char *name, struct ft_error *err);
/* Set *now to the time in TEXT; FT_EINVAL: it is no time. */
enum ft_status ft_session_time(const struct ft_session *session,
    const char *text, int64_t *now, struct ft_error *err);
/* Returns the source of all loading: the cluster at the session's time. */
struct ft_load_source ft_session_source(const struct ft_session *session);
/*
 * Fill LOAD (the caller's, to be freed even on failure) with the shares of the
 * cluster at the session's time.
 */
enum ft_status ft_session_shares(const struct ft_session *session,
    struct ft_load *load, struct ft_error *err);

/*
 * Begin a transaction of the acting user.  In a store that follows the wall
 * clock, everything that happened since the last change is written first.
 * right: what will be changed.  FT_EPERM: the actor lacks this right.  With
 * session->may_later it is FT_OK then, session->may is false, and a commit fails.
 */
enum ft_status ft_session_begin(struct ft_session *session, enum ft_right right,
    struct ft_registry **registry, struct ft_error *err);
/*
 * Act as the user NAME from now on, with his rights and what PrivateData lets him
 * see.  Inside a transaction session->may is set again.
 */
enum ft_status ft_session_act_as(
    struct ft_session *session, const char *name, struct ft_error *err);
/* Commit; FT_EPERM, and a rollback, if the actor lacks the right. */
enum ft_status ft_session_commit(
    struct ft_session *session, uint32_t *journal, struct ft_error *err);

/* Set session->root from the acting user and SlurmUser of the settings. */
void ft_session_find_root(struct ft_session *session);
/* Returns whether the acting user may see and do everything: root or
 * SlurmUser. */
bool ft_session_is_root(const struct ft_session *session);
/* Returns the admin level of the acting user. */
enum ft_admin_level ft_session_level(
    const struct ft_session *session, const struct ft_acctdb *acctdb);
/*
 * After a trial change of settings: hide what they make private, too.  What was
 * hidden before stays hidden.
 */
enum ft_status ft_session_hide(
    struct ft_session *session, struct ft_error *err);
/*
 * Returns whether ACCTDB has the user NAME.  Under our own names a hidden user
 * counts as unknown.
 */
bool ft_session_knows_user(const struct ft_session *session,
    const struct ft_context *context, const struct ft_acctdb *acctdb,
    const char *name);
/*
 * FT_EPERM: PrivateData hides some of KINDS (FT_VISIBILITY_BIT) from the acting user,
 * so WHAT, which is about all users, is refused.
 */
enum ft_status ft_session_need_sight(const struct ft_session *session,
    unsigned kinds, const char *what, struct ft_error *err);

struct ft_str;
/* Read an included settings file; ctx: path of the including file. */
enum ft_status ft_session_include(
    void *ctx, const char *name, struct ft_str *text, struct ft_error *err);

#endif
