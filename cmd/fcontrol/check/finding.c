/* finding.c - what check has found: each finding once, in the order of the files. */

#include "fcontrol/check/private.h"

/*
 * Returns whether the finding exists already, because two checks may report the
 * same problem.  It is then moved to the end: callers complete the last
 * finding.
 */
static bool
is_there(struct fcontrol_check *check, const char *kind, const char *place,
    const char *text)
{
	for (size_t i = 0; i < check->n; i++) {
		struct fcontrol_finding finding = check->finding[i];

		if (strcmp(finding.place, place) != 0 ||
		    strcmp(finding.text, text) != 0)
			continue;
		finding.kind = kind;
		for (; i + 1 < check->n; i++)
			check->finding[i] = check->finding[i + 1];
		check->finding[i] = finding;
		return true;
	}
	return false;
}

/* Cut ":NUMBER" off the end of PLACE; returns the number, 0 if there is none. */
static uint64_t
cut_number(char *place)
{
	char *colon = strrchr(place, ':');
	uint64_t number = 0;

	if (!colon || !ft_num_u64(colon + 1, &number))
		return 0;
	*colon = '\0';
	return number;
}

/* Set the position of a finding in the report: that of its line, or of the line
 * that this one continues. */
static void
find_turn(const struct fcontrol_check *check, struct fcontrol_finding *finding)
{
	char *place = ft_strdup(finding->place);
	uint64_t column = cut_number(place), line = cut_number(place);
	uint64_t turn = SIZE_MAX;
	bool found = false;

	for (uint64_t at = line; at > 0 && !found; at--) {
		struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

		ft_str_addf(&name, "%s:%" PRIu64, place, at);
		found = ft_map_get(&check->lines, ft_str_text(&name), &turn);
	}
	ft_free(place);
	finding->turn = found ? turn : SIZE_MAX;
	finding->line = line;
	finding->column = column;
}

void
fcontrol_check_add(struct fcontrol_check *check,
    enum fcontrol_check_level level, const char *kind, const char *place,
    const char *text)
{
	struct ft_arena *arena = &check->arena;
	struct fcontrol_finding *finding;

	if (is_there(check, kind, place, text))
		return;
	finding = ft_vec_add(check->finding, check->n, check->cap);
	*finding = (struct fcontrol_finding){ .level = level,
		.kind = kind,
		.place = ft_arena_strdup(arena, place),
		.node = "",
		.text = ft_arena_strdup(arena, text),
		.order = check->n };
	find_turn(check, finding);
	check->count[level]++;
}

static int
by_turn(const void *a, const void *b)
{
	const struct fcontrol_finding *x = a, *y = b;

	if (x->turn != y->turn)
		return x->turn < y->turn ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->column != y->column)
		return x->column < y->column ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

void
fcontrol_check_sort(struct fcontrol_check *check)
{
	if (check->n)
		qsort(
		    check->finding, check->n, sizeof *check->finding, by_turn);
}
