#include "lib/smallworld.h"

#include <string.h>

#include "base/text/str.h"
#include "io/slurm/slurmconf.h"
#include "lib/acctline.h"
#include "lib/storefile.h"
#include "sim/preempt/preempt.h"
#include "sim/job/job.h"
#include "sim/run/life.h"
#include "sim/run/run.h"
#include "sim/world/event.h"
#include "sim/submit/submit.h"
#include "tap/tap.h"

static const char settings[] =
    "FairTreeSlurm=22.05\n"
    "NodeName=n[1-4] CPUs=16 RealMemory=64000\n"
    "PartitionName=debug Nodes=ALL Default=YES MaxTime=1-0\n"
    "PartitionName=other Nodes=ALL\n"
    "AccountingStorageEnforce=associations,limits,qos\n"
    "PriorityCalcPeriod=1\n"
    "PriorityWeightPartition=1000\n"
    "DefMemPerCPU=100\n"
    "MinJobAge=3600\n";

static const char *const lines[] = {
	"add qos high priority=10",
	"add account phys,chem",
	"add user ann,bob account=phys",
	"add user cy account=chem",
	"modify account root set qos=normal,high",
};

const struct ft_asker smallworld_root = {
	.name = "root", .privileged = true, .super = true
};

static struct ft_error err;

static void
must(enum ft_status status)
{
	if (status)
		bail("%s", err.text);
}

void
smallworld_open(struct smallworld *small, const char *more)
{
	smallworld_open_with(small, more, NULL);
}

void
smallworld_open_with(
    struct smallworld *small, const char *more, const char *line)
{
	struct ft_str text = { 0 };

	*small = (struct smallworld){ .store = storefile_memory() };
	ft_conf_init(&small->conf);
	ft_str_addf(&text, "%s%s", settings, more);
	must(ft_slurmconf_parse(&small->conf,
	    &(struct ft_slurmconf_source){
		.file = "slurm.conf", .text = text.data, .size = text.len },
	    &err));
	ft_str_free(&text);
	for (size_t i = 0; i < FT_COUNT(lines); i++)
		if (acctline_run(small->store, lines[i], true, true))
			bail("'%s' is refused", lines[i]);
	if (line && acctline_run(small->store, line, true, true))
		bail("'%s' is refused", line);
	must(ft_load_world(&small->world,
	    &(struct ft_load_source){
		.store = small->store, .conf = &small->conf, .cluster = 1 },
	    NULL, &err));
}

void
smallworld_close(struct smallworld *small)
{
	ft_world_free(&small->world);
	ft_conf_free(&small->conf);
	ft_store_close(small->store);
}

struct ft_asker
smallworld_asker(const struct smallworld *small, const char *user)
{
	return (struct ft_asker){ .name = user,
		.uid = ft_world_uid(&small->world, user) };
}

struct ft_job *
smallworld_job(struct smallworld *small, const char *user)
{
	struct ft_job *job = ft_world_new_job(&small->world);

	job->user = ft_world_string(&small->world, user);
	job->name = ft_world_string(&small->world, "wrap");
	job->run_time = 10;
	job->time_limit = 10;
	job->tasks_given = true;
	return job;
}

struct ft_job *
smallworld_submit(struct smallworld *small, struct ft_job *job)
{
	struct ft_asker asker = smallworld_asker(small, job->user);
	struct ft_submit_request request = {
		.asker = &asker, .job = job, .qos = ""
	};
	enum ft_refusal refusal = ft_world_submit(&small->world, &request);

	if (refusal != FT_REFUSE_NONE)
		bail("refused: %s", ft_refusal_text(refusal));
	return job;
}

void
smallworld_run(struct smallworld *small, int64_t seconds)
{
	struct ft_run run = { .until = small->world.now + seconds };

	must(ft_world_run(&small->world, &run, &err));
}

bool
smallworld_preempts(struct ft_world *world, const struct ft_job *job,
    const struct ft_job *victim)
{
	const struct ft_seeker seeker = { world, job,
		ft_machine_partition(&world->machine, job->partitions) };
	struct ft_victims victims = { 0 };
	bool found = false;

	ft_preempt_candidates(&seeker, &victims);
	for (size_t i = 0; i < victims.n; i++)
		found |= victims.job[i] == victim;
	ft_victims_clear(&victims);
	return found;
}
