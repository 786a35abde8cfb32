/* field.c - the settings that differ between two states, as fields of a
 * step. */
#include "admin/step/private.h"

#include "base/text/timefmt.h"

/* ---- making fields ---- */

static const char *
copy(struct ft_step_diff *diff, const char *text)
{
	return text ? ft_arena_strdup(&diff->steps->arena, text) : NULL;
}

struct ft_step_field *
ft_step_add_field(struct ft_step_diff *diff, const char *name, const char *old,
    const char *new, const char *set)
{
	struct ft_step_field *field =
	    ft_vec_add(diff->field, diff->n_field, diff->cap_field);
	*field = (struct ft_step_field){ .name = ft_arena_lower(
					     &diff->steps->arena, name),
		.old = copy(diff, old),
		.new = copy(diff, new),
		.set = copy(diff, set) };
	return field;
}

/* "" counts as not set. */
static const char *
some(const char *text)
{
	return text && *text ? text : NULL;
}

/* A setting as text: in each member of struct ft_step_sides, and as a command
 * sets it. */
struct texts {
	struct ft_str base, old, new, set;
};

static void
texts_clear(struct texts *texts)
{
	ft_str_clear(&texts->base);
	ft_str_clear(&texts->old);
	ft_str_clear(&texts->new);
	ft_str_clear(&texts->set);
}

static void
texts_free(struct texts *texts)
{
	ft_str_free(&texts->base);
	ft_str_free(&texts->old);
	ft_str_free(&texts->new);
	ft_str_free(&texts->set);
}

/* The settings of one association or QOS, one after the other. */
struct fields {
	struct ft_step_diff *diff;
	const struct ft_step_sides *sides;
	struct texts texts;
};

/*
 * Append a field if it differs: a command sets texts.set, or CLEAR when the new
 * text is empty, unless BASE has it already.  Returns it, or NULL.
 */
static struct ft_step_field *
add_texts(struct fields *fields, const char *name, const char *clear)
{
	const struct texts *texts = &fields->texts;
	const char *old = ft_str_text(&texts->old);
	const char *new = ft_str_text(&texts->new);
	bool was = fields->sides->old.record != NULL;
	bool differs = strcmp(ft_str_text(&texts->base), new) != 0;

	if (!differs && (!was || !strcmp(old, new)))
		return NULL;
	return ft_step_add_field(fields->diff, name, was ? some(old) : NULL,
	    some(new),
	    !differs ? NULL
	    : *new   ? ft_str_text(&texts->set)
		     : clear);
}

/* Append the text of a setting of one side. */
typedef void text_fn(struct ft_str *str, const struct fields *fields,
    const struct ft_settings *own, const struct ft_attr *attr);

static void
set_texts(struct fields *fields, text_fn *fn, const struct ft_attr *attr)
{
	const struct ft_step_sides *sides = fields->sides;
	struct texts *texts = &fields->texts;

	texts_clear(texts);
	fn(&texts->base, fields, &sides->base, attr);
	fn(&texts->new, fields, &sides->new, attr);
	if (sides->old.record)
		fn(&texts->old, fields, &sides->old, attr);
}

/* ---- members ---- */

/* Whether sacctmgr keeps TEXT as it is: in lower case, without quotes. */
static bool
is_kept(const char *text)
{
	size_t len = strlen(text);

	if (len && (isspace((unsigned char)*text) ||
		       isspace((unsigned char)text[len - 1])))
		return false;
	for (; *text; text++)
		if (isupper((unsigned char)*text) || strchr("'\"", *text))
			return false;
	return true;
}

/* A value that cannot be set exactly is set as nearly as possible, or only
 * noted.  BASE: the current value. */
static void
mark_text(struct ft_step_field *field, const char *base)
{
	if (field->set == NULL || is_kept(field->set))
		return;
	field->note = true;
	if (!strcasecmp(base, field->set))
		field->set = NULL;
}

static void
member_text(struct ft_str *str, const struct fields *fields,
    const struct ft_settings *own, const struct ft_attr *attr)
{
	struct ft_attr_value value = ft_attr_get(attr, own->record);
	const struct ft_qos *qos =
	    attr->type == FT_ATTR_QOS && value.number
		? ft_acctdb_qos(own->acctdb, (uint32_t)value.number)
		: NULL;

	(void)fields;
	if (qos)
		value.text = qos->name;
	if (attr->none && attr->type == FT_ATTR_FLAGS && value.number == 0)
		ft_str_add(str, attr->none);
	else
		ft_attr_text(str, attr, value);
}

/* Descriptions of accounts are as those of QOS, but for old case is kept. */
static bool
is_lowered(const struct ft_attr *attr)
{
	return attr->type == FT_ATTR_NAME ||
	       (attr->type == FT_ATTR_TEXT &&
		   attr->entity == FT_ENTITY_ACCOUNT);
}

/* Returns the field, NULL if there is none. */
static struct ft_step_field *
add_member(struct fields *fields, const struct ft_attr *attr)
{
	struct texts *texts = &fields->texts;
	struct ft_step_field *field;

	set_texts(fields, member_text, attr);
	/* of seconds sacctmgr takes a number only */
	if (attr->type == FT_ATTR_SECONDS)
		ft_attr_setting(&texts->set, attr,
		    ft_attr_get(attr, fields->sides->new.record));
	else
		ft_str_add(&texts->set, ft_str_text(&texts->new));
	field = add_texts(fields, attr->name, attr->clear);
	if (!field)
		return NULL;
	field->newer = attr->since;
	if (is_lowered(attr))
		mark_text(field, ft_str_text(&texts->base));
	return field;
}

/* ---- limits ---- */

static void
limit_text(struct ft_str *str, const struct fields *fields,
    const struct ft_settings *own, const struct ft_attr *attr)
{
	const struct ft_limit *limit = ft_settings_limit(own, attr->limit, 0);
	struct ft_tres_table table = { own->acctdb->tres, own->acctdb->n_tres };

	(void)fields;
	if (ft_limit_infos[attr->limit].type != FT_LIMIT_MINUTES)
		ft_settings_limit_text(str, &table, own, attr->limit);
	else if (limit)
		ft_time_add_duration(str, (int64_t)limit->value * 60);
}

static void
add_amount(struct ft_str *str, const struct ft_tres_table *table, uint32_t tres,
    const struct ft_limit *limit)
{
	const struct ft_tres *what = ft_tres_get(table, tres);

	if (what == NULL)
		return;
	if (str->len)
		ft_str_add_char(str, ',');
	ft_tres_add_name(str, what);
	if (limit)
		ft_str_addf(str, "=%" PRIu64, limit->value);
	else
		ft_str_add(str, "=-1");
}

/* Only changed limits; a removed one is -1. */
static void
add_amounts(struct ft_str *str, const struct ft_step_sides *sides,
    enum ft_limit_kind kind)
{
	const struct ft_settings *base = &sides->base, *new = &sides->new;
	struct ft_tres_table table = { new->acctdb->tres, new->acctdb->n_tres };
	size_t first, n = ft_settings_limits(new, kind, &first);

	for (size_t i = first; i < first + n; i++) {
		const struct ft_limit *to = &new->limit[i];
		const struct ft_limit *was =
		    ft_settings_limit(base, kind, to->tres);

		if (was == NULL || was->value != to->value)
			add_amount(str, &table, to->tres, to);
	}
	n = ft_settings_limits(base, kind, &first);
	for (size_t i = first; i < first + n; i++)
		if (ft_settings_limit(new, kind, base->limit[i].tres) == NULL)
			add_amount(str, &table, base->limit[i].tres, NULL);
}

/* Some names that sacctmgr 22.05 prints cannot be set; a name that can comes
 * after them. */
static const char *
set_name(const struct ft_attr *attr)
{
	while (attr->since)
		attr++;
	return attr->also ? attr->name : ft_limit_infos[attr->limit].name;
}

static void
add_limit(struct fields *fields, const struct ft_attr *attr)
{
	struct texts *texts = &fields->texts;

	set_texts(fields, limit_text, attr);
	if (ft_limit_infos[attr->limit].type == FT_LIMIT_TRES)
		add_amounts(&texts->set, fields->sides, attr->limit);
	else
		ft_str_add(&texts->set,
		    texts->new.len ? ft_str_text(&texts->new) : "-1");
	add_texts(fields, set_name(attr), ft_str_text(&texts->set));
}

/* In the order of the limits. */
static void
add_limits(struct fields *fields)
{
	const struct ft_step_sides *sides = fields->sides;
	const struct ft_attr *of[FT_LIMIT_KINDS] = { NULL };
	size_t n;
	const struct ft_attr *attr = ft_attrs(sides->new.entity, &n);

	if (sides->base.n_limit + sides->new.n_limit + sides->old.n_limit == 0)
		return;
	for (; n > 0; n--, attr++)
		if (attr->type == FT_ATTR_LIMIT && !attr->also)
			of[attr->limit] = attr;
	for (size_t kind = 0; kind < FT_LIMIT_KINDS; kind++)
		if (of[kind])
			add_limit(fields, of[kind]);
}

/* ---- QOS lists ---- */

/* One QOS of a list, with its sign. */
struct element {
	char op;
	const char *name;
};

static int
by_qos_name(const void *a, const void *b)
{
	const struct element *left = a, *right = b;

	return strcmp(left->name, right->name);
}

/* Returns the QOS of ACCTDB with that id, unless it is deleted; else NULL. */
static const struct ft_step_pair *
qos_of(const struct ft_step_diff *diff, const struct ft_acctdb *acctdb,
    uint32_t id)
{
	enum ft_step_side side = acctdb == diff->state[FT_STEP_AFTER].acctdb
				     ? FT_STEP_AFTER
				     : FT_STEP_BEFORE;
	uint32_t at = ft_step_number(diff, side, FT_ENTITY_QOS, id);

	return at != FT_STEP_NONE ? &diff->pair[FT_ENTITY_QOS].item[at] : NULL;
}

/* The elements of a list, by name. */
struct elements {
	struct element *item;
	size_t n;
};

/*
 * A QOS that will be deleted is left out of the list, because deleting it
 * removes it from lists.  But if the list of an association has others, too, it
 * is removed first: slurmdbd damages such a list when it deletes a QOS in it.
 */
static struct elements
elements_of(const struct ft_step_diff *diff, const struct ft_settings *own)
{
	struct elements elements = {
		ft_calloc(own->n_ref + 1, sizeof *elements.item), 0
	};
	bool others = false;

	for (size_t i = 0; i < own->n_ref; i++) {
		const struct ft_step_pair *qos =
		    qos_of(diff, own->acctdb, own->ref[i].qos);

		if (qos == NULL || (own->entity != FT_ENTITY_ASSOC &&
				       !qos->record[FT_STEP_AFTER]))
			continue;
		others = others || qos->record[FT_STEP_AFTER];
		elements.item[elements.n++] =
		    (struct element){ own->ref[i].op, qos->name };
	}
	if (!others)
		elements.n = 0;
	if (elements.n > 1)
		qsort(elements.item, elements.n, sizeof *elements.item,
		    by_qos_name);
	return elements;
}

static void
add_element(struct ft_str *str, const struct element *element)
{
	if (str->len)
		ft_str_add_char(str, ',');
	if (element->op != '=')
		ft_str_add_char(str, element->op);
	ft_str_add(str, element->name);
}

void
ft_step_qos_text(const struct ft_step_diff *diff, const struct ft_settings *own,
    struct ft_str *str)
{
	struct elements elements = elements_of(diff, own);

	for (size_t i = 0; i < elements.n; i++)
		add_element(str, &elements.item[i]);
	ft_free(elements.item);
}

/* Returns the sign of NAME; 0: it is not among them. */
static char
sign_of(const struct elements *elements, const char *name)
{
	for (size_t i = 0; i < elements->n; i++)
		if (!strcmp(elements->item[i].name, name))
			return elements->item[i].op;
	return 0;
}

/*
 * A list with signs changes the current one, so only the differences are named,
 * unless an element must be removed.  Returns whether the list must be emptied
 * first.
 */
static bool
signed_command(
    const struct elements *base, const struct elements *new, struct ft_str *set)
{
	bool empty = base->n && base->item[0].op == '=';

	for (size_t i = 0; i < base->n; i++)
		empty = empty || !sign_of(new, base->item[i].name);
	for (size_t i = 0; i < new->n; i++)
		if (empty ||
		    sign_of(base, new->item[i].name) != new->item[i].op)
			add_element(set, &new->item[i]);
	return empty;
}

static void
list_text(struct ft_str *str, const struct fields *fields,
    const struct ft_settings *own, const struct ft_attr *attr)
{
	(void)attr;
	ft_step_qos_text(fields->diff, own, str);
}

static void
add_list(struct fields *fields, const struct ft_attr *attr)
{
	struct elements from = elements_of(fields->diff, &fields->sides->base);
	struct elements to = elements_of(fields->diff, &fields->sides->new);
	struct texts *texts = &fields->texts;
	struct ft_step_field *field;
	bool empty = false;

	set_texts(fields, list_text, attr);
	if (to.n && to.item[0].op != '=')
		empty = signed_command(&from, &to, &texts->set);
	else
		ft_str_add(&texts->set, ft_str_text(&texts->new));
	field = add_texts(fields, attr->name, "");
	if (field && empty && field->set)
		field->first = "";
	ft_free(from.item);
	ft_free(to.item);
}

/* ---- the whole ---- */

/* Append the members that name QOS, or all others. */
static void
add_rows(struct fields *fields, bool qos)
{
	size_t n;
	const struct ft_attr *attr = ft_members(fields->sides->new.entity, &n);

	for (; n > 0; n--, attr++)
		if ((attr->type == FT_ATTR_QOS) == qos)
			add_member(fields, attr);
}

void
ft_step_fields(
    struct ft_step_diff *diff, const struct ft_step_sides *sides, bool list)
{
	struct fields fields = { .diff = diff, .sides = sides };
	size_t n;
	const struct ft_attr *attr = ft_attrs(sides->new.entity, &n);

	if (ft_settings_same(&sides->base, &sides->new) &&
	    (!sides->old.record || ft_settings_same(&sides->old, &sides->new)))
		return;
	add_rows(&fields, false);
	add_limits(&fields);
	for (; list && n > 0; n--, attr++)
		if (attr->type == FT_ATTR_QOS_LIST)
			add_list(&fields, attr);
	/* first the list, because a default QOS must be in it */
	add_rows(&fields, true);
	texts_free(&fields.texts);
}

void
ft_step_record_fields(struct ft_step_diff *diff, enum ft_entity entity,
    const void *fresh, const void *old, const void *new)
{
	size_t first = diff->n_field;

	ft_step_fields(diff,
	    &(struct ft_step_sides){
		.base = { .entity = entity, .record = old ? old : fresh },
		.old = { .entity = entity, .record = old },
		.new = { .entity = entity, .record = new },
	    },
	    false);
	for (size_t i = first; i < diff->n_field; i++)
		diff->field[i].record = true;
}

struct ft_settings
ft_step_own(
    const struct ft_step_diff *diff, enum ft_step_side side, uint32_t at)
{
	const struct ft_assoc *assoc = diff->node[at].assoc[side];
	const struct ft_step_state *state = &diff->state[side];

	return assoc ? ft_settings_of_assoc(state->index,
			   (uint32_t)(assoc - state->acctdb->assoc))
		     : ft_settings_of_new_assoc(
			   diff->state[FT_STEP_AFTER].acctdb);
}
