/*
 * check.h - fcontrol check: what is wrong with settings, found and told.
 */
#ifndef FT_CMD_FCONTROL_UPDATE_CHECK_H
#define FT_CMD_FCONTROL_UPDATE_CHECK_H

#include "base/map.h"
#include "fcontrol/fcontrol.h"
#include "io/slurm/slurmconf.h"
#include "model/machine/queue.h"

enum check_level {
	CHECK_REFUSED, /* the settings are not loaded */
	CHECK_WARNING, /* probably not meant */
	CHECK_NOTE,    /* ignored */
	CHECK_LEVELS
};

struct check_finding {
	enum check_level level;
	const char *kind;  /* "loop", "unknown-key" */
	const char *place; /* "file:line:column"; "" none */
	const char *node;  /* the first it is about; "" all */
	const char *text;
	uint64_t turn; /* in which its line was read; SIZE_MAX: none */
	uint64_t line, column;
	size_t order; /* in which it was found */
};

struct check {
	struct fcontrol *control;
	struct ft_arena arena;
	struct ft_conf own; /* as it was read here */
	const struct ft_conf *conf;
	bool named; /* another file than the one that is in force */
	struct ft_machine machine;
	struct ft_map lines; /* "file:line": its turn */
	struct check_finding *finding;
	size_t n, cap, count[CHECK_LEVELS];
};

/* Keep a finding, once; the texts are copied. */
void check_add(struct check *check, enum check_level level, const char *kind,
    const char *place, const char *text);
/* check_key.c: a key that nothing here uses, or that its line cannot have. */
void check_key(struct check *check, const struct ft_slurmconf_news *news);
/* check_look.c: what each of them finds is kept. */
void check_machine(struct check *check);
void check_queues(struct check *check);
/* Names of QOS that the store does not have. */
void check_names(struct check *check, const struct ft_book *book);

#endif
