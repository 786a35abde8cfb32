#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/num.h"
#include "base/vec.h"
#include "queue/keys.h"
#include "queue/queue.h"
#include "sim/array.h"

/* ---- states ------------------------------------------------------------------ */

/* Those that no job of ours is ever in are known, too. */
static const struct {
	const char *name, *code;
	uint32_t bit;
} states[] = {
#define FT_JOB_STATE(id, name, code) { name, code, UINT32_C(1) << FT_JOB_##id },
#include "model/job.def"
	{ "COMPLETING", "CG", QUEUE_COMPLETING },
	{ "CONFIGURING", "CF", QUEUE_CONFIGURING },
	{ "RESIZING", "RS", 0 },
	{ "RESV_DEL_HOLD", "RD", 0 },
	{ "REQUEUED", "RQ", QUEUE_REQUEUED },
	{ "REQUEUE_FED", "RF", 0 },
	{ "REQUEUE_HOLD", "RH", QUEUE_REQUEUE_HOLD },
	{ "REVOKED", "RV", 0 },
	{ "SIGNALING", "SI", 0 },
	{ "SPECIAL_EXIT", "SE", 0 },
	{ "STAGE_OUT", "SO", 0 },
	{ "STOPPED", "ST", 0 },
};
#define STATES   (sizeof states / sizeof *states)
#define NO_STATE UINT32_C(0x80000000) /* asked for, and none is in it */

static enum ft_status
bad_state(
    const struct ft_context *context, const char *word, struct ft_error *err)
{
	struct ft_str list = { 0 };

	for (size_t i = 0; i < STATES; i++)
		ft_str_addf(&list, "%s%s", i > 0 ? "," : "", states[i].name);
	if (!context->slurm) {
		ft_fail(err, FT_EINVAL,
		    "no state of jobs: '%s'; there are %s and all", word,
		    list.data);
	} else {
		ft_cmd_error(context, "Invalid job state specified: %s", word);
		ft_cmd_error(
		    context, "Valid job states include: %s\n", list.data);
	}
	ft_str_free(&list);
	return FT_EINVAL;
}

static enum ft_status
set_states(struct queue_args *args, const char *text, struct ft_error *err)
{
	struct ft_words words = { 0 };
	enum ft_status status = FT_OK;

	ft_words_add(&words, text);
	args->states = NO_STATE;
	for (size_t i = 0; i < words.n && status == FT_OK; i++) {
		size_t k = 0;

		if (strcasecmp(words.item[i], "all") == 0) {
			args->states |= QUEUE_ALL_STATES;
			continue;
		}
		while (k < STATES &&
		       strcasecmp(words.item[i], states[k].name) != 0 &&
		       strcasecmp(words.item[i], states[k].code) != 0)
			k++;
		if (k == STATES)
			status = bad_state(args->context, words.item[i], err);
		else
			args->states |= states[k].bit;
	}
	ft_words_free(&words);
	return status;
}

/* ---- numbers of jobs ------------------------------------------------------------ */

static void
add_id(struct queue_args *args, uint32_t number, int32_t task)
{
	args->id = ft_vec_grow(
	    args->id, &args->cap_id, args->n_id + 1, sizeof *args->id);
	args->id[args->n_id++] = (struct queue_id){ number, task };
}

static enum ft_status
bad_id(const struct queue_args *args, const char *text, struct ft_error *err)
{
	return ft_fail(err, FT_EINVAL,
	    args->context->slurm ? "Invalid job id: %s"
				 : "no number of a job: '%s'",
	    text);
}

/* The number at the beginning of TEXT, 0 if there is none. */
static uint64_t
leading(const char *text)
{
	uint64_t number = 0;

	for (; isdigit((unsigned char)*text) && number <= UINT32_MAX; text++)
		number = number * 10 + (uint64_t)(*text - '0');
	return number;
}

/* The largest MaxArraySize: no array has an index that is higher. */
#define MOST_TASKS 4000001

/* "3", "3-5", "3,5-7:2" of array NUMBER, LEN bytes. */
static bool
add_tasks(struct queue_args *args, uint32_t number, const char *text)
{
	struct ft_job job;
	bool good;

	ft_job_init(&job);
	good = ft_array_parse(&job, text, MOST_TASKS) == FT_REFUSE_NONE;
	for (size_t i = 0; i < job.n_tasks; i++)
		add_id(args, number, (int32_t)job.tasks[i]);
	ft_job_clear(&job);
	return good;
}

/*
 * squeue knows no brackets: it takes the number in front of a word, and the one
 * behind its underscore, 0 if there is none.
 */
static bool
add_leading(struct queue_args *args, const char *word)
{
	const char *under = strchr(word, '_');
	uint64_t number = leading(word);
	uint64_t task = under ? leading(under + 1) : 0;

	if (number == 0 || number > UINT32_MAX || task > INT32_MAX)
		return false;
	add_id(args, (uint32_t)number, under ? (int32_t)task : FT_TASK_NONE);
	return true;
}

/* One word: "12", "12_3", "12_[1-3]". */
static bool
add_job(struct queue_args *args, char *word)
{
	char *under = strchr(word, '_');
	size_t len;
	uint32_t number;

	if (under)
		*under++ = '\0';
	if (!ft_num_u32(word, &number) || number == 0)
		return false;
	if (!under) {
		add_id(args, number, FT_TASK_NONE);
		return true;
	}
	len = strlen(under);
	if (len > 2 && *under == '[' && under[len - 1] == ']') {
		under[len - 1] = '\0';
		under++;
	}
	return add_tasks(args, number, under);
}

static enum ft_status
set_ids(struct queue_args *args, const char *text, struct ft_error *err)
{
	args->ids_given = true;
	args->n_id = 0;
	while (*text) {
		size_t len = 0;
		char *word;
		bool good;

		for (bool inside = false; text[len]; len++) {
			inside =
			    text[len] == '[' || (inside && text[len] != ']');
			if (text[len] == ',' &&
			    (!inside || args->context->slurm))
				break;
		}
		word = ft_strndup(text, len);
		good =
		    len == 0 || (args->context->slurm ? add_leading(args, word)
						      : add_job(args, word));
		ft_free(word);
		if (!good) {
			word = ft_strndup(text, len);
			bad_id(args, word, err);
			ft_free(word);
			return err->status;
		}
		text += len + (text[len] == ',');
	}
	return FT_OK;
}

/* Steps are those of the batch script, which has no number. */
static enum ft_status
set_steps(struct queue_args *args, const char *arg, struct ft_error *err)
{
	args->steps = true;
	if (!arg) {
		args->ids_bare = KEY_STEPS;
		return FT_OK;
	}
	for (const char *at = arg; *at;) {
		size_t len = strcspn(at, ",");

		if (!memchr(at, '.', len))
			return ft_fail(err, FT_EINVAL,
			    args->context->slurm
				? "Invalid job_step id: %.*s.??"
				: "no step of a job: '%.*s'",
			    (int)len, at);
		at += len + (at[len] == ',');
	}
	/* no step can be named by number: none is shown */
	args->ids_given = true;
	add_id(args, 0, FT_TASK_NONE);
	add_id(args, 0, FT_TASK_NONE);
	return FT_OK;
}

/* ---- options ----------------------------------------------------------------------- */

static enum ft_status
set_interval(struct queue_args *args, const char *arg, struct ft_error *err)
{
	if (ft_num_u64(arg, &args->interval) && args->interval > 0 &&
	    args->interval <= 86400 * UINT64_C(365))
		return FT_OK;
	if (!args->context->slurm)
		return ft_fail(err, FT_EINVAL,
		    "--iterate wants a number of seconds: '%s'", arg);
	return ft_fail(err, FT_EINVAL, "--iterate=%s\n", arg);
}

static enum ft_status
set_format(
    struct queue_args *args, int key, const char *arg, struct ft_error *err)
{
	if (key == KEY_FORMAT && args->long_format)
		return ft_fail(err, FT_EINVAL,
		    "-o (--format) is incompatible with -O (--Format)");
	if (key == KEY_LONG_FORMAT && args->format)
		return ft_fail(err, FT_EINVAL,
		    "-O (--Format) is incompatible with -o (--format)");
	if (key == KEY_FORMAT)
		args->format = arg;
	else
		args->long_format = arg;
	return FT_OK;
}

/* A list is replaced by the next of its kind. */
static void
set_words(struct ft_words *words, const char *arg)
{
	ft_words_free(words);
	ft_words_add(words, arg);
}

static void
set_clusters(struct queue_args *args, const char *text)
{
	ft_words_free(&args->clusters);
	ft_slurmlist_words(args->context, &args->clusters, text);
	args->clusters_text = text;
	args->clusters_given = true;
}

static bool
set_list(struct queue_args *args, int key, const char *arg)
{
	switch (key) {
	case KEY_ACCOUNTS:
		set_words(&args->accounts, arg);
		break;
	case KEY_LICENSES:
		set_words(&args->licenses, arg);
		break;
	case KEY_CLUSTERS:
		set_clusters(args, arg);
		break;
	case KEY_NAMES:
		set_words(&args->names, arg);
		break;
	case KEY_PARTITIONS:
		set_words(&args->partitions, arg);
		break;
	case KEY_QOS:
		set_words(&args->qos, arg);
		break;
	case KEY_RESERVATIONS:
		set_words(&args->reservations, arg);
		break;
	case KEY_USERS:
		args->me = false;
		set_words(&args->users, arg);
		break;
	case KEY_NODES:
		args->hosts = arg;
		break;
	case KEY_SORT:
		args->sort = arg;
		break;
	default:
		return false;
	}
	return true;
}

static bool
set_flag(struct queue_args *args, int key)
{
	switch (key) {
	case KEY_ALL:
	case KEY_HIDE:
		args->all = key == KEY_ALL;
		break;
	case KEY_ARRAY:
		args->array = true;
		break;
	case KEY_NO_HEADER:
		args->no_header = true;
		break;
	case KEY_LONG:
		args->long_list = true;
		break;
	case KEY_ME:
		args->me = true;
		break;
	case KEY_MULTI:
		args->multi = true;
		break;
	case KEY_START:
		args->start = true;
		break;
	case KEY_JSON:
		args->kind = FT_FORMAT_JSON;
		break;
	case KEY_YAML:
		args->kind = FT_FORMAT_YAML;
		break;
	case KEY_CSV:
		args->kind = FT_FORMAT_CSV;
		break;
	case KEY_PARSABLE:
		args->kind = FT_FORMAT_PARSABLE;
		break;
	case KEY_PARSABLE2:
		args->kind = FT_FORMAT_PARSABLE2;
		break;
	case KEY_PROMETHEUS:
		args->prometheus = true;
		break;
	case KEY_NOTHING:
		break;
	default:
		return false;
	}
	return true;
}

enum ft_status
queue_args_set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct queue_args *args = ctx;

	if (set_flag(args, key) || (arg && set_list(args, key, arg)))
		return FT_OK;
	switch (key) {
	case KEY_INTERVAL:
		return set_interval(args, arg, err);
	case KEY_IDS:
		if (arg)
			return set_ids(args, arg, err);
		args->ids_bare = KEY_IDS;
		return FT_OK;
	case KEY_FORMAT:
	case KEY_LONG_FORMAT:
		return set_format(args, key, arg, err);
	case KEY_STATES:
		args->states_text = arg;
		return set_states(args, arg, err);
	case KEY_STEPS:
		return set_steps(args, arg, err);
	default:
		return ft_session_option(&args->session, key, arg, err);
	}
}

/* ---- the environment ----------------------------------------------------------------- */

static void
default_list(struct ft_words *words, const char *variable)
{
	const char *value = ft_cmd_variable(variable);

	if (words->n == 0 && value)
		ft_words_add(words, value);
}

static void
default_format(struct queue_args *args)
{
	const char *format = ft_cmd_variable("SQUEUE_FORMAT");
	const char *other = ft_cmd_variable("SQUEUE_FORMAT2");

	if (args->format || args->long_format || args->long_list)
		return;
	if (format)
		args->format = format;
	else
		args->long_format = other;
}

enum ft_status
queue_args_finish(struct queue_args *args, struct ft_error *err)
{
	const char *value = ft_cmd_variable("SQUEUE_STATES");

	default_list(&args->accounts, "SQUEUE_ACCOUNT");
	default_list(&args->names, "SQUEUE_NAMES");
	default_list(&args->partitions, "SQUEUE_PARTITION");
	default_list(&args->qos, "SQUEUE_QOS");
	default_list(&args->licenses, "SQUEUE_LICENSES");
	if (!args->me)
		default_list(&args->users, "SQUEUE_USERS");
	if (!args->clusters_given && ft_cmd_variable("SLURM_CLUSTERS"))
		set_clusters(args, ft_cmd_variable("SLURM_CLUSTERS"));
	args->all = args->all || ft_cmd_variable("SQUEUE_ALL");
	args->array = args->array || ft_cmd_variable("SQUEUE_ARRAY");
	args->multi = args->multi || ft_cmd_variable("SQUEUE_PRIORITY");
	if (!args->sort)
		args->sort = ft_cmd_variable("SQUEUE_SORT");
	default_format(args);
	if (args->long_list && (args->format || args->long_format)) {
		if (!args->context->slurm)
			return ft_fail(err, FT_EINVAL,
			    "--long and a format exclude each other");
		fprintf(args->context->err,
		    "squeue: fatal: Options -o(--format) and -l(--long) are "
		    "mutually exclusive. Please remove one and retry.\n");
		return FT_EINVAL;
	}
	if (!args->states && value)
		return set_states(args, value, err);
	if (!args->states && args->prometheus)
		args->states = QUEUE_ALL_STATES;
	return FT_OK;
}

void
queue_args_init(struct queue_args *args, struct ft_context *context)
{
	*args = (struct queue_args){ .context = context };
	ft_session_init(&args->session);
}

void
queue_args_free(struct queue_args *args)
{
	ft_words_free(&args->users);
	ft_words_free(&args->accounts);
	ft_words_free(&args->partitions);
	ft_words_free(&args->qos);
	ft_words_free(&args->names);
	ft_words_free(&args->reservations);
	ft_words_free(&args->licenses);
	ft_words_free(&args->clusters);
	ft_free(args->id);
	ft_session_close(&args->session);
}
