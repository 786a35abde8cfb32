/*
 * fprio.h - fprio, sprio: what its files share.
 *
 * args.c reads the command line, format.c chooses the columns, rows.c the rows,
 * sort.c their order; columns.c has the values of columns; print.c prints tables
 * and CSV, document.c JSON and YAML, diff.c the differences of --diff.  The places
 * of jobs come from report/standing/standing.h.  Source: sprio(1).
 */
#ifndef FT_CMD_FPRIO_FPRIO_H
#define FT_CMD_FPRIO_FPRIO_H

#include "cli/opt.h"
#include "common/session.h"
#include "cli/slurmlist.h"
#include "common/whatif.h"
#include "cli/arglist.h"
#include "report/format/codes.h"
#include "report/format/doc.h"
#include "report/format/format.h"
#include "report/standing/standing.h"
#include "sim/world/world.h"

extern const struct ft_column fprio_fields[];

/* The command line. */
struct fprio_args {
	struct ft_context *context;
	struct ft_session session;

	bool no_header, norm, long_list, weights;
	unsigned verbose;
	const char *format_text; /* -o */
	const char *sort;        /* -S; NULL: by number */
	bool jobs_given;
	const char *jobs_text;
	bool loose_ids; /* -j as since 24.11 */
	uint32_t *job;  /* numbers */
	size_t n_job, cap_job;
	struct ft_arglist users, partitions;
	const char *cluster; /* -M */
	bool bad_format;     /* an unknown letter in --format was reported */
	bool sibling, local;

	/* ours */
	enum ft_format_kind format;
	bool explain, percent, totals, place, diff;
	struct ft_whatif what_if;
};

void fprio_args_free(void *settings);
/* Check variables, operands and combinations of options; returns false after a
 * message. */
bool fprio_args_check(struct fprio_args *args, int argc, char **argv);
extern const struct ft_option fprio_options[];

struct fprio_sum {
	struct ft_priority exact; /* tres: the table's */
	struct ft_priority_parts parts;
	double priority; /* sum of the printed priorities */
	int64_t nice, site;
};

/* The rows, as printed. */
struct fprio_table {
	struct fprio_args *args;
	struct ft_world world;
	struct ft_standings standings;
	const struct ft_standing **row;
	size_t n;
	bool listed; /* slurmctld would send jobs, wanted or not */
	struct fprio_sum sum;
};

/* ---- rows.c --------------------------------------------------------------- */

/* Load the world and choose the rows. */
enum ft_status fprio_table_load(
    struct fprio_table *table, struct fprio_args *args, struct ft_error *err);
void fprio_table_free(struct fprio_table *table);
/* Sort the rows by -S; FT_EINVAL: a letter is no sort key. */
enum ft_status fprio_sort(struct fprio_table *table, struct ft_error *err);

/* ---- format.c, columns.c ---------------------------------------------------- */

enum fprio_row_kind { FPRIO_ROW_JOB, FPRIO_ROW_WEIGHTS, FPRIO_ROW_TOTAL };

/* What columns show. */
struct fprio_row {
	const struct ft_standing *standing; /* of a job; else NULL */
	const struct ft_job *job;           /* the same */
	const struct fprio_table *table;
	enum fprio_row_kind kind;
};

/* Fill LIST (initialised) with the columns. */
void fprio_format_choose(
    const struct fprio_table *table, struct ft_code_list *list);

/* Where columns find members of a standing and its job. */
#define FPRIO_STANDING(name) FT_MEMBER(struct ft_standing, name)
#define FPRIO_PLACE(name)    FT_MEMBER_IF(struct ft_standing, name, waits)
#define FPRIO_JOB(name)      FT_MEMBER_OF(struct fprio_row, job, struct ft_job, name)

/* Add up the rows. */
void fprio_sum(struct fprio_table *table);

/* ---- print.c, document.c, diff.c -------------------------------------------- */

/* FT_EINVAL: --format has an unknown letter, which was reported. */
enum ft_status fprio_print(const struct fprio_table *table, struct ft_out *out);
void fprio_document(const struct fprio_table *table, struct ft_doc *doc);
/* --diff: the effect of --what-if. */
enum ft_status fprio_diff(
    struct fprio_args *args, struct ft_out *out, struct ft_error *err);

#endif
