/* lint.c - the weights and shares of a cluster, checked. */
#include "why/why.h"

enum ft_status
ft_why_ask_lint(struct ft_why_lint *lint, struct ft_error *err)
{
	static const unsigned kinds = FT_VISIBILITY_BIT(ACCOUNTS) |
				      FT_VISIBILITY_BIT(USERS) |
				      FT_VISIBILITY_BIT(USAGE);
	const struct ft_load *data = lint->data;

	FT_TRY(ft_session_need_sight(lint->why->session, kinds, "--lint", err));
	FT_TRY(ft_tie_rules_run(&lint->rules, &data->input, &data->share,
	    &lint->names->account, err));
	lint->in = (struct ft_lint_input){ .world = &lint->why->world,
		.input = &data->input,
		.share = &data->share,
		.names = lint->names,
		.rules = &lint->rules };
	ft_lint_run(&lint->lint, &lint->in);
	return FT_OK;
}

void
ft_why_lint_free(struct ft_why_lint *lint)
{
	ft_lint_free(&lint->lint);
	ft_tie_rules_free(&lint->rules);
}
