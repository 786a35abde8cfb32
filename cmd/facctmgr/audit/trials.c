/* trials.c - the changes that an audit tries. */

#include "facctmgr/audit/private.h"

#include "algo/share/ties.h"
#include "base/text/timefmt.h"

static void
add(struct audit *audit, enum audit_kind kind, const char *change,
    const char *value)
{
	*ft_vec_add(audit->trial, audit->n, audit->cap) =
	    (struct audit_trial){ kind, change, value };
}

/* Try the setting KEY with VALUE. */
static void
add_value(struct audit *audit, enum audit_kind kind, const char *key,
    const char *value)
{
	const char *setting = ft_arena_text(audit->arena, "%s=%s", key, value);

	add(audit, kind, setting, setting);
}

static void
add_releases(struct audit *audit, const struct ft_conf *conf)
{
	for (enum ft_release i = 0; i < FT_RELEASES; i++)
		if (ft_releases[i].recorded && i != ft_conf_release(conf))
			add(audit, AUDIT_RELEASE,
			    ft_arena_text(
				audit->arena, "Slurm %s", ft_releases[i].name),
			    ft_releases[i].name);
}

/* The rules other than the one in use. */
static void
add_ties(struct audit *audit)
{
	const struct ft_share_params *params =
	    &audit->now.ranks.load.input.params;

	for (enum ft_tie_rule i = 0; i < FT_TIE_RULES; i++)
		if (i != ft_tie_rule_of(params))
			add(audit, AUDIT_TIES,
			    ft_arena_text(audit->arena, "FairTreeTies=%s",
				ft_tie_rule_name(i)),
			    ft_tie_rule_name(i));
}

/* Half and double, in whole minutes. Without decay there is nothing to try. */
static void
add_half_lives(struct audit *audit, const struct ft_conf *conf)
{
	int64_t half_life = ft_conf_decay(conf).half_life;
	const int64_t tried[] = { half_life / 120 * 60, 2 * half_life };
	char text[32];

	for (size_t i = 0; i < FT_COUNT(tried); i++)
		if (tried[i] > 0 && tried[i] / 60 < UINT32_MAX)
			add_value(audit, AUDIT_HALF_LIFE,
			    "PriorityDecayHalfLife",
			    ft_time_format_duration(
				text, sizeof text, tried[i]));
}

/* Returns twice each weight of TEXT, "CPU=1000,Mem=0.25G": CPU=2000,Mem=0.5G;
 * NULL: a word is not of that form, and no weight has an effect. */
static const char *
twice_each(struct ft_arena *arena, const char *text)
{
	struct ft_str twice FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_word name, weight;
	char number[64];

	while (ft_word_next(&text, ",", &name)) {
		double value;
		int units;

		if (!ft_word_split(&name, '=', &weight) || !weight.len)
			return NULL;
		units =
		    isalpha((unsigned char)weight.at[weight.len - 1]) ? 1 : 0;
		weight.len -= (size_t)units;
		if (!ft_word_copy(weight, number, sizeof number) ||
		    !ft_num_double(number, &value))
			return NULL;
		ft_str_addf(&twice, "%s%.*s=%.15g%.*s", twice.len ? "," : "",
		    (int)name.len, name.at, 2 * value, units,
		    weight.at + weight.len);
	}
	return ft_arena_text(arena, "%s", ft_str_text(&twice));
}

/* Each weight that is set: without it, and twice as much. */
static void
add_weights(struct audit *audit, const struct ft_conf *conf)
{
	static const struct {
		enum ft_conf_key key;
		const char *name;
	} weights[] = {
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "PriorityWeightAge" },
		{ FT_CONF_PRIORITY_WEIGHT_ASSOC, "PriorityWeightAssoc" },
		{ FT_CONF_PRIORITY_WEIGHT_FAIRSHARE,
		    "PriorityWeightFairshare" },
		{ FT_CONF_PRIORITY_WEIGHT_JOB_SIZE, "PriorityWeightJobSize" },
		{ FT_CONF_PRIORITY_WEIGHT_PARTITION,
		    "PriorityWeightPartition" },
		{ FT_CONF_PRIORITY_WEIGHT_QOS, "PriorityWeightQOS" },
	};

	const char *tres = ft_conf_text(conf, FT_CONF_PRIORITY_WEIGHT_TRES);

	for (size_t i = 0; i < FT_COUNT(weights); i++) {
		int64_t weight = ft_conf_number(conf, weights[i].key);

		if (weight == 0)
			continue;
		add_value(audit, AUDIT_WEIGHT, weights[i].name, "0");
		if (weight <= UINT32_MAX / 2)
			add_value(audit, AUDIT_WEIGHT, weights[i].name,
			    ft_arena_text(
				audit->arena, "%" PRId64, 2 * weight));
	}
	if (*tres) {
		const char *twice = twice_each(audit->arena, tres);

		add_value(audit, AUDIT_WEIGHT, "PriorityWeightTRES", "\"\"");
		if (twice)
			add_value(
			    audit, AUDIT_WEIGHT, "PriorityWeightTRES", twice);
	}
}

void
facctmgr_audit_trials(struct audit *audit)
{
	const struct ft_conf *conf = &audit->now.session.conf;
	const struct ft_args *setting = &audit->request->setting;

	add_releases(audit, conf);
	add_ties(audit);
	add_half_lives(audit, conf);
	add_weights(audit, conf);
	for (size_t i = 0; i < setting->n; i++)
		add(audit, AUDIT_SETTING, setting->item[i], setting->item[i]);
}
