/*
 * deed.h - commands done inside this process, to a store of its own.
 */
#ifndef FAULT_DEED_H
#define FAULT_DEED_H

#include <stdbool.h>

#define DEED_EXAMPLES "data/examples/"

/* What is done to the store: the words of a command line, and its input. */
struct deed {
	const char *line; /* @ is the folder of the stores; '...' one word */
	const char *input;
	bool steps; /* several transactions, each a sound state */
};

struct deed_answer {
	int status;
	char err[512]; /* what it said, the beginning */
};

/* Do it to the store at FAIRTREE_DB, as the program would. */
void deed_run(
    const struct deed *deed, const char *folder, struct deed_answer *answer);

/*
 * Make a store at PATH in FOLDER: accounts, 64 processors, 60 jobs of which some
 * ran, run or wait; its clock stands at 2030-01-01T01:00:00.  Sets the
 * environment; bails if it cannot.
 */
void deed_make_base(const char *path, const char *folder);

#endif
