#include "model/conf/conf.h"

#include "base/text/timefmt.h"

const struct ft_conf_info ft_conf_infos[FT_CONF_KEYS] = {
#define FT_CONF(id, name, type, value, low, high, sentence)                    \
	{ name, FT_CONF_##type, value, low, high, sentence },
#include "model/conf/conf.def"
#undef FT_CONF
};

const enum ft_conf_key ft_conf_kept[] = { FT_CONF_FAIRTREE_SLURM,
	FT_CONF_FAIRTREE_TIES, FT_CONF_FAIRTREE_COLLATION,
	FT_CONF_FAIRTREE_DBD_PRIVATE_DATA, FT_CONF_FAIR_SHARE_DAMPENING_FACTOR,
	FT_CONF_KEYS };

static const struct {
	const char *name;
	uint32_t bits;
} priority_flags[] = {
	{ "ACCRUE_ALWAYS", FT_PRIO_ACCRUE_ALWAYS },
	{ "CALCULATE_RUNNING", FT_PRIO_CALCULATE_RUNNING },
	{ "DEPTH_OBLIVIOUS", FT_PRIO_DEPTH_OBLIVIOUS },
	{ "NO_FAIR_TREE", FT_PRIO_NO_FAIR_TREE },
	{ "INCR_ONLY", FT_PRIO_INCR_ONLY },
	{ "MAX_TRES", FT_PRIO_MAX_TRES },
	{ "MAX_TRES_GRES", FT_PRIO_MAX_TRES_GRES },
	{ "NO_NORMAL_ALL", FT_PRIO_NO_NORMAL_ASSOC | FT_PRIO_NO_NORMAL_PART |
			       FT_PRIO_NO_NORMAL_QOS | FT_PRIO_NO_NORMAL_TRES },
	{ "NO_NORMAL_ASSOC", FT_PRIO_NO_NORMAL_ASSOC },
	{ "NO_NORMAL_PART", FT_PRIO_NO_NORMAL_PART },
	{ "NO_NORMAL_QOS", FT_PRIO_NO_NORMAL_QOS },
	{ "NO_NORMAL_TRES", FT_PRIO_NO_NORMAL_TRES },
	{ "SMALL_RELATIVE_TO_TIME", FT_PRIO_SMALL_RELATIVE },
	{ "FairTreeLevelBased", FT_PRIO_LEVEL_BASED },
};

/* Always there, whatever AccountingStorageTRES says. */
static const char standard_tres[] =
    "cpu,mem,energy,node,billing,fs/disk,vmem,pages";

/* Returns the place of WORD among the words of "... of a|b|c: ...", or -1. */
static int
find_choice(const struct ft_conf_info *info, struct ft_word word)
{
	const char *at = strstr(info->sentence, " of ") + 4;
	const char *end = strchr(at, ':');
	struct ft_word choice;

	for (int i = 0; at < end && ft_word_next(&at, "|:", &choice); i++)
		if (ft_word_same(choice, word))
			return i;
	return -1;
}

static bool
parse_words(const struct ft_conf_info *info, const char *text, int64_t *bits)
{
	struct ft_word word;

	*bits = 0;
	while (ft_word_next(&text, ",", &word)) {
		int index = find_choice(info, word);

		if (index < 0)
			return false;
		*bits |= (int64_t)1 << index;
	}
	return true;
}

static bool
parse_weights(const char *text)
{
	struct ft_word word, digits;

	while (ft_word_next(&text, ",", &word)) {
		char number[64];
		double value;

		if (!ft_word_split(&word, '=', &digits) || !word.len)
			return false;
		/* a unit: what it means depends on the TRES (billing.c) */
		if (digits.len > 1 &&
		    strchr("KMGTPkmgtp", digits.at[digits.len - 1]))
			digits.len--;
		if (!ft_word_copy(digits, number, sizeof number) ||
		    !ft_num_double(number, &value))
			return false;
	}
	return true;
}

bool
ft_conf_parse_bool(const char *text, int64_t *number)
{
	static const char *const words[] = { "no", "yes", "down", "up", "false",
		"true", "0", "1" };

	int row = ft_row_find(FT_ROWS(words), ft_word_of(text));

	if (row >= 0)
		*number = row % 2;
	return row >= 0;
}

/* Digits after 0x or 0, as C reads them; the rest of the text. */
static bool
parse_prefixed(const char *text, int64_t *number)
{
	static const char digits[] = "0123456789abcdef";
	int base = 8;
	int64_t value = 0;

	text++;
	if (*text == 'x' || *text == 'X') {
		base = 16;
		text++;
	}
	if (!*text)
		return false;
	for (; *text; text++) {
		const char *digit =
		    strchr(digits, tolower((unsigned char)*text));

		if (!digit || digit - digits >= base ||
		    !ft_num_mul_i64(value, base, &value) ||
		    !ft_num_add_i64(value, digit - digits, &value))
			return false;
	}
	*number = value;
	return true;
}

bool
ft_conf_parse_integer(const char *text, int64_t high, int64_t *number)
{
	if (!strcasecmp(text, "UNLIMITED") || !strcasecmp(text, "INFINITE")) {
		*number = high;
		return true;
	}
	if (text[0] == '0' && text[1])
		return parse_prefixed(text, number);
	return ft_num_i64(text, number);
}

static bool
parse_duration(
    const struct ft_conf_info *info, const char *text, int64_t *number)
{
	int64_t minutes;

	if (info->type == FT_CONF_DURATION) {
		if (!ft_time_duration(text, number))
			return false;
	} else {
		if (!ft_time_minutes(text, &minutes))
			return false;
		if (minutes == FT_TIME_UNLIMITED ||
		    !ft_num_mul_i64(minutes, 60, number))
			*number = FT_TIME_UNLIMITED;
	}
	if (*number == FT_TIME_UNLIMITED)
		*number = info->low < 0 ? -1 : (int64_t)UINT32_MAX;
	return true;
}

static bool
parse_release(const char *text, int64_t *number)
{
	enum ft_release release;

	if (!ft_release_parse(text, &release))
		return false;
	*number = release;
	return true;
}

/* Returns whether TEXT is well-formed; sets *number, range not yet checked. */
static bool
parse_value(const struct ft_conf_info *info, const char *text, int64_t *number)
{
	int index;

	*number = 0;
	switch (info->type) {
	case FT_CONF_TEXT:
	case FT_CONF_LOWER:
	case FT_CONF_LIST:
		return true;
	case FT_CONF_BOOL:
		return ft_conf_parse_bool(text, number);
	case FT_CONF_U32:
		return ft_conf_parse_integer(text, info->high, number);
	case FT_CONF_SECONDS:
		return ft_num_i64(text, number);
	case FT_CONF_MINUTES:
	case FT_CONF_DURATION:
		return parse_duration(info, text, number);
	case FT_CONF_CHOICE:
		index = find_choice(info, ft_word_of(text));
		*number = index;
		return index >= 0;
	case FT_CONF_WORDS:
		return parse_words(info, text, number);
	case FT_CONF_WEIGHTS:
		return parse_weights(text);
	case FT_CONF_RELEASE:
		return parse_release(text, number);
	}
	return false;
}

/* The expected values, for messages, by enum ft_conf_type; NULL: the beginning of
 * the sentence, which lists the words. */
static const char *const wanted[] = {
	[FT_CONF_TEXT] = "",
	[FT_CONF_LOWER] = "",
	[FT_CONF_BOOL] = "yes or no",
	[FT_CONF_U32] = "a whole number",
	[FT_CONF_MINUTES] = "a duration such as 30, 1:30:00 or 7-0",
	[FT_CONF_DURATION] = "a duration such as 30, 1:30:00 or 7-0",
	[FT_CONF_SECONDS] = "a whole number",
	[FT_CONF_CHOICE] = NULL,
	[FT_CONF_WORDS] = NULL,
	[FT_CONF_WEIGHTS] = "NAME=NUMBER,...",
	[FT_CONF_RELEASE] = "a release such as 22.05",
	[FT_CONF_LIST] = "",
};

static bool
has_range(enum ft_conf_type type)
{
	return type == FT_CONF_U32 || type == FT_CONF_MINUTES ||
	       type == FT_CONF_DURATION || type == FT_CONF_SECONDS;
}

static enum ft_status
fail_value(
    const struct ft_conf_info *info, const char *text, struct ft_error *err)
{
	const char *want = wanted[info->type];
	struct ft_word words =
	    want ? ft_word_of(want) : ft_word_until(info->sentence, ":");

	return ft_fail(err, FT_EINVAL, "bad value '%s' for %s: expected %.*s",
	    text, info->name, (int)words.len, words.at);
}

void
ft_conf_init(struct ft_conf *conf)
{
	memset(conf, 0, sizeof *conf);
	for (int i = 0; i < FT_CONF_KEYS; i++) {
		struct ft_conf_value *value = &conf->value[i];
		bool good;

		value->text = ft_conf_infos[i].value;
		value->origin = "built in";
		good =
		    parse_value(&ft_conf_infos[i], value->text, &value->number);
		assert(good);
		(void)good;
	}
}

void
ft_conf_free(struct ft_conf *conf)
{
	ft_free(conf->line);
	ft_arena_clear(&conf->arena);
	memset(conf, 0, sizeof *conf);
}

void
ft_conf_add_line(struct ft_conf *conf, const char *key, const char *text,
    const char *origin, bool known)
{
	struct ft_conf_line *line =
	    ft_vec_add(conf->line, conf->n_line, conf->cap_line);

	line->key = ft_arena_strdup(&conf->arena, key);
	line->text = ft_arena_strdup(&conf->arena, text);
	line->origin = ft_arena_strdup(&conf->arena, origin);
	line->known = known;
}

enum ft_conf_key
ft_conf_find(const char *name)
{
	int row = ft_row_find(FT_ROWS(ft_conf_infos), ft_word_of(name));

	return row < 0 ? FT_CONF_KEYS : (enum ft_conf_key)row;
}

enum ft_status
ft_conf_set(struct ft_conf *conf, enum ft_conf_key key, const char *text,
    const char *origin, struct ft_error *err)
{
	const struct ft_conf_info *info = &ft_conf_infos[key];
	struct ft_conf_value *value = &conf->value[key];
	int64_t number;
	char *copy;

	if (!parse_value(info, text, &number))
		return fail_value(info, text, err);
	if (has_range(info->type) &&
	    (number < info->low || number > info->high))
		return ft_fail(err, FT_EINVAL,
		    "bad value '%s' for %s: expected %lld to %lld%s", text,
		    info->name, (long long)info->low, (long long)info->high,
		    info->type == FT_CONF_U32 ? "" : " seconds");
	if (info->type == FT_CONF_RELEASE)
		text = ft_releases[number].name;
	copy = ft_arena_strdup(&conf->arena, text);
	if (info->type == FT_CONF_LOWER)
		ft_word_lower(copy);
	value->text = copy;
	value->number = number;
	value->origin = ft_arena_strdup(&conf->arena, origin);
	value->set = true;
	return FT_OK;
}

int
ft_conf_choice(enum ft_conf_key key, const char *text)
{
	return find_choice(&ft_conf_infos[key], ft_word_of(text));
}

static bool
word_is_set(const struct ft_conf *conf, enum ft_conf_key key, const char *word)
{
	int index = find_choice(&ft_conf_infos[key], ft_word_of(word));

	return index >= 0 && conf->value[key].number >> index & 1;
}

static enum ft_status
check_preempt(const struct ft_conf *conf, struct ft_error *err)
{
	static const char *const ways[] = { "cancel", "requeue", "suspend" };
	const struct ft_conf_value *mode = &conf->value[FT_CONF_PREEMPT_MODE];
	bool off = word_is_set(conf, FT_CONF_PREEMPT_MODE, "off");
	int n = 0;

	for (size_t i = 0; i < FT_COUNT(ways); i++)
		n += word_is_set(conf, FT_CONF_PREEMPT_MODE, ways[i]);
	if (n + off > 1)
		return ft_fail(err, FT_EINVAL,
		    "PreemptMode '%s' names more than one of OFF, CANCEL, "
		    "REQUEUE and SUSPEND",
		    mode->text);
	if (word_is_set(conf, FT_CONF_PREEMPT_MODE, "suspend") &&
	    !word_is_set(conf, FT_CONF_PREEMPT_MODE, "gang"))
		return ft_fail(err, FT_EINVAL,
		    "PreemptMode '%s' needs GANG beside SUSPEND", mode->text);
	if (!ft_conf_number(conf, FT_CONF_PREEMPT_TYPE) && n)
		return ft_fail(err, FT_EINVAL,
		    "PreemptMode '%s' needs a PreemptType", mode->text);
	return FT_OK;
}

static enum ft_status
check_preempt_type(const struct ft_conf *conf, struct ft_error *err)
{
	static const char *const ways[] = { "cancel", "requeue", "suspend" };

	if (!ft_conf_number(conf, FT_CONF_PREEMPT_TYPE))
		return FT_OK;
	for (size_t i = 0; i < FT_COUNT(ways); i++)
		if (word_is_set(conf, FT_CONF_PREEMPT_MODE, ways[i]))
			return FT_OK;
	return ft_fail(err, FT_EINVAL, "PreemptType '%s' needs a PreemptMode",
	    ft_conf_text(conf, FT_CONF_PREEMPT_TYPE));
}

void
ft_conf_add_tres(struct ft_str *str, const struct ft_conf *conf)
{
	static const char *const beside[] = { "gres/gpumem", "gres/gpuutil" };
	const char *text = ft_conf_text(conf, FT_CONF_ACCOUNTING_STORAGE_TRES);
	bool more = ft_release_has(ft_conf_release(conf), FT_RULE_GPU_TRES);
	const char *at = text;
	struct ft_word word;

	while (ft_word_next(&at, ",", &word)) {
		ft_str_addf(
		    str, "%s%.*s", str->len ? "," : "", (int)word.len, word.at);
		for (size_t i = 0; more && i < FT_COUNT(beside); i++)
			if (ft_word_is(word, "gres/gpu") &&
			    !ft_list_has(text, ft_word_of(beside[i])))
				ft_str_addf(str, ",%s", beside[i]);
	}
}

static enum ft_status
check_weights(const struct ft_conf *conf, struct ft_error *err)
{
	const char *text = ft_conf_text(conf, FT_CONF_PRIORITY_WEIGHT_TRES);
	struct ft_str known FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_word word, weight;

	ft_conf_add_tres(&known, conf);
	while (ft_word_next(&text, ",", &word)) {
		ft_word_split(&word, '=', &weight);
		if (!ft_list_has(standard_tres, word) &&
		    !ft_list_has(ft_str_text(&known), word))
			return ft_fail(err, FT_EINVAL,
			    "TRES '%.*s' of PriorityWeightTRES is not in "
			    "AccountingStorageTRES",
			    (int)word.len, word.at);
	}
	return FT_OK;
}

static enum ft_status
check_decay(const struct ft_conf *conf, struct ft_error *err)
{
	const struct ft_conf_value *half =
	    &conf->value[FT_CONF_PRIORITY_DECAY_HALF_LIFE];

	if (!half->number &&
	    !conf->value[FT_CONF_PRIORITY_USAGE_RESET_PERIOD].set)
		return ft_fail(err, FT_EINVAL,
		    "PriorityDecayHalfLife '%s' needs a "
		    "PriorityUsageResetPeriod (which may be none)",
		    half->text);
	return FT_OK;
}

static enum ft_status
check_cluster(const struct ft_conf *conf, struct ft_error *err)
{
	if (*ft_conf_text(conf, FT_CONF_CLUSTER_NAME))
		return FT_OK;
	return ft_fail(err, FT_EINVAL, "ClusterName is empty");
}

enum ft_status
ft_conf_check_rule(const struct ft_conf *conf, size_t i, struct ft_error *err)
{
	/* key: the setting whose origin the message names */
	static const struct {
		enum ft_status (*check)(
		    const struct ft_conf *conf, struct ft_error *err);
		enum ft_conf_key key;
	} rules[FT_CONF_RULES] = {
		{ check_decay, FT_CONF_PRIORITY_DECAY_HALF_LIFE },
		{ check_cluster, FT_CONF_CLUSTER_NAME },
		{ check_preempt, FT_CONF_PREEMPT_MODE },
		{ check_preempt_type, FT_CONF_PREEMPT_TYPE },
		{ check_weights, FT_CONF_PRIORITY_WEIGHT_TRES },
	};
	enum ft_status status = rules[i].check(conf, err);

	if (status != FT_OK)
		ft_error_at(err, conf->value[rules[i].key].origin);
	return status;
}

enum ft_status
ft_conf_check(const struct ft_conf *conf, struct ft_error *err)
{
	for (size_t i = 0; i < FT_CONF_RULES; i++)
		FT_TRY(ft_conf_check_rule(conf, i, err));
	return FT_OK;
}

const char *
ft_conf_text(const struct ft_conf *conf, enum ft_conf_key key)
{
	return conf->value[key].text;
}

int64_t
ft_conf_number(const struct ft_conf *conf, enum ft_conf_key key)
{
	return conf->value[key].number;
}

bool
ft_conf_bool(const struct ft_conf *conf, enum ft_conf_key key)
{
	return conf->value[key].number != 0;
}

bool
ft_conf_has(const struct ft_conf *conf, enum ft_conf_key key, const char *word)
{
	return ft_list_has(conf->value[key].text, ft_word_of(word));
}

const char *
ft_priority_flag_name(size_t i)
{
	return i < FT_COUNT(priority_flags) ? priority_flags[i].name : NULL;
}

uint32_t
ft_conf_priority_flags(const struct ft_conf *conf)
{
	const char *text = ft_conf_text(conf, FT_CONF_PRIORITY_FLAGS);
	uint32_t flags = 0;

	for (size_t i = 0; i < FT_COUNT(priority_flags); i++)
		if (ft_text_contains(text, priority_flags[i].name))
			flags |= priority_flags[i].bits;
	/* Each is ignored if the other one is set: slurm.conf(5). */
	if (flags & FT_PRIO_DEPTH_OBLIVIOUS)
		flags &= ~(uint32_t)FT_PRIO_NO_FAIR_TREE;
	if (flags & FT_PRIO_MAX_TRES_GRES)
		flags &= ~(uint32_t)FT_PRIO_MAX_TRES;
	return flags;
}

enum ft_release
ft_conf_release(const struct ft_conf *conf)
{
	return (enum ft_release)ft_conf_number(conf, FT_CONF_FAIRTREE_SLURM);
}

enum ft_siblings
ft_conf_collation(const struct ft_conf *conf)
{
	static const enum ft_siblings collations[] = { FT_SIBLINGS_UCA1400,
		FT_SIBLINGS_LATIN1 };

	return collations[ft_conf_number(conf, FT_CONF_FAIRTREE_COLLATION)];
}
