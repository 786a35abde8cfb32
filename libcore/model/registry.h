/*
 * registry.h - what libcore/admin asks of the accounting data and orders to
 * be changed.  The store implements it, on the file or on a copy in memory;
 * admin holds the rules and never sees SQL.
 *
 * All calls happen inside one write transaction of the store.  A change is
 * seen by the next question at once; it is journalled with its before-image;
 * the whole is committed or rolled back by the command.  Strings handed out
 * live until the transaction ends; strings handed in are copied.
 */
#ifndef FT_MODEL_REGISTRY_H
#define FT_MODEL_REGISTRY_H

#include "model/entity.h"
#include "model/limits.h"

struct ft_registry;

/* Which associations to visit; 0 / NULL fields do not restrict. */
struct ft_assoc_filter {
	uint32_t cluster;
	uint32_t account;
	uint32_t user;
	const char *partition; /* "" those without partition */
	uint32_t parent;       /* direct children of this association */
	bool accounts_only;    /* user = 0 */
	bool users_only;       /* user > 0 */
	bool with_deleted;
};

typedef enum ft_status ft_assoc_fn(
    void *ctx, const struct ft_assoc *assoc, struct ft_error *err);

/*
 * A record that is not there gives FT_ENOENT and a text, which a caller that
 * only asks ignores.
 * find_* by name or identity; with deleted=true deleted records are found too
 * (their .deleted says so).  add_* return the new id through *id; the id in
 * the record is ignored, except that a deleted record of the same identity is
 * revived and keeps its id.  put_* replace all fields of the record with that
 * id.  drop_* delete: the record is marked deleted, its limits, QOS list,
 * coordinator rows (of a user or account) and shares (of a resource) are
 * removed.
 *
 * A QOS, wckey or resource deleted within a day of being made, without jobs,
 * is removed: it is not found any more at all, and adding it again gives it a
 * new id.  So is an association, together with all below it, unless one of
 * those deleted by the same call on its cluster, or one below them, has jobs.
 * A deleted QOS leaves all lists, but keeps its place, which counts for
 * nothing, in a whole list of several of an association.
 * A revived record keeps the time it was made, and an association also its
 * place if its parent is the same.  Ids are not given out twice.
 */
struct ft_registry_ops {
	enum ft_status (*find_cluster)(struct ft_registry *, const char *name,
	    bool deleted, struct ft_cluster *, struct ft_error *);
	enum ft_status (*find_account)(struct ft_registry *, const char *name,
	    bool deleted, struct ft_account *, struct ft_error *);
	enum ft_status (*find_user)(struct ft_registry *, const char *name,
	    bool deleted, struct ft_user *, struct ft_error *);
	enum ft_status (*find_qos)(struct ft_registry *, const char *name,
	    bool deleted, struct ft_qos *, struct ft_error *);
	enum ft_status (*find_tres)(struct ft_registry *, const char *type,
	    const char *name, struct ft_tres *, struct ft_error *);
	/* user 0: the account's own; partition "" none */
	enum ft_status (*find_assoc)(struct ft_registry *, uint32_t cluster,
	    uint32_t account, uint32_t user, const char *partition,
	    bool deleted, struct ft_assoc *, struct ft_error *);
	enum ft_status (*find_wckey)(struct ft_registry *, uint32_t cluster,
	    uint32_t user, const char *name, bool deleted, struct ft_wckey *,
	    struct ft_error *);
	enum ft_status (*find_resource)(struct ft_registry *, const char *name,
	    const char *server, bool deleted, struct ft_resource *,
	    struct ft_error *);

	/* by id; deleted records too */
	enum ft_status (*get_cluster)(struct ft_registry *, uint32_t id,
	    struct ft_cluster *, struct ft_error *);
	enum ft_status (*get_account)(struct ft_registry *, uint32_t id,
	    struct ft_account *, struct ft_error *);
	enum ft_status (*get_user)(struct ft_registry *, uint32_t id,
	    struct ft_user *, struct ft_error *);
	enum ft_status (*get_qos)(struct ft_registry *, uint32_t id,
	    struct ft_qos *, struct ft_error *);
	enum ft_status (*get_tres)(struct ft_registry *, uint32_t id,
	    struct ft_tres *, struct ft_error *);
	enum ft_status (*get_assoc)(struct ft_registry *, uint32_t id,
	    struct ft_assoc *, struct ft_error *);
	enum ft_status (*get_wckey)(struct ft_registry *, uint32_t id,
	    struct ft_wckey *, struct ft_error *);
	enum ft_status (*get_resource)(struct ft_registry *, uint32_t id,
	    struct ft_resource *, struct ft_error *);

	/* lists: arrays that live until the transaction ends, by id */
	enum ft_status (*clusters)(struct ft_registry *,
	    const struct ft_cluster **, size_t *n, struct ft_error *);
	enum ft_status (*qoses)(struct ft_registry *, const struct ft_qos **,
	    size_t *n, struct ft_error *);
	enum ft_status (*treses)(struct ft_registry *, const struct ft_tres **,
	    size_t *n, struct ft_error *);
	enum ft_status (*coords)(struct ft_registry *, const struct ft_coord **,
	    size_t *n, struct ft_error *);
	/* of one user, all users if 0 */
	enum ft_status (*wckeys)(struct ft_registry *, uint32_t user,
	    const struct ft_wckey **, size_t *n, struct ft_error *);
	enum ft_status (*resources)(struct ft_registry *,
	    const struct ft_resource **, size_t *n, struct ft_error *);
	/* of one resource, all if 0; by resource, cluster */
	enum ft_status (*resource_shares)(struct ft_registry *,
	    uint32_t resource, const struct ft_resource_share **, size_t *n,
	    struct ft_error *);
	/* in nested-set order inside one parent, else by id */
	enum ft_status (*each_assoc)(struct ft_registry *,
	    const struct ft_assoc_filter *, ft_assoc_fn *, void *ctx,
	    struct ft_error *);
	/* own limits and QOS list of one association or QOS, by kind, tres */
	enum ft_status (*limits)(struct ft_registry *, enum ft_entity entity,
	    uint32_t owner, const struct ft_limit **, size_t *n,
	    struct ft_error *);
	enum ft_status (*qosrefs)(struct ft_registry *, enum ft_entity entity,
	    uint32_t owner, const struct ft_qosref **, size_t *n,
	    struct ft_error *);
	/* jobs that still need the association (0 until jobs exist) */
	enum ft_status (*active_jobs)(struct ft_registry *, uint32_t assoc,
	    const uint32_t **ids, size_t *n, struct ft_error *);

	enum ft_status (*add_cluster)(struct ft_registry *,
	    const struct ft_cluster *, uint32_t *id, struct ft_error *);
	enum ft_status (*add_account)(struct ft_registry *,
	    const struct ft_account *, uint32_t *id, struct ft_error *);
	enum ft_status (*add_user)(struct ft_registry *, const struct ft_user *,
	    uint32_t *id, struct ft_error *);
	enum ft_status (*add_qos)(struct ft_registry *, const struct ft_qos *,
	    uint32_t *id, struct ft_error *);
	/*
	 * position is ignored: all associations added in one batch stand
	 * behind each other, in front of their older siblings
	 * (ft_registry_ops.batch starts the next batch).
	 */
	enum ft_status (*add_assoc)(struct ft_registry *,
	    const struct ft_assoc *, uint32_t *id, struct ft_error *);
	enum ft_status (*batch)(struct ft_registry *, struct ft_error *);
	enum ft_status (*add_coord)(
	    struct ft_registry *, const struct ft_coord *, struct ft_error *);
	enum ft_status (*add_wckey)(struct ft_registry *,
	    const struct ft_wckey *, uint32_t *id, struct ft_error *);
	enum ft_status (*add_resource)(struct ft_registry *,
	    const struct ft_resource *, uint32_t *id, struct ft_error *);

	enum ft_status (*put_cluster)(
	    struct ft_registry *, const struct ft_cluster *, struct ft_error *);
	enum ft_status (*put_account)(
	    struct ft_registry *, const struct ft_account *, struct ft_error *);
	enum ft_status (*put_user)(
	    struct ft_registry *, const struct ft_user *, struct ft_error *);
	enum ft_status (*put_qos)(
	    struct ft_registry *, const struct ft_qos *, struct ft_error *);
	/* a new parent puts it in front of that parent's children */
	enum ft_status (*put_assoc)(
	    struct ft_registry *, const struct ft_assoc *, struct ft_error *);
	enum ft_status (*put_resource)(struct ft_registry *,
	    const struct ft_resource *, struct ft_error *);
	/* set: allowed; take away: has_share false */
	enum ft_status (*put_resource_share)(struct ft_registry *,
	    const struct ft_resource_share *, bool has_share,
	    struct ft_error *);
	/* set: value; clear: has_value false */
	enum ft_status (*put_limit)(struct ft_registry *, enum ft_entity entity,
	    const struct ft_limit *, bool has_value, struct ft_error *);
	/* replaces the whole list of OWNER */
	enum ft_status (*put_qosrefs)(struct ft_registry *,
	    enum ft_entity entity, uint32_t owner, const struct ft_qosref *,
	    size_t n, struct ft_error *);

	enum ft_status (*drop_cluster)(
	    struct ft_registry *, uint32_t id, struct ft_error *);
	enum ft_status (*drop_account)(
	    struct ft_registry *, uint32_t id, struct ft_error *);
	enum ft_status (*drop_user)(
	    struct ft_registry *, uint32_t id, struct ft_error *);
	enum ft_status (*drop_qos)(
	    struct ft_registry *, uint32_t id, struct ft_error *);
	/* children before their parents; their usage moves to the parents
	 * (transfer marks) */
	enum ft_status (*drop_assocs)(struct ft_registry *, const uint32_t *id,
	    size_t n, struct ft_error *);
	enum ft_status (*drop_coord)(
	    struct ft_registry *, const struct ft_coord *, struct ft_error *);
	enum ft_status (*drop_wckey)(
	    struct ft_registry *, uint32_t id, struct ft_error *);
	enum ft_status (*drop_resource)(
	    struct ft_registry *, uint32_t id, struct ft_error *);

	/* a mark: from now on own usage is this (0: a reset) */
	enum ft_status (*set_usage)(struct ft_registry *, enum ft_entity entity,
	    uint32_t owner, int64_t whole, int32_t micro, struct ft_error *);

	/* note what slurmdbd would: after the change it is about; id, time,
	 * actor and journal entry are filled in */
	enum ft_status (*note_transaction)(struct ft_registry *,
	    const struct ft_transaction *, struct ft_error *);
};

/* The store embeds this as the first member of its own struct. */
struct ft_registry {
	const struct ft_registry_ops *ops;
	int64_t now; /* store time of this transaction */
};

#endif
