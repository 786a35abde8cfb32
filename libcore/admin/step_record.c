/* What differs in records: QOS, accounts, users. */
#include "admin/step_int.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "base/timefmt.h"
#include "model/qos.h"

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

/* ---- QOS ---- */

/* Shortest text that is read back as the same number. */
static void
real_text(struct ft_str *str, double real)
{
	char buf[40];
	double back = real;

	for (int digits = 6; digits <= 17; digits++) {
		snprintf(buf, sizeof buf, "%.*g", digits, real);
		if (ft_num_double(buf, &back) && back >= real && back <= real)
			break;
	}
	ft_str_add(str, buf);
}

static void
seconds_text(struct ft_str *str, int64_t seconds)
{
	char buf[32];

	ft_str_add(str, ft_time_format_duration(buf, sizeof buf, seconds));
}

enum qos_field {
	QOS_DESCRIPTION,
	QOS_PRIORITY,
	QOS_FLAGS,
	QOS_GRACE,
	QOS_MODE,
	QOS_EXEMPT,
	QOS_FACTOR,
	QOS_THRESHOLD,
	QOS_LIMIT_FACTOR,
	QOS_FIELDS
};

/* Names as in ft_admin_qos_options, and what clears them. */
static const struct {
	const char *name, *clear;
} qos_fields[QOS_FIELDS] = {
	[QOS_DESCRIPTION] = { "description", "" },
	[QOS_PRIORITY] = { "priority", NULL },
	[QOS_FLAGS] = { "flags", "-1" },
	[QOS_GRACE] = { "gracetime", NULL },
	[QOS_MODE] = { "preemptmode", NULL },
	[QOS_EXEMPT] = { "preemptexempttime", "-1" },
	[QOS_FACTOR] = { "usagefactor", NULL },
	[QOS_THRESHOLD] = { "usagethreshold", "-1" },
	[QOS_LIMIT_FACTOR] = { "limitfactor", "-1" },
};

static void
qos_text(struct ft_str *str, const struct ft_qos *qos, enum qos_field field)
{
	switch ((int)field) {
	case QOS_DESCRIPTION:
		ft_str_add(str, qos->description);
		break;
	case QOS_PRIORITY:
		ft_str_addf(str, "%" PRIu32, qos->priority);
		break;
	case QOS_FLAGS:
		ft_qos_add_flags(str, qos->flags);
		break;
	case QOS_GRACE:
		seconds_text(str, qos->grace_time);
		break;
	case QOS_MODE:
		ft_str_add(str, ft_qos_preempt_modes[qos->preempt_mode]);
		break;
	case QOS_EXEMPT:
		if (qos->preempt_exempt_time >= 0)
			seconds_text(str, qos->preempt_exempt_time);
		break;
	case QOS_FACTOR:
		real_text(str, qos->usage_factor);
		break;
	case QOS_THRESHOLD:
		if (qos->usage_threshold >= 0)
			real_text(str, qos->usage_threshold);
		break;
	default:
		if (qos->limit_factor >= 0)
			real_text(str, qos->limit_factor);
		break;
	}
}

static void
add_preempt(struct ft_step_diff *diff, struct ft_step_texts *texts,
    const struct ft_qos *old, const struct ft_qos *new)
{
	const struct ft_book *before = diff->before, *after = diff->after;
	const struct ft_qosref *ref;
	size_t n;

	ft_step_texts_clear(texts);
	ref = ft_book_qosrefs(
	    after->qos_preempt, after->n_qos_preempt, new->id, &n);
	ft_step_qos_text(diff, after, ref, n, &texts->new);
	if (old) {
		ref = ft_book_qosrefs(
		    before->qos_preempt, before->n_qos_preempt, old->id, &n);
		ft_step_qos_text(diff, before, ref, n, &texts->base);
		ft_str_add(&texts->old, ft_str_text(&texts->base));
	}
	ft_step_add_texts(diff, texts, "preempt", ft_str_text(&texts->new), "");
}

static void
add_qos_limits(struct ft_step_diff *diff, struct ft_step_texts *texts,
    const struct ft_qos *old, const struct ft_qos *new)
{
	const struct ft_book *before = diff->before, *after = diff->after;
	struct ft_step_owner from = { before, NULL, 0 },
			     to = { after, NULL, 0 };

	to.limit = ft_book_limits(
	    after->qos_limit, after->n_qos_limit, new->id, &to.n);
	if (old)
		from.limit = ft_book_limits(
		    before->qos_limit, before->n_qos_limit, old->id, &from.n);
	ft_step_add_limits(diff, texts, &from, old ? &from : NULL, &to);
}

void
ft_step_qos_fields(struct ft_step_diff *diff, const struct ft_qos *old,
    const struct ft_qos *new, bool preempt)
{
	const struct ft_qos fresh = { .name = new->name,
		.description = new->name,
		.preempt_exempt_time = -1,
		.usage_factor = 1,
		.usage_threshold = -1,
		.limit_factor = -1 };
	struct ft_step_texts texts = { .was = old != NULL };
	struct ft_step_field *field;
	char grace[24];

	for (enum qos_field i = 0; i < QOS_FIELDS; i++) {
		ft_step_texts_clear(&texts);
		qos_text(&texts.base, old ? old : &fresh, i);
		qos_text(&texts.new, new, i);
		if (old)
			qos_text(&texts.old, old, i);
		/* GraceTime is a plain number of seconds only */
		snprintf(grace, sizeof grace, "%" PRId64, new->grace_time);
		field = ft_step_add_texts(diff, &texts, qos_fields[i].name,
		    i == QOS_GRACE ? grace : ft_str_text(&texts.new),
		    qos_fields[i].clear);
		if (field && i == QOS_DESCRIPTION)
			mark_text(field, ft_str_text(&texts.base));
	}
	add_qos_limits(diff, &texts, old, new);
	if (preempt)
		add_preempt(diff, &texts, old, new);
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
