/*
 * Factors and their sum: arithmetic done beside each check, and what sprio
 * 22.05 printed (tests/oracle/cases/f*).
 */
#include "algo/priority.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text/timefmt.h"
#include "model/conf/conf.h"
#include "tap/tap.h"

#define DAY  INT64_C(86400)
#define HOUR INT64_C(3600)
#define CUT  4294967295.0

/* The oracle's cluster: ten nodes of 16 CPUs and 64000 MB. */
static const struct ft_priority_params ten_nodes = {
	.max_age = 7 * DAY,
	.nodes = 10,
	.cpus = 160,
	.top_partition = 1,
};

static struct ft_priority
compute(
    const struct ft_priority_params *params, const struct ft_priority_job *job)
{
	struct ft_priority result = { 0 };

	ft_priority_compute(params, job, &result);
	return result;
}

/* "1500 50000 266" as sprio rounds: %.0f of the binary number. */
static const char *
weighted_text(const struct ft_priority *result, char *text, size_t size)
{
	size_t at = 0;

	for (int i = FT_FACTOR_AGE; i <= FT_FACTOR_QOS; i++)
		at += (size_t)snprintf(text + at, size - at, "%s%.0f",
		    i > FT_FACTOR_AGE ? " " : "", result->weighted[i]);
	return text;
}

/*
 * Age 1000, Fairshare 10000, JobSize 1000, Partition 1000, QOS 2000; MaxAge 7
 * days; 2 of 100 nodes, 32 of 3200 CPUs; waited 84 of 168 hours; factor .25;
 * partition 10 of 20; QOS 50 of 100; nice 100:
 * 500 + 2500 + (.02 + .01) / 2 * 1000 + 500 + 1000 - 100 = 4415.
 */
static void
test_worked(void)
{
	const struct ft_priority_params params = {
		.age = 1000,
		.fairshare = 10000,
		.job_size = 1000,
		.partition = 1000,
		.qos = 2000,
		.max_age = 7 * DAY,
		.nodes = 100,
		.cpus = 3200,
		.top_qos = 100,
		.top_partition = 20,
	};
	const struct ft_priority_job job = {
		.now = 1000000 + 84 * HOUR,
		.accrue = 1000000,
		.qos_priority = 50,
		.partition_factor = 10,
		.fairshare = .25,
		.min_nodes = 2,
		.cpus = 32,
		.time_limit = 60,
		.nice = 100,
	};
	struct ft_priority result = compute(&params, &job);
	char text[100];

	is_str(weighted_text(&result, text, sizeof text),
	    "500 0 2500 15 500 1000", "worked example: factors");
	is_real(result.norm[FT_FACTOR_AGE], .5, "worked example: half aged");
	is_real(result.weighted[FT_FACTOR_NICE], -100, "nice is taken off");
	is_u64(result.priority, 4415, "worked example: priority");
	ok(!result.clamped, "worked example: as it is");
}

static void
test_age(void)
{
	static const struct {
		int64_t now, accrue, max;
		double want;
		const char *name;
	} rows[] = {
		{ 1000, 0, 100, 0, "it does not count yet" },
		{ 1000, 1000, 100, 0, "no time yet" },
		{ 1000, 900, 100, 1, "just the most" },
		{ 1000, 901, 100, .99, "almost" },
		{ 1000, 1, 100, 1, "far beyond" },
		{ 1000, 2000, 100, 0, "begins in the future" },
		{ 1000, 1000, 0, 1, "MaxAge 0: at once" },
		{ 1000, 0, 0, 0, "MaxAge 0, not counting" },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_priority_params params = ten_nodes;
		struct ft_priority_job job = { .now = rows[i].now,
			.accrue = rows[i].accrue };

		params.age = 8;
		params.max_age = rows[i].max;
		is_real(compute(&params, &job).norm[FT_FACTOR_AGE],
		    rows[i].want, "age: %s", rows[i].name);
		params.age = 0;
		is_real(compute(&params, &job).norm[FT_FACTOR_AGE], 0,
		    "age: %s, without weight", rows[i].name);
	}
}

/* The six jobs of f03 to f06 and what sprio -o "%J %Y" printed, weight 100000. */
static void
test_job_size_recorded(void)
{
	static const struct {
		uint32_t nodes, cpus;
		int64_t limit;
		const char *want[4]; /* plain, small, in time, small in time */
	} rows[] = {
		{ 1, 1, 10,
		    { "5313 5312", "94688 94687", "1000 1000",
			"99000 99000" } },
		{ 2, 20, 100,
		    { "16250 16250", "83750 83750", "200 200",
			"99800 99800" } },
		{ 10, 160, 1000,
		    { "100000 100000", "0 1", "100 100", "99900 99900" } },
		{ 4, 4, 60,
		    { "21250 21250", "78750 78750", "667 666",
			"99333 99333" } },
		{ 1, 64, FT_TIME_UNLIMITED,
		    { "25000 25000", "75000 75000", "0 1", "100000 99999" } },
		{ 1, 7, 1,
		    { "7187 7187", "92813 92812", "10000 10000",
			"90000 90000" } },
	};
	char text[60];

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		for (unsigned mode = 0; mode < 4; mode++) {
			struct ft_priority_params params = ten_nodes;
			struct ft_priority_job job = {
				.min_nodes = rows[i].nodes,
				.cpus = rows[i].cpus,
				.time_limit = rows[i].limit,
			};
			struct ft_priority result;

			params.job_size = 100000;
			params.favor_small = mode & 1;
			params.flags = mode & 2 ? FT_PRIO_SMALL_RELATIVE : 0;
			result = compute(&params, &job);
			snprintf(text, sizeof text, "%.0f %" PRIu32,
			    result.weighted[FT_FACTOR_JOB_SIZE],
			    result.priority);
			is_str(text, rows[i].want[mode],
			    "size of job %zu, mode %u", i + 1, mode);
		}
	}
}

/* Quirks at the ends; 10 nodes, 160 CPUs. */
static void
test_job_size_ends(void)
{
	static const struct {
		bool small;
		uint32_t flags, nodes, cpus;
		int64_t limit;
		double want;
		const char *name;
	} rows[] = {
		{ false, 0, 5, 0, 60, .5, "CPUs unknown: nodes alone" },
		{ true, 0, 5, 0, 60, .5, "small, CPUs unknown" },
		{ false, 0, 0, 16, 60, .1, "no nodes is one: (.1 + .1) / 2" },
		{ false, 0, 20, 160, 60, 1, "more nodes than there are" },
		{ true, 0, 20, 80, 60, .25, "small: (0 + .5) / 2" },
		{ true, 0, 10, 161, 60, 1, "small: -1 CPUs wrap to a lot" },
		{ false, FT_PRIO_SMALL_RELATIVE, 1, 1, 0, 1, "no time: x/0" },
		{ true, FT_PRIO_SMALL_RELATIVE, 1, 1, 0, 0, "1 - x/0" },
		{ false, FT_PRIO_SMALL_RELATIVE, 1, 80, 1, .5,
		    "CPUs beyond those of its nodes" },
	};
	const struct ft_priority_params none = { .job_size = 1 };
	const struct ft_priority_job one = { .min_nodes = 1, .cpus = 1 };

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_priority_params params = ten_nodes;
		const struct ft_priority_job job = {
			.min_nodes = rows[i].nodes,
			.cpus = rows[i].cpus,
			.time_limit = rows[i].limit,
		};

		params.job_size = 1;
		params.favor_small = rows[i].small;
		params.flags = rows[i].flags;
		is_real(compute(&params, &job).norm[FT_FACTOR_JOB_SIZE],
		    rows[i].want, "size: %s", rows[i].name);
	}
	is_real(compute(&none, &one).norm[FT_FACTOR_JOB_SIZE], 0,
	    "size: a cluster without nodes");
}

/* f01: what sprio -l and -o "%Y" printed of its five jobs. */
static void
test_recorded(void)
{
	static const double weights[] = { 600, 300 }; /* CPU, Mem */
	static const uint64_t all[] = { 160, 640000 };
	static const uint64_t four_nodes[] = { 64, 256000 };
	static const struct {
		uint32_t assoc, partition, qos, nodes;
		uint64_t tres[2];
		const uint64_t *here;
		double fairshare;
		int64_t nice;
		const char *factors;
		uint32_t priority;
		double norm; /* as %y, 14 decimals */
	} rows[] = {
		{ 30, 10, 7, 1, { 1, 64000 }, all, .5, 0,
		    "0 1500 50000 266 250 667", 52716, 0.00001227390991 },
		{ 0, 10, 7, 2, { 8, 2000 }, all, .75, 0,
		    "0 0 75000 625 250 667", 76572, 0.00001782844872 },
		{ 60, 40, 7, 1, { 16, 4096 }, four_nodes, .25, 100,
		    "0 3000 25000 500 1000 667", 30221, 0.00000703648354 },
		{ 30, 10, 21, 1, { 40, 100 }, all, .5, -50,
		    "0 1500 50000 875 250 2000", 54825, 0.00001276495096 },
		{ 60, 10, 7, 1, { 4, 100 }, all, .25, 5000,
		    "0 3000 25000 312 250 667", 24244, 0.00000564479585 },
	};
	struct ft_priority_params params = ten_nodes;
	char text[100];

	params.fairshare = 100000;
	params.partition = 1000;
	params.job_size = 5000;
	params.qos = 2000;
	params.assoc = 3000;
	params.tres = weights;
	params.n_tres = 2;
	params.top_assoc = 60;
	params.top_qos = 21;
	params.top_partition = 40;
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		const struct ft_priority_job job = {
			.assoc_priority = rows[i].assoc,
			.qos_priority = rows[i].qos,
			.partition_factor = rows[i].partition,
			.fairshare = rows[i].fairshare,
			.min_nodes = rows[i].nodes,
			.cpus = (uint32_t)rows[i].tres[0],
			.time_limit = FT_TIME_UNLIMITED,
			.tres = rows[i].tres,
			.tres_here = rows[i].here,
			.nice = rows[i].nice,
		};
		struct ft_priority result = compute(&params, &job);

		is_str(weighted_text(&result, text, sizeof text),
		    rows[i].factors, "f01 job %zu: factors", i + 1);
		is_u64(result.priority, rows[i].priority,
		    "f01 job %zu: priority", i + 1);
		/* 14 decimals were printed */
		near(result.sum / CUT, rows[i].norm, .5e-14,
		    "f01 job %zu: the sum before it is cut", i + 1);
	}
}

/* f08: the same under NO_NORMAL_ALL with other weights. */
static void
test_raw(void)
{
	static const double weights[] = { 3, .5 };
	static const uint64_t asked[] = { 1, 64000 };
	double tres[2];
	const struct ft_priority_params params = {
		.assoc = 13,
		.fairshare = 100000,
		.job_size = 5000,
		.partition = 7,
		.qos = 11,
		.tres = weights,
		.n_tres = 2,
		.max_age = 7 * DAY,
		.flags = FT_PRIO_NO_NORMAL_ASSOC | FT_PRIO_NO_NORMAL_PART |
			 FT_PRIO_NO_NORMAL_QOS | FT_PRIO_NO_NORMAL_TRES,
		.nodes = 10,
		.cpus = 160,
		.top_assoc = 60,
		.top_qos = 21,
		.top_partition = 40,
	};
	const struct ft_priority_job job = {
		.assoc_priority = 30,
		.qos_priority = 7,
		.partition_factor = 10,
		.fairshare = .5,
		.min_nodes = 1,
		.cpus = 1,
		.time_limit = FT_TIME_UNLIMITED,
		.tres = asked,
	};
	struct ft_priority result = { .tres = tres };
	char text[100];

	ft_priority_compute(&params, &job, &result);
	is_str(weighted_text(&result, text, sizeof text),
	    "0 390 50000 266 70 77", "f08 job 1: factors");
	is_real(result.norm[FT_FACTOR_ASSOC], 30, "raw association priority");
	is_real(result.norm[FT_FACTOR_PARTITION], 10, "raw partition factor");
	is_real(result.norm[FT_FACTOR_QOS], 7, "raw QOS priority");
	is_real(tres[0], 3, "one CPU by 3");
	is_real(tres[1], 32000, "64000 MiB by .5");
	is_u64(result.priority, 82805, "f08 job 1: priority");
}

static void
test_highest(void)
{
	struct ft_priority_params params = ten_nodes;
	const struct ft_priority_job none = { .assoc_priority = 5,
		.qos_priority = 5 };
	const struct ft_priority_job some = { .partition_factor = 1 };

	params.assoc = params.qos = params.partition = 10;
	is_u64(compute(&params, &none).priority, 1,
	    "the highest is 0: nothing is a part of it");
	is_u64(compute(&params, &some).priority, 10,
	    "PriorityJobFactor 1 of a highest of 1");
}

/* TRES are not cut at 1; what the partition has none of counts nothing. */
static void
test_tres(void)
{
	static const double weights[] = { 100, 10, 1 };
	static const uint64_t asked[] = { 32, 5, 7 };
	static const uint64_t here[] = { 16, 0, 7 };
	double tres[3];
	struct ft_priority_params params = ten_nodes;
	struct ft_priority_job job = { .tres = asked, .tres_here = here };
	struct ft_priority result = { .tres = tres };

	params.tres = weights;
	params.n_tres = 3;
	ft_priority_compute(&params, &job, &result);
	is_real(tres[0], 200, "twice what there is");
	is_real(tres[1], 0, "of what there is none");
	is_real(tres[2], 1, "all there is");
	is_u64(result.priority, 201, "sum of TRES");
	/* 201 / (100 + 10 + 1) */
	is_real(result.norm[FT_FACTOR_TRES], 201. / 111, "their weighted mean");
	job.tres_here = NULL;
	is_u64(compute(&params, &job).priority, 1, "partition unknown");
	job.tres = NULL;
	is_u64(compute(&params, &job).priority, 1, "request unknown");
}

static void
test_cut(void)
{
	static const struct {
		int64_t site, nice;
		uint32_t want;
		bool clamped;
	} rows[] = {
		{ 0, 0, 1, true },
		{ 1, 0, 1, false },
		{ -5, 0, 1, true },
		{ 0, 2147483645, 1, true },
		{ 2147483645, -2147483645, 4294967290, false },
		{ INT64_C(4294967295), 0, UINT32_MAX, false },
		{ INT64_C(4294967296), 0, UINT32_MAX, true },
		{ INT64_C(99999999999), 0, UINT32_MAX, true },
	};
	struct ft_priority_params half = ten_nodes;
	struct ft_priority_job job = { .fairshare = .75 };

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_priority_job one = { .site = rows[i].site,
			.nice = rows[i].nice };
		struct ft_priority result = compute(&ten_nodes, &one);

		is_u64(result.priority, rows[i].want, "cut row %zu", i);
		ok(result.clamped == rows[i].clamped, "clamped row %zu", i);
	}
	half.fairshare = 10; /* 7.5 */
	job.site = 1;
	is_u64(compute(&half, &job).priority, 8, "cut, not rounded: 8.5 is 8");
	job.site = -9;
	is_u64(compute(&half, &job).priority, 1, "never below 1");
}

/*
 * Recorded: age 3000 * 60/420, association 1000 * 2/7, fair share 30000 * 6/7,
 * size 5000 * (2/7 + 64/112) / 2, partition 20000 * 1/7, QOS 10000 * 5/7, TRES
 * 7000 * 64/112 + 10000 * 12800/448000 + 4000 * 2/7, site factor 70001, nice
 * -7: 114008 on paper.  A double is that or just below it, as one adds up.
 */
static void
test_order(void)
{
	static const double weights[] = { 7000, 10000, 4000 };
	static const uint64_t asked[] = { 64, 12800, 2 };
	static const uint64_t all[] = { 112, 448000, 7 };
	struct ft_priority_params params = { .age = 3000,
		.assoc = 1000,
		.fairshare = 30000,
		.job_size = 5000,
		.partition = 20000,
		.qos = 10000,
		.tres = weights,
		.n_tres = 3,
		.max_age = 420,
		.nodes = 7,
		.cpus = 112,
		.top_assoc = 7,
		.top_qos = 7,
		.top_partition = 7 };
	struct ft_priority_job job = { .now = 1060,
		.accrue = 1000,
		.assoc_priority = 2,
		.qos_priority = 5,
		.partition_factor = 1,
		.fairshare = 6 / 7.0,
		.min_nodes = 2,
		.cpus = 64,
		.tres = asked,
		.tres_here = all,
		.nice = -7,
		.site = 70001 };
	struct ft_priority one = compute(&params, &job), several;

	job.partition_last = true;
	several = compute(&params, &job);
	is_u64(one.priority, 114008, "the job's own priority");
	is_u64(several.priority, 114007, "its record for one of several");
	is_u64((uint64_t)several.listed, 114008, "as sprio lists it");
}

/* The worked example, with more age and a larger share: 500 + 2500 become
 * 1000 + 5000, then nothing changes any more. */
static void
test_renew(void)
{
	const struct ft_priority_params params = { .age = 1000,
		.fairshare = 10000,
		.qos = 2000,
		.max_age = 7 * DAY,
		.top_qos = 100 };
	const struct ft_priority_job job = { .now = 1000000 + 84 * HOUR,
		.accrue = 1000000,
		.qos_priority = 50,
		.fairshare = .25,
		.nice = 100 };
	struct ft_priority result = { 0 };
	struct ft_priority_kept kept = { 0 };

	ft_priority_compute(&params, &job, &result);
	kept.priority = result.priority;
	memcpy(kept.weighted, result.weighted, sizeof kept.weighted);
	is_u64(ft_priority_renew(&params, job.now, job.accrue, .25, &kept),
	    3900, "renewed: nothing changed");
	is_u64(ft_priority_renew(
		   &params, job.now + 84 * HOUR, job.accrue, .5, &kept),
	    6900, "renewed: older, with a larger share");
	is_u64(ft_priority_renew(
		   &params, job.now + 90 * HOUR, job.accrue, .5, &kept),
	    6900, "renewed: as old as counts");
	is_u64(ft_priority_renew(&params, job.now, 0, 0, &kept), 900,
	    "renewed: no age and no share");
}

static void
test_basic(void)
{
	is_u64(ft_priority_basic(UINT32_C(0xffff0000)), 4294901759,
	    "basic: the first job");
	is_u64(ft_priority_basic(2), 1, "basic: the last but one");
	is_u64(ft_priority_basic(1), 1, "basic: all are handed out");
	is_u64(ft_priority_basic(0), 1, "basic: never 0, which is held");
}

int
main(void)
{
	test_worked();
	test_age();
	test_job_size_recorded();
	test_job_size_ends();
	test_recorded();
	test_raw();
	test_highest();
	test_tres();
	test_cut();
	test_order();
	test_renew();
	test_basic();
	return done_testing();
}
