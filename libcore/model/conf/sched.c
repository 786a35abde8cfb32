#include "model/conf/sched.h"

const struct ft_sched_info ft_sched_infos[FT_SCHED_KEYS] = {
#define FT_SCHED(id, name, value, low, high, sentence)                         \
	{ name, value, low, high, sentence },
#include "model/conf/sched.def"
#undef FT_SCHED
};

/* Later Slurms have these in PreemptParameters, under shorter names. */
const struct ft_preempt_word ft_preempt_words[FT_PREEMPT_WORDS] = {
	{ "youngest_first", FT_SCHED_PREEMPT_YOUNGEST },
	{ "strict_order", FT_SCHED_PREEMPT_STRICT },
	{ "send_user_signal", FT_SCHED_PREEMPT_SIGNAL },
	{ "reorder_count", FT_SCHED_PREEMPT_REORDER },
	{ "min_exempt_priority", FT_SCHED_PREEMPT_MIN_EXEMPT },
};

bool
ft_sched_is_switch(const struct ft_sched_info *info)
{
	return info->low == 0 && info->high == 0;
}

/* Returns what follows the first "NAME=" in TEXT (any case), NULL: none. */
static const char *
find_value(const char *text, const char *name)
{
	size_t len = strlen(name);

	for (; *text; text++)
		if (strncasecmp(text, name, len) == 0 && text[len] == '=')
			return text + len + 1;
	return NULL;
}

/* Returns whether NAME is an element of the comma list TEXT. */
static bool
has_switch(const char *text, const char *name)
{
	struct ft_word word, value;

	while (ft_word_next(&text, ",", &word)) {
		ft_word_split(&word, '=', &value);
		if (ft_word_is(word, name))
			return true;
	}
	return false;
}

static int64_t
read_number(const struct ft_sched_info *info, const char *text)
{
	const char *at = find_value(text, info->name);
	char *end;
	long long value;

	if (!at)
		return info->value;
	/* as C reads it: what follows the digits is ignored */
	value = strtoll(at, &end, 10);
	if (end == at || value < info->low || value > info->high)
		return info->value;
	return value;
}

static void
read_preempt(struct ft_sched *sched, const char *text)
{
	for (size_t i = 0; i < FT_PREEMPT_WORDS; i++) {
		enum ft_sched_key key = ft_preempt_words[i].key;
		struct ft_sched_info info = ft_sched_infos[key];
		bool is_switch = ft_sched_is_switch(&info);

		info.name = ft_preempt_words[i].name;
		if (is_switch && has_switch(text, info.name))
			sched->value[key] = 1;
		else if (!is_switch && find_value(text, info.name))
			sched->value[key] = read_number(&info, text);
	}
}

void
ft_sched_read(struct ft_sched *sched, const struct ft_conf *conf)
{
	const char *text = ft_conf_text(conf, FT_CONF_SCHEDULER_PARAMETERS);

	for (int i = 0; i < FT_SCHED_KEYS; i++) {
		const struct ft_sched_info *info = &ft_sched_infos[i];

		sched->value[i] = ft_sched_is_switch(info)
				      ? has_switch(text, info->name)
				      : read_number(info, text);
	}
	read_preempt(sched, ft_conf_text(conf, FT_CONF_PREEMPT_PARAMETERS));
}
