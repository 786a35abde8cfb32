/*
 * registry.h - the interface through which libcore/admin reads and changes the
 * accounting data.  The store implements it, on the file or on a copy in memory;
 * admin has the rules and never sees SQL.
 *
 * All calls happen inside one write transaction of the store.  The next read
 * sees a change at once; the change is journalled with its before-image; the
 * command commits the transaction or rolls it back.  Returned strings live
 * until the transaction ends; strings passed in are copied.
 */
#ifndef FT_MODEL_ACCOUNT_REGISTRY_H
#define FT_MODEL_ACCOUNT_REGISTRY_H

#include "base/meter.h"
#include "model/account/entity.h"
#include "model/account/limits.h"

struct ft_registry;

/* Which associations to visit; 0 / NULL fields do not restrict. */
struct ft_assoc_filter {
	uint32_t cluster;
	uint32_t account;
	uint32_t user;
	uint32_t last_user;    /* all from user to this one; 0: that one */
	const char *partition; /* "" those without partition */
	uint32_t parent;       /* direct children of this association */
	bool accounts_only;    /* user = 0 */
	bool users_only;       /* user > 0 */
	bool with_deleted;
};

typedef enum ft_status ft_assoc_fn(
    void *ctx, const struct ft_assoc *assoc, struct ft_error *err);

/* Whose limits, QOS, usage ... */
struct ft_owner {
	enum ft_entity entity;
	uint32_t id;
};
#define FT_NO_OWNER ((struct ft_owner){ FT_ENTITY_COUNT, 0 })

/* Lists, by id unless noted; deleted records are left out. */
enum ft_list_of {
	FT_LIST_CLUSTERS,
	FT_LIST_QOSES,
	FT_LIST_RESOURCES,
	FT_LIST_TRESES,
	FT_LIST_COORDS,
	FT_LIST_WCKEYS,     /* of all users, or of one */
	FT_LIST_SHARES,     /* of all resources, or of one; by cluster */
	FT_LIST_LIMITS,     /* of an association or a QOS, by kind, TRES */
	FT_LIST_QOSREFS,    /* likewise: its own list of QOS, by QOS */
	FT_LIST_USER_NAMES, /* id and name, deleted ones, too */
	FT_LIST_ACTIVE_JOBS /* of an association, a QOS, or all associations */
};
struct ft_list {
	const void *item; /* lives until the transaction ends */
	size_t n;
};

/*
 * A missing record gives FT_ENOENT and a text; a caller that only checks for it
 * ignores both.
 * Records are structs of their entity; FT_FIND and its like below name it by
 * the type of the record.
 * find: by identity; with deleted=true deleted records are found too (their
 * .deleted says so).  add returns the new id through *id; the id in the record
 * is ignored, except that a deleted record of the same identity is revived and
 * keeps its id.  put replaces all fields of the record with that id.  drop
 * deletes n records: each is marked deleted, its limits, QOS list, coordinator rows
 * (of a user or account) and shares (of a resource) are removed.
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
	/* RECORD is found by its name (clusters, accounts, users, QOS), its type
	 * and name (TRES), its name and server (resources), its cluster, user and
	 * name (wckeys), or its cluster, account, user and partition */
	enum ft_status (*find)(struct ft_registry *, enum ft_entity,
	    void *record, bool deleted, struct ft_error *);
	/* by id; deleted records too */
	enum ft_status (*get)(struct ft_registry *, enum ft_entity, uint32_t id,
	    void *record, struct ft_error *);

	/* see ft_list_clusters ... */
	enum ft_status (*list)(struct ft_registry *, enum ft_list_of,
	    struct ft_owner, struct ft_list *, struct ft_error *);
	/* in nested-set order inside one parent, of users by user, else by id */
	enum ft_status (*each_assoc)(struct ft_registry *,
	    const struct ft_assoc_filter *, ft_assoc_fn *, void *ctx,
	    struct ft_error *);

	/*
	 * The position of an association is ignored: those added in one batch
	 * follow each other, before their older siblings
	 * (ft_registry_ops.batch starts the next batch).
	 */
	enum ft_status (*add)(struct ft_registry *, enum ft_entity,
	    const void *record, uint32_t *id, struct ft_error *);
	/* N records that are one after the other, in less time; sets their ids, and
	 * the numbers of associations, which are all of one batch */
	enum ft_status (*add_all)(struct ft_registry *, enum ft_entity,
	    void *records, size_t n, struct ft_error *);
	enum ft_status (*batch)(struct ft_registry *, struct ft_error *);
	enum ft_status (*add_coord)(
	    struct ft_registry *, const struct ft_coord *, struct ft_error *);

	/* these records will be put: their images can be kept at once, which is
	 * faster than one by one */
	enum ft_status (*keep)(struct ft_registry *, enum ft_entity,
	    const uint32_t *id, size_t n, struct ft_error *);
	/* an association with a new parent becomes its first child */
	enum ft_status (*put)(struct ft_registry *, enum ft_entity,
	    const void *record, struct ft_error *);
	/* set: allowed; take away: has_share false */
	enum ft_status (*put_resource_share)(struct ft_registry *,
	    const struct ft_resource_share *, bool has_share,
	    struct ft_error *);
	/* set: value; clear: has_value false */
	enum ft_status (*put_limit)(struct ft_registry *, enum ft_entity entity,
	    const struct ft_limit *, bool has_value, struct ft_error *);
	/* replaces the whole list */
	enum ft_status (*put_qosrefs)(struct ft_registry *, struct ft_owner,
	    const struct ft_qosref *, size_t n, struct ft_error *);

	enum ft_status (*drop)(struct ft_registry *, enum ft_entity,
	    const uint32_t *id, size_t n, struct ft_error *);
	/* children before their parents; their usage moves to the parents
	 * (transfer marks) */
	enum ft_status (*drop_assocs)(struct ft_registry *, const uint32_t *id,
	    size_t n, struct ft_error *);
	enum ft_status (*drop_coord)(
	    struct ft_registry *, const struct ft_coord *, struct ft_error *);

	/* a mark: from now on own usage is this (0: a reset) */
	enum ft_status (*set_usage)(struct ft_registry *, struct ft_owner,
	    int64_t whole, int32_t micro, struct ft_error *);

	/* log what slurmdbd would: after the changes they are about; ids, time,
	 * actor and journal entry are filled in */
	enum ft_status (*note_transactions)(struct ft_registry *,
	    const struct ft_transaction *, size_t n, struct ft_error *);
};

/* The store embeds this as the first member of its own struct. */
struct ft_registry {
	const struct ft_registry_ops *ops;
	int64_t now;            /* store time of this transaction */
	struct ft_meter *meter; /* of changes; NULL: nobody watches */
	struct {
		uint32_t id, number;
	} added; /* of the association that add was last called for */
};

/* The entity whose struct RECORD points to. */
#ifdef FT_CPPCHECK /* cppcheck 2.10 cannot read _Generic */
#define FT_ENTITY_OF(record) FT_ENTITY_CLUSTER
#else
#define FT_ENTITY_OF(record)                                                   \
	_Generic(*(record), struct ft_cluster                                  \
		 : FT_ENTITY_CLUSTER, struct ft_account                        \
		 : FT_ENTITY_ACCOUNT, struct ft_user                           \
		 : FT_ENTITY_USER, struct ft_assoc                             \
		 : FT_ENTITY_ASSOC, struct ft_qos                              \
		 : FT_ENTITY_QOS, struct ft_tres                               \
		 : FT_ENTITY_TRES, struct ft_wckey                             \
		 : FT_ENTITY_WCKEY, struct ft_resource                         \
		 : FT_ENTITY_RESOURCE)
#endif
#define FT_FIND(registry, record, err)                                         \
	((registry)->ops->find(                                                \
	    (registry), FT_ENTITY_OF(record), (record), false, (err)))
/* Find the one of that name. */
#define FT_NAMED(registry, name_, record, err)                                 \
	((record)->name = (name_), FT_FIND(registry, record, err))
#define FT_GET(registry, id, record, err)                                      \
	((registry)->ops->get(                                                 \
	    (registry), FT_ENTITY_OF(record), (id), (record), (err)))
#define FT_ADD(registry, record, id, err)                                      \
	((registry)->ops->add(                                                 \
	    (registry), FT_ENTITY_OF(record), (record), (id), (err)))
#define FT_PUT(registry, record, err)                                          \
	((registry)->ops->put(                                                 \
	    (registry), FT_ENTITY_OF(record), (record), (err)))

/* ft_list_wckeys(registry, owner, &wckey, &n, err), ... */
#define FT_REGISTRY_LIST(name, LIST, type)                                     \
	static inline enum ft_status ft_list_##name(struct ft_registry *r,     \
	    struct ft_owner owner, const type **array, size_t *n,              \
	    struct ft_error *err)                                              \
	{                                                                      \
		struct ft_list list = { .n = 0 };                              \
		enum ft_status status =                                        \
		    r->ops->list(r, FT_LIST_##LIST, owner, &list, err);        \
                                                                               \
		*array = list.item;                                            \
		*n = list.n;                                                   \
		return status;                                                 \
	}
FT_REGISTRY_LIST(clusters, CLUSTERS, struct ft_cluster)
FT_REGISTRY_LIST(qoses, QOSES, struct ft_qos)
FT_REGISTRY_LIST(resources, RESOURCES, struct ft_resource)
FT_REGISTRY_LIST(treses, TRESES, struct ft_tres)
FT_REGISTRY_LIST(coords, COORDS, struct ft_coord)
FT_REGISTRY_LIST(wckeys, WCKEYS, struct ft_wckey)
FT_REGISTRY_LIST(shares, SHARES, struct ft_resource_share)
FT_REGISTRY_LIST(limits, LIMITS, struct ft_limit)
FT_REGISTRY_LIST(qosrefs, QOSREFS, struct ft_qosref)
FT_REGISTRY_LIST(user_names, USER_NAMES, struct ft_user)
FT_REGISTRY_LIST(active_jobs, ACTIVE_JOBS, struct ft_active_job)

#endif
