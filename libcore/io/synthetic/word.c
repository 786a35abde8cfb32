/* word.c - the words of a line of an experiment. */

#include "io/synthetic/private.h"

#define WHOLE     1000000
#define NAMES_MAX 10000
#define COUNT_MAX 10000000

enum ft_status
ft_experiment_fail(const struct experiment_target *target,
    const struct experiment_word *word, size_t column, struct ft_error *err,
    const char *message)
{
	return ft_logical_fail(&target->reading->logical, word->place + column,
	    err, "%s", message);
}

/* ---- values ---------------------------------------------------------------- */

/* The bounds of a value. */
struct range {
	enum ft_dist_unit unit;
	int64_t low, high;
};
#define CENTURY INT64_C(3153600000) /* seconds */

/* Set *value to the value of WORD, which must be in RANGE. */
static enum ft_status
set_value(const struct experiment_target *target,
    const struct experiment_word *word, const struct range *range,
    int64_t *value, struct ft_error *err)
{
	if (ft_dist_value(
		word->value, strlen(word->value), range->unit, value) &&
	    *value >= range->low && *value <= range->high)
		return FT_OK;
	return ft_logical_fail(&target->reading->logical, word->place, err,
	    range->unit == FT_DIST_SECONDS ? "'%s' is not a time for '%.*s'"
					   : "'%s' is not a number for '%.*s'",
	    word->value, (int)word->len, word->key);
}

static enum ft_status
set_seed(struct experiment_target *target, const struct experiment_word *word,
    struct ft_error *err)
{
	if (ft_num_u64(word->value, &target->reading->experiment->seed))
		return FT_OK;
	return ft_experiment_fail(
	    target, word, 0, err, "a seed must be a number");
}

static enum ft_status
set_duration(struct experiment_target *target,
    const struct experiment_word *word, struct ft_error *err)
{
	return set_value(target, word,
	    &(struct range){ FT_DIST_SECONDS, 1, CENTURY },
	    &target->reading->experiment->duration, err);
}

static enum ft_status
set_count(struct experiment_target *target, const struct experiment_word *word,
    struct ft_error *err)
{
	int64_t count;

	FT_TRY(set_value(target, word,
	    &(struct range){ FT_DIST_COUNT, 1, COUNT_MAX }, &count, err));
	if (target->kind == STEP)
		target->step->count = (uint32_t)count;
	else
		target->flow->count = (uint32_t)count;
	return FT_OK;
}

static enum ft_status
set_arrival(struct experiment_target *target,
    const struct experiment_word *word, struct ft_error *err)
{
	size_t column = 0;
	struct ft_error why = { 0 };

	if (ft_arrival_parse(
		&target->flow->arrival, word->value, &column, &why) == FT_OK)
		return FT_OK;
	return ft_experiment_fail(target, word, column, err, why.text);
}

static enum ft_status
set_start(struct experiment_target *target, const struct experiment_word *word,
    struct ft_error *err)
{
	return set_value(target, word,
	    &(struct range){ FT_DIST_SECONDS, 0, CENTURY },
	    &target->flow->start, err);
}

static enum ft_status
set_skew(struct experiment_target *target, const struct experiment_word *word,
    struct ft_error *err)
{
	double skew;

	if (!ft_num_double(word->value, &skew) || skew < 0 || skew > 10)
		return ft_experiment_fail(
		    target, word, 0, err, "expected a skew from 0 to 10");
	target->who->skew = skew;
	return FT_OK;
}

static enum ft_status
set_exclusive(struct experiment_target *target,
    const struct experiment_word *word, struct ft_error *err)
{
	bool yes = !strcasecmp(word->value, "yes");

	if (!yes && strcasecmp(word->value, "no") != 0)
		return ft_experiment_fail(
		    target, word, 0, err, "expected yes or no");
	target->step->exclusive = yes;
	return FT_OK;
}

/* ---- users ----------------------------------------------------------------- */

/* "fred:60%,wilma:40%", or with equal shares "fred", "fred,wilma". */
static enum ft_status
add_name(const struct experiment_target *target,
    const struct experiment_word *word, const char *at, bool *parts,
    struct ft_error *err)
{
	struct ft_experiment_who *who = target->who;
	size_t len = strcspn(at, ",");
	const char *colon = memchr(at, ':', len);
	size_t name = colon ? (size_t)(colon - at) : len;
	size_t column = (size_t)(at - word->value);
	uint32_t part = 0;

	if (!name)
		return ft_experiment_fail(
		    target, word, column, err, "expected a name");
	if (colon && !ft_dist_part(colon + 1, len - name - 1, &part))
		return ft_experiment_fail(target, word, column + name + 1, err,
		    "expected a share such as 12.5%, with at most four "
		    "decimals");
	if (who->n && *parts != (colon != NULL))
		return ft_experiment_fail(target, word, column, err,
		    "give shares for all names or for none");
	*parts = colon != NULL;
	part += who->n ? who->part[who->n - 1] : 0;
	if (part > WHOLE)
		return ft_experiment_fail(target, word, column + name + 1, err,
		    "the shares add up to more than 100%");
	who->name[who->n] =
	    ft_arena_strndup(experiment_arena(target->reading), at, name);
	who->part[who->n++] = part;
	return FT_OK;
}

static enum ft_status
set_user(struct experiment_target *target, const struct experiment_word *word,
    struct ft_error *err)
{
	struct ft_experiment_who *who = target->who;
	const char *at = word->value;
	size_t n = 1;
	bool parts = false;

	*who = (struct ft_experiment_who){ .account = "", .skew = who->skew };
	if (*at == '@') {
		who->account = at + 1;
		return at[1] ? FT_OK
			     : ft_experiment_fail(target, word, 1, err,
				   "expected the name of an account");
	}
	for (const char *comma = at; (comma = strchr(comma, ',')); comma++)
		n++;
	if (n > NAMES_MAX)
		return ft_experiment_fail(
		    target, word, 0, err, "more than 10000 names");
	who->name = ft_arena_calloc(
	    experiment_arena(target->reading), n, sizeof *who->name);
	who->part = ft_arena_calloc(
	    experiment_arena(target->reading), n, sizeof *who->part);
	for (;;) {
		FT_TRY(add_name(target, word, at, &parts, err));
		at += strcspn(at, ",");
		if (!*at)
			break;
		at++;
	}
	if (parts && who->part[who->n - 1] != WHOLE)
		return ft_experiment_fail(target, word, 0, err,
		    "the shares add up to less than 100%");
	for (size_t i = 0; !parts && i < n; i++)
		who->part[i] = (uint32_t)(WHOLE * (uint64_t)(i + 1) / n);
	return FT_OK;
}

/* ---- what a step waits for --------------------------------------------------- */

bool
ft_experiment_find_step(
    const struct ft_experiment_flow *flow, struct ft_word name, uint32_t *step)
{
	/* the last step is the one with the dependency */
	for (size_t i = 0; i + 1 < flow->n_step; i++)
		if (ft_word_equals(name, flow->step[i].name)) {
			*step = (uint32_t)i;
			return true;
		}
	return false;
}

static enum ft_status
set_after(struct experiment_target *target, const struct experiment_word *word,
    struct ft_error *err)
{
	struct ft_experiment_step *step = target->step;
	const char *at = word->value;

	for (;;) {
		struct ft_word name = ft_word_until(at, ",");
		struct ft_experiment_after after = { target->after,
			target->each, 0 };

		if (!ft_experiment_find_step(target->flow, name, &after.step))
			return ft_logical_fail(&target->reading->logical,
			    word->place + (at - word->value), err,
			    "no step '%.*s' above in this workflow",
			    (int)name.len, at);
		*ft_vec_add(step->after, step->n_after, step->cap_after) =
		    after;
		if (!at[name.len])
			return FT_OK;
		at += name.len + 1;
	}
}

/* ---- words ------------------------------------------------------------------- */

typedef enum ft_status set_fn(struct experiment_target *target,
    const struct experiment_word *word, struct ft_error *err);

static const struct key {
	const char *name;
	int kinds;
	set_fn *set;
	enum ft_depend_kind after; /* of set_after */
	bool each;
} keys[] = {
	{ "Seed", HEAD, set_seed, 0, false },
	{ "Duration", HEAD, set_duration, 0, false },
	{ "Count", JOBS | WORKFLOW | STEP, set_count, 0, false },
	{ "Arrival", JOBS | WORKFLOW, set_arrival, 0, false },
	{ "Start", JOBS | WORKFLOW, set_start, 0, false },
	{ "User", JOBS | WORKFLOW | STEP, set_user, 0, false },
	{ "Skew", JOBS | WORKFLOW | STEP, set_skew, 0, false },
	{ "Exclusive", JOBS | WORKFLOW | STEP, set_exclusive, 0, false },
	{ "After", STEP, set_after, FT_DEPEND_AFTER_OK, false },
	{ "AfterAny", STEP, set_after, FT_DEPEND_AFTER_ANY, false },
	{ "AfterNotOk", STEP, set_after, FT_DEPEND_AFTER_NOT_OK, false },
	{ "AfterStart", STEP, set_after, FT_DEPEND_AFTER, false },
	{ "AfterEach", STEP, set_after, FT_DEPEND_AFTER_OK, true },
};

bool
ft_experiment_is_key(const struct experiment_word *word, const char *name)
{
	return strlen(name) == word->len &&
	       !strncasecmp(name, word->key, word->len);
}

static enum ft_status
set_number(struct experiment_target *target, const struct experiment_word *word,
    size_t id, struct ft_error *err)
{
	const struct ft_experiment_info *info = &ft_experiment_numbers[id];
	struct ft_dist *dist =
	    ft_arena_alloc(experiment_arena(target->reading), sizeof *dist);
	size_t column = 0;
	struct ft_error why = { 0 };

	if (ft_dist_parse(dist, word->value,
		(struct ft_dist_want){ info->unit, info->low }, &column,
		&why) != FT_OK)
		return ft_experiment_fail(target, word, column, err, why.text);
	/* default bounds for a distribution without any */
	if (dist->kind != FT_DIST_ITEMS && dist->high == FT_DIST_MAX)
		dist->high = info->high;
	if (dist->high > info->high)
		return ft_logical_fail(&target->reading->logical, word->place,
		    err, "'%s' is more than %lld", word->value,
		    (long long)info->high);
	target->step->number[id] = dist;
	return FT_OK;
}

/* Set a number or text of a job; *known: the word is one. */
static enum ft_status
set_of_job(struct experiment_target *target, const struct experiment_word *word,
    bool *known, struct ft_error *err)
{
	*known = true;
	for (size_t i = 0; i < FT_EXPERIMENT_NUMBERS; i++)
		if (ft_experiment_is_key(word, ft_experiment_numbers[i].key))
			return set_number(target, word, i, err);
	for (size_t i = 0; i < FT_EXPERIMENT_WORDS; i++)
		if (ft_experiment_is_key(word, ft_experiment_words[i].key)) {
			target->step->word[i] = word->value;
			return FT_OK;
		}
	*known = false;
	return FT_OK;
}

static enum ft_status
set_word(struct experiment_target *target, const struct experiment_word *word,
    struct ft_error *err)
{
	const struct ft_logical *logical = &target->reading->logical;
	bool known = false;
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < FT_COUNT(keys); i++) {
		if (!ft_experiment_is_key(word, keys[i].name))
			continue;
		if (keys[i].kinds & (int)target->kind &&
		    !(target->is_default && keys[i].set == set_after)) {
			target->after = keys[i].after;
			target->each = keys[i].each;
			return keys[i].set(target, word, err);
		}
		return ft_logical_fail(logical, word->key, err,
		    "'%.*s' is not allowed in this line", (int)word->len,
		    word->key);
	}
	if (target->kind != HEAD)
		status = set_of_job(target, word, &known, err);
	if (status != FT_OK || known)
		return status;
	return ft_logical_fail(logical, word->key, err, "unknown word '%.*s'",
	    (int)word->len, word->key);
}

enum ft_status
ft_experiment_set_words(
    struct experiment_target *target, size_t from, struct ft_error *err)
{
	const struct experiment_reading *reading = target->reading;

	for (size_t i = from; i < reading->n_word; i++) {
		const struct experiment_word *word = &reading->word[i];
		enum ft_status status = FT_OK;

		for (size_t k = 0; k < i && status == FT_OK; k++)
			if (reading->word[k].len == word->len &&
			    !strncasecmp(
				reading->word[k].key, word->key, word->len))
				status = ft_logical_fail(&reading->logical,
				    word->key, err, "'%.*s' is repeated",
				    (int)word->len, word->key);
		if (status == FT_OK)
			status = set_word(target, word, err);
		if (status != FT_OK)
			return status;
	}
	return FT_OK;
}
