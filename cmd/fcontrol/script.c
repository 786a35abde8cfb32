/* script.c - fcontrol write: the batch script of a job, as a file. */

#include <errno.h>

#include "fcontrol/cluster.h"
#include "files/outfile.h"
#include "model/job/joboption.h"

/* The job that TEXT names: the first number of it. */
static const struct ft_job *
find(const struct fcontrol *control, const char *text)
{
	uint32_t number;
	char *digits FT_CLEANUP(ft_free_at) =
	    ft_strndup(text, strspn(text, "0123456789"));

	return ft_num_u32(digits, &number) ? fcontrol_find_job(control, number)
					   : NULL;
}

static enum ft_refusal
script_of(const struct fcontrol *control, const struct ft_job *job,
    struct ft_str *script)
{
	if (!job)
		return FT_REFUSE_JOB_ID;
	if (!control->asker.privileged &&
	    strcmp(control->asker.name, job->user) != 0)
		return FT_REFUSE_USER;
	return ft_job_option(job, "script", script) ? FT_REFUSE_NONE
						    : FT_REFUSE_JOB_ID;
}

/* Print SCRIPT of the job TEXT to the file NAME; NULL: to slurm-TEXT.sh. */
static int
save(struct fcontrol *control, const char *text, const char *name,
    const struct ft_str *script)
{
	struct ft_str made FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_error err = { 0 };

	ft_str_addf(&made, "slurm-%s.sh", text);
	if (!name)
		name = ft_str_text(&made);
	if (strcmp(name, "-") == 0) {
		fputs(ft_str_text(script), control->context->out);
		return 0;
	}
	errno = 0;
	if (ft_outfile_write(name, script, &err) != FT_OK) {
		if (!control->context->slurm || !errno)
			return fcontrol_fail(control, &err);
		fprintf(control->context->err, "failed to open file `%s`: %s\n",
		    name, strerror(errno));
		return 0;
	}
	fprintf(control->context->out,
	    "batch script for job %s written to %s\n", text, name);
	return 0;
}

/* batch_script JOB [FILE] */
int
fcontrol_write(struct fcontrol *control, int argc, char **argv)
{
	struct ft_str script FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_refusal refusal;
	struct ft_word what = ft_word_of(argv[0]);

	if (ft_word_abbreviates(what, "config", 6))
		return ft_cmd_error(control->context,
		    "write config is not supported: use fcontrol show config");
	if (!ft_word_abbreviates(what, "batch_script", 5)) {
		fprintf(control->context->err, "invalid write argument:%s\n",
		    argv[0]);
		return 1;
	}
	if (argc < 2)
		return control->context->slurm
			   ? 0
			   : ft_cmd_misuse(control->context,
				 "missing JOB: write batch_script JOB [FILE]");
	if (!fcontrol_load(control))
		return 1;
	refusal = script_of(control, find(control, argv[1]), &script);
	if (refusal == FT_REFUSE_NONE)
		return save(
		    control, argv[1], argc > 2 ? argv[2] : NULL, &script);
	fprintf(control->context->err, "job script retrieval failed: %s\n",
	    ft_refusal_text(refusal));
	return !control->context->slurm;
}
