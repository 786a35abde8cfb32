/*
 * planfile.h - a saved plan: the requested state, the steps to reach it, and the
 * state of the store for which they were computed.
 *
 * One JSON object, schema "fairtree.plan/1", made to be read in a review: one line
 * for each line of the request and for each step.  Unknown members are skipped, so
 * later versions can add some.  Not here: computing steps (admin/step/step.h).
 */
#ifndef FT_IO_SITE_PLANFILE_H
#define FT_IO_SITE_PLANFILE_H

#include "base/base.h"

#define FT_PLANFILE_SCHEMA "fairtree.plan/1"

/* One setting of a step; NULL: not set. */
struct ft_planfile_field {
	const char *name, *old, *new;
};

struct ft_planfile_step {
	const char *op;     /* "add" "change" "move" "delete" */
	const char *entity; /* "account" ... */
	const char *path;   /* "physics", "bob@physics" */
	const char *line;   /* for people */
	struct ft_planfile_field *field;
	size_t n_field;
};

/* The last change of the store; 0: it had none. */
struct ft_planfile_base {
	uint32_t change;
	int64_t time;                /* wall clock */
	const char *actor, *command; /* "" with change 0 */
};

struct ft_planfile_options {
	bool prune, exact, skip_blocked, allow_large;
	const char *scope; /* NULL: none */
	uint32_t max_deletes, max_losers;
};

/* Texts are in the arena, or the caller's who fills it in. */
struct ft_planfile {
	struct ft_arena arena;
	const char *source; /* file with the requested state */
	const char *cluster;
	struct ft_planfile_base base;
	struct ft_planfile_options options;
	const char *desired; /* a flat file */
	struct ft_planfile_step *step;
	size_t n_step;
};

void ft_planfile_init(struct ft_planfile *plan);
void ft_planfile_free(struct ft_planfile *plan);

/*
 * Fill PLAN (initialised) from TEXT.  FT_EPARSE "file:line:column: ...": not JSON,
 * another schema, or a member is missing or of the wrong type.
 */
enum ft_status ft_planfile_parse(struct ft_planfile *plan, const char *file,
    const char *text, size_t size, struct ft_error *err);
/* Append PLAN as text.  FT_EINVAL: a text in it is not UTF-8. */
enum ft_status ft_planfile_write(
    const struct ft_planfile *plan, struct ft_str *str, struct ft_error *err);

#endif
