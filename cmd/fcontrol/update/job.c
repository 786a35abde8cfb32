/* fcontrol update job: KEY=VALUE words for one job or many. */

#include "cli/spelling.h"
#include "common/timetext.h"
#include "fcontrol/job.h"
#include "model/job/joboption.h"
#include "sim/world/array.h"
#include "sim/update/update.h"

struct change {
	const struct ft_update_key *key;
	char *value; /* "+5" of TimeLimit+=5 */
};

struct request {
	struct fcontrol *control;
	struct change *change;
	size_t n, cap;
	struct ft_jobids ids;
	const char *name, *user; /* chosen by */
	bool named; /* JobId was given before, so JobName renames the job */
	bool bad; /* nothing is saved: a value is bad, or some of the changes of
	             a job were refused */
};

static void
request_free(struct request *request)
{
	for (size_t i = 0; i < request->n; i++)
		ft_free(request->change[i].value);
	ft_free(request->change);
	ft_jobids_free(&request->ids);
}

/* ---- reading the words ---------------------------------------------------------- */

static int
unsupported(const struct request *request, const char *word)
{
	const struct ft_context *context = request->control->context;

	if (!context->slurm) {
		struct ft_spelling near = { 0 };
		struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };

		ft_str_add_n(&key, word, strcspn(word, "="));
		near.word = ft_str_text(&key);
		for (const struct ft_update_key *row = ft_update_keys;
		     row->name; row++)
			if (!(row->flags & FT_UPDATE_SLURM))
				ft_spelling_offer(&near, row->name);
		ft_cmd_error(context, "unknown job field: '%s'%s%s%s", word,
		    near.best ? "; did you mean '" : "",
		    near.best ? near.best : "", near.best ? "'?" : "");
		return 1;
	}
	fprintf(context->err,
	    "Update of this parameter is not supported: %s\n"
	    "Request aborted\n",
	    word);
	return 1;
}

static int
invalid(const struct request *request, const char *word)
{
	const struct ft_context *context = request->control->context;

	if (!context->slurm)
		return ft_cmd_error(context, "no value for '%s'", word);
	fprintf(context->err, "Invalid input: %s\nRequest aborted\n", word);
	return 1;
}

/*
 * Treat bad values as scontrol does: a bad time is reported and ignored, a value
 * that is not a number counts as 0.  Returns whether the change stays; *value may
 * be put into BUF.
 */
static bool
as_scontrol(const struct ft_context *context, const struct ft_update_key *key,
    const char **value, char buf[static 32])
{
	static const char *const times[] = { "Deadline", "EligibleTime",
		"StartTime" };
	int64_t number;

	for (size_t i = 0; i < FT_COUNT(times); i++)
		if (!strcmp(key->name, times[i]) &&
		    !ft_timetext_is_date(context, *value))
			return false;
	if ((!strcmp(key->name, "Nice") || !strcmp(key->name, "SiteFactor")) &&
	    **value && !ft_num_i64(*value, &number)) {
		snprintf(buf, 32, "%lld", strtoll(*value, NULL, 10));
		*value = buf;
	}
	return true;
}

static int
add_change(struct request *request, const char *word, size_t len, char sign,
    const char *value)
{
	const struct ft_context *context = request->control->context;
	const struct ft_update_key *key = ft_update_find(word, len);
	struct ft_str text = { 0 };
	char buf[32];

	if (!value && !key)
		return invalid(request, word);
	if (!key ||
	    (key->flags & (context->slurm ? FT_UPDATE_OURS : FT_UPDATE_SLURM)))
		return unsupported(request, word);
	if (!value && !(key->flags & FT_UPDATE_BARE))
		return invalid(request, word);
	if (sign && !(key->flags & FT_UPDATE_SIGNED))
		return ft_cmd_error(
		    context, "Option %s does not accept [+|-]= syntax", word);
	if (key->flags & FT_UPDATE_SIGNED && !request->named && value &&
	    (sign || *value == '+' || *value == '-'))
		return ft_cmd_error(context,
		    "JobId must precede TimeLimit increment or decrement");
	if (value && !strcmp(key->name, "MailType") &&
	    !ft_job_knows_mail(value, false)) {
		fprintf(context->err, "Invalid MailType: %s\n", value);
		return 1;
	}
	if (value && context->slurm && !as_scontrol(context, key, &value, buf))
		return 0;
	if (sign)
		ft_str_add_char(&text, sign);
	ft_str_add(&text, value ? value : "");
	*ft_vec_add(request->change, request->n, request->cap) =
	    (struct change){ key, ft_str_take(&text) };
	return 0;
}

static int
add_word(struct request *request, const char *word)
{
	size_t len = strcspn(word, "="), key = len;
	const char *value = word[len] ? word + len + 1 : NULL;
	char sign = 0;

	if (value && len && strchr("+-", word[len - 1]))
		sign = word[--key];
	if (value && fcontrol_is(word, len, "JobId", 3)) {
		(void)ft_jobids_add(&request->ids, value);
		request->named = true;
		return 0;
	}
	if (value && fcontrol_is(word, len, "UserId", 3)) {
		request->user = value;
		return 0;
	}
	if (value && !request->named && fcontrol_is(word, len, "JobName", 4)) {
		request->name = value;
		return 0;
	}
	return add_change(request, word, key, sign, value);
}

static int
read_words(struct request *request, int argc, char **argv)
{
	int status = 0, i = 0;

	/* update job 12 nice=3 */
	if (argc > 1 && !strchr(argv[0], '=') &&
	    fcontrol_is(argv[0], strlen(argv[0]), "JobId", 3)) {
		(void)ft_jobids_add(&request->ids, argv[1]);
		request->named = true;
		i = 2;
	}
	for (; i < argc && !status; i++)
		status = add_word(request, argv[i]);
	return status;
}

/* ---- doing it ------------------------------------------------------------------- */

static enum ft_refusal
update_one(struct fcontrol *control, struct ft_job *job, void *ctx)
{
	struct request *request = ctx;
	enum ft_refusal refusal = FT_REFUSE_NONE;

	for (size_t i = 0; i < request->n; i++)
		if (!ft_update_may(&control->asker, request->change[i].key))
			return FT_REFUSE_DENIED;
	for (size_t i = 0; i < request->n && refusal == FT_REFUSE_NONE; i++) {
		const struct ft_update_request update = { &control->asker, job,
			request->change[i].key->name,
			request->change[i].value };
		struct ft_error err = { 0 };

		if (ft_world_update(&control->world, &update, &refusal, &err) !=
		    FT_OK) {
			ft_cmd_fail(control->context, &err);
			refusal = FT_REFUSE_VALUE;
		}
		/* slurmctld keeps the changes that it made before */
		if (refusal == FT_REFUSE_VALUE ||
		    (i > 0 && !control->context->slurm &&
			refusal != FT_REFUSE_NONE &&
			refusal != FT_REFUSE_PRIORITY_RESET))
			request->bad = true;
	}
	return refusal;
}

static int
update_named(struct request *request)
{
	struct fcontrol *control = request->control;
	size_t n;
	struct ft_job **job =
	    fcontrol_job_named(control, request->name, request->user, &n);
	int status = 0;

	for (size_t i = 0; i < n; i++) {
		enum ft_refusal refusal = update_one(control, job[i], request);
		struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

		if (refusal == FT_REFUSE_NONE)
			continue;
		status = 1;
		if (refusal == FT_REFUSE_VALUE)
			break;
		ft_job_add_id(&str, job[i]);
		fcontrol_job_say(control, ft_str_text(&str), refusal);
	}
	ft_free(job);
	if (!n)
		return ft_cmd_error(
		    control->context, "No jobs with name '%s'", request->name);
	return status;
}

static int
update_ids(struct request *request)
{
	int status = 0;

	for (size_t i = 0; i < request->ids.n; i++) {
		enum ft_refusal refusal = fcontrol_job_each(request->control,
		    &request->ids.item[i], update_one, request);

		if (refusal != FT_REFUSE_NONE)
			status = 1;
		if (refusal == FT_REFUSE_VALUE)
			break;
	}
	return status;
}

static int
run_request(struct request *request)
{
	struct fcontrol *control = request->control;
	struct ft_error err = { 0 };
	int status;

	if (!request->n) {
		fprintf(control->context->err, "No changes specified\n");
		return 1;
	}
	control->session.call = "";
	if (fcontrol_change(control, &err) != FT_OK) {
		for (size_t i = 0;
		     err.status == FT_EABSENT && control->context->slurm &&
		     i < request->ids.n;
		     i++)
			fcontrol_job_unanswered(
			    control, request->ids.item[i].text, NULL);
		return fcontrol_fail(control, &err);
	}
	status = request->name ? update_named(request) : update_ids(request);
	return request->bad ? 1 : fcontrol_job_save(control, status);
}

int
fcontrol_update_job(struct fcontrol *control, int argc, char **argv)
{
	struct request request = { .control = control };
	int status = read_words(&request, argc, argv);

	if (!status)
		status = run_request(&request);
	request_free(&request);
	return status;
}
