/*
 * every.h - each command of the project, and a store that has something for
 * each.
 */
#ifndef FAULT_EVERY_H
#define FAULT_EVERY_H

#include <stdbool.h>
#include <stddef.h>

struct every {
	const char *line; /* as in a struct deed; '...' is one word */
	bool changes;     /* may write */
};

extern const struct every every[];
extern const size_t n_every;

/* As deed_make_base, with QOS, limits, people in charge, undone changes, ... */
void every_make_base(const char *path, const char *folder);

#endif
