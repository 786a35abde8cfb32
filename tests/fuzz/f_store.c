/*
 * Whole stores whose columns are changed: the first four bytes choose commands,
 * the others what is done to the store (tests/lib/mutate.h).  A command may fail,
 * with a status that it has and a word about why.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fault/deed.h"
#include "fault/every.h"
#include "fault/whole.h"
#include "fuzz/fuzz.h"
#include "lib/mutate.h"
#include "lib/storefile.h"

enum { COMMANDS = 4 };

static struct {
	char *base, *damaged, *work, *folder;
} place;

static void
find_place(void)
{
	if (place.base)
		return;
	place.base = storefile_path("base.db");
	place.damaged = storefile_path("damaged.db");
	place.work = storefile_path("work.db");
	place.folder = ft_strdup(place.base);
	*strrchr(place.folder, '/') = '\0';
	every_make_base(place.base, place.folder);
	setenv("FAIRTREE_DB", place.work, 1);
}

/* The viewer is not in this program: a machine may not have it. */
static void
run(const struct every *command)
{
	struct deed deed = { command->line, "", false };
	struct deed_answer answer = { 0 };

	if (strncmp(command->line, "fview", strlen("fview")) == 0)
		return;
	deed_run(&deed, place.folder, &answer);
	must(answer.status >= 0 && answer.status <= 2,
	    "a status that a program may have");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size <= COMMANDS)
		return 0;
	find_place();
	whole_copy(place.base, place.damaged);
	ft_free(mutate_store(place.damaged, data + COMMANDS, size - COMMANDS));
	for (size_t i = 0; i < COMMANDS; i++) {
		whole_copy(place.damaged, place.work);
		run(&every[data[i] % n_every]);
	}
	return 0;
}
