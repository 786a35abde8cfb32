/*
 * codec.c - columns of text that are arrays or enumerations in memory: TRES
 * vectors, array tasks, dependencies, nodes, cores, reasons.
 *
 * Arrays are texts because a row for every TRES of a hundred thousand jobs would
 * be half a million rows; a text costs a few bytes.
 */
#include "store/row/column_internal.h"

#include "model/job/job.h"
#include "model/reservation/reservation.h"

/* ---- reading numbers -------------------------------------------------------- */

/* Read a decimal number at *text and advance past it; false: there is none, or it
 * does not fit. */
static bool
take_u64(const char **text, uint64_t *value)
{
	const char *c = *text;
	uint64_t number = 0;

	if (*c < '0' || *c > '9')
		return false;
	for (; *c >= '0' && *c <= '9'; c++) {
		unsigned digit = (unsigned)(*c - '0');

		if (number > (UINT64_MAX - digit) / 10)
			return false;
		number = number * 10 + digit;
	}
	*value = number;
	*text = c;
	return true;
}

static bool
take_u32(const char **text, uint32_t *value)
{
	uint64_t number;

	if (!take_u64(text, &number) || number > UINT32_MAX)
		return false;
	*value = (uint32_t)number;
	return true;
}

static bool
take_char(const char **text, char c)
{
	if (**text != c)
		return false;
	(*text)++;
	return true;
}

/* ---- TRES ------------------------------------------------------------------- */

static void
add_vector(struct ft_str *str, const struct ft_codec_arg *arg)
{
	const struct ft_tres_table *tres = arg->tres;
	const uint64_t *count;

	memcpy(&count, arg->member, sizeof count);
	for (size_t i = 0; count && i < tres->n; i++) {
		if (!count[i])
			continue;
		if (str->len)
			ft_str_add_char(str, ',');
		ft_str_add_u64(str, tres->item[i].id);
		ft_str_add_char(str, '=');
		ft_str_add_u64(str, count[i]);
	}
}

/* Read one element, and the comma if another one follows. */
static bool
take_amount(const char **text, uint32_t *id, uint64_t *count)
{
	return take_u32(text, id) && take_char(text, '=') &&
	       take_u64(text, count) &&
	       (!**text || (take_char(text, ',') && **text));
}

/* Skip ids that the table does not have any more; no member: only check. */
static bool
read_vector(const char *text, const struct ft_codec_arg *arg)
{
	const struct ft_tres_table *tres = arg->tres;
	uint64_t *count = NULL;
	size_t i = 0;
	uint32_t id;
	uint64_t value;

	if (arg->member) {
		count = ft_calloc(tres->n + 1, sizeof *count);
		memcpy(arg->member, &count, sizeof count);
	}
	while (*text) {
		if (!take_amount(&text, &id, &value))
			return false;
		/* usually both are sorted by id */
		if (i < tres->n && tres->item[i].id > id)
			i = 0;
		while (i < tres->n && tres->item[i].id < id)
			i++;
		if (count && i < tres->n && tres->item[i].id == id)
			count[i] = value;
	}
	return true;
}

bool
ft_tres_vector_next(const char **text, uint32_t *id, uint64_t *count)
{
	return take_amount(text, id, count);
}

bool
ft_tres_vector_get(const char *text, uint32_t id, uint64_t *count)
{
	uint32_t found;
	uint64_t value;

	*count = 0;
	while (*text) {
		if (!take_amount(&text, &found, &value))
			return false;
		if (found == id)
			*count = value;
	}
	return true;
}

/* ---- tasks of an array ------------------------------------------------------- */

static void
add_tasks(struct ft_str *str, const struct ft_codec_arg *arg)
{
	const struct ft_job *job = arg->record;

	for (size_t i = 0, end; i < job->n_tasks; i = end) {
		for (end = i + 1; end < job->n_tasks; end++)
			if (job->tasks[end] != job->tasks[end - 1] + 1)
				break;
		if (i)
			ft_str_add_char(str, ',');
		ft_str_addf(str, "%lu", (unsigned long)job->tasks[i]);
		if (end > i + 1)
			ft_str_addf(
			    str, "-%lu", (unsigned long)job->tasks[end - 1]);
	}
}

/* MaxArraySize is at most 4,000,001; a longer range can only be damage. */
#define TASKS_MAX 4000001

static bool
read_tasks(const char *text, const struct ft_codec_arg *arg)
{
	struct ft_job *job = arg->record;
	uint32_t first, last;

	while (*text) {
		if (!take_u32(&text, &first))
			return false;
		last = first;
		if (take_char(&text, '-') && !take_u32(&text, &last))
			return false;
		if (last < first || last - first >= TASKS_MAX ||
		    job->n_tasks > TASKS_MAX ||
		    (job->n_tasks && job->tasks[job->n_tasks - 1] >= first))
			return false;
		job->tasks = ft_vec_grow(job->tasks, &job->cap_tasks,
		    job->n_tasks + (last - first) + 1, sizeof *job->tasks);
		for (uint32_t i = 0; i <= last - first; i++)
			job->tasks[job->n_tasks++] = first + i;
		if (*text && (!take_char(&text, ',') || !*text))
			return false;
	}
	return true;
}

/* ---- dependencies ------------------------------------------------------------ */

static void
add_depends(struct ft_str *str, const struct ft_codec_arg *arg)
{
	const struct ft_job *job = arg->record;

	for (size_t i = 0; i < job->n_depend; i++) {
		const struct ft_depend *depend = &job->depend[i];

		ft_str_addf(str, "%s%d %d %d %lu %lu %lu", i ? ";" : "",
		    (int)depend->kind, (int)depend->state, (int)depend->any,
		    (unsigned long)depend->number,
		    /* all tasks and corresponding ones are negative: modulo 2^32 */
		    (unsigned long)((int64_t)depend->task + 1) & UINT32_MAX,
		    (unsigned long)depend->minutes);
	}
}

static bool
read_depends(const char *text, const struct ft_codec_arg *arg)
{
	struct ft_job *job = arg->record;
	size_t cap = 0;

	while (*text) {
		uint32_t value[6];
		struct ft_depend *depend;

		for (int i = 0; i < 6; i++)
			if ((i && !take_char(&text, ' ')) ||
			    !take_u32(&text, &value[i]))
				return false;
		if (value[0] > FT_DEPEND_SINGLETON ||
		    value[1] > FT_DEPEND_NEVER || value[2] > 1 ||
		    (value[4] > INT32_MAX && value[4] < UINT32_MAX) ||
		    (*text && (!take_char(&text, ';') || !*text)))
			return false;
		job->depend = ft_vec_grow(
		    job->depend, &cap, job->n_depend + 1, sizeof *depend);
		depend = &job->depend[job->n_depend++];
		*depend = (struct ft_depend){
			.kind = (enum ft_depend_kind)value[0],
			.state = (enum ft_depend_state)value[1],
			.any = value[2],
			.number = value[3],
			.task = (int32_t)((int64_t)value[4] - 1),
			.minutes = value[5],
		};
	}
	return true;
}

/* ---- nodes ------------------------------------------------------------------- */

static void
add_nodes(struct ft_str *str, const struct ft_codec_arg *arg)
{
	const struct ft_job *job = arg->record;

	for (size_t i = 0, end; i < job->n_node; i = end) {
		const struct ft_job_node *node = &job->node[i];

		for (end = i + 1; end < job->n_node; end++)
			if (job->node[end].cpus != node->cpus ||
			    job->node[end].memory != node->memory)
				break;
		ft_str_addf(str, "%s%lu/%llu", i ? "," : "",
		    (unsigned long)node->cpus,
		    (unsigned long long)node->memory);
		if (end > i + 1)
			ft_str_addf(str, "x%lu", (unsigned long)(end - i));
	}
}

static bool
read_nodes(const char *text, const struct ft_codec_arg *arg)
{
	struct ft_job *job = arg->record;
	size_t cap = 0;

	while (*text) {
		uint32_t cpus, times = 1;
		uint64_t memory;

		if (!take_u32(&text, &cpus) || !take_char(&text, '/') ||
		    !take_u64(&text, &memory))
			return false;
		if (take_char(&text, 'x') && !take_u32(&text, &times))
			return false;
		if (!times || times > FT_JOB_NODES_MAX ||
		    job->n_node + times > FT_JOB_NODES_MAX ||
		    (*text && (!take_char(&text, ',') || !*text)))
			return false;
		job->node = ft_vec_grow(
		    job->node, &cap, job->n_node + times, sizeof *job->node);
		for (; times; times--) {
			job->node[job->n_node] = (struct ft_job_node){
				.node = (uint32_t)job->n_node,
				.cpus = cpus,
				.memory = memory,
			};
			job->n_node++;
		}
	}
	return true;
}

/* ---- reservations ------------------------------------------------------------ */

static bool
read_cores(const char *text, const struct ft_codec_arg *arg)
{
	struct ft_reservation *reservation = arg->record;
	struct ft_reservation_cores cores;
	size_t cap = 0;

	while (*text) {
		if (!take_u32(&text, &cores.count) || !take_char(&text, '/') ||
		    !take_u32(&text, &cores.first) ||
		    (*text && !take_char(&text, ',')))
			return false;
		*ft_vec_add(reservation->core, reservation->n_node, cap) =
		    cores;
	}
	return true;
}

static void
add_cores(struct ft_str *str, const struct ft_codec_arg *arg)
{
	const struct ft_reservation *reservation = arg->record;

	for (size_t i = 0; reservation->core && i < reservation->n_node; i++)
		ft_str_addf(str, "%s%lu/%lu", i ? "," : "",
		    (unsigned long)reservation->core[i].count,
		    (unsigned long)reservation->core[i].first);
}

static bool
read_flags(const char *text, const struct ft_codec_arg *arg)
{
	return ft_reservation_flags_read(text, arg->member);
}

static void
add_flags(struct ft_str *str, const struct ft_codec_arg *arg)
{
	ft_reservation_flags_add(str, *(uint64_t *)arg->member);
}

/* ---- words ------------------------------------------------------------------- */

static bool
read_reason(const char *text, const struct ft_codec_arg *arg)
{
	enum ft_job_reason reason = ft_job_reason_find(text);

	memcpy(arg->member, &reason, sizeof reason);
	return reason != FT_REASON_NONE ||
	       !strcmp(text, ft_job_reason_name(FT_REASON_NONE));
}

static void
add_reason(struct ft_str *str, const struct ft_codec_arg *arg)
{
	enum ft_job_reason reason;

	memcpy(&reason, arg->member, sizeof reason);
	ft_str_add(str, ft_job_reason_name(reason));
}

static bool
read_limit(const char *text, const struct ft_codec_arg *arg)
{
	enum ft_limit_kind kind = ft_limit_find(text);

	*(uint16_t *)arg->member = (uint16_t)kind;
	return kind != FT_LIMIT_KINDS;
}

static void
add_limit(struct ft_str *str, const struct ft_codec_arg *arg)
{
	ft_str_add(str, ft_limit_infos[*(uint16_t *)arg->member].name);
}

static bool
read_live(const char *text, const struct ft_codec_arg *arg)
{
	*(char *)arg->member = *text;
	return *text == 'n' || *text == 'p';
}

static bool
read_operator(const char *text, const struct ft_codec_arg *arg)
{
	*(char *)arg->member = *text;
	return *text && strchr("=+-", *text);
}

static void
add_char(struct ft_str *str, const struct ft_codec_arg *arg)
{
	ft_str_add_char(str, *(char *)arg->member);
}

const struct ft_codec ft_codecs[FT_COLUMN_KINDS] = {
	[FT_COLUMN_REASON] = { read_reason, add_reason },
	[FT_COLUMN_LIMIT] = { read_limit, add_limit },
	[FT_COLUMN_LIVE] = { read_live, add_char },
	[FT_COLUMN_OPERATOR] = { read_operator, add_char },
	[FT_COLUMN_TRES_VECTOR] = { read_vector, add_vector },
	[FT_COLUMN_TASKS] = { read_tasks, add_tasks },
	[FT_COLUMN_DEPENDS] = { read_depends, add_depends },
	[FT_COLUMN_NODE_USE] = { read_nodes, add_nodes },
	[FT_COLUMN_CORES] = { read_cores, add_cores },
	[FT_COLUMN_RESERVATION_FLAGS] = { read_flags, add_flags },
};
