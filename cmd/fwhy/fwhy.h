/*
 * fwhy.h - fwhy: what its files share.
 *
 * args.c reads the command line, source.c loads a store or a lesson, find.c
 * finds the named users in it, load.c finds the current load, and print.c prints
 * what report/explain/explain.h finds.  job.c is about jobs and --lint.
 */
#ifndef FT_CMD_FWHY_FWHY_H
#define FT_CMD_FWHY_FWHY_H

#include "files/color.h"
#include "cli/opt.h"
#include "common/session.h"
#include "common/whatif.h"
#include "io/lesson/lessonfile.h"
#include "load/load.h"
#include "report/explain/explain.h"

/* A page in Markdown, beside the values of enum ft_format_kind. */
#define FWHY_MARKDOWN (FT_FORMAT_TABLE + 100)

/* The command line. */
struct fwhy_args {
	struct ft_context *context;
	struct ft_session session;

	bool lint, legend, alternatives, blame;
	uint32_t orders; /* --blame */
	unsigned format; /* enum ft_format_kind, or FWHY_MARKDOWN */
	struct ft_color color;
	const char *cluster; /* -M; NULL: the configured one */
	const char *lesson;  /* NULL: the store */
	struct ft_whatif what_if;

	const char *load_file; /* NULL: the load in the store */
	struct ft_args rate;   /* WHO=NUMBER */
	uint32_t days;         /* to look back */
	bool days_given;

	char **operand; /* users, or a job */
	size_t n_operand;
};

void fwhy_args_init(void *settings);
extern const struct ft_option fwhy_options[];

/* What is explained: the cluster of a store, or of a lesson. */
struct fwhy_source {
	struct ft_lesson lesson;
	struct ft_load data;
	struct ft_names_set own_names;
	const struct ft_names_set *names; /* these, or the lesson's */
	const struct ft_conf *conf;
	ft_real *own;     /* own usage, by node */
	const char *self; /* PrivateData allows only questions about this user;
	                      NULL: about everyone */
};

enum ft_status fwhy_source_load(
    struct fwhy_source *source, struct fwhy_args *args, struct ft_error *err);
void fwhy_source_free(struct fwhy_source *source);

/*
 * Set *node to the user association that WORD names: user, user@account,
 * user@account:partition, assoc=ID or (number) ID.  If several match, the
 * one with the best place is chosen, and NOTE lists them.
 */
struct fwhy_asked {
	const char *word;
	bool number;  /* it may be an ID alone */
	bool account; /* if no user is called that, it may be an account */
};
enum ft_status fwhy_find(const struct fwhy_source *source,
    const struct fwhy_asked *asked, uint32_t *node, struct ft_str *note,
    struct ft_error *err);

/*
 * Fill in the prediction of EXPLAIN if the load is known.  *text: texts that it
 * borrows; free it afterwards.
 */
enum ft_status fwhy_predict(const struct fwhy_args *args,
    const struct fwhy_source *source, struct ft_explain *explain,
    struct ft_str *text, struct ft_error *err);

/* Print NOTE, if it is not empty, EXPLAIN and LIMITS (NULL: none). */
struct ft_why_limits;
void fwhy_print(const struct fwhy_args *args, const struct ft_explain *explain,
    const char *note, const struct ft_why_limits *limits);
/* The same with the limits of the jobs of its only user. */
enum ft_status fwhy_print_limited(struct fwhy_args *args,
    const struct ft_explain *explain, const char *note, struct ft_error *err);

/* The two forms of an explanation; ctx: argument of both. */
struct fwhy_shown {
	const char *schema; /* of the document */
	void (*page)(void *ctx, struct ft_page *page);
	void (*document)(void *ctx, struct ft_doc *doc);
	void *ctx;
};
/* Print it in the format of the options: as a page, through a pager, or as JSON
 * or YAML. */
void fwhy_show(const struct fwhy_args *args, const struct fwhy_shown *shown);

/* Returns whether the operand is the ID of a job; explain why it waits. */
bool fwhy_is_job(const struct fwhy_args *args);
enum ft_status fwhy_explain_job(struct fwhy_args *args, struct ft_error *err);

/* fwhy --lint; returns the exit status. */
int fwhy_lint(struct fwhy_args *args);

#endif
