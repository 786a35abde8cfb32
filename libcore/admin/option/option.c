#include "admin/option/option.h"
#include "admin/internal.h"
#include "admin/option/private.h"

#include "base/text/timefmt.h"
#include "model/account/qos.h"

const struct ft_qos *
ft_admin_find_qos(const struct ft_admin_lookup *lookup, const char *name)
{
	for (size_t i = 0; i < lookup->n_qos; i++)
		if (strcasecmp(lookup->qos[i].name, name) == 0)
			return &lookup->qos[i];
	return NULL;
}

const struct ft_qos *
ft_admin_get_qos(const struct ft_admin_lookup *lookup, uint32_t id)
{
	for (size_t i = 0; i < lookup->n_qos; i++)
		if (lookup->qos[i].id == id)
			return &lookup->qos[i];
	return NULL;
}

bool
ft_admin_set_is_idle(const struct ft_admin_set *set)
{
	for (size_t i = 0; i < set->n_limit; i++)
		if (!set->limit[i].idle)
			return false;
	return !(set->has & ~set->idle) && !set->parent && !set->list.given;
}

bool
ft_admin_set_has(const struct ft_admin_set *set, size_t at)
{
	return set->has >> at & 1;
}

bool
ft_admin_set_clears(const struct ft_admin_set *set, size_t at)
{
	return set->clear >> at & 1;
}

struct ft_attr_value
ft_admin_set_value(const struct ft_admin_set *set, const struct ft_attr *attr)
{
	size_t at = ft_attr_place(attr);

	return ft_admin_set_clears(set, at) ? ft_attr_unset(attr)
					    : ft_attr_get(attr, &set->to);
}

void
ft_admin_set_put(struct ft_admin_set *set, const struct ft_attr *attr,
    struct ft_attr_value value, enum ft_given given)
{
	uint64_t bit = UINT64_C(1) << ft_attr_place(attr);

	set->has |= bit;
	set->clear &= ~bit;
	set->idle &= ~bit;
	if (given == FT_GIVEN_CLEAR)
		set->clear |= bit;
	if (given == FT_GIVEN_IDLE)
		set->idle |= bit;
	ft_attr_set(attr, &set->to, value);
}

void
ft_admin_set_text(struct ft_admin_set *set, size_t at, const char *text)
{
	if (text)
		ft_admin_set_put(set, ft_attr_row(set->entity, at),
		    (struct ft_attr_value){ .text = text }, FT_GIVEN_SET);
}

void
ft_admin_set_texts(struct ft_admin_set *set)
{
	size_t n;
	const struct ft_attr *attr = ft_attrs(set->entity, &n);

	for (size_t at = 0; at < n && attr[at].column; at++) {
		const char *text = NULL;

		if (attr[at].type == FT_ATTR_TEXT)
			memcpy(&text, (const char *)&set->to + attr[at].offset,
			    sizeof text);
		ft_admin_set_text(set, at, text);
	}
}

void
ft_admin_set_number(struct ft_admin_set *set, size_t at, uint32_t number)
{
	ft_admin_set_put(set, ft_attr_row(set->entity, at),
	    (struct ft_attr_value){ .number = number }, FT_GIVEN_SET);
}

void
ft_admin_set_init(struct ft_admin_set *set, enum ft_entity entity)
{
	*set = (struct ft_admin_set){ .entity = entity };
}

void
ft_admin_set_free(struct ft_admin_set *set)
{
	ft_free(set->limit);
	ft_free(set->list.item);
	ft_arena_clear(&set->arena);
	*set = (struct ft_admin_set){ 0 };
}

/* ---- values ---- */

/* A value that is being put into a set. */
struct option {
	struct ft_admin_set *set;
	const struct ft_attr *attr;
	const struct ft_admin_lookup *lookup;
	const char *value;
	size_t added;         /* limits that it names */
	char change;          /* of the limit that it names now */
	bool plain, relative; /* elements of a list so far */
};

/* Here and below: a lenient lookup complains in sacctmgr's words. */
static enum ft_status
bad_value(const struct option *option, struct ft_error *err)
{
	const char *name = ft_attr_label(option->attr);

	return option->lookup->lenient
		   ? ft_admin_fail_number(option->lookup->release,
			 option->attr->type == FT_ATTR_REAL, name,
			 option->value, err)
		   : ft_fail(err, FT_EINVAL, "invalid value for %s (%s)", name,
			 option->value);
}

/* Give the member of the option a number. */
static enum ft_status
put_number(const struct option *option, int64_t number, enum ft_given given)
{
	ft_admin_set_put(option->set, option->attr,
	    (struct ft_attr_value){ .number = number }, given);
	return FT_OK;
}

/* ---- limits ---- */

/* The last value given for a limit wins. */
static void
put_limit(
    struct option *option, uint32_t tres, uint64_t value, enum ft_given what)
{
	struct ft_admin_set *set = option->set;
	struct ft_admin_limit limit = { .kind = (uint16_t)option->attr->limit,
		.tres = tres,
		.value = what == FT_GIVEN_CLEAR ? 0 : value,
		.clear = what == FT_GIVEN_CLEAR,
		.idle = what == FT_GIVEN_IDLE,
		.change = option->change };

	option->added++;
	if (what == FT_GIVEN_NONE)
		return;
	for (size_t i = 0; i < set->n_limit; i++)
		if (set->limit[i].kind == limit.kind &&
		    set->limit[i].tres == tres) {
			set->limit[i] = limit;
			return;
		}
	*ft_vec_add(set->limit, set->n_limit, set->cap_limit) = limit;
}

static enum ft_status
put_tres(void *ctx, const struct ft_tres_amount *amount, struct ft_error *err)
{
	struct option *option = ctx;

	(void)err;
	option->change = amount->change;
	put_limit(option, amount->id, amount->value,
	    amount->clear ? FT_GIVEN_CLEAR : FT_GIVEN_SET);
	return FT_OK;
}

static enum ft_status
set_count_limit(struct option *option, struct ft_error *err)
{
	uint32_t count;
	enum ft_given what =
	    ft_admin_count_value(option->lookup, option->value, &count);

	if (what == FT_GIVEN_BAD)
		return bad_value(option, err);
	put_limit(option, 0, count, what);
	return FT_OK;
}

/* GrpCPUs=4: Slurm keeps 64 bits of it. */
static enum ft_status
set_one_tres(struct option *option, uint32_t tres, struct ft_error *err)
{
	int64_t number;

	if (!ft_admin_slurm_number(
		option->lookup->release, option->value, &number))
		return bad_value(option, err);
	put_limit(option, tres, (uint64_t)number,
	    number < 0 ? FT_GIVEN_CLEAR : FT_GIVEN_SET);
	return FT_OK;
}

static enum ft_status
set_minutes_limit(struct option *option, struct ft_error *err)
{
	uint64_t minutes;
	enum ft_given what = ft_admin_minutes_value(
	    option->value, option->lookup->lenient, &minutes);

	if (what == FT_GIVEN_BAD)
		return ft_fail(err, FT_EPARSE,
		    option->lookup->lenient ? "Bad %s time format"
					    : "bad %s time format",
		    ft_attr_label(option->attr));
	put_limit(option, 0, minutes, what);
	return FT_OK;
}

static enum ft_status
set_slurm_tres(struct option *option, struct ft_error *err)
{
	const struct ft_tres_table *table = &option->lookup->tres;
	const char *alone = option->attr->tres;
	const struct ft_tres *tres =
	    alone ? ft_tres_find(table, alone, "") : NULL;
	const struct ft_tres_visit visit = { put_tres, option };
	char unit;

	/* GrpCPUs=4: a number, not a TRES; Slurm does not look at units */
	if (alone)
		return tres ? set_one_tres(option, tres->id, err)
			    : bad_value(option, err);
	if (*option->value == 0)
		return ft_fail(err, FT_EINVAL, "no TRES given");
	FT_TRY(ft_admin_slurm_tres(
	    option->lookup, option->value, &visit, &unit, err));
	return unit ? ft_fail(err, FT_EPARSE,
			  "Invalid unit type '%c'. Possible options are "
			  "'KMGTP'",
			  unit)
		    : FT_OK;
}

static enum ft_status
set_tres_limit(struct option *option, struct ft_error *err)
{
	const char *alone = option->attr->tres;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (option->lookup->lenient)
		return set_slurm_tres(option, err);
	ft_str_addf(&text, "%s%s%s", alone ? alone : "", alone ? "=" : "",
	    option->value);
	FT_TRY(ft_tres_parse(
	    &option->lookup->tres, ft_str_text(&text), put_tres, option, err));
	return option->added ? FT_OK
			     : ft_fail(err, FT_EINVAL, "no TRES given for %s",
				   ft_attr_label(option->attr));
}

static enum ft_status
set_limit(struct option *option, struct ft_error *err)
{
	switch (ft_limit_infos[option->attr->limit].type) {
	case FT_LIMIT_COUNT:
		return set_count_limit(option, err);
	case FT_LIMIT_MINUTES:
		return set_minutes_limit(option, err);
	case FT_LIMIT_TRES:
		return set_tres_limit(option, err);
	}
	return FT_OK;
}

/* ---- QOS lists ---- */

static enum ft_status
bad_qos(const struct option *option, struct ft_word name, struct ft_error *err)
{
	const struct ft_admin_lookup *lookup = option->lookup;
	struct ft_str valid FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < lookup->n_qos; i++)
		ft_str_addf(&valid, "%s%s", i ? "," : "", lookup->qos[i].name);
	return ft_fail(err, FT_ENOENT,
	    "%cou gave a bad qos '%.*s'. Valid QOS's are %s",
	    lookup->lenient ? 'Y' : 'y', (int)name.len, name.at,
	    lookup->n_qos ? ft_str_text(&valid) : "(null)");
}

static void
put_qos(struct ft_admin_qoslist *list, char op, uint32_t qos)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->item[i].qos == qos) {
			list->item[i].op = op;
			return;
		}
	*ft_vec_add(list->item, list->n, list->cap) =
	    (struct ft_admin_qosref){ op, qos };
}

/* One element, which is not empty; op is that of the option. */
static enum ft_status
set_qos_element(
    struct option *option, char op, struct ft_word word, struct ft_error *err)
{
	const struct ft_qos *qos;
	char name[256];

	/* its own sign overrides that of the option; sacctmgr skips others */
	if (*word.at == '+' || *word.at == '-') {
		op = *word.at;
		do {
			word.at++, word.len--;
		} while (option->lookup->lenient && word.len &&
			 (*word.at == '+' || *word.at == '-'));
	}
	if (!ft_word_copy(word, name, sizeof name))
		return bad_qos(option, word, err);
	qos = ft_admin_find_qos(option->lookup, name);
	if (qos == NULL)
		return bad_qos(option, word, err);
	*(op == '=' ? &option->plain : &option->relative) = true;
	if (option->plain && option->relative)
		return ft_fail(err, FT_EINVAL,
		    "%cou can't set qos equal to something and then add or "
		    "subtract from it in the same line",
		    option->lookup->lenient ? 'Y' : 'y');
	put_qos(&option->set->list, op, qos->id);
	return FT_OK;
}

static enum ft_status
set_qos_list(struct option *option, char op, struct ft_error *err)
{
	const char *at = option->value;
	struct ft_word word;

	if (option->lookup->lenient && *at && !at[strspn(at, ",")])
		return ft_fail(err, FT_ENOENT, "You gave me an empty qos list");
	while (ft_word_next(&at, ",", &word))
		if (word.len)
			FT_TRY(set_qos_element(option, op, word, err));
	option->set->list.given = true;
	return FT_OK;
}

/* ---- members ---- */

/* Put a value of a type with a member into the set. */
typedef enum ft_status set_fn(struct option *option, struct ft_error *err);

static enum ft_status
set_text(struct option *option, struct ft_error *err)
{
	struct ft_arena *arena = &option->set->arena;
	const char *text = option->attr->type == FT_ATTR_NAME
			       ? ft_arena_lower(arena, option->value)
			       : ft_arena_strdup(arena, option->value);

	(void)err;
	ft_admin_set_put(option->set, option->attr,
	    (struct ft_attr_value){ .text = text }, FT_GIVEN_SET);
	return FT_OK;
}

static enum ft_status
set_count(struct option *option, struct ft_error *err)
{
	uint32_t count;
	enum ft_given given =
	    ft_admin_count_value(option->lookup, option->value, &count);

	if (given == FT_GIVEN_BAD)
		return bad_value(option, err);
	if (given == FT_GIVEN_NONE)
		return FT_OK;
	return put_number(option, count, given);
}

static enum ft_status
set_duration(struct option *option, struct ft_error *err)
{
	bool lenient = option->lookup->lenient;
	int64_t time = 0;

	if (lenient ? !ft_admin_slurm_duration(option->value, &time)
		    : !ft_time_duration(option->value, &time))
		return ft_fail(err, FT_EPARSE,
		    !lenient ? "bad %s time format"
		    : option->attr->type == FT_ATTR_DURATION
			? "Bad %s format"
			: "Bad %s time format",
		    ft_attr_label(option->attr));
	if (time == FT_TIME_UNLIMITED)
		return put_number(option, 0, FT_GIVEN_CLEAR);
	if (lenient)
		time = (uint32_t)(uint64_t)time;
	return put_number(option, time, FT_GIVEN_SET);
}

/* sacctmgr takes a number only. */
static enum ft_status
set_seconds(struct option *option, struct ft_error *err)
{
	enum ft_status status = set_count(option, err);

	return status != FT_OK && !option->lookup->lenient
		   ? set_duration(option, err)
		   : status;
}

static bool
is_whole(double number, uint32_t whole)
{
	return number >= whole && number <= whole;
}

static enum ft_status
set_real(struct option *option, struct ft_error *err)
{
	const char *value = option->value;
	double number;
	char *end;

	if (option->lookup->lenient) {
		number = strtod(value, &end);
		if ((end == value && *value) ||
		    !ft_admin_number_ends(option->lookup->release, end))
			return bad_value(option, err);
	} else if (!ft_num_double(value, &number)) {
		return bad_value(option, err);
	}
	if (number > (double)FT_QOS_FACTOR_MAX ||
	    (!option->lookup->lenient &&
		!(number >= (double)-FT_QOS_FACTOR_MAX)))
		return bad_value(option, err);
	/* the largest whole numbers mean the same as those of counts */
	if (option->lookup->lenient && is_whole(number, UINT32_MAX - 1))
		return FT_OK;
	ft_admin_set_put(option->set, option->attr,
	    (struct ft_attr_value){ .real = number },
	    isnan(number)                                ? FT_GIVEN_IDLE
	    : number < 0 || is_whole(number, UINT32_MAX) ? FT_GIVEN_CLEAR
							 : FT_GIVEN_SET);
	return FT_OK;
}

/* Returns whether NAME (any case) is somewhere in TEXT. */
static bool
contains(const char *text, const char *name)
{
	size_t len = strlen(name);

	for (; *text; text++)
		if (strncasecmp(text, name, len) == 0)
			return true;
	return false;
}

/* Sets *flags to those whose names are somewhere in the value, as older releases of
 * sacctmgr look for them. */
static void
find_flags(const struct option *option, int64_t *flags)
{
	const struct ft_keywords *words = option->attr->words;

	for (size_t i = 0; i < words->n; i++)
		if (ft_release_within(
			option->lookup->release, words->word[i].since, 0) &&
		    contains(option->value, words->word[i].name))
			*flags |= INT64_C(1) << i;
}

static enum ft_status
set_flags(struct option *option, struct ft_error *err)
{
	const struct ft_keywords *words = option->attr->words;
	enum ft_release release = option->lookup->release;
	bool lenient = option->lookup->lenient;
	int64_t flags = 0;
	struct ft_word word;
	const char *at = option->value;

	if (strcmp(option->value, "-1") == 0)
		return put_number(option, 0, FT_GIVEN_CLEAR);
	if (lenient && !ft_release_has(release, FT_RULE_QOS_FLAG_LIST))
		find_flags(option, &flags);
	else
		while (ft_word_next(&at, ",", &word)) {
			size_t i = lenient
				       ? ft_keywords_begin(words, word, release)
				       : ft_keywords_find(words, word);

			if (i < words->n)
				flags |= INT64_C(1) << i;
			else if (word.len)
				return ft_fail(
				    err, FT_EPARSE, "%s", option->value);
		}
	if (lenient && flags == 0)
		return ft_fail(err, FT_EPARSE, "%s", option->value);
	return put_number(option, flags, FT_GIVEN_SET);
}

/* The one table of such words is that of preempt modes. */
static enum ft_status
set_word(struct option *option, struct ft_error *err)
{
	bool lenient = option->lookup->lenient;
	int mode = ft_qos_preempt_mode_find(option->value);

	if (lenient && *option->value == 0)
		mode = 0;
	if (mode < 0 || (lenient && strcmp(option->attr->words->word[mode].name,
					"priority") == 0))
		return ft_fail(err, FT_EPARSE,
		    lenient ? "Bad Preempt Mode given"
			    : "bad Preempt Mode given");
	return put_number(option, mode, FT_GIVEN_SET);
}

static enum ft_status
set_shares(struct option *option, struct ft_error *err)
{
	const char *value = option->value;
	bool lenient = option->lookup->lenient;
	enum ft_given given;
	uint32_t shares;

	if (strncasecmp(value, "parent", 6) == 0 && (value[6] == 0 || lenient))
		return put_number(option, FT_SHARES_PARENT, FT_GIVEN_SET);
	given = ft_admin_count_value(option->lookup, value, &shares);
	if (given == FT_GIVEN_BAD)
		return bad_value(option, err);
	return given == FT_GIVEN_NONE ? FT_OK
				      : put_number(option, shares, given);
}

static enum ft_status
set_default_qos(struct option *option, struct ft_error *err)
{
	const char *value = option->value;
	const struct ft_qos *qos = ft_admin_find_qos(option->lookup, value);

	if ((*value == 0 && !option->lookup->lenient) ||
	    strcmp(value, "-1") == 0)
		return put_number(option, 0, FT_GIVEN_CLEAR);
	if (qos == NULL)
		return ft_fail(err, FT_ENOENT,
		    "%cou gave a bad default qos '%s'.  Use 'list qos' to get "
		    "complete list.",
		    option->lookup->lenient ? 'Y' : 'y', value);
	return put_number(option, qos->id, FT_GIVEN_SET);
}

static set_fn *const set_value[] = {
	[FT_ATTR_TEXT] = set_text,
	[FT_ATTR_NAME] = set_text,
	[FT_ATTR_COUNT] = set_count,
	[FT_ATTR_SECONDS] = set_seconds,
	[FT_ATTR_DURATION] = set_duration,
	[FT_ATTR_REAL] = set_real,
	[FT_ATTR_FLAGS] = set_flags,
	[FT_ATTR_WORD] = set_word,
	[FT_ATTR_SHARES] = set_shares,
	[FT_ATTR_QOS] = set_default_qos,
	[FT_ATTR_LIMIT] = set_limit,
};

enum ft_status
ft_admin_set_option(struct ft_admin_set *set, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, struct ft_admin_words given,
    struct ft_error *err)
{
	struct option option = {
		.set = set, .attr = attr, .lookup = lookup, .value = given.value
	};

	if (attr->type == FT_ATTR_QOS_LIST)
		FT_TRY(set_qos_list(&option, given.op, err));
	else if (attr->type == FT_ATTR_PARENT)
		set->parent = ft_arena_lower(&set->arena, given.value);
	else
		FT_TRY(set_value[attr->type](&option, err));
	if (attr->type == FT_ATTR_FLAGS)
		set->op = given.op;
	set->given++;
	return FT_OK;
}
