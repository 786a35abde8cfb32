/*
 * change.h - add, modify and delete: what all entities have in common, and what
 * these verbs print.
 */
#ifndef FT_CMD_FACCTMGR_CHANGE_CHANGE_H
#define FT_CMD_FACCTMGR_CHANGE_CHANGE_H

#include "facctmgr/entity/entity.h"
#include "facctmgr/store/store.h"

/* ---- add.c, modify.c, delete.c, usage.c ------------------------------------ */

facctmgr_action_fn facctmgr_add, facctmgr_modify, facctmgr_delete;
/* Modify with rawusage=, in a transaction. */
facctmgr_action_fn facctmgr_set_usage;
/* Returns whether there is a valid name to add; complains if not. */
bool facctmgr_has_names(
    struct facctmgr *acct, struct facctmgr_request *request);
/* Returns the request of the library for the records of REQUEST's entity. */
struct ft_admin_request facctmgr_record_request(
    const struct facctmgr_request *request);
/* Report that no setting was given; returns 1. */
int facctmgr_nothing_to_set(struct facctmgr *acct);

/* ---- report.c: what was done, as sacctmgr prints it --------------------------- */

/* Print "A = physics   "; by the Slurm name the name is cut to WIDTH. */
void facctmgr_print_column(struct facctmgr *acct, FILE *out, const char *letter,
    int width, const char *name);
/* Print that nothing was WHAT: "modified", "deleted"; DEEPER: releases that
 * print it below a heading do so here without one. */
void facctmgr_print_nothing(
    struct facctmgr *acct, const char *what, bool deeper);
/* Print all items of one kind, "  name" each. */
void facctmgr_print_names(struct facctmgr *acct,
    const struct ft_admin_result *result, enum ft_admin_did did,
    enum ft_entity entity);
/* "  C = ... A = ... U = ..." for each association; the layouts differ. */
enum facctmgr_assoc_layout { LAYOUT_MODIFY, LAYOUT_DELETE };
void facctmgr_print_assocs(struct facctmgr *acct,
    const struct ft_admin_result *result, enum ft_admin_did did,
    enum facctmgr_assoc_layout layout);
void facctmgr_print_new_assocs(
    struct facctmgr *acct, const struct ft_admin_result *result);
/* The settings, "  label= value" each. */
void facctmgr_print_set(struct facctmgr *acct, const struct ft_admin_set *set);
/* The wckeys that were added, or deleted with their users. */
void facctmgr_print_new_wckeys(
    struct facctmgr *acct, const struct ft_admin_result *result);
void facctmgr_print_deleted_wckeys(
    struct facctmgr *acct, const struct ft_admin_result *result);

/* ---- added.c: what releases report whose slurmdbd adds all at once ----------- */

/* Print what was added, as the report() of an entity does. */
bool facctmgr_report_added(
    struct facctmgr *acct, struct facctmgr_request *request, int *status);
/* Print why nothing was added; returns 1. */
int facctmgr_refused_added(
    struct facctmgr *acct, const struct facctmgr_request *request);

/* ---- refusal.c: what was refused -------------------------------------------- */

/*
 * Print why REQUEST was refused: by the Slurm name as sacctmgr does, else
 * request->err.  Returns the exit status.
 */
int facctmgr_refused(
    struct facctmgr *acct, const struct facctmgr_request *request);
/* After a denial: print the error with which sacctmgr ends, if it has one. */
void facctmgr_broken_connection(struct facctmgr *acct);
/* Complain in sacctmgr's words that the change changes nothing; returns 1. */
int facctmgr_no_effect(struct facctmgr *acct, const char *what);
/* Returns whether sacctmgr prints the heading before it knows what is modified,
 * and the new settings of a cluster after it. */
bool facctmgr_heading_first(const struct facctmgr *acct);
/* Print that no association was modified; returns 1. */
int facctmgr_unchanged(struct facctmgr *acct);
/* Returns whether sacctmgr calls that an error. */
bool facctmgr_unchanged_fails(const struct facctmgr *acct);

#endif
