/*
 * internal.h - shared by the files of admin only.
 */
#ifndef FT_ADMIN_INTERNAL_H
#define FT_ADMIN_INTERNAL_H

#include "admin/admin.h"
#include "admin/access/right.h"
#include "base/idmap.h"
#include "base/map.h"
#include "model/release/release.h"
#include "model/tree/tree.h"

/* Transactions to log when the request is done: see txn/internal.h. */
struct ft_txn_notes {
	struct ft_transaction *item; /* id: the place in which it came */
	size_t n, cap;
	struct ft_arena arena; /* of their texts */
	uint32_t cluster;      /* whose name is known */
	const char *cluster_name;
};

/* In the arena of the admin. */
struct ft_admin_record {
	uint32_t id;
	const char *name;
	enum ft_siblings collation; /* of the names */
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
	bool slurm;                 /* copy sacctmgr's oddities, too */
	enum ft_release release;    /* whose rules hold */
	enum ft_siblings collation; /* of its database */
	struct ft_actor actor;
	/* the current request and its result; NULL: none */
	const struct ft_admin_request *request;
	struct ft_admin_result *result;
	/* the last names looked up: usually the next item has the same */
	struct ft_admin_record item_cluster, item_account;
	/* of the current request: names of users (const char *), by id */
	struct ft_idvec user_name;
	/* several lists change: QOS may preempt themselves on the way */
	bool loops_later;
	size_t names_asked;    /* of users, that were not known */
	struct ft_idmap run;   /* last parent added to, by cluster */
	struct ft_idmap used;  /* parents added to in this batch */
	bool coords_known;     /* accounts the actor coordinates, */
	struct ft_idmap coord; /* those below them included */
};

/* A registry call, with the admin's registry as its first argument. */
#define FT_REG(admin, op, ...)                                                 \
	((admin)->reg->ops->op((admin)->reg, __VA_ARGS__))

/* The names that the request has of KEY. */
static inline const struct ft_admin_names *
ft_admin_key(const struct ft_admin *admin, enum ft_admin_key key)
{
	return &admin->request->where->key[key];
}

/* Set *name to that of user, account ID, in the arena of the admin. */
enum ft_status ft_admin_user_name(struct ft_admin *admin, uint32_t id,
    const char **name, struct ft_error *err);
enum ft_status ft_admin_account_name(struct ft_admin *admin, uint32_t id,
    const char **name, struct ft_error *err);
/* User ID has that NAME; it lives until admin->user_name is emptied. */
void ft_admin_know_user(struct ft_admin *admin, uint32_t id, const char *name);
/* Read QOS and TRES again, after a change to them. */
enum ft_status ft_admin_relookup(struct ft_admin *admin, struct ft_error *err);
/* Refuse if some QOS preempts itself. */
enum ft_status ft_admin_check_loops(
    struct ft_admin *admin, struct ft_error *err);

/* ---- selections ---- */

struct ft_admin_selection {
	struct ft_assoc *item;
	size_t n, cap;
};
void ft_admin_selection_free(struct ft_admin_selection *selection);
/* Append the associations that match FILTER. */
enum ft_status ft_admin_each(struct ft_admin *admin,
    const struct ft_assoc_filter *filter, struct ft_admin_selection *selection,
    struct ft_error *err);
/* Append all associations below ASSOC, parents before children. */
enum ft_status ft_admin_below(struct ft_admin *admin,
    const struct ft_assoc *assoc, struct ft_admin_selection *selection,
    struct ft_error *err);

/* Maps by id.  put: returns whether the id is new; get: whether it is there, and
 * then sets *value unless NULL. */
static inline bool
ft_id_get(const struct ft_idmap *map, uint32_t id, uint32_t *value)
{
	uint32_t found = ft_idmap_get(map, id);

	if (found != FT_IDMAP_NONE && value)
		*value = found;
	return found != FT_IDMAP_NONE;
}
static inline bool
ft_id_put(struct ft_idmap *map, uint32_t id, uint32_t value)
{
	bool is_new = !ft_id_get(map, id, NULL);

	ft_idmap_put(map, id, value);
	return is_new;
}

/* ---- changes ---- */

/* Associations added from here on are placed before their older siblings. */
enum ft_status ft_admin_new_batch(struct ft_admin *admin, struct ft_error *err);
/* Add ASSOC, starting a new batch where another parent begins. */
enum ft_status ft_admin_put_new(struct ft_admin *admin,
    const struct ft_assoc *assoc, uint32_t *id, struct ft_error *err);
/* The same for N of them; sets their ids and numbers. */
enum ft_status ft_admin_put_all_new(struct ft_admin *admin,
    struct ft_assoc *assoc, size_t n, struct ft_error *err);
/* Put the members of SET into RECORD, of its entity; nothing is stored. */
void ft_admin_fill(void *record, const struct ft_admin_set *set);
/* Store limits and list of SET; fresh: the list replaces the one of OWNER. */
enum ft_status ft_admin_put_set(struct ft_admin *admin, uint32_t owner,
    const struct ft_admin_set *set, bool fresh, struct ft_error *err);
/* The QOS in effect for ASSOC, by index into lookup.qos: [n_qos]. */
enum ft_status ft_admin_effective_qos(struct ft_admin *admin,
    const struct ft_assoc *assoc, const bool **has, struct ft_error *err);

#endif
