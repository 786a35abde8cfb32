/* Dependencies: their texts, and circles. */
#include "sim/depend/depend.h"

#include "sim/world/array.h"
#include "sim/depend/private.h"
#include "sim/world/start.h"

static const struct {
	enum ft_depend_kind kind;
	const char *name;
} kinds[] = {
	{ FT_DEPEND_AFTER, "after" },
	{ FT_DEPEND_AFTER_ANY, "afterany" },
	{ FT_DEPEND_AFTER_OK, "afterok" },
	{ FT_DEPEND_AFTER_NOT_OK, "afternotok" },
	{ FT_DEPEND_AFTER_CORR, "aftercorr" },
	{ FT_DEPEND_BURST_BUFFER, "afterburstbuffer" },
	{ FT_DEPEND_SINGLETON, "singleton" },
};
#define N_KINDS (sizeof kinds / sizeof *kinds)

#define UNFULFILLED "(unfulfilled)"
#define FAILED      "(failed)"

/* ---- reading ----------------------------------------------------------------- */

struct reader {
	const char *at;
	bool any; /* a question mark was met */
	struct ft_depend *item;
	size_t n, cap;
};

static bool
eat(struct reader *reader, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(reader->at, word, len) != 0)
		return false;
	reader->at += len;
	return true;
}

/* A number that is too large is that of a job that is not there. */
static bool
read_number(struct reader *reader, uint32_t *number)
{
	uint64_t value = 0;

	if (*reader->at < '0' || *reader->at > '9')
		return false;
	for (; *reader->at >= '0' && *reader->at <= '9'; reader->at++) {
		value = value * 10 + (uint64_t)(*reader->at - '0');
		if (value > INT32_MAX)
			value = INT32_MAX;
	}
	*number = (uint32_t)value;
	return true;
}

static void
add(struct reader *reader, struct ft_depend depend)
{
	for (size_t i = 0; i < reader->n; i++)
		if (reader->item[i].kind == depend.kind &&
		    reader->item[i].number == depend.number &&
		    reader->item[i].task == depend.task)
			return;
	*ft_vec_add(reader->item, reader->n, reader->cap) = depend;
}

static bool
read_minutes(struct reader *reader, struct ft_depend *depend)
{
	return !eat(reader, "+") ||
	       (read_number(reader, &depend->minutes) && depend->minutes > 0);
}

/* "[1-3,7]" behind the number of an array */
static bool
read_tasks(struct reader *reader, struct ft_depend depend)
{
	size_t len = strcspn(reader->at, "]");
	struct ft_job job = { 0 };
	char *text;
	bool good;

	if (reader->at[len] != ']')
		return false;
	text = ft_strndup(reader->at, len + 1);
	good = ft_array_parse(&job, text, FT_DEPEND_TASKS) == FT_REFUSE_NONE;
	reader->at += len + 1;
	good = good && read_minutes(reader, &depend);
	for (size_t i = 0; good && i < job.n_tasks; i++) {
		depend.task = (int32_t)job.tasks[i];
		add(reader, depend);
	}
	ft_free(text);
	ft_free(job.tasks);
	return good;
}

/* "12", "12_3", "12_*", "12_[1-3]", each with "+MINUTES" */
static bool
read_job(struct reader *reader, enum ft_depend_kind kind)
{
	struct ft_depend depend = { .kind = kind, .task = -1 };
	uint32_t task;

	if (!read_number(reader, &depend.number) || !depend.number)
		return false;
	if (eat(reader, "_")) {
		if (*reader->at == '[')
			return read_tasks(reader, depend);
		if (eat(reader, "*"))
			depend.task = FT_DEPEND_ALL;
		else if (read_number(reader, &task))
			depend.task = (int32_t)task;
		else
			return false;
	}
	if (!read_minutes(reader, &depend))
		return false;
	add(reader, depend);
	return true;
}

static bool
read_kind(struct reader *reader, enum ft_depend_kind *kind)
{
	size_t len = strcspn(reader->at, ":,?(");

	for (size_t i = 0; i < N_KINDS; i++) {
		if (strlen(kinds[i].name) != len ||
		    strncasecmp(reader->at, kinds[i].name, len) != 0)
			continue;
		*kind = kinds[i].kind;
		reader->at += len;
		return true;
	}
	return false;
}

/* One element between , or ?. */
static bool
read_element(struct reader *reader)
{
	enum ft_depend_kind kind;

	if (*reader->at >= '0' && *reader->at <= '9')
		return read_job(reader, FT_DEPEND_AFTER_ANY);
	if (!read_kind(reader, &kind))
		return false;
	if (kind == FT_DEPEND_SINGLETON) {
		struct ft_depend depend = { .kind = kind, .task = -1 };

		add(reader, depend);
		return true;
	}
	if (*reader->at != ':')
		return false;
	while (eat(reader, ":"))
		if (!read_job(reader, kind))
			return false;
	return true;
}

static enum ft_refusal
read_all(struct reader *reader)
{
	if (!*reader->at || !strcmp(reader->at, "0"))
		return FT_REFUSE_NONE;
	if (!strncasecmp(reader->at, "expand:", 7))
		return FT_REFUSE_UNSUPPORTED;
	do {
		if (!read_element(reader))
			return FT_REFUSE_DEPENDENCY;
		if (*reader->at == '?')
			reader->any = true;
	} while (eat(reader, ",") || eat(reader, "?"));
	return *reader->at ? FT_REFUSE_DEPENDENCY : FT_REFUSE_NONE;
}

static enum ft_refusal
parse(const char *text, struct ft_depend **item, size_t *n)
{
	struct reader reader = { .at = text };
	enum ft_refusal refusal = read_all(&reader);

	if (refusal != FT_REFUSE_NONE)
		reader.n = 0;
	/* one question mark makes all of it a choice, as in Slurm */
	for (size_t i = 0; i < reader.n; i++)
		reader.item[i].any = reader.any;
	if (!reader.n) {
		ft_free(reader.item);
		reader.item = NULL;
	}
	*item = reader.item;
	*n = reader.n;
	return refusal;
}

/* ---- writing ----------------------------------------------------------------- */

static const char *
kind_name(enum ft_depend_kind kind)
{
	for (size_t i = 0; i < N_KINDS; i++)
		if (kinds[i].kind == kind)
			return kinds[i].name;
	return "";
}

static void
add_element(struct ft_str *str, const struct ft_depend *depend)
{
	ft_str_add(str, kind_name(depend->kind));
	if (depend->kind != FT_DEPEND_SINGLETON) {
		ft_str_addf(str, ":%u", depend->number);
		if (depend->task == FT_DEPEND_ALL)
			ft_str_add(str, "_*");
		else if (depend->task >= 0)
			ft_str_addf(str, "_%d", depend->task);
		if (depend->minutes)
			ft_str_addf(str, "+%u", depend->minutes);
	}
	ft_str_add(
	    str, depend->state == FT_DEPEND_NEVER ? FAILED : UNFULFILLED);
}

void
ft_job_add_dependency(struct ft_str *str, const struct ft_job *job)
{
	for (size_t i = 0; i < job->n_depend; i++) {
		if (i)
			ft_str_add_char(str, job->depend[i].any ? '?' : ',');
		add_element(str, &job->depend[i]);
	}
}

void
ft_depend_keep_text(struct ft_world *world, struct ft_job *job)
{
	struct ft_str str = { 0 };

	ft_job_add_dependency(&str, job);
	job->dependency = ft_world_keep(world, &str);
}

/* ---- circles ----------------------------------------------------------------- */

struct search {
	const struct ft_world *world;
	const struct ft_job *job; /* looked for */
	unsigned char *seen;      /* by slot */
	const struct ft_job **todo;
	size_t n, cap;
};

static bool
is_same(const struct ft_job *job, const struct ft_depend *depend)
{
	if (depend->kind == FT_DEPEND_SINGLETON)
		return false;
	if (depend->number == job->number)
		return depend->task < 0 || !job->array_job ||
		       depend->task == job->array_task;
	return job->array_job && depend->number == job->array_job &&
	       (depend->task < 0 || depend->task == job->array_task);
}

/* Put what ITEM waits for on the list; returns whether JOB is among it. */
static bool
follow(struct search *search, const struct ft_depend *item, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct ft_job *next;

		if (item[i].kind == FT_DEPEND_SINGLETON)
			continue;
		if (is_same(search->job, &item[i]))
			return true;
		next = ft_depend_target(search->world, NULL, &item[i]);
		if (!next || next->state != FT_JOB_PENDING ||
		    search->seen[next->slot])
			continue;
		search->seen[next->slot] = 1;
		*ft_vec_add(search->todo, search->n, search->cap) = next;
	}
	return false;
}

static bool
is_circle(const struct ft_world *world, const struct ft_job *job,
    const struct ft_depend *item, size_t n)
{
	struct search search = {
		.world = world,
		.job = job,
		.seen = ft_calloc(world->n_job + 1, 1),
	};
	bool found = follow(&search, item, n);

	while (!found && search.n) {
		const struct ft_job *next = search.todo[--search.n];

		found = follow(&search, next->depend, next->n_depend);
	}
	ft_free(search.todo);
	ft_free(search.seen);
	return found;
}

/* ---- a new dependency ---------------------------------------------------------- */

/* Numbers of arrays mean all of their tasks. */
static void
name_arrays(const struct ft_world *world, struct ft_depend *item, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct ft_job *job = ft_world_find(world, item[i].number);

		if (job && job->array_job == job->number && item[i].task == -1)
			item[i].task = FT_DEPEND_ALL;
	}
}

/* Refused: what is in the way.  A job that nobody knows yet closes no circle. */
static enum ft_refusal
check(const struct ft_world *world, const struct ft_job *job,
    const struct ft_depend *item, size_t n)
{
	if (!job->number)
		return FT_REFUSE_NONE;
	for (size_t i = 0; i < n; i++)
		if (is_same(job, &item[i]))
			return FT_REFUSE_DEPENDENCY;
	if (ft_world_find(world, job->number) != job)
		return FT_REFUSE_NONE;
	return is_circle(world, job, item, n) ? FT_REFUSE_CIRCULAR
					      : FT_REFUSE_NONE;
}

enum ft_refusal
ft_world_set_dependency(
    struct ft_world *world, struct ft_job *job, const char *text)
{
	struct ft_depend *item;
	size_t n;
	enum ft_refusal refusal = parse(text, &item, &n);

	if (refusal == FT_REFUSE_NONE) {
		name_arrays(world, item, n);
		refusal = check(world, job, item, n);
	}
	if (refusal != FT_REFUSE_NONE) {
		ft_free(item);
		return refusal;
	}
	ft_free(job->depend);
	job->depend = item;
	job->n_depend = n;
	ft_depend_keep_text(world, job);
	(void)ft_world_depends(world, job);
	return FT_REFUSE_NONE;
}

/* ---- all that were woken --------------------------------------------------------- */

static void
split_all(struct ft_world *world, struct ft_job *head)
{
	while (ft_job_is_head(head))
		(void)ft_array_split(world, head, head->tasks[0]);
}

static void
settle_one(struct ft_world *world, uint32_t number)
{
	struct ft_job *job = ft_world_find(world, number);
	size_t before;

	if (!job || job->state != FT_JOB_PENDING || !job->n_depend ||
	    job->group == 0)
		return;
	if (ft_depend_is_to_be_split(job))
		split_all(world, job);
	before = job->n_depend;
	(void)ft_world_depends(world, job);
	if (ft_depend_is_hopeless(job) && job->kill_on_invalid_dep)
		ft_world_withdraw(
		    world, job, FT_JOB_CANCELLED, FT_REASON_DEPENDENCY_NEVER);
	else if (job->n_depend != before)
		ft_world_changed(world, job);
}

void
ft_depend_settle(struct ft_world *world)
{
	size_t i = 0;
	uint32_t number;

	if (!world->waiters)
		return;
	(void)ft_depend_tick(world);
	/* tasks that are split off join the list */
	while (ft_depend_next_woken(world, &i, &number))
		settle_one(world, number);
}
