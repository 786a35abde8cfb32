/*
 * txn_int.h - noting transactions; for the files of admin only.
 *
 * Notes are kept until the request is done: slurmdbd writes all records of a
 * request before their associations.
 */
#ifndef FT_ADMIN_TXN_INT_H
#define FT_ADMIN_TXN_INT_H

#include "admin/admin_int.h"
#include "admin/record_int.h"
#include "admin/resource.h"
#include "admin/txn.h"

/* A note that is being made. */
struct ft_txn_draft {
	enum ft_txn_action action;
	uint32_t cluster; /* id, 0 none */
	struct ft_str subject, info;
	bool condition; /* the subject is one: it goes in brackets */
};
void ft_txn_draft_free(struct ft_txn_draft *draft);
/* Keep a note; its texts are copied. */
enum ft_status ft_txn_note(struct ft_admin *admin,
    const struct ft_txn_draft *draft, struct ft_error *err);
/* Write the notes of the request that is done. */
enum ft_status ft_txn_flush(struct ft_admin *admin, struct ft_error *err);

/* Append TEXT in quotes, as SQL wants it. */
void ft_txn_add_quoted(struct ft_str *str, const char *text);
/* Append ", " unless STR is empty. */
void ft_txn_add_comma(struct ft_str *str);
/* Append "COLUMN='TEXT'"; TEXT: NULL: nothing. */
void ft_txn_add_text(struct ft_str *info, const char *column, const char *text);

/* ASSOC is new, with its limits and list; with_default: is_def is said. */
enum ft_status ft_txn_new_assoc(struct ft_admin *admin,
    const struct ft_assoc *assoc, bool with_default, struct ft_error *err);
/* The cluster ID is new, ROOT its root. */
enum ft_status ft_txn_new_cluster(struct ft_admin *admin, const char *name,
    const struct ft_assoc *root, struct ft_error *err);
enum ft_status ft_txn_new_qos(
    struct ft_admin *admin, const struct ft_qos *qos, struct ft_error *err);
enum ft_status ft_txn_new_account(struct ft_admin *admin,
    const struct ft_account *account, struct ft_error *err);
enum ft_status ft_txn_new_user(
    struct ft_admin *admin, const struct ft_user *user, struct ft_error *err);
/* USER coordinates ACCOUNT. */
enum ft_status ft_txn_new_coord(struct ft_admin *admin, const char *user,
    const char *account, struct ft_error *err);
enum ft_status ft_txn_new_wckey(struct ft_admin *admin,
    const struct ft_wckey *wckey, const char *user, bool is_default,
    struct ft_error *err);

/* ITEM[N] have been changed by SET: one note for each cluster. */
enum ft_status ft_txn_set_assocs(struct ft_admin *admin,
    const struct ft_assoc *item, size_t n, const struct ft_admin_set *set,
    struct ft_error *err);
/* ASSOC is a user's default now. */
enum ft_status ft_txn_default_assoc(
    struct ft_admin *admin, const struct ft_assoc *assoc, struct ft_error *err);
enum ft_status ft_txn_set_qoses(struct ft_admin *admin,
    const struct ft_qos *item, size_t n, const struct ft_admin_set *set,
    struct ft_error *err);

/* WCKEY is a user's default now. */
enum ft_status ft_txn_default_wckey(
    struct ft_admin *admin, const struct ft_wckey *wckey, struct ft_error *err);

/* Records that were set; nothing is noted of what slurmdbd does not say. */
enum ft_status ft_txn_set_accounts(struct ft_admin *admin,
    const struct ft_admin_records *records,
    const struct ft_admin_account_set *to, struct ft_error *err);
enum ft_status ft_txn_set_users(struct ft_admin *admin,
    const struct ft_admin_records *records, const struct ft_admin_user_set *to,
    struct ft_error *err);
enum ft_status ft_txn_set_cluster(struct ft_admin *admin, const char *name,
    const char *class, struct ft_error *err);

/* Records that are gone, with the coordinators among them. */
enum ft_status ft_txn_drop_accounts(struct ft_admin *admin,
    const struct ft_admin_records *records, struct ft_error *err);
enum ft_status ft_txn_drop_users(struct ft_admin *admin,
    const struct ft_admin_records *records, struct ft_error *err);
enum ft_status ft_txn_drop_coords(struct ft_admin *admin,
    const struct ft_admin_where *what, struct ft_error *err);
/* ITEM[N] are gone, one note for each cluster; in their order by number. */
enum ft_status ft_txn_drop_assocs(struct ft_admin *admin,
    const struct ft_assoc *item, size_t n, struct ft_error *err);
enum ft_status ft_txn_drop_cluster(
    struct ft_admin *admin, const char *name, struct ft_error *err);
/* Those that RESULT says are deleted. */
enum ft_status ft_txn_drop_qoses(struct ft_admin *admin,
    const struct ft_admin_result *result, struct ft_error *err);
/* The same for wckeys. */
enum ft_status ft_txn_drop_wckeys(struct ft_admin *admin,
    const struct ft_wckey *item, size_t n, struct ft_error *err);

/* RESOURCE is new, SHARE of it is CLUSTER's. */
enum ft_status ft_txn_new_resource(struct ft_admin *admin,
    const struct ft_resource *resource, struct ft_error *err);
enum ft_status ft_txn_new_share(struct ft_admin *admin,
    const struct ft_resource_share *share, const char *cluster,
    struct ft_error *err);
/* Resources and shares that RESULT says are changed; are gone, whole: with
 * all their shares. */
enum ft_status ft_txn_set_resources(struct ft_admin *admin,
    const struct ft_admin_result *result,
    const struct ft_admin_resource_set *set, struct ft_error *err);
enum ft_status ft_txn_drop_resources(struct ft_admin *admin,
    const struct ft_admin_result *result, bool whole, struct ft_error *err);

/* A list of "KEY='a' || KEY='b'". */
void ft_txn_add_key(struct ft_str *str, const char *key, const char *name);

#endif
