/* The hours of sreport: what slurmdbd made of the same past (case l60), with the
 * sums beside it. */
#include "algo/rollup.h"

#include "tap/tap.h"

/* of amounts, which are doubles */
#define is_real(got, want, ...) is_real((long double)(got), want, __VA_ARGS__)

#define H(hour, minute) ((int64_t)(hour)*3600 + (minute)*60)

enum { CPU, MEM, ENERGY, NODE, N };
enum { ANN, BIO, CY, PHYS, OWNERS };

static const uint64_t four_nodes[N] = { 64, 256000 };
static const uint64_t two_nodes[N] = { 32, 128000 };
static const uint64_t one_node[N] = { 16, 64000 };
static const uint32_t all[] = { 1, 2, 3, 4 }, two[] = { 1, 2 };
static const uint32_t bio[] = { BIO }, three[] = { BIO, CY, PHYS };
static const struct ft_rollup_capacity always = { 0, FT_ROLLUP_EVER,
	four_nodes };

/* A past; every member is one element or none. */
struct past {
	struct ft_rollup_down down[2];
	struct ft_rollup_resv resv[1];
	struct ft_rollup_job job[3];
};

static struct ft_rollup_use all_uses[N];

/* The hour from six to seven, and the usage of the owners. */
static struct ft_rollup_use
hour(const struct past *past, enum ft_rollup_mode mode, int64_t until,
    double used[OWNERS * N])
{
	struct ft_rollup rollup = { .mode = mode,
		.from = H(6, 0),
		.until = until,
		.capacity = &always,
		.n_capacity = 1,
		.down = past->down,
		.resv = past->resv,
		.job = past->job,
		.n_tres = N,
		.n_owner = OWNERS,
		.energy = ENERGY,
		.cpu = CPU,
		.node = NODE };

	while (rollup.n_down < 2 && past->down[rollup.n_down].tres)
		rollup.n_down++;
	rollup.n_resv = past->resv[0].tres != NULL;
	while (rollup.n_job < 3 && past->job[rollup.n_job].tres)
		rollup.n_job++;
	ft_rollup_run(&rollup, all_uses, used);
	return all_uses[CPU];
}

static struct ft_rollup_job
job(int64_t start, int64_t end, const uint64_t *tres, uint32_t resv)
{
	return (struct ft_rollup_job){ start, start, end, tres, resv, ANN };
}

static const uint64_t small[N] = { 16, 1000 }, whole[N] = { 64, 1000 };
static const uint64_t eight[N] = { 8, 1000 }, forty[N] = { 40, 1000 };

static void
test_jobs(void)
{
	double used[OWNERS * N];
	struct past over = { .job = {
				 job(H(6, 0), H(7, 0), whole, FT_ROLLUP_NONE),
				 job(H(6, 30), H(7, 0), whole, FT_ROLLUP_NONE),
				 job(H(7, 30), H(8, 0), eight, FT_ROLLUP_NONE),
			     } };
	struct past down = { .job = { job(
				 H(6, 0), H(7, 0), forty, FT_ROLLUP_NONE) },
		.down = { { H(6, 0), H(7, 0), one_node, 3 },
		    { H(6, 0), H(7, 0), one_node, 2 } } };
	struct ft_rollup_use use;

	over.job[1].eligible = H(6, 0);
	over.job[2].eligible = H(6, 15);
	use = hour(&over, FT_ROLLUP_HOURS, H(7, 0), used);
	is_real(use.total, 230400, "64 CPUs for an hour");
	is_real(use.allocated, 230400, "no more can be allocated");
	is_real(use.planned, 0, "nothing is left for waiting jobs");
	is_real(use.over, 136800, "64 x 1800 + 8 x 2700 waited");
	is_real(used[ANN * N + CPU], 345600, "the user has 64 x 5400");
	use = hour(&down, FT_ROLLUP_HOURS, H(7, 0), used);
	is_real(use.allocated, 144000, "40 x 3600");
	is_real(use.down, 86400, "down 2 x 16 x 3600, less what ran there");
	is_real(use.idle, 0, "nothing is idle");
}

static void
test_energy(void)
{
	static const uint64_t joules[N] = { 4, 1000, 10000 };
	struct past past = { .job = { job(
				 H(6, 30), H(8, 0), joules, FT_ROLLUP_NONE) } };
	double used[OWNERS * N];

	hour(&past, FT_ROLLUP_HOURS, H(8, 0), used);
	is_real(used[ANN * N + ENERGY], 20000, "10000 in each of two hours");
	hour(&past, FT_ROLLUP_EXACT, H(8, 0), used);
	is_real(used[ANN * N + ENERGY], 10000, "exactly: once");
	hour(&past, FT_ROLLUP_EXACT, H(7, 15), used);
	is_real(used[ANN * N + ENERGY], 5000, "half of its 90 minutes");
}

static void
test_reservations(void)
{
	struct past past = { .resv = { { .from = H(6, 0),
				 .to = H(7, 0),
				 .tres = four_nodes,
				 .node = all,
				 .n_node = 4,
				 .owner = bio,
				 .n_owner = 1 } },
		.job = { job(H(6, 0), H(6, 30), small, 0) } };
	double used[OWNERS * N];
	struct ft_rollup_use use = hour(&past, FT_ROLLUP_HOURS, H(7, 0), used);

	is_real(use.allocated, 230400, "a reservation is allocated as a whole");
	is_real(used[BIO * N + CPU], 115200,
	    "unused: 64 x 1800, its job had half of the time");
	past.job[1] = past.job[0];
	hour(&past, FT_ROLLUP_HOURS, H(7, 0), used);
	is_real(used[BIO * N + CPU], 0, "two jobs at once leave no time");
	past.job[0].tres = past.job[1].tres = NULL;
	past.down[0] =
	    (struct ft_rollup_down){ H(6, 0), H(6, 30), one_node, 3 };
	use = hour(&past, FT_ROLLUP_HOURS, H(7, 0), used);
	is_real(use.allocated, 201600, "230400 less 16 x 1800 down");
	is_real(use.down, 28800, "which are down");
	is_real(used[BIO * N + CPU], 201600, "the owner has the rest");
	past.resv[0].maint = true;
	use = hour(&past, FT_ROLLUP_HOURS, H(7, 0), used);
	is_real(use.planned_down, 230400, "a maintenance plans it down");
	is_real(use.down, 0, "also what was down");
	past.resv[0].node = two;
	past.resv[0].n_node = 2;
	past.resv[0].tres = two_nodes;
	past.job[0] = job(H(6, 0), H(7, 0), forty, FT_ROLLUP_NONE);
	past.down[0].to = H(7, 0);
	use = hour(&past, FT_ROLLUP_HOURS, H(7, 0), used);
	is_real(use.down, 57600, "another node is down: 16 x 3600");
	is_real(use.planned_down, 28800, "230400 - 144000 - 57600 are left");
}

static void
test_owners(void)
{
	struct past past = { .resv = { { .from = H(6, 0),
				 .to = H(7, 0),
				 .tres = four_nodes,
				 .node = all,
				 .n_node = 4,
				 .owner = three,
				 .n_owner = 3 } },
		.job = { job(H(6, 10), H(6, 20) + 1, eight, 0) } };
	double used[OWNERS * N];

	hour(&past, FT_ROLLUP_HOURS, H(7, 0), used);
	is_real(used[CY * N + CPU], 63978, "64 x (3600 - 601) / 3, cut");
	past.resv[0].ignore_jobs = true;
	is_real(hour(&past, FT_ROLLUP_HOURS, H(7, 0), used).allocated, 4808,
	    "ignore_jobs: only the job, 8 x 601");
	is_real(used[CY * N + CPU], 63978, "owners have the rest as before");
}

/* slurmdbd counts only nodes that were down or that ran jobs. */
static void
test_nodes(void)
{
	static const uint64_t one[N] = { [CPU] = 16, [NODE] = 1 };
	struct past past = {
		.down = { { H(6, 15), H(6, 45), one, 1 } },
		.resv = { { H(6, 0), H(7, 0), one, false, false, two, bio, 2,
		    1 } },
		.job = { job(H(6, 0), H(6, 30), one, FT_ROLLUP_NONE),
		    job(H(7, 0), H(7, 30), one, FT_ROLLUP_NONE) },
	};
	double used[OWNERS * N];

	(void)hour(&past, FT_ROLLUP_HOURS, H(8, 0), used);
	is_real(all_uses[NODE].down, 1800, "a node was down for half an hour");
	is_real(
	    all_uses[NODE].allocated, 1800, "jobs of the other hour are out");
	is_real(all_uses[NODE].total, 3600, "there was no more than these");
	is_real(all_uses[NODE].idle, 0, "so none was idle");
	is_real(used[ANN * N + NODE], 3600, "the user had both jobs");
	is_real(used[BIO * N + NODE], 0, "unused nodes are nobody's");
	(void)hour(&past, FT_ROLLUP_EXACT, H(8, 0), used);
	is_real(used[BIO * N + NODE], 1800, "exactly, they are the owner's");
}

static void
test_exact(void)
{
	struct past past = {
		.job = { job(H(6, 0), H(6, 30), whole, FT_ROLLUP_NONE),
		    job(H(6, 45), H(7, 0), eight, FT_ROLLUP_NONE) }
	};
	double used[OWNERS * N];
	struct ft_rollup_use use;

	past.job[1].eligible = H(6, 0);
	use = hour(&past, FT_ROLLUP_HOURS, H(7, 0), used);
	is_real(use.planned, 21600, "by the hour: 8 x 2700 fit somewhere");
	use = hour(&past, FT_ROLLUP_EXACT, H(7, 0), used);
	is_real(use.planned, 7200, "exactly: 8 x 900 while CPUs were free");
	is_real(use.over, 14400, "and 8 x 1800 while none was");
	is_real(use.idle, 230400 - 115200 - 7200 - 7200, "the rest is idle");
	use = hour(&past, FT_ROLLUP_EXACT, H(6, 15), used);
	is_real(use.allocated, 57600, "a quarter of an hour");
	is_real(use.total, 57600, "of 64 CPUs");
}

int
main(void)
{
	test_jobs();
	test_energy();
	test_reservations();
	test_owners();
	test_nodes();
	test_exact();
	return done_testing();
}
