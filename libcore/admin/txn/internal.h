/*
 * internal.h - noting transactions; for the files of admin only.
 *
 * Notes are kept until the request is done: slurmdbd writes all records of a
 * request before their associations.
 */
#ifndef FT_ADMIN_TXN_INTERNAL_H
#define FT_ADMIN_TXN_INTERNAL_H

#include "admin/internal.h"
#include "admin/txn/txn.h"

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
/* Append ", column=", without the comma at the start. */
void ft_txn_add_name(struct ft_str *info, const char *column);
/* Append "COLUMN='TEXT'"; TEXT: NULL: nothing. */
void ft_txn_add_text(struct ft_str *info, const char *column, const char *text);

/* Append what SET gives, by the columns of the rows that are noted. */
void ft_txn_add_columns(struct ft_str *str, const struct ft_admin_set *set);

/* RECORD of ENTITY, an account, user, QOS or resource, is new. */
enum ft_status ft_txn_new(struct ft_admin *admin, enum ft_entity entity,
    const union ft_entity_record *record, struct ft_error *err);
/* ASSOC is new, with its limits and list; with_default: with is_def. */
enum ft_status ft_txn_new_assoc(struct ft_admin *admin,
    const struct ft_assoc *assoc, bool with_default, struct ft_error *err);
/* The cluster NAME is new, ROOT its root. */
enum ft_status ft_txn_new_cluster(struct ft_admin *admin, const char *name,
    const struct ft_assoc *root, struct ft_error *err);
/* USER coordinates ACCOUNT. */
enum ft_status ft_txn_new_coord(struct ft_admin *admin, const char *user,
    const char *account, struct ft_error *err);
enum ft_status ft_txn_new_wckey(struct ft_admin *admin,
    const struct ft_wckey *wckey, const char *user, bool is_default,
    struct ft_error *err);
/* SHARE of a resource is CLUSTER's. */
enum ft_status ft_txn_new_share(struct ft_admin *admin,
    const struct ft_resource_share *share, const char *cluster,
    struct ft_error *err);

/* ITEM[N] have been changed by SET: one note for each cluster. */
enum ft_status ft_txn_set_assocs(struct ft_admin *admin,
    const struct ft_assoc *item, size_t n, const struct ft_admin_set *set,
    struct ft_error *err);
/* ASSOC, WCKEY is a user's default now. */
enum ft_status ft_txn_default_assoc(
    struct ft_admin *admin, const struct ft_assoc *assoc, struct ft_error *err);
enum ft_status ft_txn_default_wckey(
    struct ft_admin *admin, const struct ft_wckey *wckey, struct ft_error *err);
/* The accounts, users or QOS that RESULT lists as modified were given SET;
 * columns that slurmdbd does not write are left out. */
enum ft_status ft_txn_set_records(struct ft_admin *admin,
    const struct ft_admin_result *result, const struct ft_admin_set *set,
    struct ft_error *err);
enum ft_status ft_txn_set_cluster(struct ft_admin *admin, const char *name,
    const char *class, struct ft_error *err);
/* The resources and shares of the request's result. */
enum ft_status ft_txn_set_resources(
    struct ft_admin *admin, struct ft_error *err);

/* RECORDS, accounts or users, are gone; so are the coordinators among them. */
enum ft_status ft_txn_drop_records(struct ft_admin *admin,
    enum ft_entity entity, const struct ft_admin_records *records,
    struct ft_error *err);
enum ft_status ft_txn_drop_coords_of(struct ft_admin *admin,
    enum ft_entity entity, const struct ft_admin_records *records,
    struct ft_error *err);
/* The coordinators that the request names are gone. */
enum ft_status ft_txn_drop_coords(struct ft_admin *admin, struct ft_error *err);
/* ITEM[N] are gone, one note for each cluster; in their order by number. */
enum ft_status ft_txn_drop_assocs(struct ft_admin *admin,
    const struct ft_assoc *item, size_t n, struct ft_error *err);
enum ft_status ft_txn_drop_wckeys(struct ft_admin *admin,
    const struct ft_wckey *item, size_t n, struct ft_error *err);
enum ft_status ft_txn_drop_cluster(
    struct ft_admin *admin, const char *name, struct ft_error *err);
/* Those that the request's result lists as deleted; resources with all their
 * shares, or shares alone. */
enum ft_status ft_txn_drop_qoses(struct ft_admin *admin, struct ft_error *err);
enum ft_status ft_txn_drop_resources(
    struct ft_admin *admin, struct ft_error *err);

/* A list of "KEY='a' || KEY='b'". */
void ft_txn_add_key(struct ft_str *str, const char *key, const char *name);

#endif
