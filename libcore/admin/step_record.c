/* What differs in records: QOS, accounts, users. */
#include "admin/step_int.h"

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

/* ---- QOS ---- */

void
ft_step_qos_fields(struct ft_step_diff *diff, const struct ft_qos *old,
    const struct ft_qos *new, bool preempt)
{
	struct ft_qos fresh = { .name = new->name };
	struct ft_step_sides sides = {
		.base = { .book = diff->before,
		    .entity = FT_ENTITY_QOS,
		    .record = &fresh },
		.new = ft_own_qos(diff->after, new),
	};

	ft_members_clear(FT_ENTITY_QOS, &fresh);
	fresh.description = new->name;
	if (old)
		sides.base = sides.old = ft_own_qos(diff->before, old);
	ft_step_fields(diff, &sides, preempt);
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
		ft_step_mark_text(field, base);
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
