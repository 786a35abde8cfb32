/*
 * entity.h - the kinds of records that add, list, modify and delete handle: the
 * words of each, how it is added, and what its list shows.
 *
 * change/ and list/ do what all entities have in common; an entity says in a
 * struct facctmgr_entity where it differs.
 */
#ifndef FT_CMD_FACCTMGR_ENTITY_ENTITY_H
#define FT_CMD_FACCTMGR_ENTITY_ENTITY_H

#include "facctmgr/parse/parse.h"

/* Verbs that take an entity. */
enum facctmgr_action {
	ACTION_ADD,
	ACTION_LIST,
	ACTION_MODIFY,
	ACTION_DELETE,
	ACTIONS
};

/* Returns the exit status. */
typedef int facctmgr_action_fn(
    struct facctmgr *acct, struct facctmgr_request *request);
/* Returns whether to go on; complains if not. */
typedef bool facctmgr_check_fn(
    struct facctmgr *acct, struct facctmgr_request *request);

struct facctmgr_add {
	enum ft_admin_key key;    /* where the words put the names */
	const char *one;          /* "account", for sacctmgr's messages */
	const char *our_one;      /* "an account", for ours */
	const char *many;         /* "accounts", for sacctmgr's denial */
	const char *blank;        /* what sacctmgr prints before it complains of
	                          an empty first name; NULL */
	facctmgr_check_fn *check; /* whether the words can be combined; NULL */
	/*
	 * Prints the result; returns whether there is something to commit.
	 * *status: the exit status, even if the commit succeeds.
	 */
	bool (*report)(struct facctmgr *acct, struct facctmgr_request *request,
	    int *status);
	/*
	 * Prints the new records, if there are any; NULL: no associations are
	 * added with them, and no release reports otherwise than report().
	 * at_once: slurmdbd has added all at once (change/added.c).
	 */
	void (*records)(struct facctmgr *acct,
	    const struct facctmgr_request *request, bool at_once);
	const char *settings; /* heading of the settings of associations */
};

struct facctmgr_modify {
	facctmgr_action_fn *instead; /* of all the following; NULL */
	bool unasked;                /* do not ask if no conditions are given */
	const char *records;         /* heading of the modified records */
	const enum ft_admin_key *record_keys; /* conditions by which sacctmgr
	                                         finds records; FT_KEYS ends */
	enum ft_admin_which which;            /* the associations to modify */
	const char *assocs; /* heading of the modified associations */
};

struct facctmgr_delete {
	const char *records, *assocs; /* headings */
	const char *records_after;    /* of records after associations */
};

struct facctmgr_list;
struct facctmgr_document; /* list/document.h */
/* The names of a list in JSON. */
#define FACCTMGR_ROWS(name) .rows = (name), .schema = "fairtree." name "/1"
struct facctmgr_listing {
	enum ft_cmd_shows shows;   /* in an empty store, say what to do next */
	const char *rows, *schema; /* FACCTMGR_ROWS("users") */
	/* last line of sacctmgr's refusal if PrivateData hides KIND; NULL:
	 * nothing is hidden as a whole */
	const char *hidden;
	enum ft_visibility_kind kind;
	/* sacctmgr's refusal for users who are no operators; NULL: allowed */
	const char *denied;
	/* Returns whether it can be listed; complains if not.  NULL */
	bool (*may)(struct facctmgr_list *list);
	const char *fields; /* names of the default columns, or: */
	const char *(*choose)(struct facctmgr_list *list); /* NULL: no table */
	const struct ft_column *known; /* its columns; NULL: facctmgr_fields */
	void (*print)(struct facctmgr_list *list); /* NULL: never any rows */
	bool assocs;   /* each row is an association */
	bool qos_only; /* needs clusters, QOS and TRES alone */
	bool blank;    /* sacctmgr prints nothing in fields without a value */
	/* --json of sacctmgr; NULL: it prints the table */
	const struct facctmgr_document *document;
};

struct facctmgr_entity {
	const struct facctmgr_word *conditions, *adding, *settings;
	enum ft_entity record; /* the kind of its records in the store */
	/* members of its grammar, see there */
	enum ft_entity options;
	const struct facctmgr_ids *ids;
	bool root, qos, no_hint, sticks, add_user, goes_on;
	enum ft_release since;    /* the release that brought it */
	facctmgr_check_fn *check; /* whether its words are valid; NULL */
	facctmgr_action_fn *instead[ACTIONS]; /* of the following */
	struct facctmgr_add add;
	struct facctmgr_listing list;
	struct facctmgr_modify modify;
	struct facctmgr_delete delete;
};
extern const struct facctmgr_entity facctmgr_account, facctmgr_user,
    facctmgr_cluster, facctmgr_qos, facctmgr_resource, facctmgr_coord,
    facctmgr_assoc, facctmgr_job, facctmgr_event, facctmgr_transaction,
    facctmgr_wckey, facctmgr_tres, facctmgr_problem, facctmgr_reservation,
    facctmgr_federation, facctmgr_runaway, facctmgr_config, facctmgr_stats,
    facctmgr_instance;
extern const struct facctmgr_document facctmgr_accounts_document,
    facctmgr_users_document, facctmgr_associations_document,
    facctmgr_qos_document, facctmgr_tres_document, facctmgr_clusters_document,
    facctmgr_wckeys_document, facctmgr_instances_document;

#endif
