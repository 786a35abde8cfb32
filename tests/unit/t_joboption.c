/* Options of sbatch that a job keeps: texts, and the numbers read of them. */
#include "model/job/joboption.h"
#include "tap/tap.h"

static struct ft_str json;

/* The options of JOB with VALUE for KEY. */
static void
put(struct ft_job *job, const char *key, const char *value)
{
	struct ft_str text = { 0 };

	ft_job_option_put(&text, job->options, key, value);
	ft_str_free(&json);
	json = text;
	job->options = ft_str_text(&json);
	ft_job_read_shape(job);
}

static void
is_option(const struct ft_job *job, const char *key, const char *want)
{
	struct ft_str value = { 0 };

	ok(ft_job_option(job, key, &value) == (want != NULL), "%s: given", key);
	is_str(ft_str_text(&value), want ? want : "", "%s", key);
	ft_str_free(&value);
}

static void
check_texts(void)
{
	static const char odd[] = "a \"b\" \\ \t,:{}";
	struct ft_job job;

	ft_job_init(&job);
	is_option(&job, "bb", NULL);
	put(&job, "bb", odd);
	put(&job, "network", "");
	put(&job, "mail_user", "bb");
	is_option(&job, "bb", odd);
	is_option(&job, "network", "");
	is_option(&job, "mail_user", "bb");
	put(&job, "bb", "x");
	is_option(&job, "bb", "x");
	put(&job, "bb", NULL);
	is_option(&job, "bb", NULL);
	put(&job, "network", NULL);
	put(&job, "mail_user", NULL);
	is_str(job.options, "", "no option is left");
}

static void
check_shape(void)
{
	struct ft_job job;

	ft_job_init(&job);
	put(&job, "extra_node_info", "2:*:1");
	is_u64(job.shape.sockets, 2, "sockets of -B");
	is_u64(job.shape.cores, 0, "any number of cores");
	is_u64(job.shape.threads, 1, "threads");
	put(&job, "threads_per_core", "2");
	is_u64(job.shape.threads, 2, "--threads-per-core says more than -B");
	put(&job, "extra_node_info", NULL);
	put(&job, "threads_per_core", NULL);
	put(&job, "hint", "memory_bound");
	is_u64(job.shape.cores, 1, "a hint: one core of each socket");
	is_u64(job.shape.threads, 1, "one thread of each core");
	put(&job, "ntasks_per_core", "2");
	is_u64(job.shape.threads, 0, "tasks of each core say more");
	put(&job, "num_cpus", "4-8");
	is_u64(job.shape.cpus, 4, "CPUs");
	is_u64(job.shape.most_cpus, 8, "CPUs at most");
	job.tasks_wanted = 5;
	put(&job, "tres_per_task", "gres:gpu:a100:2");
	is_u64(job.shape.gpus, 10, "two GPUs for each of five tasks");
	put(&job, "tres_per_job", "gres:gpu:3");
	is_u64(job.shape.gpus, 3, "three in all");
}

int
main(void)
{
	check_texts();
	check_shape();
	ok(ft_job_knows_mail("BEGIN,time_limit_80,ALL", false),
	    "events of mail");
	ok(!ft_job_knows_mail("BEGIN,x", false), "no event");
	ok(ft_job_knows_mail("x,BEGIN", true), "one event");
	ok(!ft_job_knows_mail("x,y", true), "not one");
	is_i64(ft_job_switch_wait("2"), 120, "two minutes");
	is_i64(ft_job_switch_wait("1-0"), 300, "not longer than five minutes");
	is_i64(ft_job_switch_wait("x"), 300, "no time");
	ft_str_free(&json);
	return done_testing();
}
