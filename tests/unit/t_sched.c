/* SchedulerParameters as numbers. */
#include "model/conf/sched.h"

#include "tap/tap.h"

static const struct {
	const char *text, *preempt;
	enum ft_sched_key key;
	int64_t want;
} cases[] = {
	{ "", "", FT_SCHED_QUEUE_DEPTH, 100 },
	{ "default_queue_depth=2", "", FT_SCHED_QUEUE_DEPTH, 2 },
	{ "defer,bf_interval=5", "", FT_SCHED_BF_INTERVAL, 5 },
	{ "BF_Interval=5", "", FT_SCHED_BF_INTERVAL, 5 },
	/* -1 is in the range, 10801 and words are not */
	{ "bf_interval=-1", "", FT_SCHED_BF_INTERVAL, -1 },
	{ "bf_interval=10801", "", FT_SCHED_BF_INTERVAL, 30 },
	{ "bf_interval=soon", "", FT_SCHED_BF_INTERVAL, 30 },
	/* the first counts */
	{ "bf_interval=7,bf_interval=8", "", FT_SCHED_BF_INTERVAL, 7 },
	/* a longer name is another one */
	{ "bf_max_job_user_part=3", "", FT_SCHED_BF_MAX_JOB_USER, 0 },
	{ "bf_max_job_user_part=3,bf_max_job_user=4", "",
	    FT_SCHED_BF_MAX_JOB_USER, 4 },
	{ "bf_max_job_test=0", "", FT_SCHED_BF_MAX_JOB_TEST, 500 },
	{ "defer", "", FT_SCHED_DEFER, 1 },
	{ "bf_continue", "", FT_SCHED_DEFER, 0 },
	{ "bf_continue,DEFER", "", FT_SCHED_DEFER, 1 },
	{ "defer_batch", "", FT_SCHED_DEFER, 0 },
	{ "preempt_youngest_first", "", FT_SCHED_PREEMPT_YOUNGEST, 1 },
	{ "", "strict_order,youngest_first", FT_SCHED_PREEMPT_YOUNGEST, 1 },
	{ "", "", FT_SCHED_PREEMPT_YOUNGEST, 0 },
};

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(cases); i++) {
		struct ft_conf conf;
		struct ft_sched sched;
		struct ft_error err;

		ft_conf_init(&conf);
		ft_conf_set(&conf, FT_CONF_SCHEDULER_PARAMETERS, cases[i].text,
		    "test", &err);
		ft_conf_set(&conf, FT_CONF_PREEMPT_PARAMETERS, cases[i].preempt,
		    "test", &err);
		ft_sched_read(&sched, &conf);
		is_i64(sched.value[cases[i].key], cases[i].want,
		    "'%s' '%s': %s", cases[i].text, cases[i].preempt,
		    ft_sched_infos[cases[i].key].name);
		ft_conf_free(&conf);
	}
	for (int i = 0; i < FT_SCHED_KEYS; i++) {
		const struct ft_sched_info *info = &ft_sched_infos[i];

		ok((info->low == 0 && info->high == 0 && info->value == 0) ||
			(info->low <= info->value && info->value <= info->high),
		    "the default of %s is in its range", info->name);
	}
	return done_testing();
}
