/*
 * commands.c - --print-commands: the sacctmgr lines that make the same change,
 * from the store before and after it.
 */

#include "admin/step/step.h"
#include "facctmgr/store/store.h"

enum ft_status
facctmgr_commands_start(struct facctmgr *acct, struct ft_error *err)
{
	if (acct->commands == NULL)
		return FT_OK;
	acct->before = ft_calloc(1, sizeof *acct->before);
	return ft_store_read_book(
	    acct->session.store, false, acct->before, err);
}

void
facctmgr_commands_drop(struct facctmgr *acct)
{
	if (acct->before)
		ft_acctdb_free(acct->before);
	ft_free(acct->before);
	acct->before = NULL;
}

enum ft_status
facctmgr_commands_print(struct facctmgr *acct, struct ft_error *err)
{
	struct ft_steps steps;
	struct ft_acctdb after FT_CLEANUP(ft_acctdb_free) = { 0 };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status;

	if (acct->commands == NULL || acct->before == NULL)
		return FT_OK;
	status = ft_store_read_book(acct->session.store, false, &after, err);
	if (status == FT_OK) {
		ft_steps_between(&steps, acct->before, &after);
		for (size_t i = 0; i < steps.n; i++)
			ft_step_commands(&steps.step[i], &text);
		fputs(ft_str_text(&text), acct->commands);
		ft_steps_free(&steps);
	}
	facctmgr_commands_drop(acct);
	return status;
}
