/*
 * sweep.h - fsim sweep: the same trace under every combination of settings.
 *
 * A point is one combination; points are numbered from 0, the last key of the
 * grid changes fastest.  Its result is one line of CSV, whoever made it and
 * wherever: a run on this machine, a shard of an array, and --collect read and
 * write the same lines.
 */
#ifndef FT_CMD_FSIM_SWEEP_SWEEP_H
#define FT_CMD_FSIM_SWEEP_SWEEP_H

#include "model/conf/listkey.h"
#include "report/format/format.h"
#include "fsim/interval.h"
#include "fsim/source.h"

#define SWEEP_POINTS_MAX 1000000

/* ---- grid (sweep/grid.c) ------------------------------------------------- */

enum sweep_kind {
	SWEEP_SETTING, /* of slurm.conf */
	SWEEP_PART,    /* a word of a setting whose value is a list */
	SWEEP_SHARES,  /* raw shares of an account or user of the store */
	SWEEP_POLICY,
	SWEEP_ORDER,
	SWEEP_DEPTH,
	SWEEP_NODES,
	SWEEP_CPUS,
	SWEEP_OVERRUN,
	SWEEP_FEEDBACK,
	SWEEP_OUTAGES, /* a file */
	SWEEP_ON_FAILURE,
	SWEEP_LIMITS, /* what draws them */
	SWEEP_BOUND,
	SWEEP_WARMUP,
	SWEEP_COOLDOWN,
	SWEEP_GENERATOR, /* an option of fsim trace, which draws the trace */
	SWEEP_SEED,      /* shakes the trace */
	SWEEP_USERS,     /* resamples its users */
	SWEEP_WEEKS,
	SWEEP_TRACE /* one of several files; no --grid names it */
};

struct sweep_key {
	const char *name; /* as in slurm.conf, or lower case */
	enum sweep_kind kind;
	enum ft_conf_key setting; /* SWEEP_SETTING */
	struct ft_listkey part;   /* SWEEP_PART */
	size_t option;            /* SWEEP_GENERATOR: row of its options */
	const char **value;
	size_t n, cap;
};

struct sweep_grid {
	struct ft_arena arena;
	struct sweep_key *key;
	size_t n, cap;
	size_t points;      /* 1 without keys */
	const char **given; /* names of options for all points */
	size_t n_given, cap_given;
};

void sweep_grid_init(struct sweep_grid *grid);
void sweep_grid_free(struct sweep_grid *grid);
/*
 * Add TEXT, "KEY=V1,V2,..." (separated by | if there is one); numbers may be
 * ranges, 1..5.  FT_EINVAL: unknown or ambiguous key, bad, missing or repeated
 * value.
 */
enum ft_status sweep_grid_add(
    struct sweep_grid *grid, const char *text, struct ft_error *err);
/* The option --grid, which does the same. */
ft_opt_fn sweep_grid_option;
/* Make the trace the first key: file[n], n > 1.  FT_EINVAL: too many
 * points. */
enum ft_status sweep_grid_add_traces(
    struct sweep_grid *grid, char *const *file, size_t n, struct ft_error *err);
/* The option ROW was given, for all points. */
void sweep_grid_met(struct sweep_grid *grid, const struct ft_option *row);
/* Before SOURCE is opened: let it read what the points need.  FT_EINVAL: options
 * that no point can use, or that are keys of the grid, too. */
enum ft_status sweep_grid_prepare(const struct sweep_grid *grid,
    struct fsim_source *source, struct ft_error *err);
/* Returns whether all points can replay what really happened. */
bool sweep_grid_is_real(const struct sweep_grid *grid);
/* Returns the trace of POINT. */
size_t sweep_grid_trace(const struct sweep_grid *grid, size_t point);
/* Returns how a key of the grid resamples. */
enum ft_resample sweep_grid_resample(const struct sweep_grid *grid);
const char *sweep_grid_value(
    const struct sweep_grid *grid, size_t point, size_t key);
/* Returns whose shares KEY (SWEEP_SHARES) sets: "physics", "bob@physics". */
const char *sweep_shares_name(const struct sweep_key *key);
/* Append "KEY=VALUE KEY=VALUE". */
void sweep_grid_name(
    const struct sweep_grid *grid, size_t point, struct ft_str *str);
/* Returns whether some key is of that kind. */
bool sweep_grid_has(const struct sweep_grid *grid, enum sweep_kind kind);
/* Apply POINT to TRIAL, and to CONF, which TRIAL is to use. */
enum ft_status sweep_grid_set(const struct sweep_grid *grid, size_t point,
    struct fsim_trial *trial, struct ft_conf *conf, struct ft_error *err);

/*
 * Check every point before the first is simulated; the settings of SOURCE stay.
 * first_come[FSIM_FIRST_COME_CAUSES]: counts the points for each cause; NULL: not
 * wanted.
 */
enum ft_status sweep_grid_check(const struct sweep_grid *grid,
    struct fsim_source *source, size_t *first_come, struct ft_error *err);

/* ---- results (sweep/table.c) --------------------------------------------- */

struct sweep_row {
	const char **text; /* [n_key]; NULL: no result yet */
	double value[FSIM_MEASURES];
};

struct sweep_table {
	struct ft_arena arena;
	const char **key;
	size_t n_key;
	uint64_t mark;         /* mark of trace, settings and grid:
			          sweep_mark */
	const char *from;      /* file of the first result; NULL: none */
	struct sweep_row *row; /* [points]; NULL: no result yet */
	size_t points, n;      /* n: with a result */
	bool sorted;           /* results came in the order of the points */
	size_t last;           /* the last point taken */
};

void sweep_table_init(struct sweep_table *table);
void sweep_table_free(struct sweep_table *table);
/* Make a table of the points of GRID, without results. */
void sweep_table_of_grid(
    struct sweep_table *table, const struct sweep_grid *grid, uint64_t mark);
/*
 * Take the results in TEXT (SIZE bytes) of FILE: a line of names, then lines of
 * results; an incomplete last line is skipped.  An empty table takes the file's
 * keys.  FT_EPARSE: not such a file; FT_EINVAL: results of another sweep, or a
 * different result of a point.
 */
enum ft_status sweep_table_read(struct sweep_table *table, const char *file,
    const char *text, size_t size, struct ft_error *err);
/* Take one line. */
enum ft_status sweep_table_take(struct sweep_table *table, const char *line,
    size_t len, struct ft_error *err);
/* Append the line of names, or of one result. */
void sweep_add_head(struct ft_str *str, const struct sweep_table *table);
void sweep_add_line(struct ft_str *str, const struct sweep_table *table,
    size_t point, const char *const *text, const double *value);
/* Append all results, ordered by point. */
void sweep_add_all(struct ft_str *str, const struct sweep_table *table);

/* ---- its file (sweep/file.c) --------------------------------------------- */

struct sweep_file {
	const char *path; /* as given by the user */
	char *real;       /* where that leads; NULL closed */
	int fd;           /* the locked descriptor; -1 none */
};

/* Open or create FILE's path for this process alone, and take its results. 
 * FT_EBUSY: another sweep writes it; others as sweep_table_read. */
enum ft_status sweep_file_open(
    struct sweep_file *file, struct sweep_table *table, struct ft_error *err);
/* Append a line at once. */
enum ft_status sweep_file_add(const struct sweep_file *file, const char *line,
    size_t len, struct ft_error *err);
/* Replace the file by one that has the lines of TABLE by point. */
enum ft_status sweep_file_sort(const struct sweep_file *file,
    const struct sweep_table *table, struct ft_error *err);
void sweep_file_close(struct sweep_file *file);

/* The row of --against. */
struct sweep_against {
	const char *text;   /* as given; NULL: none */
	const char **value; /* [n_key]; NULL: not named */
	struct ft_arena arena;
};

/* ---- the command --------------------------------------------------------- */

struct sweep {
	struct fsim_source source;
	struct sweep_grid grid;
	struct sweep_table table;
	struct sweep_file file;
	/* options */
	struct ft_str again; /* those that define the sweep, quoted for a
			        shell */
	const char *format_text, *sort_text;
	enum ft_format_kind format;
	bool collect, emit, quiet;
	bool means; /* print groups instead of points */
	struct sweep_against against;
	double confidence;      /* of their intervals, 0..1 */
	bool confident, shaken; /* --confidence, --shake were given */
	bool conf_given;        /* they include --conf */
	bool commands;          /* --emit-commands */
	uint64_t tasks;         /* of the array, 0 not given */
	uint64_t ran;           /* tasks that made the files to collect; 0
				   not given */
	uint64_t chunk;         /* points of a task at most, 0 not given */
	uint64_t shard, shards; /* 1..shards; 0 all */
	uint64_t processes;
	int64_t shake;
	/* at work */
	size_t first_come[FSIM_FIRST_COME_CAUSES]; /* number of points for
						      each cause */
	size_t *todo;                              /* points */
	size_t n_todo;
	double error; /* of waits without the grid; NAN unknown */
};

/* mark.c: a checksum of trace, settings, store and grid. */
enum ft_status sweep_mark(
    struct sweep *sweep, uint64_t *mark, struct ft_error *err);
/* ---- means (sweep/means.c) ----------------------------------------------- */

/* What is known of a measure of a group. */
enum sweep_part {
	SWEEP_MEAN,
	SWEEP_HALF, /* half width of Student's interval */
	SWEEP_LOW,
	SWEEP_HIGH,
	/* mean of the paired differences from the base, in the same order;
	   NAN without a base */
	SWEEP_DIFFERENCE,
	SWEEP_DIFFERENCE_HALF,
	SWEEP_DIFFERENCE_LOW,
	SWEEP_DIFFERENCE_HIGH,
	SWEEP_BETTER, /* 1 the group, -1 the base, 0 neither */
	SWEEP_PARTS
};

/* The points that differ only in trace and seed. */
struct sweep_group {
	const char **text; /* of the first one */
	size_t n;          /* units with a result */
	size_t pairs;      /* those that the base has, too; 0: it is the base */
	double value[SWEEP_PARTS * FSIM_MEASURES]; /* part by part */
};

struct sweep_groups {
	struct sweep_group *item; /* in the order of the points */
	size_t n, cap;
	enum fsim_sense sense;
	const char *drawn; /* "user", "week": what is resampled; NULL */
	size_t base;       /* index of the item with which the others are
			      compared; SIZE_MAX none */
};

/* Whether key K of TABLE tells units apart, not groups. */
bool sweep_is_unit(const struct sweep_table *table, size_t k);
/* Group all results; free with sweep_groups_free.  FT_EINVAL: no key tells units
 * apart, or no group or several are the one of AGAINST. */
enum ft_status sweep_groups_make(struct sweep_groups *groups,
    const struct sweep_table *table, const struct sweep_against *against,
    double confidence, struct ft_error *err);
void sweep_groups_free(struct sweep_groups *groups);

/* ---- the row they are compared with (sweep/against.c) --------------------- */

/* Read AGAINST's text: "first", or "KEY=VALUE,..." (separated by | if there is
 * one).  FT_EINVAL: not a key of TABLE that tells groups apart. */
enum ft_status sweep_against_parse(struct sweep_against *against,
    const struct sweep_table *table, struct ft_error *err);
/* FT_EINVAL: no row of GRID, or several, would be that one. */
enum ft_status sweep_against_check(const struct sweep_against *against,
    const struct sweep_grid *grid, const struct sweep_table *table,
    struct ft_error *err);
/* Returns whether a row with TEXT, by key, may be that one. */
bool sweep_against_fits(const struct sweep_against *against,
    const struct sweep_table *table, const char *const *text);
/* FT_EINVAL unless N, the number of rows that fit, is 1. */
enum ft_status sweep_against_single(
    const struct sweep_against *against, size_t n, struct ft_error *err);

/* run.c: run all points of the shard that have no result, and unless only rows are
 * printed what the settings without the grid predict of a trace with real waits. */
enum ft_status sweep_run(struct sweep *sweep, bool *interrupted, size_t *failed,
    struct ft_error *err);
/* sweep/print.c */
enum ft_status sweep_print(struct sweep *sweep, struct ft_error *err);
enum ft_status sweep_check_columns(struct sweep *sweep, struct ft_error *err);
/*
 * effect.c: warn of keys that made no difference in any row, and of points in
 * which no job started.  Returns false, after a message, if none started at any
 * point with a result.
 */
bool sweep_judge(const struct sweep *sweep);
/* emit.c: print the script of a job array, or command lines; trace[n]: the files. */
void sweep_emit(const struct sweep *sweep, char *const *trace, size_t n);

#endif
