#include "fault/every.h"

#include <string.h>

#include "base/text/str.h"
#include "fault/deed.h"
#include "lib/storefile.h"
#include "tap/tap.h"

const struct every every[] = {
#define LOOK(line)   { line, false },
#define CHANGE(line) { line, true },
#include "fault/every.def"
};

const size_t n_every = FT_COUNT(every);

static const struct deed making[] = {
	{ "facctmgr -i add qos high priority=10 flags=NoDecay preempt=normal "
	  "grptres=cpu=8 maxwall=100",
	    "", false },
	{ "facctmgr -i modify user fred set qos+=high grptresmins=cpu=10000",
	    "", false },
	{ "facctmgr -i modify account bedrock set grpjobs=50 maxtres=node=3",
	    "", false },
	{ "facctmgr -i add resource name=matlab server=s count=10 "
	  "type=license cluster=cluster percentallowed=50",
	    "", false },
	{ "facctmgr -i add coordinator account=bedrock names=fred", "", false },
	{ "facctmgr -i add cluster second", "", false },
	{ "facctmgr -i delete user dino", "", false },
	{ "facctmgr -i modify user fred account=bedrock set rawusage=1000", "",
	    false },
	{ "facctmgr -i modify user wilma set fairshare=3", "", false },
	{ "facctmgr -i undo", "", false },
	{ "fcontrol create reservation reservationname=class "
	  "starttime=now+3600 duration=60 nodecnt=1 users=fred "
	  "flags=ignore_jobs",
	    "", false },
	{ "fbatch --uid=fred --array=1-9%2 -t 20 --wrap true", "", false },
	{ "fbatch --uid=wilma -n 2 -t 20 --dependency=after:61 --qos=normal "
	  "--wrap true",
	    "", false },
	{ "fcontrol update nodename=n4 state=drain reason=disk", "", false },
	{ "fcontrol update partitionname=debug maxtime=20", "", false },
	{ "fsim run --for 600", "", true },
	{ "facctmgr dump cluster file=@/tree.cfg", "", false },
};

static const char trace[] = "; MaxNodes: 4\n"
			    "1 0 -1 60 4 -1 -1 4 120 -1 1 1 1 -1 1 -1 -1 -1\n"
			    "2 9 -1 90 8 -1 -1 8 120 -1 1 2 1 -1 1 -1 -1 -1\n";

void
every_make_base(const char *path, const char *folder)
{
	struct ft_str name = { 0 };

	ft_str_addf(&name, "%s/trace.swf", folder);
	storefile_write(ft_str_text(&name), trace, strlen(trace));
	ft_str_free(&name);
	deed_make_base(path, folder);
	for (size_t i = 0; i < FT_COUNT(making); i++) {
		struct deed_answer answer;

		deed_run(&making[i], folder, &answer);
		if (answer.status)
			bail("%s: %s", making[i].line, answer.err);
	}
}
