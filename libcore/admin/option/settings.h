/*
 * settings.h - the own settings of an entity, from the acctdb or the registry,
 * and how they differ from a set.
 */
#ifndef FT_ADMIN_OPTION_SETTINGS_H
#define FT_ADMIN_OPTION_SETTINGS_H

#include "admin/index/index.h"
#include "admin/option/option.h"
#include "model/account/acctdb.h"
#include "model/account/registry.h"

/* All borrowed.  Limits are sorted by kind. */
struct ft_settings {
	const struct ft_acctdb *acctdb; /* NULL: from none */
	enum ft_entity entity;
	uint32_t id;
	const void *record; /* struct of the entity */
	const struct ft_limit *limit;
	const struct ft_qosref *ref;
	size_t n_limit, n_ref;
};

struct ft_settings ft_settings_of_qos(
    const struct ft_acctdb *acctdb, const struct ft_qos *qos);
/* Those of association I. */
struct ft_settings ft_settings_of_assoc(
    const struct ft_admin_index *index, uint32_t i);
struct ft_settings ft_settings_find_assoc(
    const struct ft_acctdb *acctdb, const struct ft_assoc *assoc);
/* Those of an association that was just added. */
struct ft_settings ft_settings_of_new_assoc(const struct ft_acctdb *acctdb);
/* Take the limits and the list of OWN, whose entity and id are known, from
 * REGISTRY. */
enum ft_status ft_settings_read(struct ft_registry *registry,
    struct ft_settings *own, struct ft_error *err);
/* Returns whether both have the same, under the same ids. */
bool ft_settings_same(
    const struct ft_settings *left, const struct ft_settings *right);
/* Returns its limit KIND of TRES, NULL if it has none. */
const struct ft_limit *ft_settings_limit(
    const struct ft_settings *own, enum ft_limit_kind kind, uint32_t tres);
/* Returns how many of the limits are of KIND; *first: index of the first. */
size_t ft_settings_limits(
    const struct ft_settings *own, enum ft_limit_kind kind, size_t *first);
/* Returns whether its list has REF: the QOS, with the same sign. */
bool ft_settings_has_ref(
    const struct ft_settings *own, const struct ft_admin_qosref *ref);
/* Append its limit KIND as a dump has it: plain numbers, "cpu=4,mem=2G". */
void ft_settings_limit_text(struct ft_str *str,
    const struct ft_tres_table *tres, const struct ft_settings *own,
    enum ft_limit_kind kind);

/*
 * The comparison of two states, row by row.  What comes out is a set, to be
 * cleared with ft_admin_set_free, that leads from the one to the other:
 *
 *   changes  what of SET differs from OWN: members, all elements of a limit of
 *            which one differs, the whole list when it is not the same
  *   extras   what OWN has and SET does not give: members get the values of
 *   FRESH, another record; limits are cleared, with the value that they
 *   had; a list is emptied
 *
 * ft_admin_set_is_idle returns whether it is empty: nothing differs.
 */
void ft_settings_changes(const struct ft_settings *own,
    const struct ft_admin_set *set, struct ft_admin_set *changes);
void ft_settings_unmanaged(const struct ft_settings *own,
    const struct ft_admin_set *set, const void *fresh,
    struct ft_admin_set *extras);

#endif
