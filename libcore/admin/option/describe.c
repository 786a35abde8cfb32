/* Sets of settings as text, in the words of sacctmgr. */
#include "admin/option/option.h"

#include "base/text/timefmt.h"

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
    const struct ft_admin_set *set, enum ft_limit_kind kind)
{
	const struct ft_admin_limit *limit = set->limit;
	struct ft_tres_amount *amount FT_CLEANUP(ft_free_at) = NULL;
	size_t used = 0, cap = 0;

	for (size_t i = 0; i < set->n_limit; i++) {
		if (limit[i].kind != kind)
			continue;
		*ft_vec_add(amount, used, cap) =
		    (struct ft_tres_amount){ limit[i].tres, limit[i].clear,
			    set->entity == FT_ENTITY_QOS ? '\0'
							 : limit[i].change,
			    limit[i].value };
	}
	ft_tres_format(str, &lookup->tres, amount, used,
	    FT_TRES_BY_NAME | FT_TRES_UNITS | FT_TRES_NONE);
}

/* The text for ATTR when it is cleared. */
static const char *
none_text(const struct ft_attr *attr)
{
	return attr->none ? attr->none : "NONE";
}

/* Returns whether the limit was given; its text is in STR then. */
static bool
add_limit(struct ft_str *str, const struct ft_attr *attr,
    const struct ft_admin_set *set, const struct ft_admin_lookup *lookup)
{
	enum ft_limit_type type = ft_limit_infos[attr->limit].type;
	const struct ft_admin_limit *limit = set->limit;

	for (size_t i = 0; i < set->n_limit; i++) {
		if (limit[i].kind != attr->limit)
			continue;
		if (type == FT_LIMIT_TRES)
			add_tres(str, lookup, set, attr->limit);
		else if (limit[i].clear)
			ft_str_add(str, none_text(attr));
		else if (type == FT_LIMIT_MINUTES)
			ft_time_add_duration(str, (int64_t)limit[i].value * 60);
		else
			ft_str_addf(str, "%" PRIu64, limit[i].value);
		return true;
	}
	return false;
}

/* In the words of sacctmgr, which has its own for some. */
static void
add_value(struct ft_str *str, const struct ft_attr *attr,
    struct ft_attr_value value, const struct ft_admin_lookup *lookup)
{
	const struct ft_qos *qos;

	if (attr->type == FT_ATTR_REAL) {
		ft_str_addf(str, "%.4f", value.real);
	} else if (attr->type == FT_ATTR_WORD && value.number == 0) {
		ft_str_add(str, "OFF");
	} else if (attr->type == FT_ATTR_WORD) {
		for (const char *at = attr->words->word[value.number].name; *at;
		     at++)
			ft_str_add_char(str, (char)toupper((unsigned char)*at));
	} else if (attr->type == FT_ATTR_QOS) {
		qos = ft_admin_get_qos(lookup, (uint32_t)value.number);
		ft_str_add(str, qos ? qos->name : "");
	} else if (attr->type == FT_ATTR_FLAGS) {
		ft_keywords_add(
		    str, attr->words, (uint32_t)value.number, lookup->release);
	} else {
		ft_attr_setting(str, attr, value);
	}
}

static bool
add_member(struct ft_str *str, const struct ft_attr *attr,
    const struct ft_admin_set *set, const struct ft_admin_lookup *lookup)
{
	size_t at = ft_attr_place(attr);
	bool clears = ft_admin_set_clears(set, at);
	struct ft_attr_value value = ft_attr_get(attr, &set->to);

	if (!ft_admin_set_has(set, at) ||
	    (clears && attr->type == FT_ATTR_FLAGS))
		return false;
	if (clears)
		ft_str_add(str, none_text(attr));
	else if (set->idle >> at & 1 && attr->type != FT_ATTR_REAL)
		/* without effect; that of a QOS is negative in 32 bits */
		ft_str_addf(str, "%" PRId64,
		    attr->type == FT_ATTR_SHARES ? value.number
						 : (int32_t)value.number);
	else
		add_value(str, attr, value, lookup);
	return true;
}

/* Append what SET gives ATTR; returns whether sacctmgr prints it. */
static bool
add_said(struct ft_str *str, const struct ft_attr *attr,
    const struct ft_admin_set *set, const struct ft_admin_lookup *lookup)
{
	if (attr->type == FT_ATTR_LIMIT)
		return add_limit(str, attr, set, lookup);
	if (attr->type == FT_ATTR_QOS_LIST) {
		ft_admin_add_qoslist(str, lookup, &set->list);
		return set->entity == FT_ENTITY_QOS ? set->list.n > 0
						    : set->list.given;
	}
	if (attr->type == FT_ATTR_PARENT) {
		ft_str_add(str, set->parent ? set->parent : "");
		return set->parent != NULL;
	}
	return add_member(str, attr, set, lookup);
}

void
ft_admin_set_describe(const struct ft_admin_set *set,
    const struct ft_admin_lookup *lookup, ft_admin_describe_fn *fn, void *ctx)
{
	const struct ft_attr *attr;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	for (unsigned place = 1;
	     (attr = ft_attr_set_order(set->entity, place)) != NULL; place++) {
		ft_str_clear(&text);
		if (add_said(&text, attr, set, lookup))
			fn(ctx, attr->set_label ? attr->set_label : attr->name,
			    attr->width, ft_str_text(&text));
	}
}
