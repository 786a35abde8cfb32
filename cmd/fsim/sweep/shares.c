#include "fsim/sweep/shares.h"

#include "common/whatif.h"

/* Append "modify user bob where account=physics set fairshare=3" for NAME,
 * bob@physics, or "modify account NAME set ...". */
static void
add_line(struct ft_str *line, const char *name, const char *value)
{
	const char *at = strrchr(name, '@');
	struct ft_str word FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add_n(&word, name, at ? (size_t)(at - name) : strlen(name));
	ft_str_add(line, at ? "modify user " : "modify account ");
	ft_str_add_shell(line, ft_str_text(&word));
	if (at) {
		ft_str_add(line, " where account=");
		ft_str_add_shell(line, at + 1);
	}
	ft_str_addf(line, " set fairshare=%s", value);
}

static enum ft_status
apply(struct fsim_source *source, const char *name, const char *value,
    struct ft_error *err)
{
	struct ft_whatif what_if = { .slurm = NULL };
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status;

	if (!source->has_store)
		return ft_fail(err, FT_EINVAL,
		    "--grid: fairshare.%s changes a store: name one with --db",
		    name);
	add_line(&line, name, value);
	ft_args_add(&what_if.command, ft_str_text(&line));
	status =
	    ft_whatif_apply(source->context, &source->session, &what_if, err);
	ft_args_free(&what_if.command);
	source->trial.store = source->session.store;
	return status;
}

enum ft_status
sweep_shares_set(const struct sweep_grid *grid, size_t point,
    struct fsim_source *source, struct ft_error *err)
{
	for (size_t i = 0; i < grid->n; i++)
		if (grid->key[i].kind == SWEEP_SHARES)
			FT_TRY(apply(source, sweep_shares_name(&grid->key[i]),
			    sweep_grid_value(grid, point, i), err));
	return FT_OK;
}

static enum ft_status
check_key(const struct sweep_key *key, struct fsim_source *source,
    struct ft_error *err)
{
	struct fsim_source copy = *source;
	enum ft_status status = FT_OK;

	copy.session.borrowed = true; /* the store stays open */
	for (size_t i = 0; i < key->n && status == FT_OK; i++)
		status =
		    apply(&copy, sweep_shares_name(key), key->value[i], err);
	if (!copy.session.borrowed)
		ft_store_close(copy.session.store);
	return status;
}

enum ft_status
sweep_shares_check(const struct sweep_grid *grid, struct fsim_source *source,
    struct ft_error *err)
{
	for (size_t i = 0; i < grid->n; i++)
		if (grid->key[i].kind == SWEEP_SHARES)
			FT_TRY(check_key(&grid->key[i], source, err));
	return FT_OK;
}
