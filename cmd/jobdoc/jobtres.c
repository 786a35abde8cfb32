/* jobtres.c - the resources that options of sbatch ask for, as Slurm shows them. */

#include "jobdoc/jobtres.h"
#include "jobdoc/jobflag.h"
#include "common/jobtext.h"
#include "model/conf/conf.h"
#include "model/job/joboption.h"

/* "gres:gpu:2" is kept, "gres/gpu=2" shown. */
static void
add_per_task(struct ft_str *str, const struct ft_job *job)
{
	struct ft_str kept FT_CLEANUP(ft_str_free) = { 0 };
	char *count;

	/* --tres-per-task is shown as given */
	if (ft_job_option(job, "per_task", str))
		return;
	if (job->cpus_per_task > 1 || ft_jobflag_gives(job, "cpus_per_task"))
		ft_str_addf(str, "cpu=%" PRIu32, job->cpus_per_task);
	if (!ft_job_option(job, "tres_per_task", &kept))
		return;
	count = kept.len ? strrchr(kept.data, ':') : NULL;
	if (count && isdigit((unsigned char)count[1]))
		*count = '=';
	ft_str_add(str, str->len ? "," : "");
	ft_jobtext_add_slashed(str, ft_str_text(&kept));
}

/* Tasks that have GPUs of their own are bound to them. */
static void
add_bind(struct ft_str *str, const struct ft_job *job)
{
	struct ft_str kept FT_CLEANUP(ft_str_free) = { 0 };

	if (ft_job_option(job, "tres_bind", &kept)) {
		ft_str_addf(str, "gres/%s", ft_str_text(&kept));
	} else if (ft_job_option(job, "tres_per_task", &kept) && kept.len) {
		const char *count = strrchr(kept.data, ':');

		ft_str_addf(str, "gres/gpu:per_task%s", count ? count : ":1");
	}
}

bool
ft_jobtres_add(struct ft_str *str, const struct ft_world *world,
    const struct ft_job *job, const char *key)
{
	struct ft_str kept FT_CLEANUP(ft_str_free) = { 0 };
	size_t before = str->len;

	if (strcmp(key, "tres_per_node") == 0)
		ft_jobtext_add_gres(&kept, job);
	else
		(void)ft_job_option(job, key, &kept);
	if (!ft_release_has(ft_conf_release(world->conf), FT_RULE_TRES_SLASHED))
		ft_str_add(str, ft_str_text(&kept));
	else if (strcmp(key, "tres_per_task") == 0)
		add_per_task(str, job);
	else if (strcmp(key, "tres_bind") == 0)
		add_bind(str, job);
	else
		ft_jobtext_add_slashed(str, ft_str_text(&kept));
	return str->len > before;
}
