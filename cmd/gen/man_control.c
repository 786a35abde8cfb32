/* man_control.c - the regions of fcontrol's page, from its tables. */
#include <string.h>

#include "gen/gen.h"
#include "sim/world.h"

struct row {
	const char *name, *sentence;
};

static const struct row shows[] = {
#define CONTROL_SHOW(name, least, run, sentence) { name, sentence },
#include "control/show.def"
};

static const struct row updates[] = {
#define CONTROL_UPDATE(name, least, run, sentence) { name, sentence },
#include "control/update.def"
};

static void
add_row(struct ft_str *str, const char *name, const char *sentence)
{
	ft_str_addf(str, ".It Cm %s\n", name);
	gen_text(str, sentence);
}

/* The rows, those that are words and those that are keys alike. */
static void
add_rows(struct ft_str *str, const struct row *row, size_t n)
{
	ft_str_add(str, ".Bl -tag -width Ds\n");
	for (size_t i = 0; i < n; i++)
		add_row(str, row[i].name, row[i].sentence);
	ft_str_add(str, ".El\n");
}

static void
add_keys(struct ft_str *str)
{
	const struct ft_update_key *key;

	ft_str_add(str, ".Bl -tag -width Ds\n");
	for (key = ft_update_keys; key->name; key++)
		if (!(key->flags & FT_UPDATE_SLURM))
			add_row(str, key->name, key->sentence);
	ft_str_add(str, ".El\n");
}

bool
gen_control(struct ft_str *str, const char *name)
{
	if (strcmp(name, "SHOW") == 0)
		add_rows(str, shows, sizeof shows / sizeof *shows);
	else if (strcmp(name, "UPDATE") == 0)
		add_rows(str, updates, sizeof updates / sizeof *updates);
	else if (strcmp(name, "JOB-KEYS") == 0)
		add_keys(str);
	else
		return false;
	return true;
}
