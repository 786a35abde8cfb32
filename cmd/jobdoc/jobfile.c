#include "jobdoc/jobfile.h"

#include "common/jobtext.h"
#include "model/job/joboption.h"

#define WIDTH_MOST 10 /* digits that a number is filled to */

void
ft_jobfile_add_pattern(
    struct ft_str *str, const struct ft_job *job, const char *stream)
{
	if (ft_job_option(job, stream, str))
		return;
	if (strcmp(stream, "input") == 0)
		ft_str_add(str, "/dev/null");
	else if (strcmp(stream, "error") == 0)
		ft_jobfile_add_pattern(str, job, "output");
	else
		ft_str_add(
		    str, job->array_job ? "slurm-%A_%a.out" : "slurm-%j.out");
}

/* Set *number to the one that C stands for. */
static bool
is_number(const struct ft_job *job, int32_t task, char c, uint32_t *number)
{
	switch (c) {
	case 'A':
		*number = job->array_job ? job->array_job : job->number;
		return true;
	case 'a':
		*number = (uint32_t)task;
		return true;
	case 'b':
		*number = (uint32_t)task % 10;
		return true;
	case 'j':
	case 'J':
		*number = job->number;
		return true;
	}
	return false;
}

/* Append what is known only while the job runs: of its batch script. */
static bool
add_running(struct ft_str *str, const struct ft_world *world,
    const struct ft_job *job, char c)
{
	size_t before = str->len;

	if (!world || !ft_release_has(ft_conf_release(world->conf),
			  FT_RULE_STREAMS_EXPANDED))
		return false;
	switch (c) {
	case 'N':
		ft_jobtext_add_first_node(str, world, job);
		if (str->len == before)
			ft_str_add(str, "(null)");
		return true;
	case 'n':
	case 't':
		ft_str_add_char(str, '0');
		return true;
	case 's':
		ft_str_add(str, "batch");
		return true;
	}
	return false;
}

/* The filename patterns of sbatch(1) that have a meaning here. */
static bool
add_word(struct ft_str *str, const struct ft_job *job, char c)
{
	switch (c) {
	case 'u':
		ft_str_add(str, job->user);
		return true;
	case 'x':
		ft_str_add(str, job->name);
		return true;
	case '%':
		ft_str_add_char(str, '%');
		return true;
	}
	return false;
}

void
ft_jobfile_add(struct ft_str *str, const struct ft_world *world,
    const struct ft_job *job, int32_t task, const char *stream)
{
	struct ft_str pattern FT_CLEANUP(ft_str_free) = { 0 };
	const char *at;

	ft_jobfile_add_pattern(&pattern, job, stream);
	/* of an array as a whole Slurm prints %a as 4294967294, its "no
	 * value" */
	if (task == FT_TASK_NONE)
		task = job->array_task == FT_TASK_NONE ? -2 : job->array_task;
	at = ft_str_text(&pattern);
	if (*at != '/')
		ft_str_addf(str, "%s/", job->work_dir);
	for (; *at; at++) {
		size_t digits = *at == '%' ? strspn(at + 1, "0123456789") : 0;
		unsigned long width = digits ? strtoul(at + 1, NULL, 10) : 0;
		uint32_t number;
		char c = *at == '%' ? at[1 + digits] : '\0';

		if (is_number(job, task, c, &number))
			ft_str_addf(str, "%0*lu",
			    (int)(width > WIDTH_MOST ? WIDTH_MOST : width),
			    (unsigned long)number);
		else if (!c || (!add_word(str, job, c) &&
				   !add_running(str, world, job, c)))
			ft_str_add_n(str, at, 1 + digits + (c != '\0'));
		at += digits + (c != '\0');
	}
}
