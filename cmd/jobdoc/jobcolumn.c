#include "jobdoc/jobcolumn.h"

#include "common/jobtext.h"
#include "model/job/joboption.h"
#include "model/job/sluid.h"
#include "sim/depend/depend.h"

void
ft_jobcolumn_cluster(const void *at, struct ft_value *value)
{
	ft_value_text(value, ft_world_of(at)->cluster_name);
}

void
ft_jobcolumn_group(const void *at, struct ft_value *value)
{
	ft_jobtext_add_group(ft_value_build(value), ft_job_of(at));
}

void
ft_jobcolumn_first_node(const void *at, struct ft_value *value)
{
	ft_jobtext_add_first_node(
	    ft_value_build(value), ft_world_of(at), ft_job_of(at));
}

void
ft_jobcolumn_nodes(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	ft_value_text(value, ft_jobtext_has_run(job) ? job->nodes : "");
}

void
ft_jobcolumn_sluid(const void *at, struct ft_value *value)
{
	ft_job_add_sluid(ft_value_build(value), ft_job_of(at),
	    ft_world_of(at)->cluster_name);
}

void
ft_jobcolumn_cpus(const void *at, struct ft_value *value)
{
	ft_value_u64(value, ft_jobtext_cpus(ft_job_of(at)));
}

void
ft_jobcolumn_cpus_per_task(const void *at, struct ft_value *value)
{
	uint32_t n = ft_job_of(at)->cpus_per_task;

	ft_value_u64(value, n > 0 ? n : 1);
}

void
ft_jobcolumn_least_cpus(const void *at, struct ft_value *value)
{
	ft_value_u64(value, ft_jobtext_least_cpus(ft_job_of(at)));
}

void
ft_jobcolumn_dependency(const void *at, struct ft_value *value)
{
	ft_job_add_dependency(ft_value_build(value), ft_job_of(at));
}

void
ft_jobcolumn_state(const void *at, struct ft_value *value)
{
	ft_value_text(value, ft_jobtext_state(ft_job_of(at), false));
}

void
ft_jobcolumn_option(const void *at, struct ft_value *value)
{
	(void)ft_job_option(
	    ft_job_of(at), value->column->arg, ft_value_build(value));
}

void
ft_jobcolumn_memory(const void *at, struct ft_value *value)
{
	const uint64_t *mib = ft_column_member(value->column, at);

	if (*mib != FT_MEM_UNSET)
		ft_value_u64(value, *mib);
}

void
ft_jobcolumn_is_held(const void *at, struct ft_value *value)
{
	ft_value_bool(value, ft_job_of(at)->priority == 0);
}

void
ft_jobcolumn_batch_step(const void *at, struct ft_value *value)
{
	ft_str_addf(
	    ft_value_build(value), "%" PRIu32 ".batch", ft_job_of(at)->number);
}
