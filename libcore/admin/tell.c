/* Sets of settings, told as sacctmgr tells them. */
#include "admin/option.h"
#include "admin/option_int.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/timefmt.h"
#include "base/vec.h"
#include "model/qos.h"

struct named_ref {
	char op;
	const char *name;
};

static int
by_op_and_name(const void *a, const void *b)
{
	const struct named_ref *left = a, *right = b;
	/* '+', '-', then plain ones: as their texts sort */
	int order = (left->op == '=' ? 'z' : left->op) -
		    (right->op == '=' ? 'z' : right->op);

	return order ? order : strcmp(left->name, right->name);
}

void
ft_admin_add_qoslist(struct ft_str *str, const struct ft_admin_lookup *lookup,
    const struct ft_admin_qoslist *list)
{
	struct named_ref *ref = ft_calloc(list->n + 1, sizeof *ref);

	for (size_t i = 0; i < list->n; i++) {
		const struct ft_qos *qos =
		    ft_admin_get_qos(lookup, list->item[i].qos);

		ref[i].op = list->item[i].op;
		ref[i].name = qos ? qos->name : "";
	}
	if (list->n)
		qsort(ref, list->n, sizeof *ref, by_op_and_name);
	for (size_t i = 0; i < list->n; i++) {
		if (i)
			ft_str_add_char(str, ',');
		if (ref[i].op != '=')
			ft_str_add_char(str, ref[i].op);
		ft_str_add(str, ref[i].name);
	}
	ft_free(ref);
}

static void
add_tres(struct ft_str *str, const struct ft_admin_lookup *lookup,
    const struct ft_admin_limit *limit, size_t n, enum ft_limit_kind kind)
{
	struct ft_tres_amount *amount = NULL;
	size_t used = 0, cap = 0;

	for (size_t i = 0; i < n; i++) {
		if (limit[i].kind != kind)
			continue;
		amount = ft_vec_grow(amount, &cap, used + 1, sizeof *amount);
		amount[used++] = (struct ft_tres_amount){ limit[i].tres,
			limit[i].clear, limit[i].value };
	}
	ft_tres_format(str, &lookup->tres, amount, used,
	    FT_TRES_BY_NAME | FT_TRES_UNITS | FT_TRES_NONE);
	ft_free(amount);
}

static void
add_duration(struct ft_str *str, int64_t seconds)
{
	char buf[32];

	ft_str_add(str, ft_time_format_duration(buf, sizeof buf, seconds));
}

/* Returns whether the limit was given; its text is in STR then. */
static bool
add_limit(struct ft_str *str, const struct ft_admin_label *label,
    const struct ft_admin_lookup *lookup, const struct ft_admin_limit *limit,
    size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (limit[i].kind != label->kind)
			continue;
		if (ft_limit_infos[label->kind].type == FT_LIMIT_TRES)
			add_tres(str, lookup, limit, n, label->kind);
		else if (limit[i].clear)
			ft_str_add(str, label->none);
		else if (ft_limit_infos[label->kind].type == FT_LIMIT_MINUTES)
			add_duration(str, (int64_t)limit[i].value * 60);
		else
			ft_str_addf(str, "%" PRIu64, limit[i].value);
		return true;
	}
	return false;
}

static bool
add_shares(struct ft_str *str, const struct ft_admin_set *set)
{
	if (set->shares_parent)
		ft_str_add(str, "parent");
	else if (set->shares_clear)
		ft_str_add(str, "NONE");
	else
		ft_str_addf(str, "%" PRIu32, set->shares);
	return set->shares_given;
}

static bool
add_assoc_field(struct ft_str *str, const struct ft_admin_label *label,
    const struct ft_admin_set *set, const struct ft_admin_lookup *lookup)
{
	switch ((int)label->field) {
	case FT_SET_LIMIT:
		return add_limit(str, label, lookup, set->limit, set->n_limit);
	case FT_SET_SHARES:
		return add_shares(str, set);
	case FT_SET_PARENT:
		ft_str_add(str, set->parent ? set->parent : "");
		return set->parent != NULL;
	case FT_SET_COMMENT:
		ft_str_add(str, set->comment ? set->comment : "");
		return set->comment != NULL;
	case FT_SET_QOS_LIST:
		ft_admin_add_qoslist(str, lookup, &set->qos);
		return set->qos.given;
	default:
		if (set->default_qos)
			ft_str_add(str,
			    *set->default_qos ? set->default_qos : "(null)");
		return set->default_qos != NULL;
	}
}

void
ft_admin_set_tell(const struct ft_admin_set *set,
    const struct ft_admin_lookup *lookup, ft_admin_tell_fn *fn, void *ctx)
{
	struct ft_str text;

	ft_str_init(&text);
	for (const struct ft_admin_label *label = ft_admin_assoc_labels;
	     label->label; label++) {
		ft_str_clear(&text);
		if (add_assoc_field(&text, label, set, lookup))
			fn(ctx, label->label, label->width, ft_str_text(&text));
	}
	ft_str_free(&text);
}

static bool
add_real(struct ft_str *str, bool given, bool clear, double real)
{
	if (clear)
		ft_str_add(str, "NONE");
	else
		ft_str_addf(str, "%.4f", real);
	return given;
}

static bool
add_mode(struct ft_str *str, const struct ft_admin_qos_set *set)
{
	if (set->mode == 0)
		ft_str_add(str, "OFF");
	for (const char *at = ft_qos_preempt_modes[set->mode]; *at && set->mode;
	     at++)
		ft_str_add_char(str, (char)toupper((unsigned char)*at));
	return set->mode_given;
}

static bool
add_qos_field(struct ft_str *str, const struct ft_admin_label *label,
    const struct ft_admin_qos_set *set, const struct ft_admin_lookup *lookup)
{
	switch ((int)label->field) {
	case FT_SET_LIMIT:
		return add_limit(str, label, lookup, set->limit, set->n_limit);
	case FT_SET_FLAGS:
		ft_qos_add_flags(str, set->flags);
		return set->flags_op != 0 && !set->flags_clear;
	case FT_SET_GRACE:
		if (set->grace_clear)
			ft_str_add(str, "NONE");
		else
			ft_str_addf(str, "%" PRId64, set->grace);
		return set->grace_given;
	case FT_SET_PREEMPT:
		ft_admin_add_qoslist(str, lookup, &set->preempt);
		return set->preempt.n > 0;
	case FT_SET_PREEMPT_MODE:
		return add_mode(str, set);
	case FT_SET_EXEMPT:
		if (set->exempt_clear)
			ft_str_add(str, "NONE");
		else
			add_duration(str, set->exempt);
		return set->exempt_given;
	case FT_SET_PRIORITY:
		if (set->priority_clear)
			ft_str_add(str, "NONE");
		else
			ft_str_addf(str, "%" PRIu32, set->priority);
		return set->priority_given;
	case FT_SET_FACTOR:
		return add_real(
		    str, set->factor_given, set->factor_clear, set->factor);
	case FT_SET_THRESHOLD:
		return add_real(str, set->threshold_given, set->threshold_clear,
		    set->threshold);
	default:
		return add_real(str, set->limit_factor_given,
		    set->limit_factor_clear, set->limit_factor);
	}
}

void
ft_admin_qos_set_tell(const struct ft_admin_qos_set *set,
    const struct ft_admin_lookup *lookup, ft_admin_tell_fn *fn, void *ctx)
{
	struct ft_str text;

	ft_str_init(&text);
	for (const struct ft_admin_label *label = ft_admin_qos_labels;
	     label->label; label++) {
		ft_str_clear(&text);
		if (add_qos_field(&text, label, set, lookup))
			fn(ctx, label->label, label->width, ft_str_text(&text));
	}
	ft_str_free(&text);
}
