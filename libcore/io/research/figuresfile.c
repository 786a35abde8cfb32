#include "io/research/figuresfile.h"

#include "io/text/csvfile.h"

enum { TABLE, SAMPLE, COLUMN, VALUE, NEEDED };
static const char *const names[NEEDED] = { "table", "sample", "column",
	"value" };

#define NONE SIZE_MAX

struct reading {
	struct ft_figures *figures;
	struct ft_csvfile *csv;
	size_t at[NEEDED]; /* field of each */
	size_t least;      /* fields a row needs */
};

static enum ft_status
read_header(struct reading *reading, struct ft_error *err)
{
	struct ft_csvfile *csv = reading->csv;

	for (size_t k = 0; k < NEEDED; k++)
		reading->at[k] = NONE;
	for (size_t i = 0; i < csv->n; i++)
		for (size_t k = 0; k < NEEDED; k++) {
			if (strcasecmp(ft_csvfile_text(csv, i), names[k]) != 0)
				continue;
			if (reading->at[k] != NONE)
				return ft_csvfile_fail(
				    csv, i, err, "column '%s' again", names[k]);
			reading->at[k] = i;
			if (i >= reading->least)
				reading->least = i + 1;
		}
	for (size_t k = 0; k < NEEDED; k++)
		if (reading->at[k] == NONE)
			return ft_csvfile_fail(
			    csv, 0, err, "no column '%s'", names[k]);
	return FT_OK;
}

static enum ft_status
read_row(struct reading *reading, struct ft_error *err)
{
	struct ft_csvfile *csv = reading->csv;
	const char *text[NEEDED] = { NULL };
	int64_t whole;
	int32_t micro;

	if (csv->n < reading->least)
		return ft_csvfile_fail(
		    csv, 0, err, "expected %zu fields", reading->least);
	for (size_t k = 0; k < NEEDED; k++) {
		text[k] = ft_csvfile_text(csv, reading->at[k]);
		if (!*text[k])
			return ft_csvfile_fail(
			    csv, reading->at[k], err, "an empty %s", names[k]);
		if (strpbrk(text[k], "\r\n"))
			return ft_csvfile_fail(csv, reading->at[k], err,
			    "a line end inside the %s", names[k]);
	}
	if (!ft_num_micro(text[VALUE], &whole, &micro) || micro % 10000 != 0 ||
	    whole > FT_FIGURE_MOST || (whole == FT_FIGURE_MOST && micro > 0))
		return ft_csvfile_fail(csv, reading->at[VALUE], err,
		    "expected a number with at most two decimals, not '%s'",
		    text[VALUE]);
	if (!ft_figures_add(reading->figures, text[TABLE], text[SAMPLE],
		text[COLUMN], whole * 100 + micro / 10000))
		return ft_csvfile_fail(csv, 0, err,
		    "duplicate figure: %s of %s in %s", text[COLUMN],
		    text[SAMPLE], text[TABLE]);
	return FT_OK;
}

enum ft_status
ft_figuresfile_read(struct ft_figures *figures, const char *file,
    const char *text, size_t size, struct ft_error *err)
{
	struct ft_csvfile csv FT_CLEANUP(ft_csvfile_free);
	struct reading reading = { .figures = figures, .csv = &csv };
	bool more, header = true;

	ft_csvfile_init(&csv, file, text, size);
	for (;; header = false) {
		FT_TRY(ft_csvfile_next(&csv, &more, err));
		if (!more)
			break;
		FT_TRY(header ? read_header(&reading, err)
			      : read_row(&reading, err));
	}
	if (figures->n == 0)
		return ft_fail(err, FT_EPARSE, "%s:1:1: no figures", file);
	return FT_OK;
}
