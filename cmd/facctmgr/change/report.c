/* report.c - what add, modify and delete did, as sacctmgr prints it. */

#include "facctmgr/change/change.h"

void
facctmgr_print_names(struct facctmgr *acct,
    const struct ft_admin_result *result, enum ft_admin_did did,
    enum ft_entity entity)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(result, did, entity, &at)))
		facctmgr_print(acct, "  %s\n", item->name);
}

void
facctmgr_print_column(struct facctmgr *acct, FILE *out, const char *letter,
    int width, const char *name)
{
	if (acct->context->slurm)
		fprintf(out, "%s = %-*.*s", letter, width, width, name);
	else
		fprintf(out, "%s = %-*s", letter, width, name);
}

void
facctmgr_print_nothing(struct facctmgr *acct, const char *what, bool deeper)
{
	deeper =
	    deeper && acct->context->slurm &&
	    ft_release_has(acct->context->release, FT_RULE_NOTHING_INDENTED);
	facctmgr_print(acct, "%s Nothing %s\n", deeper ? " " : "", what);
}

static void
print_assoc(FILE *out, const struct ft_admin_item *item,
    enum facctmgr_assoc_layout layout)
{
	/* unlike those of add, these names are never cut */
	fprintf(out, "  C = %-10s", item->cluster);
	if (*item->user == 0 && *item->note) { /* it moved with its parent */
		fprintf(out, " A = %-20s", item->account);
	} else if (*item->user == 0) {
		fprintf(out, " A = %s", item->account);
		if (*item->parent)
			fprintf(out, " of %s", item->parent);
	} else {
		fprintf(out, " A = %-*s U = %-9s",
		    layout == LAYOUT_MODIFY ? 20 : 10, item->account,
		    item->user);
		if (*item->partition)
			fprintf(out, " P = %s", item->partition);
	}
	fputc('\n', out);
}

void
facctmgr_print_assocs(struct facctmgr *acct,
    const struct ft_admin_result *result, enum ft_admin_did did,
    enum facctmgr_assoc_layout layout)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(result, did, FT_ENTITY_ASSOC, &at)))
		print_assoc(acct->context->out, item, layout);
}

/* The order of `add`: user, account, cluster, partition. */
void
facctmgr_print_new_assocs(
    struct facctmgr *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	FILE *out = acct->context->out;
	size_t at = 0;

	while (
	    (item = ft_admin_next(result, FT_DID_ADD, FT_ENTITY_ASSOC, &at))) {
		fputs("  ", out);
		if (*item->user) {
			facctmgr_print_column(acct, out, "U", 9, item->user);
			fputc(' ', out);
		}
		facctmgr_print_column(acct, out, "A", 10, item->account);
		fputc(' ', out);
		facctmgr_print_column(acct, out, "C", 10, item->cluster);
		if (*item->partition) {
			fputc(' ', out);
			facctmgr_print_column(
			    acct, out, "P", 10, item->partition);
		}
		fputc('\n', out);
	}
}

static void
print_setting(void *ctx, const char *label, int width, const char *value)
{
	facctmgr_print(ctx, "  %-*s= %s\n", width, label, value);
}

void
facctmgr_print_set(struct facctmgr *acct, const struct ft_admin_set *set)
{
	ft_admin_set_describe(
	    set, ft_admin_lookup(acct->admin), print_setting, acct);
}

void
facctmgr_print_new_wckeys(
    struct facctmgr *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_WCKEY) == 0)
		return;
	facctmgr_print(acct, " WCKeys =\n");
	while ((item = ft_admin_next(result, FT_DID_ADD, FT_ENTITY_WCKEY, &at)))
		facctmgr_print(acct, "  U = %-9s W = %-10s C = %-10s\n",
		    item->user, item->name, item->cluster);
}

void
facctmgr_print_deleted_wckeys(
    struct facctmgr *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	facctmgr_print(acct, " Deleting user WCKeys...\n");
	while (
	    (item = ft_admin_next(result, FT_DID_DELETE, FT_ENTITY_WCKEY, &at)))
		facctmgr_print(acct, "  C = %-10s W = %-20s U = %-9s\n",
		    item->cluster, item->name, item->user);
}
