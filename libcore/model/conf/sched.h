/*
 * sched.h - SchedulerParameters and PreemptParameters as numbers.
 *
 * Found as Slurm does: the first "name=" in the text counts; a value out of
 * range gives the default (and is reported).  Rows: sched.def.
 * Source: slurm.conf(5), SchedulerParameters.
 */
#ifndef FT_MODEL_CONF_SCHED_H
#define FT_MODEL_CONF_SCHED_H

#include "model/conf/conf.h"

enum ft_sched_key {
#define FT_SCHED(id, name, value, low, high, sentence) FT_SCHED_##id,
#include "model/conf/sched.def"
#undef FT_SCHED
	FT_SCHED_KEYS
};

struct ft_sched_info {
	const char *name;
	int64_t value;     /* default; of switches 0 */
	int64_t low, high; /* both 0: a switch, its name alone */
	const char *sentence;
};
extern const struct ft_sched_info ft_sched_infos[FT_SCHED_KEYS];

/* Whether it is a name alone. */
bool ft_sched_is_switch(const struct ft_sched_info *info);

/* Words of PreemptParameters: rows of the above under shorter names. */
struct ft_preempt_word {
	const char *name;
	enum ft_sched_key key;
};
#define FT_PREEMPT_WORDS 5
extern const struct ft_preempt_word ft_preempt_words[FT_PREEMPT_WORDS];

struct ft_sched {
	int64_t value[FT_SCHED_KEYS]; /* switches: 0 or 1 */
};

/* Read CONF's SchedulerParameters, and PreemptParameters, which has the words
 * about preemption under shorter names. */
void ft_sched_read(struct ft_sched *sched, const struct ft_conf *conf);

#endif
