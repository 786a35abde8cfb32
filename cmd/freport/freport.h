/*
 * freport.h - freport, sreport: what its files share.
 *
 * freport.c reads options, condition.c the words of a report, data.c the store;
 * usage.c, sizes.c, resv.c and delivered.c make the rows of the reports in report.def,
 * column.c has their fields, print.c prints them, and chart.c draws them.
 * Source: sreport(1); cases l02, l60.
 */
#ifndef FT_CMD_FREPORT_FREPORT_H
#define FT_CMD_FREPORT_FREPORT_H

#include "algo/delivery.h"
#include "algo/rollup.h"
#include "base/intern.h"
#include "base/map.h"
#include "cli/arglist.h"
#include "cli/opt.h"
#include "common/session.h"
#include "common/timetext.h"
#include "files/color.h"
#include "model/account/acctdb.h"
#include "model/account/tres.h"
#include "report/format/format.h"

/* ---- what can be asked ---------------------------------------------------------- */

/* Reports with the same fields; bits of the columns' own. */
enum freport_family {
	FREPORT_CLUSTER = 1,
	FREPORT_TOP = 2,
	FREPORT_SIZES = 4,
	FREPORT_KEY_SIZES = 8,
	FREPORT_RESV = 16,
	FREPORT_DELIVERED = 32, /* not one of sreport's */
	FREPORT_AMOUNT = 256 /* a column of amounts, as wide as the largest */
};

enum freport_id {
#define REPORT(id, ...) FREPORT_ID_##id,
#include "freport/report.def"
	FREPORT_REPORTS
};

struct freport;
struct freport_request;
struct freport_data;

struct freport_kind {
	const char *type, *name; /* "cluster", "Utilization" */
	unsigned letters;        /* how many of the name are looked at */
	const char *title;
	enum freport_family family;
	unsigned conditions; /* bits of enum freport_condition */
	const char *fields;  /* by default; $ is the name of a TRES */
	enum ft_release since, until;
};
extern const struct freport_kind freport_kinds[FREPORT_REPORTS];

enum freport_condition {
#define CONDITION(id, ...) FREPORT_WORD_##id,
#include "freport/condition.def"
	FREPORT_WORDS
};
#define FREPORT_BIT(id) (1U << FREPORT_WORD_##id)

enum freport_unit {
	FREPORT_SECONDS = 1,
	FREPORT_MINUTES = 60,
	FREPORT_HOURS = 3600
};

struct freport_request {
	enum freport_id report;
	struct ft_arglist list[FREPORT_WORDS]; /* accounts=a,b */
	bool given[FREPORT_WORDS];             /* tree, group, ... */
	struct ft_arglist fields;
	bool fields_given;
	int64_t from, until;
	uint32_t top; /* rows of TopUsage */
	struct ft_arglist clusters;
	struct ft_columns columns;
	/* accounts=: without those below them; root is none */
	bool exact, rootless;
	enum ft_siblings collation; /* of slurmdbd */
	bool bad;                   /* something was refused */
};

/* The command line, and what lines of the shell change. */
struct freport {
	struct ft_context *context;
	struct ft_session session;
	enum ft_format_kind kind;
	bool no_header, all_clusters, rollup, federation, local;
	unsigned verbose, quiet;
	enum freport_unit unit;
	bool timed;            /* -t is given */
	bool amounts, percent; /* what -t asks to print; both: secper */
	struct ft_arglist clusters;
	struct ft_str tres;
	bool tres_given; /* else CPUs only */
	const char *svg; /* file of the picture; NULL none */
	enum ft_theme theme;
	struct ft_timetext time;
	bool leave;
};

/* ---- data.c: what the store knows ------------------------------------------------ */

struct freport_job {
	uint32_t number, assoc; /* assoc: index; FT_ROLLUP_NONE */
	uint32_t gid;
	const char *user, *account, *wckey, *partition, *nodes;
	int64_t start, end;
	const uint64_t *tres;
};
struct freport_resv {
	uint32_t id;
	const char *name, *nodes, *assocs;
	uint64_t flags;
	const uint64_t *tres;
};
/* The owner whose usage is summed up. */
struct freport_owner {
	uint32_t assoc; /* index */
	uint32_t qos;   /* id */
	const char *wckey;
};

struct freport_data {
	const char *cluster;
	struct ft_acctdb *acctdb;
	struct ft_tres_table tres;
	struct ft_intern strings;
	struct ft_arena arena;
	/* associations of the cluster, depth first: users before accounts */
	struct freport_node {
		const struct ft_assoc *assoc;
		uint32_t parent; /* index; FT_ROLLUP_NONE */
		unsigned depth;
		const char *account, *user; /* user NULL: the account */
	} * node;
	size_t n_node;
	struct ft_map machine; /* numbers of nodes, by name */
	bool registered;       /* there is an event of the cluster */
	struct freport_delivery *delivery; /* NULL unless it is reported */
	struct freport_job *job;
	struct freport_resv *resv;
	struct freport_owner *owner;
	size_t n_job, cap_job, n_resv, cap_resv, n_owner, cap_owner;
	/* the same for ft_rollup_run, by the same indices */
	struct ft_rollup rollup;
	struct ft_rollup_capacity *capacity;
	struct ft_rollup_down *down;
	struct ft_rollup_resv *past;
	struct ft_rollup_job *run;
	size_t cap_capacity, cap_down, cap_past, cap_run;
	struct ft_rollup_use *use; /* [n_tres] */
	double *used;              /* [n_owner * n_tres] */
	size_t *chosen;            /* indices of TRES to report */
	size_t n_chosen;
};

/* FT_ENOENT: nobody knows a TRES of --tres. */
enum ft_status freport_check_tres(
    const struct freport *report, struct ft_error *err);
enum ft_status freport_load(struct freport_data *data, struct freport *report,
    const struct freport_request *request, struct ft_error *err);
void freport_data_free(struct freport_data *data);
/* Returns the average count of TRES in the period, cut. */
uint64_t freport_count(const struct freport_data *data, size_t tres);
uint32_t freport_node_number(
    struct freport_data *data, const char *name, size_t len);

/* ---- delivery.c: what was promised ------------------------------------------------- */

struct ft_job;
/* Begin with what the settings and limits of the cluster are; to be freed even on
 * failure. */
enum ft_status freport_delivery_begin(struct freport_data *data,
    const struct ft_session *session, struct ft_error *err);
/* The cluster had NODES, with what the last element of data->capacity has. */
enum ft_status freport_delivery_nodes(
    struct freport_data *data, const char *nodes, struct ft_error *err);
/* A job that is RUN for data->rollup; node: index of its association. */
enum ft_status freport_delivery_job(struct freport_data *data,
    const struct ft_job *job, const struct ft_rollup_job *run, uint32_t node,
    struct ft_error *err);
/* Sum up the period of REQUEST. */
void freport_delivery_run(
    struct freport_data *data, const struct freport_request *request);
void freport_delivery_free(struct freport_delivery *delivery);
/* Returns the sum of the account NODE and the I-th chosen TRES, and its scale. */
const struct ft_delivery_sum *freport_delivery_of(
    const struct freport_data *data, uint32_t node, size_t i, uint64_t *scale);

/* ---- rows ----------------------------------------------------------------------- */

struct freport_row {
	const struct freport *report;
	const char *cluster, *account, *login, *proper, *wckey, *qos, *tres;
	const char *name, *nodes, *assocs;
	uint64_t flags;
	uint32_t resv; /* id */
	int64_t start, end;
	/* TRES-seconds; base: what is 100%, 0: nothing is */
	double used, base, energy, energy_base;
	bool has_used, has_energy, has_use, has_count;
	struct ft_rollup_use use;
	double count;        /* of the TRES */
	double reach;        /* count times seconds of the period */
	double *group;       /* job sizes, by group */
	bool counts;         /* these are jobs, not time */
	double total, share; /* of all groups; percent of all rows */
	double sort;
	struct freport_promise {
		double promised, delivered, over, gap;
		double cause[FT_DELIVERY_CAUSES];
	} promise;
	bool has_promise;
};

struct freport_rows {
	struct ft_arena arena;
	struct freport_row *item;
	size_t n, cap;
	const char **group; /* titles of groups */
	size_t n_group;
	size_t decide; /* so many rows decide how wide use is; 0: all */
	double total;  /* the largest that a cluster had of a chosen TRES */
};

void freport_usage(struct freport_rows *rows, const struct freport *report,
    const struct freport_request *request, const struct freport_data *data);
void freport_sizes(struct freport_rows *rows, const struct freport *report,
    const struct freport_request *request, const struct freport_data *data);
void freport_resvs(struct freport_rows *rows, const struct freport *report,
    const struct freport_request *request, const struct freport_data *data);
void freport_delivered(struct freport_rows *rows, const struct freport *report,
    const struct freport_request *request, const struct freport_data *data);
/* Whether NODE is in one of the accounts asked for, or below. */
bool freport_asks(const struct freport_request *request,
    const struct freport_data *data, uint32_t node);
/* Returns the name of the account of NODE, indented by its depth if INDENT. */
const char *freport_account(struct freport_rows *rows,
    const struct freport_request *request, const struct freport_data *data,
    uint32_t node, bool indent);
const char *freport_tres(
    struct freport_rows *rows, const struct freport_data *data, size_t tres);
/* Returns A, BETWEEN and B as a text of ARENA. */
const char *freport_join(
    struct ft_arena *arena, const char *a, const char *between, const char *b);
struct freport_row *freport_add_row(struct freport_rows *rows,
    const struct freport *report, const struct freport_data *data);

/* ---- the rest --------------------------------------------------------------------- */

extern const struct ft_column freport_fields[];
/* Whether COLUMN is as wide as its largest amount. */
bool freport_fits_width(
    const struct freport_request *request, const struct ft_column *column);
/* Choose the fields of REQUEST; unknown ones are refused, the others taken. */
void freport_choose(struct freport *report, struct freport_request *request);
/* Add columns for GROUPS titles of job sizes, and their sums. */
void freport_add_groups(struct freport *report, struct freport_request *request,
    const struct freport_rows *rows);

/* Read ARGV, the words after the name of a report. */
void freport_read(struct freport *report, struct freport_request *request,
    int argc, char **argv);
void freport_request_free(struct freport_request *request);
/* Returns false: WORD is no time format. */
bool freport_read_time(struct freport *report, const char *word);

enum ft_status freport_print(struct freport *report,
    struct freport_request *request, struct freport_rows *rows);
/* Append " START - END" of the period. */
void freport_add_period(struct ft_str *str, const struct freport *report,
    const struct freport_request *request);

bool freport_has_chart(enum freport_id report);
/* Write ROWS into the file of --svg. */
enum ft_status freport_draw(const struct freport *report,
    const struct freport_request *request, const struct freport_rows *rows,
    struct ft_error *err);

#endif
