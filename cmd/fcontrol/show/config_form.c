/* config_form.c - show config: how values are printed, and which there are. */

#include "common/timetext.h"
#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "fcontrol/show/config.h"
#include "fcontrol/show/record.h"

static int64_t
number_of(const struct fcontrol_form *form)
{
	return ft_conf_number(form->conf, form->key);
}

static const char *
text_of(const struct fcontrol_form *form)
{
	return ft_conf_text(form->conf, form->key);
}

static void
add_yes(struct ft_str *str, const struct ft_conf *conf, bool yes)
{
	static const char *const yes_no[2][2] = { { "No", "Yes" },
		{ "no", "yes" } };

	ft_str_add(str, yes_no[ft_release_has(
			    ft_conf_release(conf), FT_RULE_SMALL_YES)][yes]);
}

static void
form_seconds(struct ft_str *str, const struct fcontrol_form *form)
{
	ft_str_addf(str, "%" PRId64 " sec", number_of(form));
}

/* Format a value by its type in conf.def. */
static void
form_PLAIN(struct ft_str *str, const struct fcontrol_form *form)
{
	int64_t number = number_of(form);

	switch (ft_conf_infos[form->key].type) {
	case FT_CONF_BOOL:
		add_yes(str, form->conf, number != 0);
		break;
	case FT_CONF_U32:
		ft_str_addf(str, "%" PRId64, number);
		break;
	case FT_CONF_SECONDS:
		form_seconds(str, form);
		break;
	case FT_CONF_MINUTES:
	case FT_CONF_DURATION:
		/* UNLIMITED minutes are 2^32 - 1; as seconds, in 32 bits, Slurm
		 * prints 2^32 - 60 */
		if (number == UINT32_MAX)
			number = UINT32_MAX - 59;
		ft_time_add_duration(str, number);
		break;
	case FT_CONF_TEXT:
	case FT_CONF_LOWER:
	case FT_CONF_CHOICE:
	case FT_CONF_WORDS:
	case FT_CONF_WEIGHTS:
	case FT_CONF_RELEASE:
	case FT_CONF_LIST:
		ft_str_add(str, text_of(form));
		break;
	}
}

static void
add_upper(struct ft_str *str, const char *text)
{
	for (; *text; text++)
		ft_str_add_char(str, (char)toupper((unsigned char)*text));
}

/* ---- what nothing here depends on ------------------------------------------ */

bool
fcontrol_line_sets(
    const struct ft_conf_line *line, const char *name, const char **value)
{
	const char *equal = strchr(line->text, '=');

	if (line->known || !equal || !equal[1] ||
	    strcasecmp(line->key, name) != 0)
		return false;
	*value = equal + 1;
	return true;
}

/* The last value that the file gives NAME; NULL: none. */
static const char *
given(const struct ft_conf *conf, const char *name)
{
	const char *value = NULL;

	for (size_t i = 0; i < conf->n_line; i++)
		(void)fcontrol_line_sets(&conf->line[i], name, &value);
	return value;
}

/* "sec" and the like, with the blank before it; "" if FIXED has no unit. */
static const char *
unit_of(const char *fixed)
{
	const char *unit = strchr(fixed, ' ');

	if (strcmp(fixed, "INFINITE") == 0)
		return " sec";
	return isdigit((unsigned char)*fixed) && unit ? unit : "";
}

/* A plugin that does nothing; newer releases show it as none at all. */
static bool
is_no_plugin(const char *value)
{
	const char *name = strrchr(value, '/');

	return strcmp(name ? name + 1 : value, "none") == 0;
}

static void
form_fixed(struct ft_str *str, const struct fcontrol_form *form)
{
	const char *value = given(form->conf, form->name);
	bool number = value && value[strspn(value, "0123456789")] == '\0';
	int64_t yes = 0;

	if (!value ||
	    (strcmp(form->fixed, "(null)") == 0 && is_no_plugin(value)))
		ft_str_add(str, form->fixed);
	else if (strcasecmp(form->fixed, "no") == 0)
		add_yes(str, form->conf,
		    ft_conf_parse_bool(value, &yes) && yes != 0);
	else
		ft_str_addf(
		    str, "%s%s", value, number ? unit_of(form->fixed) : "");
}

/* TaskPluginParam: words that Slurm knows, shown in its own spelling. */
static void
form_words(struct ft_str *str, const struct fcontrol_form *form)
{
	const char *value = given(form->conf, form->name);

	if (!value)
		ft_str_add(str, "(null type)");
	for (; value && *value; value++)
		ft_str_add_char(str, (char)tolower((unsigned char)*value));
}

/* PropagateResourceLimits: its opposite replaces its default. */
static void
form_limits(struct ft_str *str, const struct fcontrol_form *form)
{
	const char *value = given(form->conf, form->name);
	bool but = given(form->conf, "PropagateResourceLimitsExcept") != NULL;

	ft_str_add(str, value ? value : but ? "(null)" : "ALL");
}

/* One of our own switches, as written. */
static void
form_text(struct ft_str *str, const struct fcontrol_form *form)
{
	ft_str_add(str, text_of(form));
}

static void
form_upper(struct ft_str *str, const struct fcontrol_form *form)
{
	add_upper(str, text_of(form));
}

static void
form_private(struct ft_str *str, const struct fcontrol_form *form)
{
	ft_visibility_add_words(
	    str, ft_visibility_private_data(form->conf, false));
}

static void
form_minutes(struct ft_str *str, const struct fcontrol_form *form)
{
	if (number_of(form) == UINT32_MAX)
		ft_str_add(str, "UNLIMITED");
	else
		ft_str_addf(str, "%" PRId64 " min", number_of(form) / 60);
}

static void
form_tres(struct ft_str *str, const struct fcontrol_form *form)
{
	ft_str_add(str, "cpu,mem,energy,node,billing,fs/disk,vmem,pages");
	ft_conf_add_tres(str, form->conf);
}

struct word {
	uint32_t bits;
	const char *name;
};

/* Append each word that shares a bit with FLAGS. */
static void
add_words(struct ft_str *str, const struct word *word, size_t n, uint32_t flags)
{
	for (size_t i = 0; i < n; i++)
		if (flags & word[i].bits)
			ft_str_addf(
			    str, "%s%s", str->len ? "," : "", word[i].name);
}

/* AccountingStorageEnforce, with the implied flags. */
static void
form_enforce(struct ft_str *str, const struct fcontrol_form *form)
{
	static const struct word words[] = {
		{ FT_ENFORCE_ASSOC, "associations" },
		{ FT_ENFORCE_LIMITS, "limits" },
		{ FT_ENFORCE_NO_JOBS, "nojobs,nosteps" },
		{ FT_ENFORCE_QOS, "qos" },
		{ FT_ENFORCE_SAFE, "safe" },
		{ FT_ENFORCE_WCKEYS, "wckeys" },
	};

	add_words(str, words, FT_COUNT(words), form->control->world.enforce);
	if (!str->len)
		ft_str_add(str, "none");
}

/* Slurm prints NO_NORMAL_ALL as soon as one NO_NORMAL_ flag is set. */
static void
form_flags(struct ft_str *str, const struct fcontrol_form *form)
{
	static const uint32_t raw =
	    FT_PRIO_NO_NORMAL_ASSOC | FT_PRIO_NO_NORMAL_PART |
	    FT_PRIO_NO_NORMAL_QOS | FT_PRIO_NO_NORMAL_TRES;
	static const struct word words[] = {
		{ FT_PRIO_ACCRUE_ALWAYS, "ACCRUE_ALWAYS" },
		{ FT_PRIO_SMALL_RELATIVE, "SMALL_RELATIVE_TO_TIME" },
		{ FT_PRIO_CALCULATE_RUNNING, "CALCULATE_RUNNING" },
		{ FT_PRIO_DEPTH_OBLIVIOUS, "DEPTH_OBLIVIOUS" },
		{ FT_PRIO_DEPTH_OBLIVIOUS | FT_PRIO_NO_FAIR_TREE,
		    "NO_FAIR_TREE" },
		{ FT_PRIO_INCR_ONLY, "INCR_ONLY" },
		{ FT_PRIO_MAX_TRES, "MAX_TRES" },
		{ FT_PRIO_MAX_TRES_GRES, "MAX_TRES_GRES" },
		{ raw, "NO_NORMAL_ALL" },
		{ FT_PRIO_LEVEL_BASED, "FairTreeLevelBased" },
	};

	add_words(
	    str, words, FT_COUNT(words), ft_conf_priority_flags(form->conf));
}

static void
form_memory(struct ft_str *str, const struct fcontrol_form *form)
{
	if (number_of(form))
		form_PLAIN(str, form);
	else
		ft_str_add(str, "UNLIMITED");
}

static void
form_part_limits(struct ft_str *str, const struct fcontrol_form *form)
{
	const char *text = text_of(form);

	add_upper(str, strcasecmp(text, "yes") == 0 ? "all" : text);
}

static void
form_node_count(struct ft_str *str, const struct fcontrol_form *form)
{
	ft_str_addf(str, "%zu", form->control->world.machine.n_node);
}

static void
form_next_job(struct ft_str *str, const struct fcontrol_form *form)
{
	ft_str_addf(str, "%" PRIu32, form->control->world.next_number);
}

static void
form_preempt_mode(struct ft_str *str, const struct fcontrol_form *form)
{
	ft_jobtext_add_preempt_mode(str, text_of(form));
}

/* Since 24.11 there is no preempt/none: nothing is set then. */
static void
form_preempt_type(struct ft_str *str, const struct fcontrol_form *form)
{
	const char *type = text_of(form);

	if (!form->control->context->slurm || strcmp(type, "preempt/none") != 0)
		ft_str_add(str, type);
}

static void
form_exempt(struct ft_str *str, const struct fcontrol_form *form)
{
	bool set = form->conf->value[form->key].set;

	if (set && number_of(form) < 0)
		ft_str_add(str, "NONE");
	else
		ft_time_add_duration(str, set ? number_of(form) : 0);
}

static void
form_user(struct ft_str *str, const struct fcontrol_form *form)
{
	ft_str_addf(str, "%s(%" PRIu32 ")", text_of(form),
	    ft_world_uid(&form->control->world, text_of(form)));
}

static void
form_file(struct ft_str *str, const struct fcontrol_form *form)
{
	const char *file = form->control->session.conf_file;

	ft_str_add(str, file ? file : "");
}

static void
form_version(struct ft_str *str, const struct fcontrol_form *form)
{
	ft_str_add(str, ft_releases[ft_conf_release(form->conf)].version);
}

/* When the controller started, as if it just had. */
static void
form_boot(struct ft_str *str, const struct fcontrol_form *form)
{
	struct ft_timetext time;
	int64_t now = form->control->world.now;

	ft_timetext_init(&time, now);
	ft_timetext_add(str, &time, now, "Unknown");
}

/* MaxDBDMsgs: its default follows from the numbers of jobs and nodes. */
static void
form_messages(struct ft_str *str, const struct fcontrol_form *form)
{
	size_t nodes = form->control->world.machine.n_node;

	ft_str_addf(str, "%zu", (size_t)number_of(form) * 2 + nodes * 4);
}

const struct fcontrol_setting fcontrol_settings[] = {
#define FT_RELEASE_ALWAYS 0 /* until: no end */
#define BETWEEN(name, form, key, when, since, until)                           \
	{ name, form_##form, FT_CONF_##key, when, NULL, FT_RELEASE_##since,    \
		FT_RELEASE_##until },
#define CONFIG(name, form, key, when)                                          \
	BETWEEN(name, form, key, when, 22_05, ALWAYS)
#define FIXED(name, text, since, until)                                        \
	{ name, form_fixed, FT_CONF_CLUSTER_NAME, SLURM, text,                 \
		FT_RELEASE_##since, FT_RELEASE_##until },
#define LISTED(name, text, since, until)                                       \
	{ name, NULL, FT_CONF_CLUSTER_NAME, SLURM, text, FT_RELEASE_##since,   \
		FT_RELEASE_##until },
#include "fcontrol/show/config.def"
	{ 0 },
};
