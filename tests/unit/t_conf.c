#include "model/conf/conf.h"

#include <string.h>

#include "base/text/timefmt.h"
#include "tap/tap.h"

static void
test_defaults(void)
{
	static const struct {
		enum ft_conf_key key;
		const char *text;
		int64_t number;
	} row[] = {
		{ FT_CONF_CLUSTER_NAME, "cluster", 0 },
		{ FT_CONF_PRIORITY_TYPE, "priority/multifactor", 1 },
		{ FT_CONF_PRIORITY_DECAY_HALF_LIFE, "7-0", 604800 },
		{ FT_CONF_PRIORITY_CALC_PERIOD, "5", 300 },
		{ FT_CONF_PRIORITY_USAGE_RESET_PERIOD, "none", 0 },
		{ FT_CONF_PRIORITY_WEIGHT_FAIRSHARE, "0", 0 },
		{ FT_CONF_FAIR_SHARE_DAMPENING_FACTOR, "1", 1 },
		{ FT_CONF_PREEMPT_MODE, "OFF", 1 },
		{ FT_CONF_PREEMPT_EXEMPT_TIME, "-1", -1 },
		{ FT_CONF_MAX_JOB_ID, "67043328", 67043328 },
		{ FT_CONF_FAIRTREE_TIES, "documented", 0 },
		{ FT_CONF_FAIRTREE_DECAY, "slurm", 0 },
	};
	struct ft_conf conf;
	struct ft_error err;

	ft_conf_init(&conf);
	for (size_t i = 0; i < FT_COUNT(row); i++) {
		const char *name = ft_conf_infos[row[i].key].name;

		is_str(ft_conf_text(&conf, row[i].key), row[i].text,
		    "default text of %s", name);
		is_i64(ft_conf_number(&conf, row[i].key), row[i].number,
		    "default number of %s", name);
		ok(!conf.value[row[i].key].set, "%s is not set", name);
	}
	is_i64(ft_conf_check(&conf, &err), FT_OK, "the defaults are good");
	for (int i = 0; i < FT_CONF_KEYS; i++) {
		const struct ft_conf_info *info = &ft_conf_infos[i];
		int64_t number = conf.value[i].number;

		is_i64(ft_conf_find(info->name), i, "%s is found by its name",
		    info->name);
		ok(info->low <= info->high &&
			(info->low == info->high ||
			    (info->low <= number && number <= info->high)),
		    "default of %s is in its range", info->name);
	}
	is_i64(ft_conf_find("prioritytype"), FT_CONF_PRIORITY_TYPE, "any case");
	is_i64(ft_conf_find("PriorityTypes"), FT_CONF_KEYS, "unknown name");
	ft_conf_free(&conf);
}

static void
test_values(void)
{
	static const struct {
		enum ft_conf_key key;
		const char *text;
		int64_t number;
	} row[] = {
		{ FT_CONF_PRIORITY_FAVOR_SMALL, "YES", 1 },
		{ FT_CONF_PRIORITY_FAVOR_SMALL, "up", 1 },
		{ FT_CONF_PRIORITY_FAVOR_SMALL, "True", 1 },
		{ FT_CONF_PRIORITY_FAVOR_SMALL, "1", 1 },
		{ FT_CONF_PRIORITY_FAVOR_SMALL, "No", 0 },
		{ FT_CONF_PRIORITY_FAVOR_SMALL, "down", 0 },
		{ FT_CONF_PRIORITY_FAVOR_SMALL, "false", 0 },
		{ FT_CONF_PRIORITY_FAVOR_SMALL, "0", 0 },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "1000", 1000 },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "0x10", 16 },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "0XfF", 255 },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "010", 8 },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "0", 0 },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "4294967295", 4294967295 },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "unlimited", 4294967295 },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "INFINITE", 4294967295 },
		{ FT_CONF_DEF_MEM_PER_NODE, "1000000000000", 1000000000000 },
		{ FT_CONF_FAIR_SHARE_DAMPENING_FACTOR, "65534", 65534 },
		{ FT_CONF_PRIORITY_DECAY_HALF_LIFE, "0", 0 },
		{ FT_CONF_PRIORITY_DECAY_HALF_LIFE, "90", 5400 },
		{ FT_CONF_PRIORITY_DECAY_HALF_LIFE, "1:30:00", 5400 },
		{ FT_CONF_PRIORITY_DECAY_HALF_LIFE, "14-0", 1209600 },
		{ FT_CONF_PRIORITY_DECAY_HALF_LIFE, "0:01", 60 },
		{ FT_CONF_PRIORITY_DECAY_HALF_LIFE, "INFINITE", 4294967295 },
		{ FT_CONF_PRIORITY_CALC_PERIOD, "1", 60 },
		{ FT_CONF_PREEMPT_EXEMPT_TIME, "0:30", 30 },
		{ FT_CONF_PREEMPT_EXEMPT_TIME, "-1", -1 },
		{ FT_CONF_PREEMPT_EXEMPT_TIME, "INFINITE", -1 },
		{ FT_CONF_KILL_WAIT, "65533", 65533 },
		{ FT_CONF_PRIORITY_USAGE_RESET_PERIOD, "NONE", 0 },
		{ FT_CONF_PRIORITY_USAGE_RESET_PERIOD, "Quarterly", 5 },
		{ FT_CONF_ENFORCE_PART_LIMITS, "ANY", 2 },
		{ FT_CONF_ACCOUNTING_STORAGE_ENFORCE, "Limits,qos",
		    1 << 2 | 1 << 5 },
		{ FT_CONF_ACCOUNTING_STORAGE_ENFORCE, "", 0 },
		{ FT_CONF_PREEMPT_MODE, "SUSPEND,GANG", 1 << 3 | 1 << 4 },
		{ FT_CONF_PRIORITY_WEIGHT_TRES, "CPU=1000,Mem=-0.5", 0 },
		{ FT_CONF_FAIRTREE_TIES, "slurm", 1 },
		{ FT_CONF_FAIRTREE_LEVELS, "63", 63 },
	};
	struct ft_conf conf;
	struct ft_error err;

	ft_conf_init(&conf);
	for (size_t i = 0; i < FT_COUNT(row); i++) {
		const char *name = ft_conf_infos[row[i].key].name;

		is_i64(ft_conf_set(
			   &conf, row[i].key, row[i].text, "x.conf:3", &err),
		    FT_OK, "%s=%s is good", name, row[i].text);
		is_i64(ft_conf_number(&conf, row[i].key), row[i].number,
		    "%s=%s", name, row[i].text);
		is_str(ft_conf_text(&conf, row[i].key), row[i].text,
		    "%s=%s is kept as written", name, row[i].text);
	}
	ft_conf_set(&conf, FT_CONF_CLUSTER_NAME, "MyCluster", "a:1", &err);
	is_str(ft_conf_text(&conf, FT_CONF_CLUSTER_NAME), "mycluster",
	    "ClusterName is lower-cased");
	is_str(conf.value[FT_CONF_CLUSTER_NAME].origin, "a:1", "origin");
	ok(conf.value[FT_CONF_CLUSTER_NAME].set, "it is set");
	ft_conf_free(&conf);
}

static void
test_refused_values(void)
{
	static const struct {
		enum ft_conf_key key;
		const char *text, *want;
	} row[] = {
		{ FT_CONF_PRIORITY_FAVOR_SMALL, "maybe",
		    "bad value 'maybe' for PriorityFavorSmall: expected yes or "
		    "no" },
		{ FT_CONF_PRIORITY_FAVOR_SMALL, "",
		    "bad value '' for PriorityFavorSmall: expected yes or no" },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "12k",
		    "bad value '12k' for PriorityWeightAge: expected a whole "
		    "number" },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "",
		    "bad value '' for PriorityWeightAge: expected a whole "
		    "number" },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "08",
		    "bad value '08' for PriorityWeightAge: expected a whole "
		    "number" },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "0x",
		    "bad value '0x' for PriorityWeightAge: expected a whole "
		    "number" },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "0xffffffffffffffff0",
		    "bad value '0xffffffffffffffff0' for PriorityWeightAge: "
		    "expected a whole number" },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "-1",
		    "bad value '-1' for PriorityWeightAge: expected 0 to "
		    "4294967295" },
		{ FT_CONF_PRIORITY_WEIGHT_AGE, "4294967296",
		    "bad value '4294967296' for PriorityWeightAge: expected 0 "
		    "to "
		    "4294967295" },
		{ FT_CONF_FAIR_SHARE_DAMPENING_FACTOR, "0",
		    "bad value '0' for FairShareDampeningFactor: expected 1 to "
		    "65534" },
		{ FT_CONF_PRIORITY_DECAY_HALF_LIFE, "7 days",
		    "bad value '7 days' for PriorityDecayHalfLife: expected a "
		    "duration such as 30, 1:30:00 or 7-0" },
		{ FT_CONF_PRIORITY_DECAY_HALF_LIFE, "50000-0",
		    "bad value '50000-0' for PriorityDecayHalfLife: expected 0 "
		    "to 4294967295 seconds" },
		{ FT_CONF_PRIORITY_CALC_PERIOD, "0",
		    "bad value '0' for PriorityCalcPeriod: expected 60 to "
		    "4294967294 seconds" },
		{ FT_CONF_PRIORITY_CALC_PERIOD, "INFINITE",
		    "bad value 'INFINITE' for PriorityCalcPeriod: expected 60 "
		    "to "
		    "4294967294 seconds" },
		{ FT_CONF_KILL_WAIT, "1:00",
		    "bad value '1:00' for KillWait: expected a whole number" },
		{ FT_CONF_KILL_WAIT, "-1",
		    "bad value '-1' for KillWait: expected 0 to 65533 "
		    "seconds" },
		{ FT_CONF_PRIORITY_TYPE, "priority/fifo",
		    "bad value 'priority/fifo' for PriorityType: expected one "
		    "of "
		    "priority/basic|priority/multifactor" },
		{ FT_CONF_PRIORITY_USAGE_RESET_PERIOD, "year",
		    "bad value 'year' for PriorityUsageResetPeriod: expected "
		    "one "
		    "of none|now|daily|weekly|monthly|quarterly|yearly" },
		{ FT_CONF_ACCOUNTING_STORAGE_ENFORCE, "limits,all,every",
		    "bad value 'limits,all,every' for "
		    "AccountingStorageEnforce: expected any of "
		    "none|associations|"
		    "limits|nojobs|nosteps|qos|safe|wckeys|all|1|2" },
		{ FT_CONF_ACCOUNTING_STORAGE_ENFORCE, "limits,,qos",
		    "bad value 'limits,,qos' for AccountingStorageEnforce: "
		    "expected any of "
		    "none|associations|limits|nojobs|nosteps|qos|"
		    "safe|wckeys|all|1|2" },
		{ FT_CONF_PRIORITY_WEIGHT_TRES, "CPU",
		    "bad value 'CPU' for PriorityWeightTRES: expected "
		    "NAME=NUMBER,..." },
		{ FT_CONF_PRIORITY_WEIGHT_TRES, "CPU=x",
		    "bad value 'CPU=x' for PriorityWeightTRES: expected "
		    "NAME=NUMBER,..." },
		{ FT_CONF_PRIORITY_WEIGHT_TRES, "=1",
		    "bad value '=1' for PriorityWeightTRES: expected "
		    "NAME=NUMBER,..." },
		{ FT_CONF_FAIRTREE_TIES, "merge",
		    "bad value 'merge' for FairTreeTies: expected one of "
		    "documented|slurm|slurm-22.05|slurm-23.11" },
		{ FT_CONF_FAIRTREE_LEVELS, "64",
		    "bad value '64' for FairTreeLevels: expected 1 to 63" },
	};
	struct ft_conf conf;

	ft_conf_init(&conf);
	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_error err;

		is_i64(ft_conf_set(&conf, row[i].key, row[i].text, "x", &err),
		    FT_EINVAL, "%s=%s is refused",
		    ft_conf_infos[row[i].key].name, row[i].text);
		is_str(err.text, row[i].want, "its message");
		ok(!conf.value[row[i].key].set, "nothing was set");
	}
	ft_conf_free(&conf);
}

struct setting {
	enum ft_conf_key key;
	const char *text;
};

static void
set_all(struct ft_conf *conf, const struct setting *setting, size_t n)
{
	struct ft_error err;

	ft_conf_init(conf);
	for (size_t i = 0; i < n && setting[i].text; i++)
		if (ft_conf_set(conf, setting[i].key, setting[i].text, "s:1",
			&err) != FT_OK)
			bail("%s", err.text);
}

static void
test_check(void)
{
	static const struct {
		struct setting setting[3];
		const char *want; /* NULL: good */
	} row[] = {
		{ { { FT_CONF_PRIORITY_DECAY_HALF_LIFE, "0" } },
		    "s:1: PriorityDecayHalfLife '0' needs a "
		    "PriorityUsageResetPeriod (which may be none)" },
		{ { { FT_CONF_PRIORITY_DECAY_HALF_LIFE, "0" },
		      { FT_CONF_PRIORITY_USAGE_RESET_PERIOD, "NONE" } },
		    NULL },
		{ { { FT_CONF_CLUSTER_NAME, "" } },
		    "s:1: ClusterName is empty" },
		{ { { FT_CONF_PREEMPT_MODE, "CANCEL" } },
		    "s:1: PreemptMode 'CANCEL' needs a PreemptType" },
		{ { { FT_CONF_PREEMPT_MODE, "GANG" } }, NULL },
		{ { { FT_CONF_PREEMPT_TYPE, "preempt/qos" } },
		    "s:1: PreemptType 'preempt/qos' needs a PreemptMode" },
		{ { { FT_CONF_PREEMPT_TYPE, "preempt/qos" },
		      { FT_CONF_PREEMPT_MODE, "WITHIN,GANG" } },
		    "s:1: PreemptType 'preempt/qos' needs a PreemptMode" },
		{ { { FT_CONF_PREEMPT_TYPE, "preempt/qos" },
		      { FT_CONF_PREEMPT_MODE, "REQUEUE,WITHIN" } },
		    NULL },
		{ { { FT_CONF_PREEMPT_TYPE, "preempt/qos" },
		      { FT_CONF_PREEMPT_MODE, "SUSPEND" } },
		    "s:1: PreemptMode 'SUSPEND' needs GANG beside SUSPEND" },
		{ { { FT_CONF_PREEMPT_TYPE, "preempt/qos" },
		      { FT_CONF_PREEMPT_MODE, "SUSPEND,GANG" } },
		    NULL },
		{ { { FT_CONF_PREEMPT_TYPE, "preempt/qos" },
		      { FT_CONF_PREEMPT_MODE, "OFF,CANCEL" } },
		    "s:1: PreemptMode 'OFF,CANCEL' names more than one of "
		    "OFF, CANCEL, REQUEUE and SUSPEND" },
		{ { { FT_CONF_PRIORITY_WEIGHT_TRES, "CPU=1,GRES/gpu=2" } },
		    "s:1: TRES 'GRES/gpu' of PriorityWeightTRES is not in "
		    "AccountingStorageTRES" },
		{ { { FT_CONF_PRIORITY_WEIGHT_TRES, "CPU=1,GRES/gpu=2" },
		      { FT_CONF_ACCOUNTING_STORAGE_TRES, "gres/gpu" } },
		    NULL },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_conf conf;
		struct ft_error err = { 0 };
		enum ft_status want = row[i].want ? FT_EINVAL : FT_OK;

		set_all(&conf, row[i].setting, FT_COUNT(row[i].setting));
		is_i64(ft_conf_check(&conf, &err), want, "rule %zu", i);
		if (row[i].want)
			is_str(err.text, row[i].want, "its message");
		ft_conf_free(&conf);
	}
}

static void
test_flags(void)
{
	static const struct {
		const char *text;
		uint32_t want;
	} row[] = {
		{ "", 0 },
		{ "FAIR_TREE", 0 },
		{ "no_fair_tree", FT_PRIO_NO_FAIR_TREE },
		{ "NO_FAIR_TREE,DEPTH_OBLIVIOUS", FT_PRIO_DEPTH_OBLIVIOUS },
		{ "xACCRUE_ALWAYSx", FT_PRIO_ACCRUE_ALWAYS },
		{ "nonsense", 0 },
		{ "CALCULATE_RUNNING,INCR_ONLY",
		    FT_PRIO_CALCULATE_RUNNING | FT_PRIO_INCR_ONLY },
		{ "MAX_TRES", FT_PRIO_MAX_TRES },
		{ "MAX_TRES_GRES", FT_PRIO_MAX_TRES_GRES },
		{ "NO_NORMAL_ALL",
		    FT_PRIO_NO_NORMAL_ASSOC | FT_PRIO_NO_NORMAL_PART |
			FT_PRIO_NO_NORMAL_QOS | FT_PRIO_NO_NORMAL_TRES },
		{ "NO_NORMAL_PART", FT_PRIO_NO_NORMAL_PART },
		{ "SMALL_RELATIVE_TO_TIME", FT_PRIO_SMALL_RELATIVE },
		{ "FairTreeLevelBased", FT_PRIO_LEVEL_BASED },
	};
	struct ft_conf conf;
	struct ft_error err;

	ft_conf_init(&conf);
	for (size_t i = 0; i < FT_COUNT(row); i++) {
		ft_conf_set(
		    &conf, FT_CONF_PRIORITY_FLAGS, row[i].text, "x", &err);
		is_u64(ft_conf_priority_flags(&conf), row[i].want,
		    "PriorityFlags=%s", row[i].text);
	}
	ft_conf_set(&conf, FT_CONF_PRIVATE_DATA, "jobs,Usage", "x", &err);
	ok(ft_conf_has(&conf, FT_CONF_PRIVATE_DATA, "usage"), "has usage");
	ok(ft_conf_has(&conf, FT_CONF_PRIVATE_DATA, "jobs"), "has jobs");
	ok(!ft_conf_has(&conf, FT_CONF_PRIVATE_DATA, "job"), "has no job");
	ok(!ft_conf_bool(&conf, FT_CONF_TRACK_WCKEY), "a boolean");
	ft_conf_free(&conf);
}

static void
test_decay(void)
{
	struct ft_conf conf;
	struct ft_error err;
	struct ft_decay decay;

	ft_conf_init(&conf);
	decay = ft_conf_decay(&conf);
	ok(decay.kind == FT_DECAY_SLURM, "decay as Slurm's");
	is_i64(decay.half_life, 604800, "a week");
	ft_conf_set(&conf, FT_CONF_FAIRTREE_DECAY, "exact", "x", &err);
	ft_conf_set(&conf, FT_CONF_PRIORITY_DECAY_HALF_LIFE, "0", "x", &err);
	decay = ft_conf_decay(&conf);
	ok(decay.kind == FT_DECAY_EXACT, "exact decay");
	is_i64(decay.half_life, 0, "none");
	ft_conf_free(&conf);
}

static void
test_lines(void)
{
	struct ft_conf conf;

	ft_conf_init(&conf);
	ft_conf_add_line(&conf, "NodeName", "NodeName=n1", "f:2", true);
	ft_conf_add_line(&conf, "Foo", "Foo=1", "f:3", false);
	is_u64(conf.n_line, 2, "two lines");
	is_str(conf.line[0].key, "NodeName", "key");
	is_str(conf.line[0].text, "NodeName=n1", "text");
	is_str(conf.line[1].origin, "f:3", "origin");
	ok(conf.line[0].known && !conf.line[1].known, "known and unknown");
	ft_conf_free(&conf);
}

int
main(void)
{
	test_defaults();
	test_values();
	test_refused_values();
	test_check();
	test_flags();
	test_decay();
	test_lines();
	return done_testing();
}
