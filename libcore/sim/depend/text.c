/* Texts of dependencies: "afterok:12,13" is read and written. */
#include "sim/depend/depend.h"

#include "sim/depend/private.h"
#include "sim/world/array.h"

/* One more than the highest array index a dependency may name. */
#define MAX_TASKS 4000001

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

/* ---- reading ------------------------------------------------------------- */

struct reader {
	const char *at;
	bool any; /* there was a question mark */
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

/* Read a job number; one that is too large becomes that of no job. */
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

/* Read "[1-3,7]" after the number of an array. */
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
	good = ft_array_parse(&job, text, MAX_TASKS) == FT_REFUSE_NONE;
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

/* Read "12", "12_3", "12_*" or "12_[1-3]", each optionally with "+MINUTES". */
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

/* Read one element between , or ?. */
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

enum ft_refusal
ft_depend_parse(const char *text, struct ft_depend **item, size_t *n)
{
	struct reader reader = { .at = text };
	enum ft_refusal refusal = read_all(&reader);

	if (refusal != FT_REFUSE_NONE)
		reader.n = 0;
	/* as in Slurm one question mark makes all elements a choice */
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

/* ---- writing ------------------------------------------------------------- */

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
