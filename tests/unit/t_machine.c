/*
 * Nodes, partitions, generic resources and licenses from lines of slurm.conf,
 * and what live changes make of them.
 */
#include "model/machine/machine.h"

#include <stdio.h>
#include <string.h>

#include "base/text/timefmt.h"
#include "tap/tap.h"

static const struct ft_tres all[] = { { 1, "cpu", "" }, { 2, "mem", "" },
	{ 3, "energy", "" }, { 4, "node", "" }, { 5, "billing", "" },
	{ 6, "fs", "disk" }, { 7, "vmem", "" }, { 8, "pages", "" },
	{ 1001, "gres", "gpu" }, { 1002, "gres", "gpu:a100" },
	{ 1003, "license", "matlab" } };
static const struct ft_tres_table table = { all, FT_COUNT(all) };

struct given {
	struct ft_conf conf;
	struct ft_machine machine;
	struct ft_error err;
	enum ft_status status;
};

/* Lines are told by their first word; others are parameters. */
static void
give(struct given *given, const char *const *line)
{
	char origin[16];

	memset(given, 0, sizeof *given);
	ft_conf_init(&given->conf);
	for (int i = 1; line && *line; line++, i++) {
		char key[32];
		enum ft_conf_key known;

		snprintf(
		    key, sizeof key, "%.*s", (int)strcspn(*line, "="), *line);
		snprintf(origin, sizeof origin, "conf:%d", i);
		known = ft_conf_find(key);
		if (known == FT_CONF_KEYS)
			ft_conf_add_line(
			    &given->conf, key, *line, origin, true);
		else
			ft_conf_set(&given->conf, known, strchr(*line, '=') + 1,
			    origin, &given->err);
	}
	given->status =
	    ft_machine_read(&given->machine, &given->conf, &table, &given->err);
}

static void
done(struct given *given)
{
	ft_machine_free(&given->machine);
	ft_conf_free(&given->conf);
}

/* What is not there is a record that bears no name. */
static bool
is_there(const char *name)
{
	return *name;
}

static const struct ft_node *
node(const struct given *given, const char *name)
{
	static uint64_t no_gres[8];
	static const struct ft_node none = { .name = "",
		.gres_count = no_gres };
	uint32_t index = ft_machine_node(&given->machine, name);

	return index == UINT32_MAX ? &none : &given->machine.node[index];
}

static const struct ft_partition *
partition(const struct given *given, const char *name)
{
	static const char *nobody[2];
	static const struct ft_partition none = { .name = "",
		.allow_accounts.item = nobody };
	uint32_t index = ft_machine_partition(&given->machine, name);

	return index == UINT32_MAX ? &none : &given->machine.partition[index];
}

static void
is_hosts(const struct given *given, const struct ft_partition *part,
    const char *want)
{
	struct ft_str str = { 0 };

	ft_machine_add_hosts(&str, &given->machine, part->node, part->n_node);
	is_str(ft_str_text(&str), want, "nodes of %s", part->name);
	ft_str_free(&str);
}

static void
test_built_in(void)
{
	static const char *const named[] = { "PartitionName=a Nodes=x[1-2],y",
		"PartitionName=b Nodes=ALL", "PartitionName=c Nodes=y", NULL };
	struct given given;

	give(&given, NULL);
	is_i64(given.status, FT_OK, "settings without lines");
	ok(given.machine.built_in, "built in");
	is_i64((int64_t)given.machine.n_node, 4, "four nodes");
	is_i64(given.machine.cpus, 4 * 16, "of 16 CPUs");
	is_i64((int64_t)given.machine.memory, 4 * 64000, "and 64000 MiB");
	ok(ft_machine_default(&given.machine) != NULL, "a default partition");
	is_hosts(&given, ft_machine_default(&given.machine), "n[1-4]");
	done(&given);

	give(&given, named);
	ok(given.machine.built_in, "only partitions: nodes are built in");
	is_hosts(&given, partition(&given, "b"), "x[1-2],y");
	is_i64(partition(&given, "c")->cpus, 16, "of 16 CPUs");
	ok(!ft_machine_default(&given.machine), "no default partition");
	done(&given);
}

static void
test_nodes(void)
{
	static const char *const lines[] = {
		"NodeName=DEFAULT RealMemory=2000 Weight=5",
		"NodeName=DEFAULT Feature=fast",
		"NodeName=a[1-2] NodeHostname=localhost Port=[7001-7002] "
		"CPUs=16",
		"NodeName=b Sockets=2 CoresPerSocket=4 ThreadsPerCore=2 "
		"Features=\"slow,big\" State=DRAIN Reason=\"bad disk\"",
		"NodeName=c CPUs=8 CoresPerSocket=2 RealMemory=500 Weight=1 "
		"CpuSpecList=0 MemSpecLimit=10",
		"NodeName=d Boards=2 SocketsPerBoard=2 CoresPerSocket = 3",
		"NodeName=e State=FUTURE CPUs=100", "DownNodes=a2 Reason=x",
		"PartitionName=p Nodes=ALL Default=YES", NULL
	};
	struct given given;

	give(&given, lines);
	is_i64(given.status, FT_OK, "nodes: %s", given.err.text);
	is_i64((int64_t)given.machine.n_node, 6, "six nodes");
	is_i64(node(&given, "a1")->cpus, 16, "CPUs");
	is_i64(node(&given, "a1")->sockets, 16, "CPUs alone are sockets");
	is_i64(node(&given, "a2")->port, 7002, "ports run beside names");
	is_str(node(&given, "a2")->address, "localhost", "address");
	is_i64((int64_t)node(&given, "a1")->memory, 2000, "DEFAULT");
	is_str(node(&given, "a1")->features, "fast", "DEFAULTs add up");
	is_i64(node(&given, "a2")->state, FT_NODE_DOWN, "DownNodes");
	is_str(node(&given, "a2")->reason, "x", "and why");
	is_i64(node(&given, "b")->cpus, 16, "2 x 4 x 2");
	is_str(node(&given, "b")->reason, "bad disk", "quoted");
	is_i64(node(&given, "b")->state, FT_NODE_DRAIN, "state");
	is_i64(node(&given, "c")->sockets, 4, "8 CPUs in sockets of 2");
	is_i64(node(&given, "c")->weight, 1, "a line says otherwise");
	is_str(node(&given, "c")->extra, "CpuSpecList=0 MemSpecLimit=10",
	    "the rest is kept");
	is_i64(node(&given, "d")->cpus, 12, "2 x 2 x 3, blanks around =");
	is_i64(given.machine.cpus, 16 + 16 + 16 + 8 + 12, "no FUTURE node");
	ok(!is_there(node(&given, "a3")->name) &&
		!is_there(node(&given, "a")->name),
	    "no other names");
	done(&given);
}

static void
test_partitions(void)
{
	static const char *const lines[] = {
		"NodeName=n[1-3],n10 CPUs=16 RealMemory=64000 Feature=old",
		"NodeName=m[01-02] CPUs=4 RealMemory=1000 Feature=new",
		"NodeSet=fresh Feature=new", "NodeSet=two Nodes=n[2-3]",
		"PartitionName=DEFAULT Nodes=ALL MaxTime=2-0 State=DOWN "
		"DisableRootJobs=YES",
		"PartitionName=DEFAULT PriorityTier=3 Default=YES",
		"PartitionName=batch AllowAccounts=Chem,Bio AllowQos=ALL "
		"OverSubscribe=FORCE QOS=PartQos State=UP SuspendTime=5",
		"PartitionName=new Nodes=fresh,n10 MaxTime=1:30 DefaultTime=1 "
		"MaxNodes=2 MinNodes=1 Hidden=YES "
		"TRESBillingWeights=\"CPU=1.0,Mem=0.25G\" Default=NO",
		"PartitionName=two Nodes=two Priority=7 MaxTime=INFINITE "
		"OverSubscribe=EXCLUSIVE TRESBillingWeights=Oil=3 Default=NO "
		"PreemptMode=cancel GraceTime=30 MaxMemPerCPU=UNLIMITED",
		NULL
	};
	struct given given;
	const struct ft_partition *part;

	give(&given, lines);
	is_i64(given.status, FT_OK, "partitions: %s", given.err.text);
	is_i64((int64_t)given.machine.n_partition, 3, "three");
	part = partition(&given, "batch");
	is_hosts(&given, part, "m[01-02],n[1-3,10]");
	is_i64(part->cpus, 4 * 16 + 2 * 4, "CPUs of all its nodes");
	is_i64((int64_t)part->memory, 4 * 64000 + 2 * 1000, "memory");
	is_i64(part->max_time, 2 * 24 * 60, "time in minutes, by DEFAULT");
	is_i64(part->default_time, FT_TIME_NONE, "no default time");
	is_i64(part->state, FT_PARTITION_UP, "state");
	ok(!part->disable_root, "DisableRootJobs is not handed down");
	is_i64(part->tier, 3, "second DEFAULT");
	is_i64((int64_t)part->allow_accounts.n, 2, "two accounts");
	is_str(part->allow_accounts.text, "chem,bio", "in lower case");
	ok(!part->allow_qos.item, "ALL is no list");
	is_str(part->over_subscribe, "FORCE:4", "sharing");
	is_str(part->qos, "partqos", "its QOS");
	is_str(part->extra, "SuspendTime=5", "the rest is kept");
	ok(ft_machine_default(&given.machine) == part, "the last Default");
	part = partition(&given, "new");
	is_hosts(&given, part, "m[01-02],n10");
	is_i64(part->max_time, 2, "one minute and a half, rounded up");
	is_i64(part->default_time, 1, "default time");
	is_i64(part->max_nodes, 2, "most nodes");
	ok(part->billing.given && part->billing.weight[FT_TRES_CPU] == 1.0,
	    "weights");
	part = partition(&given, "two");
	is_hosts(&given, part, "n[2-3]");
	ok(part->exclusive && part->tier == 7 && part->job_factor == 7,
	    "Priority is both");
	is_i64(part->max_time, FT_TIME_UNLIMITED, "no limit");
	ok(!part->billing.given, "weights of an unknown TRES are ignored");
	is_i64(part->grace_time, 30, "grace time");
	ok(!is_there(partition(&given, "ba")->name), "no part of a name");
	done(&given);
}

static void
test_gres(void)
{
	static const char *const lines[] = { "GresTypes=gpu,shm",
		"Licenses=matlab:7,tool",
		"NodeName=a[1-2] Gres=gpu:a100:2(S:0,1),gpu:v100:1,shm:1k",
		"NodeName=b Gres=gpu:3,lustre:no_consume:4G", "NodeName=c",
		NULL };
	struct given given;
	struct ft_job_count *count;
	size_t n;

	give(&given, lines);
	is_i64(given.status, FT_OK, "gres: %s", given.err.text);
	is_str(given.machine.gres[0].name, "gpu", "the first type");
	is_i64(given.machine.gres[0].tres, 8, "its TRES");
	is_i64((int64_t)node(&given, "a2")->gres_count[0], 3, "2 + 1 gpu");
	is_i64((int64_t)node(&given, "b")->gres_count[0], 3, "3 gpu");
	is_i64((int64_t)node(&given, "a1")->gres_count[1], 1024, "1k shm");
	is_i64((int64_t)node(&given, "c")->gres_count[0], 0, "none");
	is_str(given.machine.gres[2].type, "a100", "a type");
	is_i64(given.machine.gres[2].tres, 9, "TRES of the type");
	is_i64((int64_t)node(&given, "a1")->gres_count[2], 2, "two a100");

	is_i64(
	    ft_machine_parse_gres(&given.machine,
		"gpu:a100:2,shm,gres:gpu,gpu:1,none", &count, &n, &given.err),
	    FT_OK, "a job's gres");
	is_i64((int64_t)n, 3, "three kinds");
	is_i64(count[0].index, 2, "a100");
	is_i64((int64_t)count[0].count, 2, "two");
	is_i64((int64_t)count[2].count, 2, "gpu twice");
	ft_free(count);
	is_i64(ft_machine_parse_gres(
		   &given.machine, "tpu:1", &count, &n, &given.err),
	    FT_EINVAL, "unknown gres");
	is_i64(ft_machine_parse_gres(
		   &given.machine, "gpu:h100", &count, &n, &given.err),
	    FT_EINVAL, "unknown type");
	is_i64(ft_machine_parse_gres(
		   &given.machine, "gpu:2x", &count, &n, &given.err),
	    FT_EINVAL, "bad count");

	is_i64((int64_t)given.machine.license[0].count, 7, "seven licenses");
	is_i64(given.machine.license[0].tres, 10, "its TRES");
	is_i64((int64_t)given.machine.license[1].count, 1, "one");
	is_i64(ft_machine_parse_licenses(
		   &given.machine, "tool:2,matlab=3", &count, &n, &given.err),
	    FT_OK, "a job's licenses");
	is_i64((int64_t)n, 2, "two kinds");
	is_i64((int64_t)count[1].count, 3, "three matlab");
	ft_free(count);
	is_i64(ft_machine_parse_licenses(
		   &given.machine, "oil", &count, &n, &given.err),
	    FT_EINVAL, "unknown license");
	done(&given);
}

static void
test_hosts(void)
{
	static const char *const lines[] = { "NodeName=n[1-12],x",
		"NodeName=r[1-2]n[01-02]", NULL };
	static const struct {
		const char *text, *want;
	} good[] = { { "n3,n1,n2,n1", "n[1-3]" }, { "n[1-3],n7", "n[1-3,7]" },
		{ "x,n10,n9", "n[9-10],x" },
		{ "r1n01,r1n02,r2n01", "r1n[01-02],r2n01" }, { "n5", "n5" },
		{ "", "" } };
	struct given given;
	uint32_t *found;
	size_t n;

	give(&given, lines);
	for (size_t i = 0; i < FT_COUNT(good); i++) {
		struct ft_str str = { 0 };

		is_i64(ft_machine_hosts(&given.machine, good[i].text, &found,
			   &n, &given.err),
		    FT_OK, "'%s'", good[i].text);
		ft_machine_add_hosts(&str, &given.machine, found, n);
		is_str(ft_str_text(&str), good[i].want, "'%s'", good[i].text);
		ft_str_free(&str);
		ft_free(found);
	}
	is_i64(
	    ft_machine_hosts(&given.machine, "n1,n99", &found, &n, &given.err),
	    FT_ENOENT, "an unknown one");
	is_str(given.err.text, "n99", "is named");
	is_i64(ft_machine_hosts(&given.machine, "n[1-", &found, &n, &given.err),
	    FT_EPARSE, "bad brackets");
	done(&given);
}

static void
test_features(void)
{
	static const char *const lines[] = { "NodeName=a Feature=fast,big",
		"NodeName=b Feature=slow", NULL };
	static const struct {
		const char *text;
		bool a, b;
	} cases[] = { { "", true, true }, { "fast", true, false },
		{ "fast&big", true, false }, { "fast&slow", false, false },
		{ "fast|slow", true, true }, { "(fast|slow)&big", true, false },
		{ "[fast*2&slow*1]", false, false }, { "fast*2", true, false },
		{ "fas", false, false } };
	struct given given;

	give(&given, lines);
	for (size_t i = 0; i < FT_COUNT(cases); i++) {
		is_i64(ft_node_has_features(node(&given, "a"), cases[i].text),
		    cases[i].a, "a: '%s'", cases[i].text);
		is_i64(ft_node_has_features(node(&given, "b"), cases[i].text),
		    cases[i].b, "b: '%s'", cases[i].text);
	}
	ok(ft_machine_knows_features(&given.machine, "fast&slow*2"), "known");
	ok(!ft_machine_knows_features(&given.machine, "fast|new"), "unknown");
	done(&given);
}

/* tests/oracle/cases/s51-feature-words */
static void
test_constraints(void)
{
	static const struct {
		const char *text;
		bool old, new;
		uint32_t parts, counted;
	} cases[] = {
		{ "a&b|c", true, true, 0, 0 },
		{ "[a|b]", true, true, 2, 0 },
		{ "[a*1&(b&c)*2]", true, true, 2, 3 },
		{ "a*2", true, true, 1, 2 },
		{ "a*2&b", true, false, 1, 2 },
		{ "([a])", true, false, 1, 0 },
		{ "[a&b]", false, false, 0, 0 },
		{ "[a*1|b*1]", false, false, 0, 0 },
		{ "[a|b]*2", false, false, 0, 0 },
		{ "a*0", false, false, 0, 0 },
		{ "&a", false, false, 0, 0 },
		{ "a&", true, true, 0, 0 },
		{ "[a", false, false, 0, 0 },
	};
	struct ft_feature_part part[FT_FEATURE_PARTS];

	for (size_t i = 0; i < FT_COUNT(cases); i++) {
		const char *text = cases[i].text;
		uint32_t counted = 0;
		size_t n;

		is_i64(ft_features_are_sound(text, FT_RELEASE_22_05),
		    cases[i].old, "22.05: '%s'", text);
		is_i64(ft_features_are_sound(text, FT_RELEASE_26_05),
		    cases[i].new, "26.05: '%s'", text);
		if (!cases[i].old)
			continue;
		n = ft_features_parts(text, part);
		for (size_t j = 0; j < n; j++)
			counted += part[j].count;
		is_i64((int64_t)n, cases[i].parts, "parts of '%s'", text);
		is_i64(counted, cases[i].counted, "nodes of '%s'", text);
	}
	ok(ft_features_name("[big*1&small*1]", "big|other"), "a batch feature");
	ok(!ft_features_name("ib", "big"), "another batch feature");
}

static void
test_live(void)
{
	static const char *const lines[] = { "NodeName=n[1-4] CPUs=16",
		"PartitionName=DEFAULT MaxTime=60",
		"PartitionName=a Nodes=n[1-2] Default=YES",
		"PartitionName=b Nodes=ALL", NULL };
	struct given given;
	struct ft_machine *machine = &given.machine;
	struct ft_error err = { 0 };

	give(&given, lines);
	is_i64(
	    ft_machine_set_node(machine,
		&(struct ft_node_change){ "n1", "state", "drain", 77 }, &err),
	    FT_OK, "drain");
	ft_machine_set_node(machine,
	    &(struct ft_node_change){ "n1", "Reason", "test", 77 }, &err);
	is_i64(node(&given, "n1")->state, FT_NODE_DRAIN, "drained");
	is_i64(node(&given, "n1")->since, 77, "since");
	is_str(node(&given, "n1")->reason, "test", "reason");
	ft_machine_set_node(machine,
	    &(struct ft_node_change){ "n1", "STATE", "RESUME", 99 }, &err);
	is_i64(node(&given, "n1")->state, FT_NODE_IDLE, "resumed");
	is_str(node(&given, "n1")->reason, "", "without reason");
	ft_machine_set_node(
	    machine, &(struct ft_node_change){ "n1", "CPUs", "4", 99 }, &err);
	is_i64(partition(&given, "a")->cpus, 20, "totals follow");
	is_i64(machine->cpus, 4 + 3 * 16, "all of them");
	is_i64(ft_machine_set_node(machine,
		   &(struct ft_node_change){ "n9", "state", "down", 1 }, &err),
	    FT_ENOENT, "no such node");
	is_i64(ft_machine_set_node(machine,
		   &(struct ft_node_change){ "n1", "oil", "1", 1 }, &err),
	    FT_EINVAL, "no such key");
	is_i64(ft_machine_set_node(machine,
		   &(struct ft_node_change){ "n1", "state", "gone", 1 }, &err),
	    FT_EINVAL, "bad value");

	is_i64(ft_machine_set_partition(machine, "b", "State", "DOWN", &err),
	    FT_OK, "partition down");
	is_i64(partition(&given, "b")->state, FT_PARTITION_DOWN, "is down");
	ft_machine_set_partition(machine, "b", "default", "yes", &err);
	is_str(ft_machine_default(machine)->name, "b", "a new default");
	ok(!partition(&given, "a")->is_default, "not the old one");
	ft_machine_set_partition(machine, "b", "Nodes", "n[3-4]", &err);
	is_i64(partition(&given, "b")->cpus, 32, "other nodes");
	is_i64(ft_machine_set_partition(machine, "b", "Nodes", "n99", &err),
	    FT_EINVAL, "unknown nodes");
	is_hosts(&given, partition(&given, "b"), "n[3-4]");
	is_i64(ft_machine_set_partition(machine, "z", "State", "UP", &err),
	    FT_ENOENT, "no such partition");
	is_i64(ft_machine_set_partition(machine, "b", "oil", "1", &err),
	    FT_EINVAL, "no such key");
	is_i64(ft_machine_add_partition(machine, "c", &err), FT_OK, "added");
	is_i64(partition(&given, "c")->max_time, 60, "as DEFAULT says");
	is_i64(ft_machine_add_partition(machine, "c", &err), FT_EEXIST,
	    "not twice");
	is_str(ft_machine_partition_key(ft_word_of("maxt"), FT_RELEASE_ANY),
	    "MaxTime", "a short key");
	is_str(ft_machine_partition_key(ft_word_of("qos"), FT_RELEASE_ANY),
	    "QOS", "a whole one");
	ok(!ft_machine_partition_key(ft_word_of("oil"), FT_RELEASE_ANY),
	    "no key");
	is_str(
	    ft_machine_partition_key(ft_word_of("exclusive"), FT_RELEASE_24_11),
	    "ExclusiveUser", "a short key where a whole one came later");
	is_str(
	    ft_machine_partition_key(ft_word_of("exclusive"), FT_RELEASE_26_05),
	    "Exclusive", "the whole one");
	is_i64(ft_machine_drop_partition(machine, "a", &err), FT_OK, "gone");
	ok(!is_there(partition(&given, "a")->name) &&
		is_there(partition(&given, "b")->name),
	    "is gone");
	is_i64(ft_machine_drop_partition(machine, "a", &err), FT_ENOENT,
	    "not twice");
	done(&given);
}

/* Each change makes another partition; made again, the same. */
static void
test_same(void)
{
	static const char *const lines[] = { "NodeName=n[1-4] CPUs=16",
		"PartitionName=a Nodes=ALL Alternate=b", NULL };
	static const char *const other[][2] = { { "Nodes", "n[1-3]" },
		{ "MaxTime", "5" }, { "MaxNodes", "2" }, { "LLN", "YES" },
		{ "State", "DOWN" }, { "AllowGroups", "x,y" },
		{ "AllowGroups", "x,z" }, { "AllowGroups", "x" },
		{ "Exclusive", "USER" }, { "Exclusive", "TOPO" },
		{ "Exclusive", "NODE" }, { "DefMemPerCPU", "4294967296" },
		{ "Alternate", "NONE" }, { "TRESBillingWeights", "CPU=2" },
		{ "FairTreeSlots", "3" } };
	struct given given;
	struct ft_machine *machine = &given.machine;
	struct ft_error err = { 0 };
	struct ft_partition was;
	struct ft_node old;

	give(&given, lines);
	for (size_t i = 0; i < FT_COUNT(other); i++) {
		was = *partition(&given, "a");
		ft_machine_set_partition(
		    machine, "a", other[i][0], other[i][1], &err);
		ok(!ft_partition_is_same(&was, partition(&given, "a")),
		    "%s %s: other", other[i][0], other[i][1]);
		was = *partition(&given, "a");
		ft_machine_set_partition(
		    machine, "a", other[i][0], other[i][1], &err);
		ok(ft_partition_is_same(&was, partition(&given, "a")),
		    "%s %s: the same", other[i][0], other[i][1]);
	}
	ft_machine_set_partition(machine, "a", "Nodes", "n1,n[2-3]", &err);
	ok(ft_partition_is_same(&was, partition(&given, "a")),
	    "the same nodes, named otherwise");
	old = *node(&given, "n1");
	ft_machine_set_node(
	    machine, &(struct ft_node_change){ "n1", "Weight", "1", 1 }, &err);
	ok(ft_node_is_same(&old, node(&given, "n1")), "the same weight");
	ft_machine_set_node(machine,
	    &(struct ft_node_change){ "n1", "ActiveFeatures", "x", 1 }, &err);
	ok(!ft_node_is_same(&old, node(&given, "n1")), "other features");
	done(&given);
}

static void
test_bad(void)
{
	static const char *const bad[][3] = {
		{ "NodeName=a[1-", NULL },
		{ "NodeName=a", "NodeName=a" },
		{ "NodeName=a CPUs=x", NULL },
		{ "NodeName=a State=LOST", NULL },
		{ "NodeName=a Gres=gpu:2x", NULL },
		{ "NodeName=a", "PartitionName=p Nodes=b" },
		{ "PartitionName=p", "PartitionName=p" },
		{ "PartitionName=p MaxTime=soon", NULL },
		{ "PartitionName=p Hidden=maybe", NULL },
		{ "PartitionName=p PriorityTier=70000", NULL },
		{ "PartitionName=p PreemptMode=shoot", NULL },
		{ "PartitionName=p OverSubscribe=NO:2", NULL },
		{ "PartitionName=p TRESBillingWeights=CPU=x", NULL },
		{ "Licenses=a:b", NULL },
		{ "NodeName=a", "DownNodes=b" },
	};

	for (size_t i = 0; i < FT_COUNT(bad); i++) {
		struct given given;

		give(&given, bad[i]);
		ok(given.status != FT_OK, "refused: %s", bad[i][0]);
		ok(strchr(given.err.text, ':') && !strchr(given.err.text, '\n'),
		    "with a line: %s", given.err.text);
		done(&given);
	}
}

int
main(void)
{
	test_built_in();
	test_nodes();
	test_partitions();
	test_gres();
	test_hosts();
	test_features();
	test_constraints();
	test_live();
	test_same();
	test_bad();
	return done_testing();
}
