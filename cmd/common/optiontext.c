#include "common/optiontext.h"

#include "base/text/timefmt.h"
#include "common/timetext.h"
#include "model/job/joboption.h"

/* ---- one option ---------------------------------------------------------------- */

typedef void text_fn(struct ft_str *str, const char *value);

static void
text_plain(struct ft_str *str, const char *value)
{
	ft_str_add(str, value);
}

static void
text_flag(struct ft_str *str, const char *value)
{
	(void)value;
	ft_str_add_char(str, '1');
}

/* Minutes, as a time limit is written. */
static void
text_duration(struct ft_str *str, const char *value)
{
	int64_t seconds;

	if (!ft_time_duration(value, &seconds) || seconds == FT_TIME_UNLIMITED)
		seconds = 0;
	ft_timetext_add_short(str, seconds);
}

static void
text_seconds(struct ft_str *str, const char *value)
{
	ft_timetext_add_short(str, strtoll(value, NULL, 10));
}

static void
add_capital(struct ft_str *str, const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++)
		ft_str_add_char(
		    str, (char)(i ? tolower((unsigned char)word[i])
				  : toupper((unsigned char)word[i])));
}

/* "energy,task", in the order and with the capitals of Slurm. */
static void
text_profile(struct ft_str *str, const char *value)
{
	static const char *const words[] = { "energy", "lustre", "network",
		"task", "none" };
	size_t start = str->len;

	for (size_t i = 0; i < FT_COUNT(words); i++) {
		if (!ft_list_has(value, ft_word_of(words[i])) &&
		    (i == 4 || !ft_list_has(value, ft_word_of("all"))))
			continue;
		if (str->len > start)
			ft_str_add_char(str, ',');
		add_capital(str, words[i], strlen(words[i]));
	}
}

static const struct {
	const char *key;
	text_fn *text;
} forms[] = {
	{ "delay_boot", text_duration },
	{ "switch_wait", text_seconds },
	{ "profile", text_profile },
	{ "reboot", text_flag },
};

bool
ft_optiontext_add(struct ft_str *str, const struct ft_job *job, const char *key,
    const char *none)
{
	struct ft_str value FT_CLEANUP(ft_str_free) = { 0 };
	text_fn *text = text_plain;
	bool found = ft_job_option(job, key, &value);

	for (size_t i = 0; i < FT_COUNT(forms); i++)
		if (strcmp(forms[i].key, key) == 0)
			text = forms[i].text;
	if (found)
		text(str, ft_str_text(&value));
	else
		ft_str_add(str, none);
	return found;
}

int64_t
ft_optiontext_delay(const struct ft_job *job)
{
	struct ft_str value FT_CLEANUP(ft_str_free) = { 0 };
	int64_t seconds = 0;

	if (ft_job_option(job, "delay_boot", &value) &&
	    (!ft_time_duration(ft_str_text(&value), &seconds) ||
		seconds == FT_TIME_UNLIMITED))
		seconds = 0;
	return seconds;
}

void
ft_optiontext_add_mail(struct ft_str *str, const struct ft_job *job)
{
	struct ft_str value FT_CLEANUP(ft_str_free) = { 0 };
	const char *list, *comma = "";
	bool all;

	(void)ft_job_option(job, "mail_type", &value);
	list = ft_str_text(&value);
	if (ft_list_has(list, ft_word_of("NONE")))
		return;
	all = ft_list_has(list, ft_word_of("ALL"));
	for (size_t i = 0; ft_job_mail_types[i]; i++)
		if (ft_list_has(list, ft_word_of(ft_job_mail_types[i])) ||
		    (all && i > 0 && i < 7)) {
			ft_str_addf(str, "%s%s", comma, ft_job_mail_types[i]);
			comma = ",";
		}
}

/* ---- frequencies ------------------------------------------------------------------ */

/* "ondemand": "OnDemand"; NULL if it is no governor. */
static const char *
governor(struct ft_word word)
{
	static const char *const names[] = { "Conservative", "OnDemand",
		"Performance", "PowerSave", "SchedUtil", "UserSpace" };
	int row = ft_row_find(FT_ROWS(names), word);

	return row < 0 ? NULL : names[row];
}

void
ft_optiontext_add_frequency(struct ft_str *str, const char *text)
{
	size_t len = strcspn(text, "-:");
	const char *name = governor((struct ft_word){ text, len });

	if (!len)
		return;
	if (!name && text[len] == '-') {
		ft_str_add(str, "CPU_min_freq=");
		add_capital(str, text, len);
		ft_str_add_char(str, ' ');
		text += len + 1;
		len = strcspn(text, ":");
	}
	if (!name) {
		ft_str_add(str, "CPU_max_freq=");
		add_capital(str, text, len);
		ft_str_add_char(str, ' ');
		text += len + (text[len] == ':');
		name = governor(ft_word_of(text));
	}
	if (name)
		ft_str_addf(str, "Governor=%s", name);
}

/* ---- those that Slurm shows nowhere -------------------------------------------------- */

enum place { PLACE_JOB, PLACE_SHOWN, PLACE_KEPT, PLACE_CALL };

static const struct {
	const char *name;
	enum place place;
} options[] = {
#define BATCH(key, letter, name, arg, flags, complete, env, kind, place, ...)  \
	{ name, PLACE_##place },
#include "common/option.def"
#undef BATCH
};

/* "no_kill" of "no-kill" */
static void
add_key(struct ft_str *str, const char *name)
{
	for (; *name; name++)
		ft_str_add_char(str, *name == '-' ? '_' : *name);
}

void
ft_optiontext_add_rest(struct ft_str *str, const struct ft_job *job)
{
	for (size_t i = 0; i < FT_COUNT(options); i++) {
		struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
		struct ft_str value FT_CLEANUP(ft_str_free) = { 0 };

		if (options[i].place != PLACE_KEPT)
			continue;
		add_key(&key, options[i].name);
		if (ft_job_option(job, ft_str_text(&key), &value)) {
			ft_str_addf(str, "%s--%s%s%s", str->len ? " " : "",
			    options[i].name, value.len ? "=" : "",
			    ft_str_text(&value));
		}
	}
}
