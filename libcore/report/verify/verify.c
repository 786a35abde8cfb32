#include "report/verify/private.h"

const char *const ft_verify_titles[FT_VERIFY_COLUMNS] = {
	[FT_VERIFY_RAW_SHARES] = "RawShares",
	[FT_VERIFY_NORM_SHARES] = "NormShares",
	[FT_VERIFY_RAW_USAGE] = "RawUsage",
	[FT_VERIFY_NORM_USAGE] = "NormUsage",
	[FT_VERIFY_EFFECTV_USAGE] = "EffectvUsage",
	[FT_VERIFY_FAIR_SHARE] = "FairShare",
	[FT_VERIFY_LEVEL_FS] = "LevelFS",
};

const char *const ft_verify_causes[FT_VERIFY_CAUSES] = {
	[FT_VERIFY_EQUAL] = "equal",
	[FT_VERIFY_ROUNDED] = "rounded",
	[FT_VERIFY_RULE] = "rule",
	[FT_VERIFY_PASS] = "pass",
	[FT_VERIFY_HIDDEN] = "hidden",
	[FT_VERIFY_UNEXPLAINED] = "unexplained",
};

void
ft_verify_free(struct ft_verify *verify)
{
	ft_arena_clear(&verify->arena);
}

void
ft_verify_compare(struct ft_verify *verify)
{
	for (size_t i = 0; i < verify->n; i++)
		for (int c = 0; c < FT_VERIFY_COLUMNS; c++) {
			struct ft_verify_cell *cell = &verify->row[i].cell[c];

			cell->cause = strcmp(cell->site, cell->here) == 0
					  ? FT_VERIFY_EQUAL
					  : FT_VERIFY_UNEXPLAINED;
			cell->detail = "";
		}
}

void
ft_verify_explain(
    struct ft_verify_cell *cell, enum ft_verify_cause cause, const char *detail)
{
	if (cell->cause != FT_VERIFY_UNEXPLAINED)
		return;
	cell->cause = cause;
	cell->detail = detail;
}

size_t
ft_verify_count(const struct ft_verify *verify, enum ft_verify_column column,
    enum ft_verify_cause cause)
{
	size_t n = 0;

	for (size_t i = 0; i < verify->n; i++)
		n += verify->row[i].shown &&
		     verify->row[i].cell[column].cause == cause;
	return n;
}

bool
ft_verify_try(struct ft_verify *verify, const char *const *text, unsigned mask,
    enum ft_verify_cause cause, const char *detail)
{
	for (size_t i = 0; i < verify->n * FT_VERIFY_COLUMNS; i++) {
		const struct ft_verify_row *row =
		    &verify->row[i / FT_VERIFY_COLUMNS];
		size_t column = i % FT_VERIFY_COLUMNS;

		if (mask & 1u << column &&
		    strcmp(text[i], row->cell[column].site) != 0)
			return false;
	}
	detail = ft_arena_strdup(&verify->arena, detail);
	for (size_t i = 0; i < verify->n; i++)
		for (int c = 0; c < FT_VERIFY_COLUMNS; c++)
			if (mask & 1u << c)
				ft_verify_explain(
				    &verify->row[i].cell[c], cause, detail);
	return true;
}

/* ---- numbers ---------------------------------------------------------------- */

struct ft_verify_range
ft_verify_printed(const char *text)
{
	struct ft_verify_range range = { 1, 0 };
	double value;

	if (!ft_num_double(text, &value))
		return range;
	range.low = value - FT_VERIFY_HALF_DIGIT;
	range.high = value + FT_VERIFY_HALF_DIGIT;
	return range;
}

bool
ft_verify_meets(struct ft_verify_range left, struct ft_verify_range right)
{
	return left.low <= left.high && right.low <= right.high &&
	       left.low <= right.high && right.low <= left.high;
}
