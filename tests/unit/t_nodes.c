/*
 * What node lines say a cluster has.  The first case is what the real Slurm
 * 22.05.8 showed for these lines (oracle case n01-nodes); the others are
 * worked out beside them.
 */
#include "model/machine/nodes.h"

#include <stdio.h>
#include <string.h>

#include "tap/tap.h"

static const struct ft_tres all[] = { { 1, "cpu", "" }, { 2, "mem", "" },
	{ 3, "energy", "" }, { 4, "node", "" }, { 5, "billing", "" },
	{ 6, "fs", "disk" }, { 7, "vmem", "" }, { 8, "pages", "" },
	{ 1001, "gres", "gpu" }, { 1002, "gres", "gpu:a100" },
	{ 1003, "license", "matlab" }, { 1004, "gres", "other" } };

static void
check(const char *name, const char *const *line, const char *count,
    const char *names, const char *tres)
{
	const struct ft_tres_table table = { all, FT_COUNT(all) };
	struct ft_conf conf;
	struct ft_nodes nodes;
	struct ft_error err;
	struct ft_str str = { 0 };
	char n[32];

	ft_conf_init(&conf);
	for (; *line; line++) {
		char key[32];

		snprintf(
		    key, sizeof key, "%.*s", (int)strcspn(*line, "="), *line);
		if (strcmp(key, "Licenses") == 0)
			ft_conf_set(&conf, FT_CONF_LICENSES,
			    strchr(*line, '=') + 1, "test", &err);
		else
			ft_conf_add_line(&conf, key, *line, "test", true);
	}
	ft_conf_set(&conf, FT_CONF_ACCOUNTING_STORAGE_TRES,
	    "gres/gpu,gres/gpu:a100,license/matlab", "test", &err);
	is_i64(ft_nodes_read(&nodes, &conf, &err), FT_OK, "%s", name);
	snprintf(n, sizeof n, "%llu", (unsigned long long)nodes.n);
	is_str(n, count, "%s: nodes", name);
	is_str(ft_str_text(&nodes.names), names, "%s: names", name);
	ft_nodes_tres(&nodes, &conf, &table, &str);
	is_str(ft_str_text(&str), tres, "%s: TRES", name);
	ft_str_free(&str);
	ft_nodes_free(&nodes);
	ft_conf_free(&conf);
}

static void
test_recorded(void)
{
	static const char *const lines[] = { "Licenses=matlab:7",
		"NodeName=DEFAULT RealMemory=2000 Sockets=2 CoresPerSocket=4",
		"NodeName=a[1-3] NodeAddr=127.0.0.1 ThreadsPerCore=2 "
		"State=DOWN",
		"NodeName=b[01-02],c NodeAddr=127.0.0.1 CPUs=3 Sockets=1 "
		"CoresPerSocket=3 ThreadsPerCore=1 RealMemory=1234 "
		"Gres=gpu:a100:2 State=DOWN",
		"NodeName=d NodeAddr=127.0.0.1 State=DOWN",
		"NodeName=e NodeAddr=127.0.0.1 CPUs=8 RealMemory=1 Gres=gpu:3",
		"NodeName=f Boards=2 SocketsPerBoard=2 CoresPerSocket=2",
		"NodeName=DEFAULT RealMemory=1 CPUs=1 Sockets=1 "
		"CoresPerSocket=1",
		"NodeName=g NodeAddr=127.0.0.1 State=DOWN", NULL };

	/* cpu 3*16 + 3*3 + 8 + 8 + 8 + 1 = 82, gpu 3*2 + 3 = 9,
	 * mem 3*2000 + 3*1234 + 2000 + 1 + 2000 + 1 = 13704 */
	check("recorded", lines, "10", "a[1-3],b[01-02],c,d,e,f,g",
	    "billing=82,cpu=82,energy=0,fs/disk=0,"
	    "gres/gpu:a100=6,gres/gpu=9,license/"
	    "matlab=7,mem=13704M,node=10,pages=0,"
	    "vmem=0");
}

static void
test_names(void)
{
	static const char *const lines[] = { "NodeName=n9,n10,n11 RealMemory=1",
		"NodeName=n13", "NodeName=n[014-015] Gres=\"gpu:2,other:1k\"",
		"NodeName=x", "NodeName=x1", NULL };

	/* 8 nodes of one CPU and 1 MiB; 2*2 gpu; other is not counted */
	check("names", lines, "8", "n[9-11,13,014-015],x,x1",
	    "billing=8,cpu=8,energy=0,fs/disk=0,"
	    "gres/gpu:a100=0,gres/gpu=4,"
	    "license/matlab=0,mem=8M,node=8,pages=0,vmem=0");
}

static void
test_bad(void)
{
	struct ft_conf conf;
	struct ft_nodes nodes;
	struct ft_error err;

	ft_conf_init(&conf);
	ft_conf_add_line(&conf, "NodeName", "NodeName=a[1-", "test", true);
	ok(ft_nodes_read(&nodes, &conf, &err) != FT_OK, "a bad list");
	ft_nodes_free(&nodes);
	ft_conf_free(&conf);
}

int
main(void)
{
	test_recorded();
	test_names();
	test_bad();
	return done_testing();
}
