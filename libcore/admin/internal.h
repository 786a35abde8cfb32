/*
 * internal.h - shared by the files of admin only.
 */
#ifndef FT_ADMIN_INTERNAL_H
#define FT_ADMIN_INTERNAL_H

#include "admin/admin.h"
#include "admin/access/right.h"
#include "base/map.h"

/* Transactions to be noted when the request is done: see txn/internal.h. */
struct ft_txn_note {
	size_t place; /* in which it came */
	struct ft_transaction txn;
};
struct ft_txn_notes {
	struct ft_txn_note *item;
	size_t n, cap;
	struct ft_arena arena; /* of their texts */
	uint32_t cluster;      /* whose name is known */
	const char *cluster_name;
};

/* In the arena of the admin. */
struct ft_admin_record {
	uint32_t id;
	const char *name;
};
struct ft_admin_records {
	struct ft_admin_record *item;
	size_t n;
};

struct ft_admin {
	struct ft_registry *reg;
	struct ft_arena arena; /* texts of results, records, lists */
	struct ft_txn_notes notes;
	struct ft_admin_lookup lookup;
	bool slurm; /* also where sacctmgr is odd */
	struct ft_actor actor;
	/* what is being done, and what came of it; NULL: nothing */
	const struct ft_admin_request *request;
	struct ft_admin_result *result;
	/* whose names are known: mostly the next item has the same */
	struct ft_admin_record item_cluster, item_account;
	struct ft_map run;   /* last parent added to, by cluster */
	struct ft_map used;  /* parents added to in this batch */
	bool coords_known;   /* accounts the actor coordinates, */
	struct ft_map coord; /* those below them included */
};

/* Every registry call, with the registry left out. */
#define FT_REG(admin, op, ...)                                                 \
	((admin)->reg->ops->op((admin)->reg, __VA_ARGS__))

/* The names that the request has of KEY. */
static inline const struct ft_admin_names *
ft_admin_key(const struct ft_admin *admin, enum ft_admin_key key)
{
	return &admin->request->where->key[key];
}

/* Read QOS and TRES again, after a change to them. */
enum ft_status ft_admin_relookup(struct ft_admin *admin, struct ft_error *err);

/* What a kind of request does (add.c, modify.c, ...), by entity. */
typedef enum ft_status ft_admin_action_fn(
    struct ft_admin *admin, struct ft_error *err);
ft_admin_action_fn ft_admin_add_accounts, ft_admin_add_users,
    ft_admin_add_clusters, ft_admin_add_qoses, ft_admin_add_coords,
    ft_admin_add_resources;
ft_admin_action_fn ft_admin_modify_accounts, ft_admin_modify_users,
    ft_admin_modify_clusters, ft_admin_modify_qoses, ft_admin_modify_assocs,
    ft_admin_modify_resources, ft_admin_put_usage;
ft_admin_action_fn ft_admin_delete_accounts, ft_admin_delete_users,
    ft_admin_delete_clusters, ft_admin_delete_qoses, ft_admin_delete_coords,
    ft_admin_delete_resources;

/* ---- results ---- */

/* Append an item with empty texts. */
struct ft_admin_item *ft_admin_item(struct ft_admin *admin,
    enum ft_admin_did did, enum ft_entity entity, uint32_t id);
/* The same, with a copy of NAME. */
struct ft_admin_item *ft_admin_item_name(struct ft_admin *admin,
    enum ft_admin_did did, enum ft_entity entity, uint32_t id,
    const char *name);
/* The same for an association, all its names looked up. */
enum ft_status ft_admin_item_assoc(struct ft_admin *admin,
    enum ft_admin_did did, const struct ft_assoc *assoc, const char *note,
    struct ft_error *err);
/* Returns whether something of ENTITY was added. */
bool ft_admin_added(const struct ft_admin *admin, enum ft_entity entity);
enum ft_status ft_admin_refuse(struct ft_admin *admin,
    enum ft_admin_refusal refusal, struct ft_error *err, const char *format,
    ...) __attribute__((format(printf, 4, 5)));
/* Slurm: nothing given has an effect on ENTITY. */
enum ft_status ft_admin_refuse_idle(
    struct ft_admin *admin, enum ft_entity entity, struct ft_error *err);

/* ---- records ---- */

/* Set *record to the one of ENTITY of that name, its id to 0 if there is none. */
enum ft_status ft_admin_find(struct ft_admin *admin, enum ft_entity entity,
    const char *name, union ft_entity_record *record, struct ft_error *err);
/* Find ASSOC by cluster, account, user, partition; id 0: there is none. */
enum ft_status ft_admin_find_assoc(
    struct ft_admin *admin, struct ft_assoc *assoc, struct ft_error *err);

/* Set *records to those of NAMES that are there. */
enum ft_status ft_admin_find_all(struct ft_admin *admin, enum ft_entity entity,
    const struct ft_admin_names *names, struct ft_admin_records *records,
    struct ft_error *err);
/* Set *records to the accounts or users, by WHICH, that WHERE means, by name. */
enum ft_status ft_admin_select_records(struct ft_admin *admin,
    enum ft_admin_which which, const struct ft_admin_where *where,
    struct ft_admin_records *records, struct ft_error *err);

/* ---- who may ---- */

bool ft_admin_is_operator(const struct ft_admin *admin);
bool ft_admin_is_super(const struct ft_admin *admin);
/* Sets *may to whether the actor coordinates account ID or one above it. */
enum ft_status ft_admin_coordinates(
    struct ft_admin *admin, uint32_t account, bool *may, struct ft_error *err);
/* FT_EPERM unless the actor has RIGHT. */
enum ft_status ft_admin_need(
    struct ft_admin *admin, enum ft_right right, struct ft_error *err);
/* The same, unless MAY. */
enum ft_status ft_admin_need_unless(
    struct ft_admin *admin, bool may, struct ft_error *err);
/*
 * FT_EPERM unless the actor may take the record of USER away from its name: one
 * with an admin level is for administrators.  sacctmgr lets operators.
 */
enum ft_status ft_admin_need_level(
    struct ft_admin *admin, uint32_t user, struct ft_error *err);

/* Sets *may to whether the actor is an operator or coordinates anything. */
enum ft_status ft_admin_may_some(
    struct ft_admin *admin, bool *may, struct ft_error *err);
/* FT_EPERM when not. */
enum ft_status ft_admin_need_some(struct ft_admin *admin, struct ft_error *err);
/*
 * The same before any name is looked up, so that who may change nothing is not
 * told by the answer which names there are.  sacctmgr looks first.
 */
enum ft_status ft_admin_need_first(
    struct ft_admin *admin, struct ft_error *err);
/*
 * Sets *may to whether the actor may give ASSOC, of which account and parent
 * count, the QOS of LIST: coordinators those that the account they coordinate
 * has.  They may take QOS away, but not a whole list.
 */
enum ft_status ft_admin_may_grant(struct ft_admin *admin,
    const struct ft_assoc *assoc, const struct ft_admin_qoslist *list,
    bool *may, struct ft_error *err);

/* ---- selections ---- */

struct ft_admin_selection {
	struct ft_assoc *item;
	size_t n, cap;
};

/*
 * Append the associations WHERE selects (resolved by name; unknown names
 * select nothing), by cluster name, then in nested-set order.
 */
enum ft_status ft_admin_select(struct ft_admin *admin,
    enum ft_admin_which which, const struct ft_admin_where *where,
    struct ft_admin_selection *selection, struct ft_error *err);
/* Append ASSOC itself. */
void ft_admin_select_add(
    struct ft_admin_selection *selection, const struct ft_assoc *assoc);
/* Sort what stands behind the first FROM by nested sets. */
enum ft_status ft_admin_selection_sort(struct ft_admin *admin,
    struct ft_admin_selection *selection, size_t from, struct ft_error *err);
void ft_admin_selection_free(struct ft_admin_selection *selection);
/* Append all that FILTER lets through. */
enum ft_status ft_admin_each(struct ft_admin *admin,
    const struct ft_assoc_filter *filter, struct ft_admin_selection *selection,
    struct ft_error *err);

/* Maps by id.  put: returns whether it is new. */
static inline bool
ft_id_put(struct ft_map *map, uint32_t id, uint64_t value)
{
	return ft_map_put_n(map, (const char *)&id, sizeof id, value);
}
static inline bool
ft_id_get(const struct ft_map *map, uint32_t id, uint64_t *value)
{
	return ft_map_get_n(map, (const char *)&id, sizeof id, value);
}

/* Clusters of a list of names, or all if there are none; by name. */
struct ft_admin_clusters {
	const struct ft_cluster **item;
	size_t n;
};
enum ft_status ft_admin_clusters(struct ft_admin *admin,
    const struct ft_admin_names *names, struct ft_admin_clusters *clusters,
    struct ft_error *err);
/* Those of the request; refused when one of them is not there. */
enum ft_status ft_admin_need_clusters(struct ft_admin *admin,
    struct ft_admin_clusters *clusters, struct ft_error *err);

/* Returns whether CLUSTER is of a kind that WHERE asks for. */
bool ft_admin_qos_matches(
    const struct ft_admin_where *where, const struct ft_qos *qos);
bool ft_admin_cluster_matches(
    const struct ft_admin_where *where, const struct ft_cluster *cluster);

/* Append the children of ASSOC in nested-set order, the last first. */
enum ft_status ft_admin_push_children(struct ft_admin *admin,
    const struct ft_assoc *assoc, struct ft_admin_selection *stack,
    struct ft_error *err);
/* Append all associations below ASSOC, parents before children. */
enum ft_status ft_admin_below(struct ft_admin *admin,
    const struct ft_assoc *assoc, struct ft_admin_selection *selection,
    struct ft_error *err);

/* Refused when the request has no conditions. */
enum ft_status ft_admin_need_condition(
    struct ft_admin *admin, struct ft_error *err);

/* ---- changes ---- */

/* What is added from here on stands in front of what was before. */
enum ft_status ft_admin_new_batch(struct ft_admin *admin, struct ft_error *err);
/* Add ASSOC, starting a new batch where another parent begins. */
enum ft_status ft_admin_put_new(struct ft_admin *admin,
    const struct ft_assoc *assoc, uint32_t *id, struct ft_error *err);
/* Put the members of SET into RECORD, of its entity; nothing is stored. */
void ft_admin_fill(void *record, const struct ft_admin_set *set);
/* Store limits and list of SET; fresh: there is nothing yet. */
enum ft_status ft_admin_put_set(struct ft_admin *admin, uint32_t owner,
    const struct ft_admin_set *set, bool fresh, struct ft_error *err);
/*
 * Make those associations of USER (a user on a cluster) the default that are in
 * ACCOUNT, and no others.  *member: the first of them; id 0: there is none, and
 * nothing is changed.
 */
enum ft_status ft_admin_move_default(struct ft_admin *admin,
    const struct ft_assoc_filter *user, uint32_t account,
    struct ft_assoc *member, struct ft_error *err);
/*
 * Append the users below ASSOC who inherit something that the request changes;
 * not those below associations in STOP, a map by id.
 */
enum ft_status ft_admin_heirs(struct ft_admin *admin,
    const struct ft_assoc *assoc, const struct ft_map *stop,
    struct ft_admin_selection *heirs, struct ft_error *err);
/* Effective QOS list of ASSOC by index into lookup.qos: [n_qos]. */
enum ft_status ft_admin_effective_qos(struct ft_admin *admin,
    const struct ft_assoc *assoc, const bool **has, struct ft_error *err);
/* Effective default QOS, 0 none. */
enum ft_status ft_admin_effective_default_qos(struct ft_admin *admin,
    const struct ft_assoc *assoc, uint32_t *qos, struct ft_error *err);

#endif
