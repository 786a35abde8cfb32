#include "admin/option.h"
#include "admin/admin_int.h"
#include "admin/option_int.h"

#include "base/timefmt.h"
#include "model/qos.h"

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

/* Here and below: a lenient lookup complains in sacctmgr's words. */
static enum ft_status
bad_value(const struct ft_attr *attr, const struct ft_admin_lookup *lookup,
    const char *value, struct ft_error *err)
{
	return ft_fail(err, FT_EINVAL,
	    lookup->lenient ? "Invalid value for %s (%s)"
			    : "invalid value for %s (%s)",
	    ft_attr_label(attr), value);
}

/* *given is CLEAR when VALUE takes the time away. */
static bool
parse_time(const char *value, int64_t *time, enum ft_given *given)
{
	bool good = ft_time_duration(value, time);

	*given = FT_GIVEN_SET;
	if (good && *time == FT_TIME_UNLIMITED) {
		*given = FT_GIVEN_CLEAR;
		*time = 0;
	}
	return good;
}

/* ---- limits ---- */

struct limits {
	struct ft_admin_limit **item;
	size_t *n, *cap;
	uint16_t kind;
	size_t added;
};

/* The last value given for a limit counts. */
static void
put_limit(
    struct limits *limits, uint32_t tres, uint64_t value, enum ft_given what)
{
	struct ft_admin_limit limit = { .kind = limits->kind,
		.tres = tres,
		.value = what == FT_GIVEN_CLEAR ? 0 : value,
		.clear = what == FT_GIVEN_CLEAR,
		.idle = what == FT_GIVEN_IDLE };

	limits->added++;
	if (what == FT_GIVEN_NONE)
		return;
	for (size_t i = 0; i < *limits->n; i++) {
		struct ft_admin_limit *old = &(*limits->item)[i];

		if (old->kind == limit.kind && old->tres == tres) {
			*old = limit;
			return;
		}
	}
	*limits->item = ft_vec_grow(
	    *limits->item, limits->cap, *limits->n + 1, sizeof **limits->item);
	(*limits->item)[(*limits->n)++] = limit;
}

static enum ft_status
put_tres(void *ctx, const struct ft_tres_amount *amount, struct ft_error *err)
{
	(void)err;
	put_limit(ctx, amount->id, amount->value,
	    amount->clear ? FT_GIVEN_CLEAR : FT_GIVEN_SET);
	return FT_OK;
}

/* GrpCPUs=4: a number, not a TRES; Slurm does not look at units. */
static enum ft_status
set_old_limit(struct limits *limits, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	const struct ft_tres *tres =
	    ft_tres_find(&lookup->tres, attr->tres, "");
	enum ft_given what;
	uint32_t count;

	what = ft_admin_count_value(value, true, &count);
	if (tres == NULL || what == FT_GIVEN_BAD)
		return bad_value(attr, lookup, value, err);
	put_limit(limits, tres->id, count, what);
	return FT_OK;
}

static enum ft_status
set_tres_limit(struct limits *limits, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	char unit;

	if (lookup->lenient && *value == 0 && !attr->tres)
		return ft_fail(err, FT_EINVAL, "no TRES given");
	if (lookup->lenient) {
		if (attr->tres)
			return set_old_limit(limits, attr, lookup, value, err);
		FT_TRY(ft_admin_slurm_tres(
		    &lookup->tres, value, put_tres, limits, &unit, err));
		return unit ? ft_fail(err, FT_EPARSE,
				  "Invalid unit type '%c'. Possible options "
				  "are 'KMGTP'",
				  unit)
			    : FT_OK;
	}
	if (attr->tres)
		ft_str_addf(&text, "%s=%s", attr->tres, value);
	else
		ft_str_add(&text, value);
	FT_TRY(ft_tres_parse(
	    &lookup->tres, ft_str_text(&text), put_tres, limits, err));
	if (limits->added == 0)
		return ft_fail(err, FT_EINVAL, "no TRES given for %s",
		    ft_attr_label(attr));
	return FT_OK;
}

static enum ft_status
set_limit(struct limits *limits, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	enum ft_limit_type type = ft_limit_infos[attr->limit].type;
	enum ft_given what;
	uint64_t minutes;
	uint32_t count;

	limits->kind = (uint16_t)attr->limit;
	if (type == FT_LIMIT_COUNT) {
		what = ft_admin_count_value(value, lookup->lenient, &count);
		if (what == FT_GIVEN_BAD)
			return bad_value(attr, lookup, value, err);
		put_limit(limits, 0, count, what);
		return FT_OK;
	}
	if (type == FT_LIMIT_MINUTES) {
		what = ft_admin_minutes_value(value, lookup->lenient, &minutes);
		if (what == FT_GIVEN_BAD)
			return ft_fail(err, FT_EPARSE,
			    lookup->lenient ? "Bad %s time format"
					    : "bad %s time format",
			    ft_attr_label(attr));
		put_limit(limits, 0, minutes, what);
		return FT_OK;
	}
	return set_tres_limit(limits, attr, lookup, value, err);
}

/* ---- QOS lists ---- */

static enum ft_status
bad_qos(const struct ft_admin_lookup *lookup, const char *name, size_t len,
    struct ft_error *err)
{
	struct ft_str valid FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < lookup->n_qos; i++)
		ft_str_addf(&valid, "%s%s", i ? "," : "", lookup->qos[i].name);
	return ft_fail(err, FT_ENOENT,
	    "%cou gave a bad qos '%.*s'. Valid QOS's are %s",
	    lookup->lenient ? 'Y' : 'y', (int)len, name, ft_str_text(&valid));
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

/* Mark one element of LEN bytes; op is that of the option. */
static enum ft_status
set_qos_element(struct ft_admin_qoslist *list,
    const struct ft_admin_lookup *lookup, char op, const char *text, size_t len,
    bool *plain, bool *relative, struct ft_error *err)
{
	const struct ft_qos *qos;
	char name[256];

	/* a sign of its own counts more than that of the option */
	if (*text == '+' || *text == '-') {
		op = *text++;
		len--;
	}
	if (len >= sizeof name)
		return bad_qos(lookup, text, len, err);
	memcpy(name, text, len);
	name[len] = 0;
	qos = ft_admin_find_qos(lookup, name);
	if (qos == NULL)
		return bad_qos(lookup, text, len, err);
	*(op == '=' ? plain : relative) = true;
	if (*plain && *relative)
		return ft_fail(err, FT_EINVAL,
		    "%cou can't set qos equal to something and then add or "
		    "subtract from it in the same line",
		    lookup->lenient ? 'Y' : 'y');
	put_qos(list, op, qos->id);
	return FT_OK;
}

static enum ft_status
set_qos_list(struct ft_admin_qoslist *list,
    const struct ft_admin_lookup *lookup, char op, const char *value,
    struct ft_error *err)
{
	bool plain = false, relative = false;

	while (*value) {
		size_t len = strcspn(value, ",");
		enum ft_status status;

		if (len) {
			status = set_qos_element(list, lookup, op, value, len,
			    &plain, &relative, err);
			if (status != FT_OK)
				return status;
		}
		value += len;
		value += *value == ',';
	}
	list->given = true;
	return FT_OK;
}

/* ---- members ---- */

/* Put VALUE of a type with a member into SET. */
typedef enum ft_status set_fn(struct ft_admin_set *set,
    const struct ft_attr *attr, const struct ft_admin_lookup *lookup,
    const char *value, struct ft_error *err);

static enum ft_status
set_text(struct ft_admin_set *set, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	(void)lookup;
	(void)err;
	ft_admin_set_put(set, attr,
	    (struct ft_attr_value){
		.text = ft_arena_strdup(&set->arena, value) },
	    FT_GIVEN_SET);
	return FT_OK;
}

static char *
lower(struct ft_arena *arena, const char *text)
{
	char *copy = ft_arena_strdup(arena, text);

	for (char *at = copy; *at; at++)
		if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at + ('a' - 'A'));
	return copy;
}

static enum ft_status
set_name(struct ft_admin_set *set, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	(void)lookup;
	(void)err;
	ft_admin_set_put(set, attr,
	    (struct ft_attr_value){ .text = lower(&set->arena, value) },
	    FT_GIVEN_SET);
	return FT_OK;
}

static enum ft_status
set_count(struct ft_admin_set *set, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	uint32_t count;
	enum ft_given given =
	    ft_admin_count_value(value, lookup->lenient, &count);

	if (given == FT_GIVEN_BAD)
		return bad_value(attr, lookup, value, err);
	ft_admin_set_put(set, attr, (struct ft_attr_value){ .number = count },
	    given == FT_GIVEN_CLEAR ? given : FT_GIVEN_SET);
	return FT_OK;
}

static enum ft_status
set_duration(struct ft_admin_set *set, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	struct ft_attr_value time = { 0 };
	enum ft_given given;

	if (!parse_time(value, &time.number, &given))
		return ft_fail(err, FT_EPARSE,
		    !lookup->lenient                 ? "bad %s time format"
		    : attr->type == FT_ATTR_DURATION ? "Bad %s format"
						     : "Bad %s time format",
		    ft_attr_label(attr));
	if (lookup->lenient)
		time.number = (int32_t)(uint32_t)(uint64_t)time.number;
	ft_admin_set_put(set, attr, time, given);
	return FT_OK;
}

/* sacctmgr takes a number only. */
static enum ft_status
set_seconds(struct ft_admin_set *set, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	enum ft_status status = set_count(set, attr, lookup, value, err);

	return status != FT_OK && !lookup->lenient
		   ? set_duration(set, attr, lookup, value, err)
		   : status;
}

static enum ft_status
set_real(struct ft_admin_set *set, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	double number;
	char *end;

	if (lookup->lenient) { /* junk behind it is passed over */
		number = strtod(value, &end);
		if (end == value && *value)
			return bad_value(attr, lookup, value, err);
	} else if (!ft_num_double(value, &number)) {
		return bad_value(attr, lookup, value, err);
	}
	if (!(number >= (double)-FT_QOS_FACTOR_MAX &&
		number <= (double)FT_QOS_FACTOR_MAX))
		return bad_value(attr, lookup, value, err);
	ft_admin_set_put(set, attr, (struct ft_attr_value){ .real = number },
	    number < 0 ? FT_GIVEN_CLEAR : FT_GIVEN_SET);
	return FT_OK;
}

static enum ft_status
set_flags(struct ft_admin_set *set, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	const struct ft_wordset *words = attr->words;
	bool clear = strcmp(value, "-1") == 0;
	struct ft_attr_value flags = { 0 };

	for (const char *at = value; *at && !clear;) {
		size_t len = strcspn(at, ",");
		size_t word = ft_wordset_find(words, at, len);

		if (word == words->n && lookup->lenient &&
		    (*at == '+' || *at == '-'))
			word = ft_wordset_find(words, at + 1, len - 1);
		if (len && word == words->n && !lookup->lenient)
			return ft_fail(err, FT_EPARSE, "%s", value);
		if (word < words->n)
			flags.number |= INT64_C(1) << word;
		at += len;
		at += *at == ',';
	}
	/* Slurm is content with one that it knows */
	if (lookup->lenient && flags.number == 0 && !clear)
		return ft_fail(err, FT_EPARSE, "%s", value);
	ft_admin_set_put(
	    set, attr, flags, clear ? FT_GIVEN_CLEAR : FT_GIVEN_SET);
	return FT_OK;
}

/* The one table of such words is that of preempt modes. */
static enum ft_status
set_word(struct ft_admin_set *set, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	int mode = ft_qos_preempt_mode_find(value);

	if (lookup->lenient && *value == 0)
		mode = 0;
	if (mode < 0 || (lookup->lenient && strcmp(attr->words->word[mode].name,
						"priority") == 0))
		return ft_fail(err, FT_EPARSE,
		    lookup->lenient ? "Bad Preempt Mode given"
				    : "bad Preempt Mode given");
	ft_admin_set_put(
	    set, attr, (struct ft_attr_value){ .number = mode }, FT_GIVEN_SET);
	return FT_OK;
}

static enum ft_status
set_shares(struct ft_admin_set *set, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	struct ft_attr_value parent = { .number = FT_SHARES_PARENT };
	enum ft_given given;
	uint32_t shares;

	if (strncasecmp(value, "parent", 6) == 0 &&
	    (value[6] == 0 || lookup->lenient)) {
		ft_admin_set_put(set, attr, parent, FT_GIVEN_SET);
		return FT_OK;
	}
	given = ft_admin_count_value(value, lookup->lenient, &shares);
	if (given == FT_GIVEN_BAD)
		return bad_value(attr, lookup, value, err);
	if (given != FT_GIVEN_NONE)
		ft_admin_set_put(set, attr,
		    (struct ft_attr_value){ .number = shares }, given);
	return FT_OK;
}

static enum ft_status
set_default_qos(struct ft_admin_set *set, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	const struct ft_qos *qos = ft_admin_find_qos(lookup, value);
	bool clear =
	    (*value == 0 && !lookup->lenient) || strcmp(value, "-1") == 0;

	if (!clear && qos == NULL)
		return ft_fail(err, FT_ENOENT,
		    "%cou gave a bad default qos '%s'.  Use 'list qos' to get "
		    "complete list.",
		    lookup->lenient ? 'Y' : 'y', value);
	ft_admin_set_put(set, attr,
	    (struct ft_attr_value){ .number = clear ? 0 : qos->id },
	    clear ? FT_GIVEN_CLEAR : FT_GIVEN_SET);
	return FT_OK;
}

static set_fn *const set_member[] = {
	[FT_ATTR_TEXT] = set_text,
	[FT_ATTR_NAME] = set_name,
	[FT_ATTR_COUNT] = set_count,
	[FT_ATTR_SECONDS] = set_seconds,
	[FT_ATTR_DURATION] = set_duration,
	[FT_ATTR_REAL] = set_real,
	[FT_ATTR_FLAGS] = set_flags,
	[FT_ATTR_WORD] = set_word,
	[FT_ATTR_SHARES] = set_shares,
	[FT_ATTR_QOS] = set_default_qos,
};

enum ft_status
ft_admin_set_option(struct ft_admin_set *set, const struct ft_attr *attr,
    const struct ft_admin_lookup *lookup, struct ft_admin_words given,
    struct ft_error *err)
{
	struct limits limits = {
		.item = &set->limit, .n = &set->n_limit, .cap = &set->cap_limit
	};

	if (attr->type == FT_ATTR_LIMIT)
		FT_TRY(set_limit(&limits, attr, lookup, given.value, err));
	else if (attr->type == FT_ATTR_QOS_LIST)
		FT_TRY(set_qos_list(
		    &set->list, lookup, given.op, given.value, err));
	else if (attr->type == FT_ATTR_PARENT)
		set->parent = lower(&set->arena, given.value);
	else
		FT_TRY(set_member[attr->type](
		    set, attr, lookup, given.value, err));
	if (attr->type == FT_ATTR_FLAGS)
		set->op = given.op;
	set->given++;
	return FT_OK;
}
