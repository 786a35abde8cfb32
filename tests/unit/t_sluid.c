/* t_sluid.c - identifiers of jobs that are unique among clusters. */
#include "model/job/sluid.h"
#include "tap/tap.h"

static void
sluid(
    struct ft_str *str, const char *cluster, int64_t submitted, uint32_t number)
{
	struct ft_job job;

	ft_job_init(&job);
	job.submitted = submitted;
	job.number = number;
	str->len = 0;
	ft_job_add_sluid(str, &job, cluster);
	ft_job_clear(&job);
}

int
main(void)
{
	struct ft_str a = { 0 }, b = { 0 };

	sluid(&a, "cluster", 1795443202, 125);
	is_i64((int64_t)a.len, 14, "s and 13 digits");
	/* 26.05 printed sCM9M84C262D00 for a job of 1795443202.125; its first
	 * three digits depend on the cluster */
	is_str(a.data + 4, "M84C262D00", "the time, in ms");
	sluid(&b, "cluster", 1795443202, 126);
	ok(strcmp(a.data, b.data) < 0, "numbers of one second ascend");
	sluid(&b, "cluster", 1795443202, 1125);
	ok(strcmp(a.data, b.data) < 0, "so do those that end alike");
	sluid(&b, "cluster", 1795443203, 1);
	ok(strcmp(a.data, b.data) < 0, "times ascend");
	sluid(&b, "other", 1795443202, 125);
	ok(strcmp(a.data, b.data) != 0, "another cluster");
	ft_str_free(&a);
	ft_str_free(&b);
	return done_testing();
}
