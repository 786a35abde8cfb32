/*
 * What resources cost.  Numbers: TRESBillingWeights CPU=1.0,Mem=0.25G on nodes
 * of 16 CPUs and 64 GB, worked out beside each; the sums of jobs that ran on
 * the real Slurm 22.05.8 (oracle case j04-charge-billing).
 */
#include "model/account/billing.h"

#include <string.h>

#include "model/conf/conf.h"
#include "tap/tap.h"

#define GB 1024

static const struct ft_tres all[] = { { 1, "cpu", "" }, { 2, "mem", "" },
	{ 3, "energy", "" }, { 4, "node", "" }, { 5, "billing", "" },
	{ 6, "fs", "disk" }, { 7, "vmem", "" }, { 8, "pages", "" },
	{ 1001, "gres", "gpu" }, { 1002, "license", "lica" },
	{ 1003, "bb", "fast" } };
static const struct ft_tres_table table = { all, FT_COUNT(all) };

enum { GPU = 8, LICENSE, BUFFER, COUNTS };

static const struct {
	const char *weights;
	uint32_t flags;
	uint64_t cpu, mem, node, gpu, license;
	double want;
	const char *why;
} costs[] = {
	/* no weights: CPUs */
	{ "", 0, 8, 4 * GB, 1, 2, 1, 8, "CPUs" },
	/* the classroom's example */
	{ "CPU=1.0,Mem=0.25G", 0, 1, 60 * GB, 1, 0, 0, 16, "1 + 15" },
	{ "CPU=1.0,Mem=0.25G", 0, 16, 1 * GB, 1, 0, 0, 16.25, "16 + 0.25" },
	{ "CPU=1.0,Mem=0.25G", 0, 16, 60 * GB, 1, 0, 0, 31, "16 + 15" },
	/* j04: 8 CPUs and 4 GB; 2 CPUs and 32 GB; nodes at 10 */
	{ "CPU=1.0,Mem=0.25G", 0, 8, 4 * GB, 1, 0, 0, 9, "8 + 1" },
	{ "CPU=1.0,Mem=0.25G", 0, 2, 32 * GB, 1, 0, 0, 10, "2 + 8" },
	{ "CPU=0.5,Node=10", 0, 4, 2 * GB, 2, 0, 0, 22, "2 + 20" },
	{ "CPU=0.5,Node=10", 0, 3, 1 * GB, 1, 0, 0, 11.5, "1.5 + 10" },
	/* slurm.conf(5)'s example */
	{ "CPU=1.0,Mem=0.25G,GRES/gpu=2.0,license/licA=1.5", 0, 1, 8 * GB, 1, 0,
	    0, 3, "1 + 2" },
	{ "CPU=1.0,Mem=0.25G,GRES/gpu=2.0,license/licA=1.5", 0, 1, 8 * GB, 1, 0,
	    1, 4.5, "1 + 2 + 1.5" },
	{ "CPU=1.0,Mem=0.25G,GRES/gpu=2.0,license/licA=1.5", FT_PRIO_MAX_TRES,
	    1, 8 * GB, 1, 0, 0, 2, "max(1, 2, 0)" },
	{ "CPU=1.0,Mem=0.25G,GRES/gpu=2.0,license/licA=1.5", FT_PRIO_MAX_TRES,
	    1, 8 * GB, 1, 2, 1, 5.5, "max(1, 2, 4) + 1.5" },
	{ "CPU=1.0,Mem=0.25G,GRES/gpu=2.0,license/licA=1.5",
	    FT_PRIO_MAX_TRES_GRES, 1, 8 * GB, 1, 1, 0, 4, "2 + max(1, 2)" },
	/* units: K and M of memory change nothing, others count in ones */
	{ "Mem=3M", 0, 1, 5, 1, 0, 0, 15, "5 x 3" },
	{ "Mem=3K", 0, 1, 5, 1, 0, 0, 15, "5 x 3" },
	{ "Mem=1T", 0, 1, 1024 * GB, 1, 0, 0, 1, "1" },
	{ "gres/gpu=1K", 0, 1, 5, 1, 512, 0, 0.5, "512 / 1024" },
	{ "billing=7,cpu=2", 0, 3, 0, 1, 0, 0, 6, "billing is no part of it" },
	{ "CPU=-1,Mem=1G", 0, 4, 16 * GB, 1, 0, 0, 12, "16 - 4" },
};

static void
test_costs(void)
{
	for (size_t i = 0; i < FT_COUNT(costs); i++) {
		uint64_t count[COUNTS + 1] = { [FT_TRES_CPU] = costs[i].cpu,
			[FT_TRES_MEM] = costs[i].mem,
			[FT_TRES_NODE] = costs[i].node,
			[FT_TRES_BILLING] = 1000,
			[GPU] = costs[i].gpu,
			[LICENSE] = costs[i].license };
		struct ft_billing billing;
		struct ft_error err;
		double cost;

		is_i64(
		    ft_billing_parse(&billing, &table, costs[i].weights, &err),
		    FT_OK, "'%s'", costs[i].weights);
		cost = ft_billing_of(&billing, &table, count, costs[i].flags);
		ok(cost == costs[i].want, "%g is %s", costs[i].want,
		    costs[i].why);
		ft_billing_free(&billing);
	}
}

static void
test_buffer(void)
{
	uint64_t count[COUNTS + 1] = { [BUFFER] = 4 * GB };
	struct ft_billing billing;
	struct ft_error err;

	ft_billing_parse(&billing, &table, "bb/fast=2g", &err);
	ok(ft_billing_of(&billing, &table, count, 0) == 8,
	    "burst buffers count in MiB as memory does");
	ok(billing.given, "weights were given");
	ft_billing_free(&billing);
}

static void
test_bad(void)
{
	static const struct {
		const char *text;
		enum ft_status want;
	} bad[] = {
		{ "gpus=1", FT_ENOENT },
		{ "gres/other=1", FT_ENOENT },
		{ "CPU", FT_EPARSE },
		{ "=1", FT_EPARSE },
		{ "CPU=", FT_EPARSE },
		{ "CPU=x", FT_EPARSE },
		{ "CPU=G", FT_EPARSE },
		{ "CPU=1.0Q", FT_EPARSE },
		{ "CPU=1.0,Mem=0.25GB", FT_EPARSE },
		{ "CPU=nan", FT_EPARSE },
	};

	for (size_t i = 0; i < FT_COUNT(bad); i++) {
		struct ft_billing billing;
		struct ft_error err = { 0 };

		is_i64(ft_billing_parse(&billing, &table, bad[i].text, &err),
		    bad[i].want, "'%s'", bad[i].text);
		ok(*err.text && !strchr(err.text, '\n'), "one line: %s",
		    err.text);
		ft_billing_free(&billing);
	}
}

int
main(void)
{
	test_costs();
	test_buffer();
	test_bad();
	return done_testing();
}
