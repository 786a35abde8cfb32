/*
 * check.h - fcontrol check: what is wrong with settings, found and told.
 */
#ifndef FT_CONTROL_CHECK_H
#define FT_CONTROL_CHECK_H

#include "control/control.h"
#include "model/machine_queue.h"

struct check_finding {
	bool refused;
	const char *kind;  /* "loop", "unknown-key" */
	const char *place; /* "file:line"; "" none */
	const char *node;  /* the first it is about; "" all */
	const char *text;
};

struct check {
	struct control *control;
	struct ft_arena arena;
	struct ft_conf own; /* of a file that was named */
	const struct ft_conf *conf;
	struct ft_machine machine;
	struct check_finding *finding;
	size_t n, cap, refused;
};

/* Keep a finding; the texts are copied. */
void check_add(struct check *check, bool refused, const char *kind,
    const char *place, const char *text);
/* check_look.c: what each of them finds is kept. */
void check_keys(struct check *check);
void check_machine(struct check *check);
void check_queues(struct check *check);
/* Names of QOS that the store does not have. */
void check_names(struct check *check, const struct ft_book *book);

#endif
