/* Records of scontrol show; what is of several lines is the real Slurm's (cases
 * j46, j48), shortened. */
#include "io/slurm/recordfile.h"

#include <string.h>

#include "lib/texts.h"
#include "tap/tap.h"

static enum ft_status
parse(const char *text, struct ft_str *str, struct ft_error *err)
{
	static const char kinds[] = "NPRL";
	struct ft_recordfile file = { 0 };
	enum ft_status status = ft_recordfile_parse(
	    &file, &(struct ft_input){ "r", text, strlen(text) }, err);

	for (size_t i = 0; i < file.n; i++) {
		const struct ft_record *record = &file.record[i];

		ft_str_addf(str, "%zu%c%s<", record->line, kinds[record->kind],
		    record->name);
		for (size_t k = 0; k < record->n; k++)
			ft_str_addf(str, "%s%s=%s", k ? "|" : "",
			    record->field[k].key, record->field[k].value);
		ft_str_add_char(str, '>');
	}
	ft_recordfile_free(&file);
	return status;
}

static void
test_records(void)
{
	static const struct text_row row[] = {
		{ "No nodes in the system\n", "" },
		{ "LicenseName=tool\n    Total=4 Used=0 Free=4 Remote=no\n",
		    "1Ltool<Total=4|Used=0|Free=4|Remote=no>" },
		/* blanks at the end of lines, an empty line, a text, and a
		 * reservation that is no record of its own */
		{ "NodeName=n1 Arch=x86_64 CoresPerSocket=1 \n"
		  "   OS=Linux 6.18.44 #1 SMP PREEMPT_DYNAMIC @0 \n"
		  "   RealMemory=64000 AllocMem=0\n"
		  "   State=IDLE+DRAIN ThreadsPerCore=1\n"
		  "   \n"
		  "   Reason=bad disk [root@2026-11-20T17:10:57]\n"
		  "   ReservationName=now\n\n"
		  "PartitionName=debug\n   AllowGroups=ALL\n",
		    "1Nn1<Arch=x86_64|CoresPerSocket=1|"
		    "OS=Linux 6.18.44 #1 SMP PREEMPT_DYNAMIC @0|"
		    "RealMemory=64000|AllocMem=0|State=IDLE+DRAIN|"
		    "ThreadsPerCore=1|"
		    "Reason=bad disk [root@2026-11-20T17:10:57]|"
		    "ReservationName=now>9Pdebug<AllowGroups=ALL>" },
		/* on a line: State= is there already, RMA= is no key, so both
		 * are of the text; Comment= ends it */
		{ "NodeName=n1 OS=Linux 6 RealMemory=5 State=DOWN Reason=set "
		  "State=DRAIN RMA=7 twice [root@5] Comment=a b  Extra=c\n"
		  "NodeName=n2 State=IDLE\n",
		    "1Nn1<OS=Linux 6|RealMemory=5|State=DOWN|"
		    "Reason=set State=DRAIN RMA=7 twice [root@5]|Comment=a b|"
		    "Extra=c>2Nn2<State=IDLE>" },
		/* a reason of two lines */
		{ "NodeName=n1 State=DOWN\n   Reason=one [root@5]\n"
		  "          two = 2\n   Comment=x\n",
		    "1Nn1<State=DOWN|Reason=one [root@5]\ntwo = 2|Comment=x>" },
		{ "ReservationName=r StartTime=5 Flags= Users=ann TRES=cpu=32,"
		  "mem=5   NodeName=n1 CoreIDs=0-1",
		    "1Rr<StartTime=5|Flags=|Users=ann|TRES=cpu=32,mem=5|"
		    "NodeName=n1|CoreIDs=0-1>" },
	};

	texts_are(row, FT_COUNT(row), FT_OK, parse);
}

static void
test_refused(void)
{
	static const struct text_row row[] = {
		{ "", "r:1:1: the file is empty: expected the output of "
		      "scontrol show node, partition, reservation or license" },
		{ "JobId=1 x=y\n",
		    "r:1:1: expected a record of scontrol show: NodeName=, "
		    "PartitionName=, ReservationName= or LicenseName=" },
		{ "NodeName= a=b\n", "r:1:1: a record without a name" },
		{ "NodeName=n1\n   State=IDLE odd\n",
		    "r:2:15: expected KEY=VALUE: 'odd'" },
		{ "NodeName=n1 =x\n", "r:1:13: expected KEY=VALUE: ''" },
	};

	texts_are(row, FT_COUNT(row), FT_EPARSE, parse);
}

static void
test_value(void)
{
	static const char text[] = "NodeName=n1 Gres=(null) State=IDLE";
	struct ft_recordfile file = { 0 };
	struct ft_error err = { 0 };

	is_i64(ft_recordfile_parse(&file,
		   &(struct ft_input){ "r", text, sizeof text - 1 }, &err),
	    FT_OK, "a node");
	ok(!ft_record_value(file.record, "Gres"), "(null) is no value");
	ok(!ft_record_value(file.record, "Weight"), "nor is what is missing");
	is_str(ft_record_value(file.record, "State"), "IDLE", "a value");
	ft_recordfile_free(&file);
}

int
main(void)
{
	test_records();
	test_refused();
	test_value();
	return done_testing();
}
