#include "admin/option.h"
#include "admin/admin_int.h"
#include "admin/option_int.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "base/timefmt.h"
#include "base/vec.h"
#include "model/qos.h"

bool
ft_admin_word(const char *word, size_t len, const char *name, unsigned min)
{
	return len >= min && len <= strlen(name) &&
	       strncasecmp(word, name, len) == 0;
}

const struct ft_admin_option *
ft_admin_option_find(
    const struct ft_admin_option *table, const char *word, size_t len)
{
	for (; table->name; table++)
		if (ft_admin_word(word, len, table->name, table->min))
			return table;
	return NULL;
}

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
	return (!set->shares_given || set->shares_idle) && !set->parent &&
	       !set->comment && !set->default_qos && !set->qos.given;
}

void
ft_admin_set_init(struct ft_admin_set *set)
{
	*set = (struct ft_admin_set){ 0 };
	ft_arena_init(&set->arena);
}

void
ft_admin_set_free(struct ft_admin_set *set)
{
	ft_free(set->limit);
	ft_free(set->qos.item);
	ft_arena_clear(&set->arena);
	*set = (struct ft_admin_set){ 0 };
}

void
ft_admin_qos_set_init(struct ft_admin_qos_set *set)
{
	*set = (struct ft_admin_qos_set){ 0 };
	ft_arena_init(&set->arena);
}

void
ft_admin_qos_set_free(struct ft_admin_qos_set *set)
{
	ft_free(set->limit);
	ft_free(set->preempt.item);
	ft_arena_clear(&set->arena);
	*set = (struct ft_admin_qos_set){ 0 };
}

/* ---- values ---- */

static enum ft_status
bad_value(const struct ft_admin_option *option, const char *value,
    struct ft_error *err)
{
	return ft_fail(
	    err, FT_EINVAL, "Invalid value for %s (%s)", option->label, value);
}

static bool
parse_time(const char *value, bool seconds, int64_t *time, bool *clear)
{
	if (!(seconds ? ft_time_duration(value, time)
		      : ft_time_minutes(value, time)))
		return false;
	*clear = *time == FT_TIME_UNLIMITED;
	return true;
}

static bool
parse_count(const char *value, bool lenient, uint32_t *count, bool *clear)
{
	enum ft_value what = ft_admin_count_value(value, lenient, count);

	*clear = what == FT_VALUE_CLEAR;
	return what != FT_VALUE_BAD;
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
    struct limits *limits, uint32_t tres, uint64_t value, enum ft_value what)
{
	struct ft_admin_limit limit = { .kind = limits->kind,
		.tres = tres,
		.value = what == FT_VALUE_CLEAR ? 0 : value,
		.clear = what == FT_VALUE_CLEAR,
		.idle = what == FT_VALUE_IDLE };

	limits->added++;
	if (what == FT_VALUE_NONE)
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
	    amount->clear ? FT_VALUE_CLEAR : FT_VALUE_SET);
	return FT_OK;
}

/* GrpCPUs=4: a number, not a TRES; Slurm does not look at units. */
static enum ft_status
set_old_limit(struct limits *limits, const struct ft_admin_option *option,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	const struct ft_tres *tres =
	    ft_tres_find(&lookup->tres, option->tres, "");
	enum ft_value what;
	uint32_t count;

	what = ft_admin_count_value(value, true, &count);
	if (tres == NULL || what == FT_VALUE_BAD)
		return bad_value(option, value, err);
	put_limit(limits, tres->id, count, what);
	return FT_OK;
}

static enum ft_status
set_tres_limit(struct limits *limits, const struct ft_admin_option *option,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	struct ft_str text;
	enum ft_status status;
	char unit;

	if (lookup->lenient && *value == 0 && option->type == FT_TYPE_TRES)
		return ft_fail(err, FT_EINVAL, "no TRES given");
	if (lookup->lenient) {
		if (option->type == FT_TYPE_TRES_OLD)
			return set_old_limit(
			    limits, option, lookup, value, err);
		FT_TRY(ft_admin_slurm_tres(
		    &lookup->tres, value, put_tres, limits, &unit, err));
		return unit ? ft_fail(err, FT_EPARSE, "invalid unit type '%c'",
				  unit)
			    : FT_OK;
	}
	ft_str_init(&text);
	if (option->type == FT_TYPE_TRES_OLD)
		ft_str_addf(&text, "%s=%s", option->tres, value);
	else
		ft_str_add(&text, value);
	status = ft_tres_parse(
	    &lookup->tres, ft_str_text(&text), put_tres, limits, err);
	if (status == FT_OK && limits->added == 0)
		status = ft_fail(
		    err, FT_EINVAL, "no TRES given for %s", option->label);
	ft_str_free(&text);
	return status;
}

static enum ft_status
set_limit(struct limits *limits, const struct ft_admin_option *option,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	enum ft_value what;
	uint64_t minutes;
	uint32_t count;

	limits->kind = (uint16_t)option->kind;
	if (option->type == FT_TYPE_COUNT) {
		what = ft_admin_count_value(value, lookup->lenient, &count);
		if (what == FT_VALUE_BAD)
			return bad_value(option, value, err);
		put_limit(limits, 0, count, what);
		return FT_OK;
	}
	if (option->type == FT_TYPE_MINUTES) {
		what = ft_admin_minutes_value(value, lookup->lenient, &minutes);
		if (what == FT_VALUE_BAD)
			return ft_fail(err, FT_EPARSE, "Bad %s time format",
			    option->label);
		put_limit(limits, 0, minutes, what);
		return FT_OK;
	}
	return set_tres_limit(limits, option, lookup, value, err);
}

/* ---- QOS lists ---- */

static enum ft_status
bad_qos(const struct ft_admin_lookup *lookup, const char *name, size_t len,
    struct ft_error *err)
{
	struct ft_str valid;
	enum ft_status status;

	ft_str_init(&valid);
	for (size_t i = 0; i < lookup->n_qos; i++)
		ft_str_addf(&valid, "%s%s", i ? "," : "", lookup->qos[i].name);
	status = ft_fail(err, FT_ENOENT,
	    "You gave a bad qos '%.*s'. Valid QOS's are %s", (int)len, name,
	    ft_str_text(&valid));
	ft_str_free(&valid);
	return status;
}

static void
put_qos(struct ft_admin_qoslist *list, char op, uint32_t qos)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->item[i].qos == qos) {
			list->item[i].op = op;
			return;
		}
	list->item = ft_vec_grow(
	    list->item, &list->cap, list->n + 1, sizeof *list->item);
	list->item[list->n++] = (struct ft_admin_qosref){ op, qos };
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
		    "You can't set qos equal to something and then add or "
		    "subtract from it in the same line");
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

static enum ft_status
set_default_qos(struct ft_admin_set *set, const struct ft_admin_lookup *lookup,
    const char *value, struct ft_error *err)
{
	const struct ft_qos *qos;

	if ((*value == 0 && !lookup->lenient) || strcmp(value, "-1") == 0) {
		set->default_qos = "";
		set->default_qos_id = 0;
		return FT_OK;
	}
	qos = ft_admin_find_qos(lookup, value);
	if (qos == NULL)
		return ft_fail(err, FT_ENOENT,
		    "You gave a bad default qos '%s'.  Use 'list qos' to get "
		    "complete list.",
		    value);
	set->default_qos = qos->name;
	set->default_qos_id = qos->id;
	return FT_OK;
}

/* ---- associations ---- */

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
set_shares(struct ft_admin_set *set, const struct ft_admin_option *option,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	enum ft_value what;
	uint32_t shares;

	if (strncasecmp(value, "parent", 6) == 0 &&
	    (value[6] == 0 || lookup->lenient)) {
		set->shares_given = set->shares_parent = true;
		set->shares_clear = set->shares_idle = false;
		return FT_OK;
	}
	what = ft_admin_count_value(value, lookup->lenient, &shares);
	if (what == FT_VALUE_BAD)
		return bad_value(option, value, err);
	if (what == FT_VALUE_NONE)
		return FT_OK;
	set->shares_given = true;
	set->shares_clear = what == FT_VALUE_CLEAR;
	set->shares_idle = what == FT_VALUE_IDLE;
	/* what dump writes for parent */
	set->shares_parent = shares == INT32_MAX;
	set->shares = set->shares_parent ? 0 : shares;
	return FT_OK;
}

enum ft_status
ft_admin_set_option(struct ft_admin_set *set,
    const struct ft_admin_option *option, const struct ft_admin_lookup *lookup,
    char op, const char *value, struct ft_error *err)
{
	struct limits limits = {
		.item = &set->limit, .n = &set->n_limit, .cap = &set->cap_limit
	};
	enum ft_status status = FT_OK;

	if (option->field == FT_SET_LIMIT)
		status = set_limit(&limits, option, lookup, value, err);
	else if (option->field == FT_SET_SHARES)
		status = set_shares(set, option, lookup, value, err);
	else if (option->field == FT_SET_DEFAULT_QOS)
		status = set_default_qos(set, lookup, value, err);
	else if (option->field == FT_SET_QOS_LIST)
		status = set_qos_list(&set->qos, lookup, op, value, err);
	else if (option->field == FT_SET_PARENT)
		set->parent = lower(&set->arena, value);
	else if (option->field == FT_SET_COMMENT)
		set->comment = ft_arena_strdup(&set->arena, value);
	if (status == FT_OK)
		set->given++;
	return status;
}

/* ---- QOS ---- */

static enum ft_status
set_flags(struct ft_admin_qos_set *set, const struct ft_admin_lookup *lookup,
    char op, const char *value, struct ft_error *err)
{
	uint32_t flags = 0;

	set->flags_clear = strcmp(value, "-1") == 0;
	for (const char *at = value; *at && !set->flags_clear;) {
		size_t len = strcspn(at, ",");
		uint32_t flag = ft_qos_flag_find(at, len);

		if (flag == 0 && lookup->lenient && (*at == '+' || *at == '-'))
			flag = ft_qos_flag_find(at + 1, len - 1);
		if (len && flag == 0 && !lookup->lenient)
			return ft_fail(err, FT_EPARSE, "%s", value);
		flags |= flag;
		at += len;
		at += *at == ',';
	}
	/* Slurm is content with one that it knows */
	if (lookup->lenient && flags == 0 && !set->flags_clear)
		return ft_fail(err, FT_EPARSE, "%s", value);
	set->flags_op = op;
	set->flags = flags;
	return FT_OK;
}

static enum ft_status
set_real(const struct ft_admin_option *option,
    const struct ft_admin_lookup *lookup, const char *value, bool *given,
    bool *clear, double *real, struct ft_error *err)
{
	double number;
	char *end;

	if (lookup->lenient) { /* junk behind it is passed over */
		number = strtod(value, &end);
		if (end == value && *value)
			return bad_value(option, value, err);
	} else if (!ft_num_double(value, &number)) {
		return bad_value(option, value, err);
	}
	if (!(number >= (double)-FT_QOS_FACTOR_MAX &&
		number <= (double)FT_QOS_FACTOR_MAX))
		return bad_value(option, value, err);
	*given = true;
	*clear = number < 0;
	*real = number;
	return FT_OK;
}

/* GraceTime and PreemptExemptTime: plain numbers of the former are seconds. */
static enum ft_status
set_seconds(struct ft_admin_qos_set *set, const struct ft_admin_option *option,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	bool grace = option->field == FT_SET_GRACE;
	uint32_t count;
	int64_t seconds;
	bool clear;

	if (grace && lookup->lenient) {
		if (!parse_count(value, true, &count, &clear))
			return bad_value(option, value, err);
		seconds = count;
	} else if (grace && parse_count(value, false, &count, &clear)) {
		seconds = count;
	} else if (!parse_time(value, true, &seconds, &clear)) {
		return ft_fail(err, FT_EPARSE,
		    lookup->lenient && !grace ? "Bad %s format"
					      : "Bad %s time format",
		    option->label);
	} else if (lookup->lenient && !clear) {
		seconds = (int32_t)(uint32_t)(uint64_t)seconds;
	}
	if (grace) {
		set->grace_given = true;
		set->grace_clear = clear;
		set->grace = clear ? 0 : seconds;
	} else {
		set->exempt_given = true;
		set->exempt_clear = clear;
		set->exempt = clear ? 0 : seconds;
	}
	return FT_OK;
}

static enum ft_status
set_mode(struct ft_admin_qos_set *set, const struct ft_admin_lookup *lookup,
    const char *value, struct ft_error *err)
{
	int mode = ft_qos_preempt_mode_find(value);

	if (lookup->lenient && *value == 0)
		mode = 0;
	if (mode < 0 || (lookup->lenient && strcmp(ft_qos_preempt_modes[mode],
						"priority") == 0))
		return ft_fail(err, FT_EPARSE, "Bad Preempt Mode given");
	set->mode_given = true;
	set->mode = (uint32_t)mode;
	return FT_OK;
}

static enum ft_status
set_priority(struct ft_admin_qos_set *set, const struct ft_admin_option *option,
    const struct ft_admin_lookup *lookup, const char *value,
    struct ft_error *err)
{
	uint32_t count;
	bool clear;

	if (!parse_count(value, lookup->lenient, &count, &clear))
		return bad_value(option, value, err);
	set->priority_given = true;
	set->priority_clear = clear;
	set->priority = count;
	return FT_OK;
}

static enum ft_status
qos_set_value(struct ft_admin_qos_set *set,
    const struct ft_admin_option *option, const struct ft_admin_lookup *lookup,
    char op, const char *value, struct ft_error *err)
{
	struct limits limits = {
		.item = &set->limit, .n = &set->n_limit, .cap = &set->cap_limit
	};

	switch ((int)option->field) {
	case FT_SET_LIMIT:
		return set_limit(&limits, option, lookup, value, err);
	case FT_SET_DESCRIPTION:
		set->description = lower(&set->arena, value);
		return FT_OK;
	case FT_SET_FLAGS:
		return set_flags(set, lookup, op, value, err);
	case FT_SET_GRACE:
	case FT_SET_EXEMPT:
		return set_seconds(set, option, lookup, value, err);
	case FT_SET_PREEMPT:
		return set_qos_list(&set->preempt, lookup, op, value, err);
	case FT_SET_PREEMPT_MODE:
		return set_mode(set, lookup, value, err);
	case FT_SET_PRIORITY:
		return set_priority(set, option, lookup, value, err);
	case FT_SET_FACTOR:
		return set_real(option, lookup, value, &set->factor_given,
		    &set->factor_clear, &set->factor, err);
	case FT_SET_THRESHOLD:
		return set_real(option, lookup, value, &set->threshold_given,
		    &set->threshold_clear, &set->threshold, err);
	default:
		return set_real(option, lookup, value, &set->limit_factor_given,
		    &set->limit_factor_clear, &set->limit_factor, err);
	}
}

enum ft_status
ft_admin_qos_set_option(struct ft_admin_qos_set *set,
    const struct ft_admin_option *option, const struct ft_admin_lookup *lookup,
    char op, const char *value, struct ft_error *err)
{
	enum ft_status status =
	    qos_set_value(set, option, lookup, op, value, err);

	if (status == FT_OK)
		set->given++;
	return status;
}
