/* -S: letters of columns, the first the most important. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prio/prio.h"

#define NEAR 1e-5 /* reals closer than this are equal to sprio */

struct key {
	char letter; /* of factors: the small one */
	bool down;
	const struct ft_world *world;
};

/* A row with its place before this pass: sorting is stable. */
struct entry {
	const struct ft_standing *standing;
	size_t place;
	const struct key *key;
};

static int
compare_real(double a, double b)
{
	if (fabs(a - b) < NEAR)
		return 0;
	return a < b ? -1 : 1;
}

static const char *
name_of(const struct key *key, const struct ft_standing *standing)
{
	const struct ft_qos *qos;

	switch (key->letter) {
	case 'o':
		return standing->job->account;
	case 'n':
		qos = ft_world_qos(key->world, standing->job->qos);
		return qos ? qos->name : "";
	case 'r':
		return key->world->machine.partition[standing->partition].name;
	default:
		return standing->job->user;
	}
}

static int
compare_factor(
    char letter, const struct ft_standing *a, const struct ft_standing *b)
{
	static const struct {
		char letter;
		enum ft_priority_factor factor;
	} factors[] = {
		{ 'a', FT_FACTOR_AGE },
		{ 'f', FT_FACTOR_FAIRSHARE },
		{ 'j', FT_FACTOR_JOB_SIZE },
		{ 'p', FT_FACTOR_PARTITION },
		{ 'q', FT_FACTOR_QOS },
		{ 't', FT_FACTOR_TRES },
	};

	for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
		if (factors[i].letter == letter)
			return compare_real(
			    a->priority.weighted[factors[i].factor],
			    b->priority.weighted[factors[i].factor]);
	}
	return compare_real(prio_priority(a), prio_priority(b));
}

static int
compare_by(const struct key *key, const struct ft_standing *a,
    const struct ft_standing *b)
{
	const struct ft_job *x = a->job, *y = b->job;

	switch (key->letter) {
	case 'c':
		return 0;
	case 'i':
		return (x->number > y->number) - (x->number < y->number);
	case 'N':
		return (x->nice > y->nice) - (x->nice < y->nice);
	case 'n':
	case 'o':
	case 'r':
	case 'u':
		return strcmp(name_of(key, a), name_of(key, b));
	default:
		return compare_factor(key->letter, a, b);
	}
}

static int
compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = compare_by(x->key, x->standing, y->standing);

	if (order != 0)
		return x->key->down ? -order : order;
	return x->place < y->place ? -1 : 1;
}

static void
sort_by(struct prio_table *table, struct entry *entry, const struct key *key)
{
	for (size_t i = 0; i < table->n; i++)
		entry[i] = (struct entry){ table->row[i], i, key };
	qsort(entry, table->n, sizeof *entry, compare);
	for (size_t i = 0; i < table->n; i++)
		table->row[i] = entry[i].standing;
}

static bool
read_key(const struct prio_args *args, char c, char *letter)
{
	*letter = c;
	if (strchr("afjpqty", c) || strchr("cirNu", c))
		return true;
	if (strchr("no", c))
		return !args->context->slurm;
	if (!strchr("AFJPQTY", c))
		return false;
	*letter = (char)(c - 'A' + 'a');
	return true;
}

enum ft_status
prio_sort(struct prio_table *table, struct ft_error *err)
{
	const char *text = table->args->sort;
	struct entry *entry;
	enum ft_status status = FT_OK;

	if (!text)
		return FT_OK;
	entry = ft_alloc((table->n + 1) * sizeof *entry);
	/* the last first: the first has the last word */
	for (size_t i = strlen(text); i > 0 && i-- && status == FT_OK;) {
		struct key key = { .world = &table->world,
			.down = i > 0 && text[i - 1] == '-' };

		if (strchr(",+-", text[i]))
			continue;
		if (read_key(table->args, text[i], &key.letter))
			sort_by(table, entry, &key);
		else
			status = ft_fail(err, FT_EINVAL,
			    table->args->context->slurm
				? "Invalid sort specification: %c"
				: "nothing to sort by: '%c'",
			    text[i]);
	}
	ft_free(entry);
	return status;
}
