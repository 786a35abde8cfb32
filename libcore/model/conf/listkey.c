#include "model/conf/listkey.h"

#include "model/conf/sched.h"

static struct ft_listkey
key_of(enum ft_conf_key list, const char *name, enum ft_sched_key row)
{
	const struct ft_sched_info *info = &ft_sched_infos[row];

	return (struct ft_listkey){ .list = list,
		.name = name,
		.is_switch = ft_sched_is_switch(info),
		.low = info->low,
		.high = info->high };
}

bool
ft_listkey_at(size_t i, struct ft_listkey *key)
{
	const char *flag;

	if (i < FT_SCHED_KEYS) {
		*key = key_of(FT_CONF_SCHEDULER_PARAMETERS,
		    ft_sched_infos[i].name, (enum ft_sched_key)i);
		return true;
	}
	i -= FT_SCHED_KEYS;
	if (i < FT_PREEMPT_WORDS) {
		*key = key_of(FT_CONF_PREEMPT_PARAMETERS,
		    ft_preempt_words[i].name, ft_preempt_words[i].key);
		return true;
	}
	flag = ft_priority_flag_name(i - FT_PREEMPT_WORDS);
	if (flag)
		*key = (struct ft_listkey){ .list = FT_CONF_PRIORITY_FLAGS,
			.name = flag,
			.is_switch = true };
	return flag;
}

static void
add_word(struct ft_str *str, struct ft_word word)
{
	if (str->len)
		ft_str_add_char(str, ',');
	ft_str_add_n(str, word.at, word.len);
}

void
ft_listkey_put(struct ft_str *str, const char *list,
    const struct ft_listkey *key, const char *value)
{
	struct ft_str fresh FT_CLEANUP(ft_str_free) = { 0 },
			    out FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_word word, own;
	bool placed = !value;

	ft_str_add(&fresh, key->name);
	if (value && !key->is_switch)
		ft_str_addf(&fresh, "=%s", value);
	own = ft_word_of(ft_str_text(&fresh));
	while (ft_word_next(&list, ",", &word)) {
		if (!ft_word_is(ft_word_until(word.at, ",="), key->name)) {
			add_word(&out, word);
		} else if (!placed) {
			add_word(&out, own);
			placed = true;
		}
	}
	if (!placed)
		add_word(&out, own);
	ft_str_add(str, ft_str_text(&out));
}
