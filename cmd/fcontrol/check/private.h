/*
 * private.h - fcontrol check: the settings being checked, and what was found.
 */
#ifndef FT_CMD_FCONTROL_CHECK_PRIVATE_H
#define FT_CMD_FCONTROL_CHECK_PRIVATE_H

#include "base/map.h"
#include "fcontrol/fcontrol.h"
#include "io/slurm/slurmconf.h"
#include "model/machine/queue.h"

enum fcontrol_check_level {
	FCONTROL_CHECK_REFUSED, /* the settings cannot be loaded; exit 1 */
	FCONTROL_CHECK_WARNING, /* probably a mistake */
	FCONTROL_CHECK_NOTE,    /* ignored */
	FCONTROL_CHECK_LEVELS
};

struct fcontrol_finding {
	enum fcontrol_check_level level;
	const char *kind;  /* "loop", "unknown-key" */
	const char *place; /* "file:line:column"; "" if it has none */
	const char *node;  /* the first node it is about; "" for all */
	const char *text;
	uint64_t turn; /* order of its line, from 0; SIZE_MAX: no line */
	uint64_t line, column;
	size_t order; /* order in which it was found */
};

struct fcontrol_check {
	struct fcontrol *control;
	struct ft_arena arena; /* texts of findings */
	struct ft_conf own;    /* settings as they were read here */
	const struct ft_conf *conf;
	bool named; /* a file other than the one in force is checked */
	struct ft_machine machine;
	struct ft_map lines; /* "file:line" to turn */
	struct fcontrol_finding *finding;
	size_t n, cap, count[FCONTROL_CHECK_LEVELS];
};

/* ---- finding.c ------------------------------------------------------------ */

/* Record a finding, once; the texts are copied. */
void fcontrol_check_add(struct fcontrol_check *check,
    enum fcontrol_check_level level, const char *kind, const char *place,
    const char *text);
/* Sort the findings by the lines they are about. */
void fcontrol_check_sort(struct fcontrol_check *check);

/* ---- key.c ---------------------------------------------------------------- */

/* Record a key that is not used, or not allowed on its line. */
void fcontrol_check_key(
    struct fcontrol_check *check, const struct ft_slurmconf_finding *finding);

/* ---- machine.c ------------------------------------------------------------ */

/* Record what is suspicious about nodes and partitions that can be loaded. */
void fcontrol_check_machine(struct fcontrol_check *check);
/* Record mistakes in the SubordinateLists, which make partitions queues. */
void fcontrol_check_queues(struct fcontrol_check *check);
/* Record the names of QOS that the store does not have. */
void fcontrol_check_names(
    struct fcontrol_check *check, const struct ft_acctdb *acctdb);

#endif
