/* Copies of a site's files: what is kept, replaced and left out. */
#include "io/site/anonymise.h"

#include <string.h>

#include "io/slurm/slurmconf.h"
#include "tap/tap.h"

static const char map[] = "user\tann\tu0010\nuser\tbob\tu0020\n"
			  "account\tchem\ta0010\nnode\tn1\tn0001\n"
			  "node\tn2\tn0002\nnode\tn4\tn0004\nnode\tlic\tn0104\n"
			  "wckey\tkey\tw0010\nreservation\tcourse\tr0010\n";
static struct ft_pseudonyms names;
static struct ft_str out;
static struct ft_error err;

static void
begin(void)
{
	ft_pseudonyms_free(&names);
	names = (struct ft_pseudonyms){ 0 };
	err = (struct ft_error){ 0 };
	ft_pseudonyms_parse(
	    &names, &(struct ft_input){ "m", map, sizeof map - 1 }, &err);
	ft_str_clear(&out);
}

static enum ft_status
copy(const char *part, const char *text)
{
	begin();
	return ft_anonymise(ft_anonymise_find(part),
	    &(struct ft_input){ "t", text, strlen(text) }, &names, &out, &err);
}

static void
test_find(void)
{
	ok(ft_anonymise_find("squeue") != NULL, "a file");
	ok(ft_anonymise_find("sacct/012") != NULL, "a piece of sacct");
	ok(!ft_anonymise_find("sacct/"), "no piece");
	ok(!ft_anonymise_find("sacct/0.old"), "another name");
	ok(!ft_anonymise_find("dump"), "a file that nobody needs");
	ok(!ft_anonymise_find("conf/secret.conf"), "an included file");
	ok(!ft_anonymise_find(""), "no name");
}

/* Cells of a queue: column, cell, what stands for it. */
static void
test_cells(void)
{
	static const struct {
		const char *column, *cell, *copy;
	} row[] = {
		{ "USER", "ANN", "u0010" },
		{ "ACCOUNT", "chem", "a0010" },
		{ "PARTITION", "main,gpu", "main,gpu" },
		{ "STATE", "CANCELLED by 1001", "CANCELLED" },
		{ "STATE", "CANCELLED by 0", "CANCELLED by 0" },
		{ "REASON", "Priority", "Priority" },
		{ "REASON", "ask bob", "None" },
		{ "REASON", "ReqNodeNotAvail, UnavailableNodes:n[1-2]",
		    "ReqNodeNotAvail, UnavailableNodes:n[0001-0002]" },
		{ "REASON", "ReqNodeNotAvail, says bob", "ReqNodeNotAvail" },
		{ "NODELIST", "n[1-2,4]", "n[0001-0002,0004]" },
		{ "NODELIST", "n4,n1", "n[0004,0001]" },
		{ "NODELIST", "None assigned", "None assigned" },
		{ "NODELIST", "n[1-", "" },
		{ "RESERVATION", "course", "r0010" },
		{ "RESERVATION", "(null)", "(null)" },
		{ "WCKEY", "*key", "*w0010" },
		{ "LICENSES", "tool:2,flex@lic:1", "tool:2,flex@n0104:1" },
		{ "FEATURES", "/home/bob", "" },
		{ "NAME", "secret", "job1" },
	};
	struct ft_str text = { 0 }, copied = { 0 };

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		ft_str_clear(&text);
		ft_str_clear(&copied);
		ft_str_addf(
		    &text, "JOBID|%s\n7|%s\n", row[i].column, row[i].cell);
		ft_str_addf(
		    &copied, "JOBID|%s\n7|%s\n", row[i].column, row[i].copy);
		copy("squeue", text.data);
		is_str(ft_str_text(&out), copied.data, "a cell");
	}
	ft_str_free(&text);
	ft_str_free(&copied);
}

static void
test_tables(void)
{
	is_i64(copy("accounts",
		   "Account|Descr|Org|Coord Accounts\n"
		   "chem|Chemistry|ETH|ann,bob\nroot|default|root|\n"),
	    FT_OK, "accounts");
	is_str(ft_str_text(&out),
	    "Account|Coord Accounts\na0010|u0010,u0020\nroot|\n",
	    "without descriptions, with coordinators");
	copy("sshare", "Account|User|RawShares|X\nroot|||y\n chem||parent|\n"
		       "  chem|bob|5|\n");
	is_str(ft_str_text(&out),
	    "Account|User|RawShares\nroot||\n a0010||parent\n"
	    "  a0010|u0020|5\n",
	    "shares keep their indentation");
	copy("squeue",
	    "JOBID|USER|NAME\n1|ann|a\n2|bob|a\n3|ann|b|c\n4|ann|a\n");
	is_str(ft_str_text(&out),
	    "JOBID|USER|NAME\n1|u0010|job1\n2|u0020|job2\n3|u0010|job3\n"
	    "4|u0010|job1\n",
	    "a name is the same for jobs of a user");
	is_i64(copy("squeue", "JOBID|USER\n1|ann|a\n"), FT_EPARSE,
	    "a cell too many");
	is_str(err.text, "t:2:1: 3 cells, the header has 2", "is refused");
	is_i64(copy("qos", "a|b\n1|2\n"), FT_EPARSE, "no known column");
	is_str(
	    err.text, "t:1:1: no column of sacctmgr -P show qos", "is refused");
}

static void
test_records(void)
{
	is_i64(copy("nodes",
		   "NodeName=n1 NodeAddr=10.0.0.1 State=DOWN OS=Linux x  "
		   "CPUTot=4 Comment=bob's Reason=bad fan [ann@1795883642]\n"
		   "NodeName=n2 State=IDLE Reason=ask bob\n"),
	    FT_OK, "nodes");
	is_str(ft_str_text(&out),
	    "NodeName=n0001 State=DOWN Reason=anonymised [u0010@1795883642]\n"
	    "NodeName=n0002 State=IDLE Reason=anonymised\n",
	    "without addresses and texts");
	copy("reservations",
	    "ReservationName=course Nodes=n[1-2] Users=-ann,bob "
	    "Groups=staff Accounts=(null) Comment=x\n");
	is_str(ft_str_text(&out),
	    "ReservationName=r0010 Nodes=n[0001-0002] Users=-u0010,u0020 "
	    "Accounts=(null)\n",
	    "reservations");
	copy("partitions",
	    "PartitionName=p AllowGroups=staff AllowAccounts=chem "
	    "Nodes=n[1-2] MaxTime=60\n");
	is_str(ft_str_text(&out),
	    "PartitionName=p AllowGroups=ALL AllowAccounts=a0010 "
	    "Nodes=n[0001-0002] MaxTime=60\n",
	    "partitions");
	copy("licenses", "No licenses configured in Slurm.\n");
	ok(out.len > 0, "a file without records is not empty");
}

static void
test_texts(void)
{
	copy("version", "slurm-wlm 24.11.5\n");
	is_str(ft_str_text(&out), "slurm 24.11.5\n", "a version");
	copy("config", "Configuration data as of 1795883946\n"
		       "ClusterName             = zeus\n"
		       "KillWait                = 30 sec\n"
		       "Licenses                = tool:4\n"
		       "MailProg                = /bin/mail\n"
		       "SlurmUser               = bob(1001)\n"
		       "SLURM_VERSION           = 24.11.5\n"
		       "StateSaveLocation       = /var/spool\n\n"
		       "Slurmctld(primary) at boss is UP\n");
	is_str(ft_str_text(&out),
	    "Configuration data as of 1795883946\n"
	    "ClusterName = cluster\n"
	    "KillWait = 30 sec\n"
	    "Licenses = tool:4\n"
	    "SlurmUser = u0020\n"
	    "SLURM_VERSION = 24.11.5\n",
	    "settings");
}

static void
test_conf(void)
{
	static const char text[] =
	    "ClusterName=zeus\nSlurmctldHost=boss\nProlog=/x/y\n"
	    "PriorityWeightTRES=CPU=100,Mem=200\nSLURM_VERSION=24.11.5\n"
	    "NodeName=n[1-2] NodeAddr=h[1-2] CPUs=4 Reason=\"ask bob\"\n"
	    "PartitionName=p Nodes=n1 AllowAccounts=chem AllowGroups=g\n"
	    "DownNodes=n1 Reason=bob State=DOWN\n";
	struct ft_conf conf;

	begin();
	ft_conf_init(&conf);
	is_i64(ft_slurmconf_parse(&conf,
		   &(struct ft_slurmconf_source){
		       "c", text, sizeof text - 1, NULL, NULL },
		   &err),
	    FT_OK, "a slurm.conf");
	ft_anonymise_conf(&conf, &names, &out);
	is_str(ft_str_text(&out),
	    "ClusterName=cluster\nPriorityWeightTRES=\"CPU=100,Mem=200\"\n"
	    "SLURM_VERSION=24.11.5\n"
	    "NodeName=n[0001-0002] CPUs=4\n"
	    "PartitionName=p Nodes=n0001 AllowAccounts=a0010 AllowGroups=ALL\n"
	    "DownNodes=n0001 State=DOWN\n",
	    "what is needed of it");
	ft_conf_free(&conf);
}

static void
test_json(void)
{
	static const char text[] =
	    "{\"meta\":{\"client\":{\"user\":\"bob\"}},"
	    "\"shares\":{\"shares\":[{\"id\":7,\"cluster\":\"zeus\","
	    "\"name\":\"ann\",\"parent\":\"chem\",\"partition\":\"p\","
	    "\"shares\":{\"set\":true,\"infinite\":false,\"number\":3},"
	    "\"usage\":17802,\"usage_normalized\":{\"set\":true,"
	    "\"number\":0.16707864655899543,\"why\":\"bob\"},"
	    "\"tres\":{\"usage\":[{\"name\":\"cpu\","
	    "\"value\":2745.9497390000001}],\"group_minutes\":[]},"
	    "\"fairshare\":{\"factor\":0.5},\"type\":[\"USER\"]}]}}";

	is_i64(copy("sshare.json", text), FT_OK, "JSON of sshare");
	is_str(ft_str_text(&out),
	    "{\"shares\":{\"shares\":[\n"
	    "{\"name\":\"u0010\",\"parent\":\"a0010\",\"partition\":\"p\","
	    "\"shares\":{\"set\":true,\"infinite\":false,\"number\":3},"
	    "\"usage\":17802,\"usage_normalized\":{\"set\":true,"
	    "\"number\":0.16707864655899543},"
	    "\"tres\":{\"usage\":[{\"name\":\"cpu\","
	    "\"value\":2745.9497390000001}],\"group_minutes\":[]},"
	    "\"fairshare\":{\"factor\":0.5},\"type\":[\"USER\"]}\n]}}\n",
	    "numbers to the last digit, names replaced");
	is_i64(copy("sshare.json", "{"), FT_EPARSE, "no JSON");
}

int
main(void)
{
	test_find();
	test_cells();
	test_tables();
	test_records();
	test_texts();
	test_conf();
	test_json();
	ft_pseudonyms_free(&names);
	ft_str_free(&out);
	return done_testing();
}
