/* What differs in records: QOS, accounts, users. */
#include "admin/step_int.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool
same_text(const char *left, const char *right)
{
	return left && right ? !strcmp(left, right) : left == right;
}

/* "" counts as not set. */
static const char *
some(const char *text)
{
	return text && *text ? text : NULL;
}

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

/* What cannot be set to the letter is set nearly, or only noted. */
static void
mark_text(struct ft_step_field *field, const char *base)
{
	if (field->set == NULL || is_kept(field->set))
		return;
	field->note = true;
	if (!strcasecmp(base, field->set))
		field->set = NULL;
}

/* ---- members ---- */

static void
member_text(struct ft_str *str, const struct ft_attr *attr,
    const struct ft_step_side *side)
{
	struct ft_value value = ft_attr_get(attr, side->record);
	const struct ft_qos *qos =
	    attr->type == FT_ATTR_QOS && value.number
		? ft_book_qos(side->book, (uint32_t)value.number)
		: NULL;

	if (qos)
		value.text = qos->name;
	ft_value_text(str, attr, value);
}

void
ft_step_add_member(struct ft_step_diff *diff, struct ft_step_texts *texts,
    const struct ft_attr *attr, const struct ft_step_sides *sides)
{
	struct ft_step_field *field;
	struct ft_str set = { 0 };

	ft_step_texts_clear(texts);
	member_text(&texts->base, attr, &sides->base);
	member_text(&texts->new, attr, &sides->new);
	if (sides->old.record)
		member_text(&texts->old, attr, &sides->old);
	/* of seconds sacctmgr takes a number only */
	if (attr->type == FT_ATTR_SECONDS)
		ft_value_setting(
		    &set, attr, ft_attr_get(attr, sides->new.record));
	else
		ft_str_add(&set, ft_str_text(&texts->new));
	field = ft_step_add_texts(
	    diff, texts, attr->name, ft_str_text(&set), attr->clear);
	ft_str_free(&set);
	if (!field)
		return;
	field->newer = attr->newer;
	if (attr->type == FT_ATTR_NAME)
		mark_text(field, ft_str_text(&texts->base));
}

/* ---- QOS ---- */

static void
add_preempt(struct ft_step_diff *diff, struct ft_step_texts *texts,
    const struct ft_own *old, const struct ft_own *new)
{
	ft_step_texts_clear(texts);
	ft_step_qos_text(diff, diff->after, new->ref, new->n_ref, &texts->new);
	ft_step_qos_text(
	    diff, diff->before, old->ref, old->n_ref, &texts->base);
	ft_str_add(&texts->old, ft_str_text(&texts->base));
	ft_step_add_texts(diff, texts, "preempt", ft_str_text(&texts->new), "");
}

void
ft_step_qos_fields(struct ft_step_diff *diff, const struct ft_qos *old,
    const struct ft_qos *new, bool preempt)
{
	struct ft_qos fresh = { .name = new->name };
	const struct ft_own from =
	    old ? ft_own_qos(diff->before, old) : (struct ft_own){ 0 };
	const struct ft_own to = ft_own_qos(diff->after, new);
	const struct ft_step_owner owner_from = { diff->before, from.limit,
		from.n_limit };
	const struct ft_step_owner owner_to = { diff->after, to.limit,
		to.n_limit };
	const struct ft_step_sides sides = {
		.base = { diff->before, old ? old : &fresh },
		.old = { diff->before, old },
		.new = { diff->after, new },
	};
	struct ft_step_texts texts = { .was = old != NULL };
	size_t n;
	const struct ft_attr *attr = ft_members(FT_ENTITY_QOS, &n);

	ft_members_clear(FT_ENTITY_QOS, &fresh);
	fresh.description = new->name;
	for (; n--; attr++)
		ft_step_add_member(diff, &texts, attr, &sides);
	ft_step_add_limits(
	    diff, &texts, &owner_from, old ? &owner_from : NULL, &owner_to);
	if (preempt)
		add_preempt(diff, &texts, &from, &to);
	ft_step_texts_free(&texts);
}

/* ---- accounts and users ---- */

static struct ft_step_field *
add_record_text(struct ft_step_diff *diff, const char *name, const char *base,
    const char *old, const char *new)
{
	struct ft_step_field *field;

	if (same_text(base, new))
		return NULL;
	field = ft_step_add_field(diff, name, old, some(new), new);
	field->record = true;
	return field;
}

static void
add_account_text(struct ft_step_diff *diff, const char *name, const char *base,
    const char *old, const char *new)
{
	struct ft_step_field *field =
	    add_record_text(diff, name, base, old, new);

	if (field)
		mark_text(field, base);
}

static const char *
flags_text(uint32_t flags)
{
	return flags & 1 ? "UsersAreCoords" : "NoUsersAreCoords";
}

void
ft_step_account_fields(struct ft_step_diff *diff, const struct ft_account *old,
    const struct ft_account *new, const char *parent)
{
	const char *organization =
	    parent && strcmp(parent, "root") != 0 ? parent : new->name;
	const struct ft_account fresh = { .description = new->name,
		.organization = organization };
	const struct ft_account *base = old ? old : &fresh;
	struct ft_step_field *field;

	add_account_text(diff, "description", base->description,
	    old ? some(old->description) : NULL, new->description);
	add_account_text(diff, "organization", base->organization,
	    old ? some(old->organization) : NULL, new->organization);
	field = add_record_text(diff, "flags", flags_text(base->flags),
	    old ? flags_text(old->flags) : NULL, flags_text(new->flags));
	if (field)
		field->newer = true;
}

static const char *
level_text(enum ft_admin_level level)
{
	return level == FT_ADMIN_ADMINISTRATOR ? "Administrator"
	       : level == FT_ADMIN_OPERATOR    ? "Operator"
					       : "None";
}

void
ft_step_user_fields(struct ft_step_diff *diff, const struct ft_user *old,
    const struct ft_user *new)
{
	static const struct ft_user fresh = { .default_wckey = "" };
	const struct ft_user *base = old ? old : &fresh;

	add_record_text(diff, "adminlevel", level_text(base->admin_level),
	    old ? level_text(old->admin_level) : NULL,
	    level_text(new->admin_level));
	add_record_text(diff, "defaultwckey", base->default_wckey,
	    old ? some(old->default_wckey) : NULL, new->default_wckey);
}
