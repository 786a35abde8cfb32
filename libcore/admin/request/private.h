/*
 * private.h - what the actions of requests share: the names that a request
 * gives, the records and associations that it selects, the answer.
 */
#ifndef FT_ADMIN_REQUEST_PRIVATE_H
#define FT_ADMIN_REQUEST_PRIVATE_H

#include "admin/access/internal.h"
#include "admin/internal.h"

/* An action on an entity (add.c, modify.c, ...) that admin->request asks for. */
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

/* ---- delete.c ---- */

/* Refuse to delete a record of ENTITY that the N jobs use. */
enum ft_status ft_admin_refuse_jobs(struct ft_admin *admin,
    enum ft_entity entity, const struct ft_active_job *jobs, size_t n,
    struct ft_error *err);

/* ---- result.c ---- */

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
/* Returns whether a record of ENTITY was added. */
bool ft_admin_added(const struct ft_admin *admin, enum ft_entity entity);
enum ft_status ft_admin_refuse(struct ft_admin *admin,
    enum ft_admin_refusal refusal, struct ft_error *err, const char *format,
    ...) __attribute__((format(printf, 4, 5)));
/* Slurm: no setting given has an effect on ENTITY. */
enum ft_status ft_admin_refuse_idle(
    struct ft_admin *admin, enum ft_entity entity, struct ft_error *err);
/* Set *record to the one of ENTITY of that name; id 0: there is none. */
enum ft_status ft_admin_find(struct ft_admin *admin, enum ft_entity entity,
    const char *name, union ft_entity_record *record, struct ft_error *err);
/* Find ASSOC by cluster, account, user, partition; id 0: there is none. */
enum ft_status ft_admin_find_assoc(
    struct ft_admin *admin, struct ft_assoc *assoc, struct ft_error *err);

/* ---- match.c, select.c ---- */

/* Set *records to those of NAMES that exist. */
enum ft_status ft_admin_find_all(struct ft_admin *admin, enum ft_entity entity,
    const struct ft_admin_names *names, struct ft_admin_records *records,
    struct ft_error *err);
/* Set *records to the accounts or users (by WHICH) that WHERE selects, by
 * name. */
enum ft_status ft_admin_select_records(struct ft_admin *admin,
    enum ft_admin_which which, const struct ft_admin_where *where,
    struct ft_admin_records *records, struct ft_error *err);
/* Append the associations of users that the request selects; set *records to the
 * users, by name. */
enum ft_status ft_admin_select_users(struct ft_admin *admin,
    struct ft_admin_selection *selection, struct ft_admin_records *records,
    struct ft_error *err);
/*
 * Append the associations that WHERE selects (resolved by name; unknown names
 * select nothing), by cluster name, then in nested-set order.
 */
enum ft_status ft_admin_select(struct ft_admin *admin,
    enum ft_admin_which which, const struct ft_admin_where *where,
    struct ft_admin_selection *selection, struct ft_error *err);
/* Append ASSOC itself. */
void ft_admin_select_add(
    struct ft_admin_selection *selection, const struct ft_assoc *assoc);
/* Returns how the database sorts names. */
enum ft_siblings ft_admin_collation(const struct ft_admin *admin);
/* Sort all after the first FROM by nested sets, or since there are some, by
 * lineages. */
enum ft_status ft_admin_selection_sort(struct ft_admin *admin,
    struct ft_admin_selection *selection, size_t from, struct ft_error *err);
/* Append the children of ASSOC in nested-set order, the last first. */
enum ft_status ft_admin_push_children(struct ft_admin *admin,
    const struct ft_assoc *assoc, struct ft_admin_selection *stack,
    struct ft_error *err);

/* Clusters of a list of names, or all if there are none; by name. */
struct ft_admin_clusters {
	const struct ft_cluster **item;
	size_t n;
};
enum ft_status ft_admin_clusters(struct ft_admin *admin,
    const struct ft_admin_names *names, struct ft_admin_clusters *clusters,
    struct ft_error *err);
/* Those of the request; refused when one of them does not exist. */
enum ft_status ft_admin_need_clusters(struct ft_admin *admin,
    struct ft_admin_clusters *clusters, struct ft_error *err);
/* Refused when the request has no conditions. */
enum ft_status ft_admin_need_condition(
    struct ft_admin *admin, struct ft_error *err);

/* Returns the QOS that the request selects, *n of them, in the order in which the
 * database finds them; of the arena. */
const struct ft_qos **ft_admin_pick_qos(struct ft_admin *admin, size_t *n);
/* Returns whether the record meets the conditions of WHERE. */
bool ft_admin_qos_matches(
    const struct ft_admin_where *where, const struct ft_qos *qos);
bool ft_admin_cluster_matches(
    const struct ft_admin_where *where, const struct ft_cluster *cluster);

/* ---- apply.c ---- */

/*
 * Make the associations of USER (a user on a cluster) that are in ACCOUNT its
 * default, and no others.  *member: the first of them; id 0: there is none, and
 * nothing is changed.
 */
enum ft_status ft_admin_move_default(struct ft_admin *admin,
    const struct ft_assoc_filter *user, uint32_t account,
    struct ft_assoc *member, struct ft_error *err);
/* An association that the request changes. */
struct ft_admin_touched {
	struct ft_assoc before;
	struct ft_admin_set changes;   /* what of the request is new to it */
	const struct ft_idmap *chosen; /* all of them, by id */
};
/* Append the users below it who inherit a setting that the request changes; not
 * those below others that were chosen. */
enum ft_status ft_admin_heirs(struct ft_admin *admin,
    const struct ft_admin_touched *touched, struct ft_admin_selection *heirs,
    struct ft_error *err);
/* Block ASSOC, and set *blocked, if it has no access to its default QOS. */
enum ft_status ft_admin_check_access(struct ft_admin *admin,
    const struct ft_assoc *assoc, bool *blocked, struct ft_error *err);
/* What to say if any is BLOCKED. */
enum ft_status ft_admin_refuse_access(
    struct ft_admin *admin, bool blocked, struct ft_error *err);

#endif
