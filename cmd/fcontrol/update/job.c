/* job.c - fcontrol update job: KEY=VALUE words for one job or many. */

#include "cli/spelling.h"
#include "common/timetext.h"
#include "fcontrol/job.h"
#include "model/job/joboption.h"
#include "model/job/nodecount.h"
#include "sim/world/array.h"
#include "sim/update/update.h"

struct request {
	struct fcontrol *control;
	struct ft_update_change *change;
	size_t n, cap;
	struct ft_jobids ids;
	const char *name, *user; /* chosen by */
	const char *list;        /* the numbers, as they were given */
	bool named;   /* JobId was given before, so JobName renames the job */
	bool idle;    /* one of the changes changes nothing */
	bool stopped; /* as scontrol does at a bad number of nodes */
	bool loads;   /* scontrol looks at the job first */
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

/* What becomes of a value under the name scontrol. */
enum fate {
	KEPT,
	DROPPED, /* as if it were not there */
	IDLE,    /* it changes nothing, but is no mistake */
	STOPPED  /* nothing at all is changed, which is no mistake either */
};

/* What scontrol 22.05 takes for a number of nodes: 2, 2k, 2-4. */
static bool
is_plain_range(const char *text)
{
	for (;;) {
		size_t len = strspn(text, "0123456789");

		text += len + (len && text[len] && strchr("kKmM", text[len]));
		if (!len || *text != '-')
			return len && !*text;
		text++;
	}
}

static enum fate
as_nodes(const struct ft_context *context, const char **value)
{
	bool lists = ft_nodecount_lists(context->release);
	struct ft_nodecount count = { 0 };
	struct ft_error err = { 0 };
	bool good;

	if (!lists && !**value)
		return IDLE;
	if (!lists && !is_plain_range(*value)) {
		ft_cmd_error(context,
		    "Invalid numeric value \"%s\" for requested node count.",
		    *value);
		return STOPPED;
	}
	good = ft_nodecount_read(*value, lists, &count, &err) == FT_OK;
	ft_str_free(&count.sizes);
	if (good)
		return KEPT;
	if (lists)
		return ft_cmd_fail(context, &err), STOPPED;
	*value = "0"; /* slurmctld refuses 4-2 as it does 0 */
	return KEPT;
}

static enum fate
as_cpus(const struct ft_context *context, const char *value)
{
	size_t len = strspn(value, "0123456789");

	if (!*value)
		return IDLE;
	if (!len || (value[len] && value[len] != '-'))
		ft_cmd_error(context,
		    "Invalid numeric value \"%s\" for NumCPUs.", value);
	return KEPT;
}

/* A value that is no number counts as 0. */
static enum fate
as_number(const char **value, char buf[static 32])
{
	int64_t number;

	if (!ft_num_i64(*value, &number)) {
		snprintf(buf, 32, "%lld", strtoll(*value, NULL, 10));
		*value = buf;
	}
	return KEPT;
}

static bool
is_among(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (!strcmp(name, *names))
			return true;
	return false;
}

/* Treat values as scontrol does, mostly bad ones; *value may be put into BUF. */
static enum fate
as_scontrol(const struct ft_context *context, const struct ft_update_key *key,
    const char **value, char buf[static 32])
{
	static const char *const times[] = { "Deadline", "EligibleTime",
		"StartTime", NULL };
	static const char *const numbers[] = { "ArrayTaskThrottle", "Nice",
		"Priority", "SiteFactor", NULL };
	/* an empty one, too */
	bool always = strcmp(key->name, "Priority") != 0;

	if (is_among(key->name, times))
		return ft_timetext_is_date(context, *value) ? KEPT : DROPPED;
	if (!strcmp(key->name, "EndTime"))
		return **value && ft_timetext_is_date(context, *value) ? KEPT
								       : IDLE;
	if (!strcmp(key->name, "NumNodes"))
		return as_nodes(context, value);
	if (!strcmp(key->name, "NumCPUs"))
		return as_cpus(context, *value);
	if (is_among(key->name, numbers) && (!**value || always))
		return as_number(value, buf);
	return KEPT;
}

static bool
is_known(const struct ft_context *context, const struct ft_update_key *key)
{
	if (!context->slurm)
		return !(key->flags & FT_UPDATE_SLURM);
	return !(key->flags & FT_UPDATE_OURS) &&
	       (!(key->flags & FT_UPDATE_24_11) ||
		   ft_release_within(context->release, FT_RELEASE_24_11, 0));
}

/* Where the change of what has this TURN goes: the last value counts. */
static struct ft_update_change *
find_place(struct request *request, unsigned turn)
{
	struct ft_update_change *place;

	for (size_t i = 0; i < request->n; i++)
		if (request->change[i].key->turn == turn)
			return &request->change[i];
	place = ft_vec_add(request->change, request->n, request->cap);
	place->value = NULL;
	return place;
}

static int
add_change(struct request *request, const char *word, struct ft_word name,
    char sign, const char *value)
{
	const struct ft_context *context = request->control->context;
	const struct ft_update_key *key = ft_update_find(name);
	struct ft_str text = { 0 };
	struct ft_update_change *place;
	struct ft_error err = { 0 };
	enum fate fate = KEPT;
	char buf[32];
	bool steps; /* by how much, not to what */

	if (!value && !key)
		return invalid(request, word);
	if (!key || !is_known(context, key) ||
	    (value && key->flags & FT_UPDATE_ALONE))
		return unsupported(request, word);
	if (!value && !(key->flags & FT_UPDATE_BARE))
		return invalid(request, word);
	if (sign && !(key->flags & FT_UPDATE_SIGNED))
		return ft_cmd_error(
		    context, "Option %s does not accept [+|-]= syntax", word);
	steps = key->flags & FT_UPDATE_SIGNED && value &&
		(sign || *value == '+' || *value == '-');
	if (steps && !request->named)
		return ft_cmd_error(context,
		    "JobId must precede TimeLimit increment or decrement");
	if (value && !strcmp(key->name, "MailType") &&
	    !ft_job_knows_mail(value, false)) {
		fprintf(context->err, "Invalid MailType: %s\n", value);
		return 1;
	}
	if (value && context->slurm)
		fate = as_scontrol(context, key, &value, buf);
	request->idle |= fate == IDLE;
	request->stopped |= fate == STOPPED;
	request->loads |= !strcmp(key->name, "NumNodes") ||
			  !strcmp(key->name, "ReqNodeList") || steps;
	if (fate != KEPT)
		return 0;
	if (sign)
		ft_str_add_char(&text, sign);
	ft_str_add(&text, value ? value : "");
	if (ft_update_read(key, ft_str_text(&text), &err) != FT_OK) {
		ft_str_free(&text);
		return ft_cmd_fail(context, &err);
	}
	place = find_place(request, key->turn);
	ft_free(place->value);
	*place = (struct ft_update_change){ key, ft_str_take(&text) };
	return 0;
}

/* scontrol takes no job of a list in which it cannot read a word, and nothing for
 * no job. */
static void
add_ids(struct request *request, const char *value)
{
	request->named = true;
	if (request->control->context->slurm && !*value)
		return;
	(void)ft_jobids_add(&request->ids, value);
	request->list = value;
}

static int
add_word(struct request *request, const char *word)
{
	struct ft_word name = ft_word_until(word, "=");
	const char *value = word[name.len] ? word + name.len + 1 : NULL;
	struct ft_word key = name;
	char sign = 0;

	if (value && key.len && strchr("+-", word[key.len - 1]))
		sign = word[--key.len];
	if (value && ft_word_abbreviates(name, "JobId", 3)) {
		add_ids(request, value);
		return 0;
	}
	if (value && ft_word_abbreviates(name, "UserId", 3)) {
		if (!request->named || !request->control->context->slurm)
			request->user = value;
		return 0;
	}
	if (value && !request->named &&
	    ft_word_abbreviates(name, "JobName", 4)) {
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
	    ft_word_abbreviates(ft_word_of(argv[0]), "JobId", 3)) {
		add_ids(request, argv[1]);
		i = 2;
	}
	for (; i < argc && !status && !request->stopped; i++)
		status = add_word(request, argv[i]);
	return status;
}

/* ---- doing it ------------------------------------------------------------------- */

static int
by_turn(const void *a, const void *b)
{
	const struct ft_update_change *x = a, *y = b;

	return (x->key->turn > y->key->turn) - (x->key->turn < y->key->turn);
}

static enum ft_refusal
update_one(struct fcontrol *control, struct ft_job *job, void *ctx)
{
	struct request *request = ctx;
	struct ft_update_list list = { &control->asker, job, request->change,
		request->n, 0 };
	enum ft_refusal refusal = FT_REFUSE_NONE;
	struct ft_error err = { 0 };

	if (ft_world_update_all(&control->world, &list, &refusal, &err) !=
	    FT_OK) {
		ft_cmd_fail(control->context, &err);
		request->bad = true;
		return FT_REFUSE_VALUE;
	}
	if (refusal == FT_REFUSE_UNSUPPORTED &&
	    !strcmp(list.change[list.done].key->name, "ArrayTaskThrottle"))
		ft_cmd_error(control->context,
		    "Update of ArrayTaskThrottle is only allowed on "
		    "ArrayJobId");
	/* slurmctld keeps the changes that it made before */
	if (!control->context->slurm && refusal != FT_REFUSE_NONE &&
	    refusal != FT_REFUSE_PRIORITY_RESET)
		request->bad = true;
	return refusal;
}

/* Find the user's name; false: there is no such user. */
static bool
find_user(struct request *request)
{
	const struct ft_context *context = request->control->context;
	const struct ft_world *world = &request->control->world;
	const char *name = request->user;
	uint32_t uid;

	if (!name)
		return true;
	if (ft_num_u32(name, &uid) && ft_world_user(world, uid))
		request->user = ft_world_user(world, uid);
	if (!context->slurm || ft_num_u32(name, &uid) ||
	    ft_world_uid(world, name) != FT_UID_NOBODY)
		return true;
	fprintf(context->err, "Invalid UserID: %s\nRequest aborted\n", name);
	return false;
}

static int
say_none(const struct request *request)
{
	const struct fcontrol *control = request->control;

	if (control->context->slurm && request->user)
		return ft_cmd_error(control->context,
		    "No jobs with user ID %u and name '%s'",
		    ft_world_uid(&control->world, request->user),
		    request->name);
	return ft_cmd_error(
	    control->context, "No jobs with name '%s'", request->name);
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
	return n ? status : say_none(request);
}

/* Whether scontrol, which looks first, finds no such job. */
static bool
looks_in_vain(const struct request *request, const struct ft_jobid *id)
{
	const struct fcontrol *control = request->control;
	const struct ft_world *world = &control->world;

	if (!control->context->slurm || !request->loads || id->bad)
		return false;
	for (size_t i = 0; i < world->n_job; i++)
		if (world->job[i]->number == id->number ||
		    world->job[i]->array_job == id->number)
			return false;
	ft_cmd_error(control->context,
	    "Could not load state information for job %s: Invalid job id "
	    "specified",
	    id->text);
	return true;
}

/* Whether tasks of the array NUMBER have become jobs of their own. */
static bool
is_split(const struct ft_world *world, uint32_t number)
{
	size_t n = 0;

	for (size_t i = 0; i < world->n_job; i++)
		n += world->job[i]->array_job == number;
	return n > 1;
}

/* scontrol changes neither the nodes of a split array, nor the limits of tasks of a list
 * by how much. */
static bool
resizes_array(const struct request *request, const struct ft_jobid *id)
{
	const struct fcontrol *control = request->control;
	const struct ft_context *context = control->context;

	for (size_t i = 0; i < request->n && context->slurm; i++) {
		const struct ft_update_change *change = &request->change[i];

		if (!strcmp(change->key->name, "NumNodes") && !id->n_task &&
		    is_split(&control->world, id->number)) {
			ft_cmd_error(context,
			    "Job resizing not supported for job arrays");
			return true;
		}
		if (!strcmp(change->key->name, "TimeLimit") &&
		    strchr("+-", *change->value) && *change->value &&
		    strchr(id->text, '[')) {
			ft_cmd_error(context, "Invalid job ID %s", id->text);
			return true;
		}
	}
	return false;
}

static bool
is_garbled(const struct ft_jobid *id)
{
	return id->bad && *id->text && strcmp(id->text, "0") != 0;
}

static int
update_ids(struct request *request)
{
	int status = 0;

	for (size_t i = 0;
	     i < request->ids.n && request->control->context->slurm; i++) {
		if (!is_garbled(&request->ids.item[i]))
			continue;
		fcontrol_job_say(
		    request->control, request->list, FT_REFUSE_JOB_ID);
		return 1;
	}
	for (size_t i = 0; i < request->ids.n; i++) {
		const struct ft_jobid *id = &request->ids.item[i];
		enum ft_refusal refusal;

		if (request->control->context->slurm && !*id->text)
			continue;
		if (looks_in_vain(request, id))
			return 1;
		if (resizes_array(request, id))
			return 1;
		refusal = fcontrol_job_each(
		    request->control, id, update_one, request, false);
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

	if (!request->n && !request->idle) {
		fprintf(control->context->err, "No changes specified\n");
		return 1;
	}
	if (request->n)
		qsort(request->change, request->n, sizeof *request->change,
		    by_turn);
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
	if (!find_user(request))
		return 1;
	status = request->name ? update_named(request) : update_ids(request);
	return request->bad ? 1 : fcontrol_job_save(control, status);
}

int
fcontrol_update_job(struct fcontrol *control, int argc, char **argv)
{
	struct request request = { .control = control };
	int status = read_words(&request, argc, argv);

	if (!status && !request.stopped)
		status = run_request(&request);
	request_free(&request);
	return status;
}
