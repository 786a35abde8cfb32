/*
 * fwhy.h - fwhy: what its files share.
 *
 * args.c reads the command line, who.c finds the users named, source.c loads a
 * store or a lesson, load.c finds out what runs, print.c shows what
 * report/explain/explain.h says of it; lint.c is a command of its own.
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

	bool lint, legend, no_pager;
	unsigned format; /* enum ft_format_kind, or FWHY_MARKDOWN */
	enum ft_color color;
	const char *cluster; /* -M; NULL: the configured one */
	const char *lesson;  /* NULL: the store */
	struct ft_whatif what_if;

	const char *load_file; /* NULL: as the store knows */
	struct ft_args rate;   /* WHO=NUMBER */
	uint32_t days;         /* to look back */
	bool days_given;

	char **operand; /* users, or a job */
	size_t n_operand;
};

void fwhy_args_init(void *settings);
extern const struct ft_option fwhy_options[];

/* What there is to explain: of a store, or of a lesson. */
struct fwhy_source {
	struct ft_lesson lesson;
	struct ft_load data;
	struct ft_names_set own_names;
	const struct ft_names_set *names; /* these, or the lesson's */
	const struct ft_conf *conf;
	ft_real *own;     /* own usage, by node */
	const char *self; /* PrivateData: who may ask about himself; NULL:
	                      everybody */
};

enum ft_status fwhy_source_load(
    struct fwhy_source *source, struct fwhy_args *args, struct ft_error *err);
void fwhy_source_free(struct fwhy_source *source);

/*
 * Set *node to the user association WORD names: user, user@account,
 * user@account:partition, assoc=ID or (number) ID.  Of several the best is
 * taken, and NOTE says so.
 */
struct fwhy_asked {
	const char *word;
	bool number; /* it may be an ID alone */
};
enum ft_status fwhy_find(const struct fwhy_source *source,
    const struct fwhy_asked *asked, uint32_t *node, struct ft_str *note,
    struct ft_error *err);

/*
 * Fill in the outlook of EXPLAIN, as far as the load is known; *text: what it
 * borrows, to be freed afterwards.
 */
enum ft_status fwhy_look_ahead(const struct fwhy_args *args,
    const struct fwhy_source *source, struct ft_explain *explain,
    struct ft_str *text, struct ft_error *err);

/* Print EXPLAIN; note: said first, "" nothing. */
void fwhy_print(const struct fwhy_args *args, const struct ft_explain *explain,
    const char *note);

/* What there is to show, in the two ways it can be shown; ctx: of both. */
struct fwhy_shown {
	const char *schema; /* of the document */
	void (*page)(void *ctx, struct ft_page *page);
	void (*document)(void *ctx, struct ft_doc *doc);
	void *ctx;
};
/* Print it as the options want it: a page, through a pager, JSON or YAML. */
void fwhy_show(const struct fwhy_args *args, const struct fwhy_shown *shown);

/* Returns whether the operand is the number of a job; tell why it waits. */
bool fwhy_is_job(const struct fwhy_args *args);
enum ft_status fwhy_explain_job(struct fwhy_args *args, struct ft_error *err);

/* fwhy --lint; returns the exit status. */
int fwhy_lint(struct fwhy_args *args);

#endif
