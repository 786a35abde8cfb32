/*
 * shares.c - a table of sshare as rows, and the usage of each association: that of an
 * account in the table contains all below it.
 */

#include "fimport/shares.h"

#include <stdlib.h>

#include "io/slurm/sharetable.h"

#define MILLION 1000000
#define SMALL   1000000000 /* seconds */

static enum ft_status
fail_row(const struct fimport_shares *shares, const struct fimport_share *row,
    struct ft_error *err, const char *text)
{
	return ft_fail(err, FT_EPARSE, "%s:%zu:%zu: %s '%s'%s%s%s: %s",
	    shares->import->file, row->line, row->column,
	    *row->user ? "user" : "account",
	    *row->user ? row->user : row->account,
	    *row->user ? " in account '" : "", *row->user ? row->account : "",
	    *row->user ? "'" : "", text);
}

/* ---- amounts ---------------------------------------------------------------- */

/* Add MORE to *sum; false on overflow. */
static bool
add_amount(struct fimport_amount *sum, const struct fimport_amount *more)
{
	int32_t micro = sum->micro + more->micro;
	int64_t whole;

	if (!ft_num_add_i64(sum->whole, more->whole, &whole) ||
	    !ft_num_add_i64(whole, micro >= MILLION, &whole))
		return false;
	sum->whole = whole;
	sum->micro = micro % MILLION;
	return true;
}

/*
 * Set *rest to TOTAL less BELOW, the sum of N amounts.  What rounding leaves counts
 * as 0: with EXACT amounts some millionths (a double has 15 digits), else some
 * seconds too few, because integers are cut off.  Returns false: BELOW is larger.
 */
static bool
subtract(const struct fimport_amount *total, const struct fimport_amount *below,
    size_t n, bool exact, struct fimport_amount *rest)
{
	int64_t whole = total->whole - below->whole;
	int64_t micro = (int64_t)total->micro - below->micro;
	int64_t slack = (int64_t)n + total->whole / 1000000000;

	if (micro < 0) {
		micro += MILLION;
		whole--;
	}
	*rest = (struct fimport_amount){ whole, (int32_t)micro };
	if (exact ? whole > -SMALL && whole < SMALL &&
			llabs(whole * MILLION + micro) <= slack + 1
		  : whole < 0 && whole >= -slack)
		*rest = (struct fimport_amount){ 0, 0 };
	return rest->whole >= 0;
}

/* ---- the table as rows ------------------------------------------------------ */

/* Add the usage of the row to its parent. */
static enum ft_status
add_below(struct fimport_shares *shares, const struct ft_sharetable_row *from,
    struct fimport_share *row, struct ft_error *err)
{
	uint64_t at = 0;
	struct fimport_share *above;

	ft_map_get(&shares->account,
	    ft_arena_lower(&shares->arena, from->parent), &at);
	row->parent = (size_t)at;
	above = &shares->row[at];
	above->n_below++;
	for (size_t i = 0; i <= shares->n_tres; i++)
		if (!add_amount(&above->below[i], &row->amount[i]))
			return ft_fail(err, FT_EPARSE,
			    "%s:%zu:%zu: the usage below account '%s' is too "
			    "large",
			    shares->import->file, from->line, from->column,
			    above->account);
	return FT_OK;
}

/* The TRES of the first row; the others have the same. */
static void
take_tres(struct fimport_shares *shares, const struct ft_sharetable_row *from)
{
	shares->n_tres = from->n_tres;
	shares->tres = ft_arena_calloc(
	    &shares->arena, from->n_tres + 1, sizeof *shares->tres);
	for (size_t i = 0; i < from->n_tres; i++)
		shares->tres[i] =
		    ft_arena_strdup(&shares->arena, from->tres[i].name);
	shares->exact = true;
}

static enum ft_status
take_amounts(struct fimport_shares *shares,
    const struct ft_sharetable_row *from, struct fimport_share *row,
    struct ft_error *err)
{
	size_t n = shares->n_tres;

	row->amount =
	    ft_arena_calloc(&shares->arena, n + 1, sizeof *row->amount);
	row->below = ft_arena_calloc(&shares->arena, n + 1, sizeof *row->below);
	row->amount[FT_FIMPORT_RAW] =
	    (struct fimport_amount){ from->whole, from->micro };
	shares->exact &= from->exact;
	if (from->n_tres != n)
		return fail_row(shares, row, err, "other TRES than before");
	for (size_t i = 0; i < n; i++) {
		const struct ft_sharetable_tres *tres = &from->tres[i];

		if (strcmp(tres->name, shares->tres[i]) != 0)
			return fail_row(
			    shares, row, err, "other TRES than before");
		row->amount[i + 1] =
		    (struct fimport_amount){ tres->whole, tres->micro };
	}
	return FT_OK;
}

static enum ft_status
take_row(void *ctx, const struct ft_sharetable_row *from, struct ft_error *err)
{
	struct fimport_shares *shares = ctx;
	struct fimport_share row = {
		.account = ft_arena_lower(&shares->arena, from->account),
		.user = ft_arena_lower(&shares->arena, from->user),
		.partition = ft_arena_strdup(&shares->arena, from->partition),
		.limits = ft_arena_strdup(&shares->arena, from->limits),
		.best = from->has_factor ? from->factor : 0,
		.worst = from->has_factor ? from->factor : 1,
		.exact = from->exact,
		.has_norm = from->has_norm,
		.norm = from->norm,
		.line = from->line,
		.column = from->column,
	};

	if (!shares->n)
		take_tres(shares, from);
	FT_TRY(take_amounts(shares, from, &row, err));
	if (shares->n)
		FT_TRY(add_below(shares, from, &row, err));
	if (!*row.user && !ft_map_put(&shares->account, row.account, shares->n))
		return fail_row(shares, &row, err,
		    "it is in the table twice, in upper and lower case");
	if (from->parent_shares)
		snprintf(row.shares, sizeof row.shares, "parent");
	else
		snprintf(
		    row.shares, sizeof row.shares, "%" PRIu32, from->shares);
	*ft_vec_add(shares->row, shares->n, shares->cap) = row;
	shares->n_account += !*row.user;
	shares->n_assoc += *row.user != '\0';
	if (!strcmp(row.user, "root") && !strcmp(row.account, "root"))
		shares->root_user = true;
	return FT_OK;
}

enum ft_status
fimport_shares_read(
    struct fimport *import, struct fimport_shares *shares, struct ft_error *err)
{
	*shares = (struct fimport_shares){ .import = import };
	return ft_sharetable_parse(
	    &(struct ft_input){
		import->file, ft_str_text(&import->text), import->text.len },
	    take_row, shares, err);
}

void
fimport_shares_free(struct fimport_shares *shares)
{
	ft_map_clear(&shares->account);
	ft_free(shares->row);
	ft_arena_clear(&shares->arena);
}

/* ---- usage ------------------------------------------------------------------ */

/* Set *own to the usage of the association itself. */
static enum ft_status
own_usage(const struct fimport_shares *shares, const struct fimport_share *row,
    size_t i, struct fimport_amount *own, struct ft_error *err)
{
	*own = row->amount[i];
	if (*row->user ||
	    subtract(&row->amount[i], &row->below[i], row->n_below,
		i != FT_FIMPORT_RAW || shares->exact, own))
		return FT_OK;
	return ft_fail(err, FT_EPARSE,
	    "%s:%zu:%zu: account '%s' has used %" PRId64
	    "%s%s, less than the sum of the rows below it, %" PRId64,
	    shares->import->file, row->line, row->column, row->account,
	    row->amount[i].whole, i ? " of " : "", i ? shares->tres[i - 1] : "",
	    row->below[i].whole);
}

static enum ft_status
put_row(const struct fimport_shares *shares, const struct fimport_share *row,
    uint32_t assoc, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct fimport_amount raw, own;

	FT_TRY(own_usage(shares, row, FT_FIMPORT_RAW, &raw, err));
	for (size_t i = 1; i <= shares->n_tres; i++) {
		FT_TRY(own_usage(shares, row, i, &own, err));
		if (own.whole || own.micro)
			ft_str_addf(&text, "%s%s=%" PRId64 ".%06" PRId32,
			    text.len ? "," : "", shares->tres[i - 1], own.whole,
			    own.micro);
	}
	/* else it would be that of cpu */
	if (shares->n_tres && !text.len)
		ft_str_add(&text, "billing=0");
	/* also if it is 0: a revived association may have usage */
	if (fimport_balance_add(shares->import->balance,
		&(struct ft_usage_mark){
		    .assoc = assoc, .whole = raw.whole, .micro = raw.micro },
		ft_str_text(&text), err) == FT_OK)
		return FT_OK;
	return ft_error_locate(
	    err, shares->import->file, row->line, row->column);
}

enum ft_status
fimport_shares_put(const struct fimport_shares *shares,
    const struct ft_registry *registry, const char *what, struct ft_error *err)
{
	struct fimport *import = shares->import;

	/* a tree that was matched has it */
	if (!import->balance)
		FT_TRY(fimport_balance_new(import, registry, err));
	ft_meter_begin(registry->meter, "importing", "rows", shares->n);
	for (size_t i = 0; i < shares->n; i++, ft_meter_step(registry->meter)) {
		const struct fimport_share *row = &shares->row[i];
		uint32_t assoc = fimport_balance_find(import->balance,
		    row->account, row->user, row->partition, NULL);

		if (!assoc)
			return fail_row(shares, row, err, what);
		FT_TRY(put_row(shares, row, assoc, err));
	}
	return fimport_balance_write(import->balance, err);
}
