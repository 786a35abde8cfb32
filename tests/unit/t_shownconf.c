/* What scontrol show config prints, as slurm.conf; the lines are the real Slurm's. */
#include "io/slurm/shownconf.h"

#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

int
main(void)
{
	static const char text[] =
	    "Configuration data as of 2026-11-28T16:43:39\n"
	    "AccountingStorageTRES   = cpu,mem,energy,node,billing,fs/disk,"
	    "vmem,pages,gres/gpu\n"
	    "BOOT_TIME               = 2026-11-28T16:43:25\n"
	    "DefMemPerNode           = UNLIMITED\n"
	    "GresTypes               = (null)\n"
	    "KillWait                = 2 sec\n"
	    "PriorityFlags           = \n"
	    "PriorityUsageResetPeriod = NONE\n"
	    "SchedulerParameters     = bf_interval=5,sched_interval=5\n"
	    "SlurmUser               = root(0)\n"
	    "SLURM_VERSION           = 24.11.5\n"
	    "VSizeFactor             = 0 percent\n"
	    "no setting\n"
	    "\n"
	    "Cgroup Support Configuration:\n"
	    "KillWait                = 9\n";
	struct ft_str conf = { 0 };

	ok(ft_shownconf_convert(text, sizeof text - 1, &conf), "converted");
	is_str(ft_str_text(&conf),
	    "\nAccountingStorageTRES=gres/gpu\n\n\n\nKillWait=2\n\n"
	    "PriorityUsageResetPeriod=NONE\n"
	    "SchedulerParameters=bf_interval=5,sched_interval=5\n"
	    "SlurmUser=root\nSLURM_VERSION=24.11.5\n\n\n\n\n\n",
	    "what is set and used, each on its line");
	ft_str_clear(&conf);
	ok(!ft_shownconf_convert("KillWait=2\n", 11, &conf) && !conf.len,
	    "slurm.conf itself is left alone");
	ft_str_free(&conf);
	return done_testing();
}
