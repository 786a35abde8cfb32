/* Settings by name: every kind of value, and how sets are told. */
#include "admin/option/option.h"

#include <string.h>

#include "tap/tap.h"

static const struct ft_tres tres[] = { { 1, "cpu", "" }, { 2, "mem", "" },
	{ 4, "node", "" } };
static const struct ft_qos qoses[] = { { .id = 1, .name = "normal" },
	{ .id = 2, .name = "gold" } };
static const struct ft_admin_lookup lookup = { { tres, FT_COUNT(tres) }, qoses,
	FT_COUNT(qoses), false, FT_RELEASE_22_05 };

static struct ft_str told;

static void
tell(void *ctx, const char *label, int width, const char *value)
{
	(void)ctx;
	(void)width;
	ft_str_addf(&told, "%s%s=%s", told.len ? " " : "", label, value);
}

/* One "name=value", "name+=value" into SET; NULL, or why it was refused. */
static const char *
try_word(struct ft_admin_set *set, const char *word, struct ft_error *err)
{
	const char *equal = strchr(word, '=');
	const struct ft_attr *attr;
	struct ft_admin_words given = { .op = '=' };

	if (!equal)
		bail("'%s' has no value", word);
	given.value = equal + 1;
	if (equal[-1] == '+' || equal[-1] == '-')
		given.op = *--equal;
	attr = ft_attr_find(
	    set->entity, (struct ft_word){ word, (size_t)(equal - word) });
	if (!attr)
		return "unknown";
	return ft_admin_set_option(set, attr, &lookup, given, err) == FT_OK
		   ? NULL
		   : err->text;
}

/* "name=value ..." into a set; its words, or the first failure. */
static const char *
try_set(enum ft_entity entity, const char *text)
{
	struct ft_admin_set set;
	struct ft_error err;
	char copy[256];

	ft_str_clear(&told);
	ft_admin_set_init(&set, entity);
	strcpy(copy, text);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
		const char *refused = try_word(&set, word, &err);

		if (refused) {
			ft_admin_set_free(&set);
			ft_str_add(&told, refused);
			return ft_str_text(&told);
		}
	}
	ft_admin_set_describe(&set, &lookup, tell, NULL);
	ft_admin_set_free(&set);
	return ft_str_text(&told);
}

struct row {
	const char *text, *want;
};

static void
test_assoc(void)
{
	static const struct row row[] = {
		{ "fairshare=30", "Fairshare=30" },
		{ "f=7", "Fairshare=7" },
		{ "shares=PARENT", "Fairshare=parent" },
		{ "fairshare=2147483647", "Fairshare=parent" },
		{ "fairshare=-1", "Fairshare=NONE" },
		{ "fairshare=", "Fairshare=0" },
		{ "fairshare=abc", "invalid value for FairShare (abc)" },
		{ "fairshare=5x", "invalid value for FairShare (5x)" },
		{ "fairshare=4294967296",
		    "invalid value for FairShare (4294967296)" },
		{ "grpj=9 grpsubmit=7 maxj=3",
		    "GrpJobs=9 GrpSubmitJobs=7 MaxJobs=3" },
		{ "grpjobsaccrue=-1", "GrpJobsAccrue=None" },
		{ "maxjobs=-1", "MaxJobs=NONE" },
		{ "grptres=mem=2G,cpu=4", "GrpTRES=cpu=4,mem=2G" },
		{ "grptres=cpu=-1", "GrpTRES=cpu=NONE" },
		{ "grptres=cpu=1 grpcpus=2", "GrpTRES=cpu=2" },
		{ "maxnodes=4", "MaxTRES=node=4" },
		{ "grptres=", "no TRES given for GrpTRES" },
		{ "maxwall=1-00:00:00", "MaxWall=1-00:00:00" },
		{ "maxwall=30", "MaxWall=00:30:00" },
		{ "maxwall=abc", "bad MaxWall time format" },
		{ "qos=normal,gold", "QOS=gold,normal" },
		{ "qos=+gold,-normal", "QOS=+gold,-normal" },
		{ "qos+=gold", "QOS=+gold" },
		{ "qos=gold,+normal",
		    "you can't set qos equal to something and then add or "
		    "subtract from it in the same line" },
		{ "qos=bad",
		    "you gave a bad qos 'bad'. Valid QOS's are normal,gold" },
		{ "defaultqos=gold", "DefQOS=gold" },
		{ "defaultqos=-1", "DefQOS=(null)" },
		{ "defaultqos=bad", "you gave a bad default qos 'bad'.  Use "
				    "'list qos' to get complete list." },
		{ "parent=ABC priority=4", "Parent=abc Priority=4" },
		{ "bogus=1", "unknown" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++)
		is_str(try_set(FT_ENTITY_ASSOC, row[i].text), row[i].want, "%s",
		    row[i].text);
}

static void
test_qos(void)
{
	static const struct row row[] = {
		{ "priority=3", "Priority=3" },
		{ "priority=-1", "Priority=NONE" },
		{ "priority=abc", "invalid value for Priority (abc)" },
		{ "flags=nodecay,DenyOnLimit", "Flags=DenyOnLimit,NoDecay" },
		{ "flags=-1", "" },
		{ "flags=den", "den" },
		{ "gracetime=70", "GraceTime=70" },
		{ "gracetime=-1", "GraceTime=NONE" },
		{ "preemptexempttime=10:00", "PreemptExemptTime=00:10:00" },
		{ "preemptmode=requeue", "PreemptMode=REQUEUE" },
		{ "preemptmode=x", "bad Preempt Mode given" },
		{ "preempt=gold", "Preempt=gold" },
		{ "usagefactor=0.5 limitfactor=1.5",
		    "UsageFactor=0.5000 LimitFactor=1.5000" },
		{ "usagefactor=-1", "UsageFactor=NONE" },
		{ "usagefactor=abc", "invalid value for UsageFactor (abc)" },
		{ "maxjobspu=3 maxsubmitjobspa=4",
		    "MaxJobsPerUser=3 MaxSubmitJobsPerAccount=4" },
		{ "maxtrespa=mem=4", "MaxTRESPerAccount=mem=4M" },
		{ "mintres=cpu=3,mem=1G", "MinTRESPerJob=cpu=3,mem=1G" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++)
		is_str(try_set(FT_ENTITY_QOS, row[i].text), row[i].want, "%s",
		    row[i].text);
}

/* Columns of sacctmgr show qos. */
static void
test_headers(void)
{
	static const struct {
		const char *header, *name;
	} row[] = {
		{ "MaxSubmitPU", "MaxSubmitJobsPU" },
		{ "maxsubmitpa", "MaxSubmitJobsPA" },
		{ "MaxJobsPU", "MaxJobsPU" },
		{ "UsageThres", "UsageThreshold" },
		{ "MinPrioThres", "MinPrioThresh" },
		{ "Descr", "Description" },
		{ "GrpMem", "GrpMemory" },
		{ "ID", NULL },
		{ "Comment", NULL },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		const struct ft_attr *attr =
		    ft_attr_headed(FT_ENTITY_QOS, row[i].header);

		is_str(
		    attr ? attr->name : NULL, row[i].name, "%s", row[i].header);
	}
}

int
main(void)
{
	test_assoc();
	test_qos();
	test_headers();
	ok(ft_word_abbreviates(ft_word_of("ACC"), "Accounts", 3),
	    "abbreviated");
	ok(!ft_word_abbreviates(ft_word_of("ac"), "Accounts", 3), "too short");
	ok(!ft_word_abbreviates(ft_word_of("accountss"), "Accounts", 3),
	    "too long");
	ft_str_free(&told);
	return done_testing();
}
