#include "io/research/gamefile.h"

#include "io/text/csvfile.h"

enum { NAME, NODES, PLANNED, REAL, COLUMNS };

#define NONE SIZE_MAX

static const struct {
	const char *name;
	int column;
} names[] = {
	{ "name", NAME },
	{ "nodes", NODES },
	{ "width", NODES },
	{ "w", NODES },
	{ "planned", PLANNED },
	{ "min", PLANNED },
	{ "real", REAL },
	{ "rtime", REAL },
};
static const char *const column_names[COLUMNS] = { "name", "nodes", "planned",
	"real" };

struct reading {
	struct ft_csvfile *csv;
	struct ft_game_jobs *jobs;
	size_t at[COLUMNS]; /* index in a record; NONE */
	size_t width;       /* fields of a record */
	uint64_t number;    /* of the job */
};

static int
column_of(const char *word)
{
	for (size_t i = 0; i < FT_COUNT(names); i++)
		if (strcasecmp(word, names[i].name) == 0)
			return names[i].column;
	return COLUMNS;
}

static enum ft_status
read_head(struct reading *reading, struct ft_error *err)
{
	struct ft_csvfile *csv = reading->csv;

	for (size_t i = 0; i < csv->n; i++) {
		int column = column_of(ft_csvfile_text(csv, i));

		if (column == COLUMNS)
			continue;
		if (reading->at[column] != NONE)
			return ft_csvfile_fail(csv, i, err,
			    "duplicate column %s", column_names[column]);
		reading->at[column] = i;
	}
	for (int i = NODES; i <= PLANNED; i++)
		if (reading->at[i] == NONE)
			return ft_csvfile_fail(csv, 0, err,
			    "no column '%s' in the first line",
			    column_names[i]);
	reading->width = csv->n;
	return FT_OK;
}

/* Returns how many bytes of TEXT a message shows: at most its first line. */
static int
shown(const char *text)
{
	size_t len = strcspn(text, "\n");

	return (int)(len > 40 ? 40 : len);
}

static enum ft_status
read_number(const struct reading *reading, int column, uint32_t most,
    uint32_t *number, struct ft_error *err)
{
	size_t i = reading->at[column];
	const char *text = ft_csvfile_text(reading->csv, i);

	if (!ft_num_u32(text, number) || !*number || *number > most)
		return ft_csvfile_fail(reading->csv, i, err,
		    "%s: expected a whole number from 1 to %u, not '%.*s'",
		    column_names[column], (unsigned)most, shown(text), text);
	return FT_OK;
}

static enum ft_status
read_name(
    struct reading *reading, struct ft_game_job *job, struct ft_error *err)
{
	struct ft_arena *arena = &reading->jobs->arena;
	size_t i = reading->at[NAME];
	const char *text = i == NONE ? "" : ft_csvfile_text(reading->csv, i);
	struct ft_str number FT_CLEANUP(ft_str_free) = { 0 };

	if (strchr(text, '\n'))
		return ft_csvfile_fail(reading->csv, i, err,
		    "a name must be a single line, not '%.*s...'", shown(text),
		    text);
	if (!*text) {
		ft_str_addf(
		    &number, "%llu", (unsigned long long)reading->number);
		text = ft_str_text(&number);
	}
	job->name = ft_arena_strdup(arena, text);
	return FT_OK;
}

static enum ft_status
read_job(struct reading *reading, struct ft_error *err)
{
	struct ft_csvfile *csv = reading->csv;
	struct ft_game_job job = { .source = (uint32_t)reading->jobs->n };
	uint32_t planned, real;

	reading->number++;
	if (csv->n != reading->width)
		return ft_csvfile_fail(csv, csv->n - 1, err,
		    "%zu fields, but %zu columns in the first line", csv->n,
		    reading->width);
	FT_TRY(
	    read_number(reading, NODES, FT_GAME_MOST_NODES, &job.nodes, err));
	FT_TRY(
	    read_number(reading, PLANNED, FT_GAME_MOST_MINUTES, &planned, err));
	real = planned;
	if (reading->at[REAL] != NONE &&
	    read_number(reading, REAL, FT_GAME_MOST_MINUTES, &real, err) !=
		FT_OK)
		return FT_EPARSE;
	job.planned = planned;
	job.real = real;
	FT_TRY(read_name(reading, &job, err));
	ft_game_jobs_add(reading->jobs, &job);
	return FT_OK;
}

enum ft_status
ft_gamefile_read(struct ft_game_jobs *jobs, const char *file, const char *text,
    size_t size, struct ft_error *err)
{
	struct ft_csvfile csv FT_CLEANUP(ft_csvfile_free);
	struct reading reading = {
		.csv = &csv, .jobs = jobs, .at = { NONE, NONE, NONE, NONE }
	};
	bool more;

	ft_csvfile_init(&csv, file, text, size);
	FT_TRY(ft_csvfile_next(&csv, &more, err));
	if (!more)
		return ft_cursor_fail(&csv.cursor, NULL, err,
		    "the first line must name the columns");
	FT_TRY(read_head(&reading, err));
	for (;;) {
		FT_TRY(ft_csvfile_next(&csv, &more, err));
		if (!more)
			return FT_OK;
		FT_TRY(read_job(&reading, err));
	}
}

bool
ft_gamefile_is(const char *text, size_t size)
{
	struct ft_csvfile csv FT_CLEANUP(ft_csvfile_free);
	bool more, known = false;

	ft_csvfile_init(&csv, "", text, size);
	if (ft_csvfile_next(&csv, &more, NULL) == FT_OK)
		for (size_t i = 0; i < csv.n && !known; i++)
			known = column_of(ft_csvfile_text(&csv, i)) != COLUMNS;
	return known;
}
