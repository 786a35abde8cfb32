#include "io/slurm/slurmconf.h"

#include <string.h>
#include <strings.h>

#include "model/machine/machine.h"
#include "model/conf/slurmkey.h"
#include "tap/tap.h"

/* The files that Include finds. */
static const struct {
	const char *name, *text;
} files[] = {
	{ "nodes.conf", "NodeName=n[1-4] CPUs=16\n" },
	{ "deep.conf", "PriorityWeightQOS=3\nInclude nodes.conf\n" },
	{ "open.conf", "PriorityWeightAge=7\\" },
	{ "circle.conf", "Include circle.conf\n" },
	{ "bad.conf", "\n  PriorityWeightAge=x\n" },
	{ "for-tux.conf", "PriorityWeightAssoc=5" },
};

static enum ft_status
include(void *ctx, const char *name, struct ft_str *text, struct ft_error *err)
{
	(void)ctx;
	for (size_t i = 0; i < FT_COUNT(files); i++) {
		if (!strcmp(files[i].name, name)) {
			ft_str_add(text, files[i].text);
			return FT_OK;
		}
	}
	return ft_fail(err, FT_ENOENT, "cannot open '%s'", name);
}

static enum ft_status
parse(struct ft_conf *conf, const char *text, struct ft_str *copy,
    struct ft_error *err)
{
	ft_conf_init(conf);
	return ft_slurmconf_expand(conf,
	    &(struct ft_slurmconf_source){
		"etc/slurm.conf", text, strlen(text), include, NULL },
	    copy, err);
}

static void
test_scalars(void)
{
	static const struct {
		const char *text;
		enum ft_conf_key key;
		const char *want, *origin;
	} row[] = {
		{ "ClusterName=Tux\n", FT_CONF_CLUSTER_NAME, "tux",
		    "etc/slurm.conf:1" },
		{ "clustername = tux", FT_CONF_CLUSTER_NAME, "tux",
		    "etc/slurm.conf:1" },
		{ "\n\t ClusterName\t=\ttux\t\n", FT_CONF_CLUSTER_NAME, "tux",
		    "etc/slurm.conf:2" },
		{ "ClusterName=\"tux\"", FT_CONF_CLUSTER_NAME, "tux",
		    "etc/slurm.conf:1" },
		{ "ClusterName=a\nClusterName=b\n", FT_CONF_CLUSTER_NAME, "b",
		    "etc/slurm.conf:2" },
		{ "ClusterName=a SlurmUser=slurm # c\n", FT_CONF_SLURM_USER,
		    "slurm", "etc/slurm.conf:1" },
		{ "SlurmUser=slurm # ClusterName=b", FT_CONF_CLUSTER_NAME,
		    "cluster", "built in" },
		{ "PriorityFlags=\"\"\n", FT_CONF_PRIORITY_FLAGS, "",
		    "etc/slurm.conf:1" },
		{ "PriorityParameters=\"a b  c\"\n",
		    FT_CONF_PRIORITY_PARAMETERS, "a b  c", "etc/slurm.conf:1" },
		{ "PriorityParameters=a\"b\n", FT_CONF_PRIORITY_PARAMETERS,
		    "a\"b", "etc/slurm.conf:1" },
		{ "PriorityParameters=a\\#b\\\\c\n",
		    FT_CONF_PRIORITY_PARAMETERS, "a#b\\c", "etc/slurm.conf:1" },
		{ "PriorityFlags=MAX_TRES,\\\nACCRUE_ALWAYS\n",
		    FT_CONF_PRIORITY_FLAGS, "MAX_TRES,ACCRUE_ALWAYS",
		    "etc/slurm.conf:1" },
		{ "PriorityWeightTRES=CPU=1000,Mem=2000\n",
		    FT_CONF_PRIORITY_WEIGHT_TRES, "CPU=1000,Mem=2000",
		    "etc/slurm.conf:1" },
		{ "\r\nClusterName=tux\r\n", FT_CONF_CLUSTER_NAME, "tux",
		    "etc/slurm.conf:2" },
		{ "Include deep.conf\n", FT_CONF_PRIORITY_WEIGHT_QOS, "3",
		    "etc/deep.conf:1" },
		{ "include \"deep.conf\" # c\n", FT_CONF_PRIORITY_WEIGHT_QOS,
		    "3", "etc/deep.conf:1" },
		{ "ClusterName=tux\nInclude for-%c.conf\n",
		    FT_CONF_PRIORITY_WEIGHT_ASSOC, "5", "etc/for-tux.conf:1" },
		{ "IncludeMe=7\nClusterName=a\n", FT_CONF_CLUSTER_NAME, "a",
		    "etc/slurm.conf:2" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_conf conf;
		struct ft_error err = { 0 };

		is_i64(parse(&conf, row[i].text, NULL, &err), FT_OK,
		    "text %zu is good", i);
		is_str(ft_conf_text(&conf, row[i].key), row[i].want, "its %s",
		    ft_conf_infos[row[i].key].name);
		is_str(
		    conf.value[row[i].key].origin, row[i].origin, "its origin");
		ft_conf_free(&conf);
	}
}

static void
test_lines(void)
{
	static const char text[] =
	    "NodeName=DEFAULT CPUs=16\n"
	    "nodename=n[1-64]  RealMemory = 64000 # big\n"
	    "PartitionName=debug Nodes=ALL PriorityTier=10 \\\n"
	    "  TRESBillingWeights=\"CPU=1.0,Mem=0.25G\"   \n"
	    "GresTypes=gpu Foo=\"a b\" Bar=c\n"
	    "NodeSet=x Feature=f\n"
	    "DownNodes=n3 State=DOWN\n";
	static const struct ft_conf_line want[] = {
		{ "NodeName", "NodeName=DEFAULT CPUs=16", "etc/slurm.conf:1",
		    true },
		{ "nodename", "nodename=n[1-64]  RealMemory = 64000",
		    "etc/slurm.conf:2", true },
		{ "PartitionName",
		    "PartitionName=debug Nodes=ALL PriorityTier=10   "
		    "TRESBillingWeights=\"CPU=1.0,Mem=0.25G\"",
		    "etc/slurm.conf:3", true },
		{ "Foo", "Foo=a b", "etc/slurm.conf:5", false },
		{ "Bar", "Bar=c", "etc/slurm.conf:5", false },
		{ "NodeSet", "NodeSet=x Feature=f", "etc/slurm.conf:6", true },
		{ "DownNodes", "DownNodes=n3 State=DOWN", "etc/slurm.conf:7",
		    true },
	};
	struct ft_conf conf;
	struct ft_error err = { 0 };

	is_i64(parse(&conf, text, NULL, &err), FT_OK, "lines are good");
	is_u64(conf.n_line, FT_COUNT(want), "all lines");
	for (size_t i = 0; i < FT_COUNT(want) && i < conf.n_line; i++) {
		is_str(conf.line[i].key, want[i].key, "key %zu", i);
		is_str(conf.line[i].text, want[i].text, "its text");
		is_str(conf.line[i].origin, want[i].origin, "its origin");
		is_i64(conf.line[i].known, want[i].known, "its kind");
	}
	is_str(ft_conf_text(&conf, FT_CONF_GRES_TYPES), "gpu",
	    "beside unknown ones");
	ft_conf_free(&conf);
}

static void
test_copy(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "A=1 # x\n\nB=2", "A=1 # x\n\nB=2\n" },
		{ "A=1\nInclude deep.conf\nB=2\n",
		    "A=1\n# Include deep.conf\nPriorityWeightQOS=3\n"
		    "# Include nodes.conf\nNodeName=n[1-4] CPUs=16\n"
		    "# end of nodes.conf\n# end of deep.conf\nB=2\n" },
		{ "Include open.conf\nB=2\n",
		    "# Include open.conf\nPriorityWeightAge=7\\\n\n"
		    "# end of open.conf\nB=2\n" },
		{ "A=\\\n1\n", "A=\\\n1\n" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_conf conf, again;
		struct ft_error err = { 0 };
		struct ft_str copy = { 0 };
		int differ = 0;

		is_i64(parse(&conf, row[i].text, &copy, &err), FT_OK,
		    "text %zu is good", i);
		is_str(ft_str_text(&copy), row[i].want, "its copy");
		ft_conf_init(&again);
		is_i64(ft_slurmconf_parse(&again,
			   &(struct ft_slurmconf_source){ .file = "copy",
			       .text = copy.data,
			       .size = copy.len },
			   &err),
		    FT_OK, "the copy needs no other file");
		for (enum ft_conf_key k = 0; k < FT_CONF_KEYS; k++)
			differ += strcmp(ft_conf_text(&conf, k),
				      ft_conf_text(&again, k)) != 0;
		is_i64(differ, 0, "and says the same");
		ft_conf_free(&conf);
		ft_conf_free(&again);
		ft_str_free(&copy);
	}
}

static void
test_refused(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "ClusterName\n",
		    "etc/slurm.conf:1:1: expected Key=Value, found "
		    "'ClusterName'" },
		{ "\n  some words\n",
		    "etc/slurm.conf:2:8: expected '=' after 'some'" },
		{ "=x\n",
		    "etc/slurm.conf:1:1: expected Key=Value, found '=x'" },
		{ "Cluster-Name=x\n",
		    "etc/slurm.conf:1:8: expected '=' after 'Cluster'" },
		{ "Key!=x y\n",
		    "etc/slurm.conf:1:1: expected Key=Value, found 'Key!=x'" },
		{ "ClusterName=\n",
		    "etc/slurm.conf:1:13: no value for 'ClusterName', write "
		    "\"\" for an empty one" },
		{ "A=1 Foo =  # x\n",
		    "etc/slurm.conf:1:12: no value for 'Foo', write \"\" for "
		    "an empty one" },
		{ "PriorityFlags+=MAX_TRES\n",
		    "etc/slurm.conf:1:14: operator '+=' is not allowed with "
		    "'PriorityFlags', write '='" },
		{ "A -= 2\n", "etc/slurm.conf:1:3: operator '-=' is not "
			      "allowed with 'A', "
			      "write '='" },
		{ "A=\"b\n", "etc/slurm.conf:1:3: quote is never closed" },
		{ "A=\"b # c\"\n",
		    "etc/slurm.conf:1:3: quote is never closed" },
		{ "A=\"b\"c\n",
		    "etc/slurm.conf:1:6: expected a blank after the quote" },
		{ "NodeName=n1 CPUs\n",
		    "etc/slurm.conf:1:13: expected Key=Value, found 'CPUs'" },
		{ "NodeName=n1 \\\n  CPUs=\n",
		    "etc/slurm.conf:2:8: no value for 'CPUs', write \"\" for "
		    "an empty one" },
		{ "# x\nPriorityWeightAge=\\\n -3\n",
		    "etc/slurm.conf:3:2: bad value '-3' for "
		    "PriorityWeightAge: expected 0 to 4294967295" },
		{ "PriorityFavorSmall = perhaps\n",
		    "etc/slurm.conf:1:22: bad value 'perhaps' for "
		    "PriorityFavorSmall: expected yes or no" },
		{ "Include\n",
		    "etc/slurm.conf:1:8: no file name after Include" },
		{ "Include \"\"\n",
		    "etc/slurm.conf:1:10: no file name after Include" },
		{ "Include=nodes.conf\n",
		    "etc/slurm.conf:1:8: expected a blank after Include, "
		    "found '='" },
		{ "\nInclude missing.conf\n",
		    "etc/slurm.conf:2:9: cannot open 'missing.conf'" },
		{ "Include circle.conf\n",
		    "etc/circle.conf:1:9: Include is nested more than 16 "
		    "deep" },
		{ "Include bad.conf\n",
		    "etc/bad.conf:2:21: bad value 'x' for PriorityWeightAge: "
		    "expected a whole number" },
		{ "A=\x01\n", "etc/slurm.conf:1:3: control character 0x01" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_conf conf;
		struct ft_error err = { 0 };

		is_i64(parse(&conf, row[i].text, NULL, &err), FT_EPARSE,
		    "text %zu is refused", i);
		is_str(err.text, row[i].want, "its message");
		ft_conf_free(&conf);
	}
}

static void
test_no_include(void)
{
	static const char text[] = "Include nodes.conf\n";
	struct ft_conf conf;
	struct ft_error err = { 0 };

	ft_conf_init(&conf);
	is_i64(ft_slurmconf_parse(&conf,
		   &(struct ft_slurmconf_source){
		       .file = "x", .text = text, .size = sizeof text - 1 },
		   &err),
	    FT_EPARSE, "Include without a reader is refused");
	is_str(err.text, "x:1:9: Include is not allowed here", "its message");
	ft_conf_free(&conf);
}

static void
test_many_includes(void)
{
	struct ft_conf conf;
	struct ft_error err = { 0 };
	struct ft_str text = { 0 };

	for (int i = 0; i < 1000; i++)
		ft_str_add(&text, "Include nodes.conf\n");
	is_i64(parse(&conf, text.data, NULL, &err), FT_OK,
	    "a thousand includes are read");
	ft_conf_free(&conf);
	ft_str_add(&text, "Include nodes.conf\n");
	is_i64(
	    parse(&conf, text.data, NULL, &err), FT_EPARSE, "one more is not");
	is_str(err.text,
	    "etc/slurm.conf:1001:9: more than 1000 files are included",
	    "its message");
	ft_conf_free(&conf);
	ft_str_free(&text);
}

/* ---- looking at all of it ----------------------------------------------------- */

static void
note(void *ctx, const struct ft_slurmconf_finding *finding)
{
	static const char *const names[] = { [FT_SLURMCONF_LINE] = "line",
		[FT_SLURMCONF_BAD] = "bad",
		[FT_SLURMCONF_UNKNOWN] = "unknown",
		[FT_SLURMCONF_IGNORED] = "ignored" };
	struct ft_str *str = ctx;
	bool bad;

	if (finding->kind == FT_SLURMCONF_LINE)
		return;
	bad = finding->kind == FT_SLURMCONF_BAD;
	ft_str_addf(str, "%s %s%s%s %s %s\n", names[finding->kind],
	    finding->place, bad ? ": " : "", bad ? finding->text : "",
	    finding->line ? finding->line : "-", bad ? "" : finding->key);
}

static void
test_look(void)
{
	static const char text[] = "PriorityWeightAge=x Foo=1\n"
				   "Include bad.conf\n"
				   "NodeName=n1 CPUs=4 Fo=1 \\\n"
				   " CPUs=y BcastAddr=b\n"
				   "PartitionName=p Nodes= n1 Bar=2\n"
				   "1 2\n"
				   "PriorityWeightQOS=4\n";
	const struct ft_slurmconf_source source = { "f", text, sizeof text - 1,
		include, NULL };
	struct ft_str got = { 0 };
	const struct ft_slurmconf_reporter reporter = { note, &got };
	struct ft_conf conf;

	ft_conf_init(&conf);
	ft_slurmconf_look(&conf, &source, &reporter);
	is_str(ft_str_text(&got),
	    "bad f:1:19: bad value 'x' for PriorityWeightAge: expected a whole "
	    "number - \n"
	    "ignored f:1:21 - Foo\n"
	    "bad bad.conf:2:21: bad value 'x' for PriorityWeightAge: expected "
	    "a "
	    "whole number - \n"
	    "unknown f:3:20 NodeName Fo\n"
	    "bad f:4:7: bad value 'y' for CPUs NodeName \n"
	    "ignored f:4:9 NodeName BcastAddr\n"
	    "unknown f:5:27 PartitionName Bar\n"
	    "bad f:6:3: expected '=' after '1' - \n",
	    "all of it, in the order of the file");
	is_i64(ft_conf_number(&conf, FT_CONF_PRIORITY_WEIGHT_QOS), 4,
	    "what follows is read");
	is_u64(conf.n_line, 3, "an unknown parameter, a node, a partition");
	is_str(conf.line[1].text, "NodeName=n1 CPUs=4 BcastAddr=b",
	    "without what is bad");
	is_str(conf.line[1].origin, "f:3:1", "with its column");
	is_str(conf.line[2].text, "PartitionName=p Nodes= n1",
	    "a blank after the sign stays");
	ft_conf_free(&conf);
	ft_str_free(&got);
}

/* Read from a file, an unknown key is refused; from a store it is not. */
static void
test_kept(void)
{
	static const char text[] = "NodeName=n1 Foo=1\n";
	struct ft_conf conf;
	struct ft_error err = { 0 };

	is_i64(parse(&conf, text, NULL, &err), FT_EPARSE, "refused");
	is_str(err.text,
	    "etc/slurm.conf:1:13: unknown key 'Foo' on a NodeName line",
	    "its message");
	ft_conf_free(&conf);
	ft_conf_init(&conf);
	is_i64(ft_slurmconf_parse_kept(
		   &conf, "stored", text, sizeof text - 1, &err),
	    FT_OK, "one that was kept is read");
	is_str(conf.line[0].text, "NodeName=n1 Foo=1", "as it is");
	ft_conf_free(&conf);
}

/* Keys that are used here are not among those that are ignored. */
static void
test_slurmkeys(void)
{
	const char *key;
	size_t n = 0, used = 0, twice = 0;

	for (; (key = ft_slurm_key_at(FT_SLURM_PARAMETER, n)); n++) {
		used += ft_conf_find(key) != FT_CONF_KEYS;
		for (size_t i = 0; i < n; i++)
			twice += !strcasecmp(
			    key, ft_slurm_key_at(FT_SLURM_PARAMETER, i));
	}
	ok(n > 150 && !used && !twice,
	    "%zu parameters of Slurm, %zu used, %zu twice", n, used, twice);
	ok(ft_slurm_knows(FT_SLURM_PARAMETER, "mailprog") &&
		!ft_slurm_knows(FT_SLURM_PARAMETER, "MailPrg") &&
		!ft_slurm_knows(FT_SLURM_NODE, "MailProg"),
	    "in any case, each where it stands");
	for (n = 0; (key = ft_slurm_key_at(FT_SLURM_PARTITION, n)); n++)
		for (size_t i = 0; ft_machine_partition_key_at(i); i++)
			used +=
			    !strcasecmp(key, ft_machine_partition_key_at(i));
	for (n = 0; (key = ft_slurm_key_at(FT_SLURM_NODE, n)); n++)
		for (size_t i = 0; ft_machine_node_key_at(i); i++)
			used += !strcasecmp(key, ft_machine_node_key_at(i));
	is_u64(used, 0, "no key of a line that is used");
}

int
main(void)
{
	test_look();
	test_kept();
	test_slurmkeys();
	test_scalars();
	test_lines();
	test_copy();
	test_refused();
	test_no_include();
	test_many_includes();
	return done_testing();
}
