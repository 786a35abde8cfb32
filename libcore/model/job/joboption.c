#include "model/job/joboption.h"

#include "base/text/timefmt.h"

#define SWITCH_WAIT_MOST                                                       \
	300 /* seconds: max_switch_wait of SchedulerParameters */

/* ---- the JSON object --------------------------------------------------------- */

/* Append the text after the quotation mark at *AT up to the next one. */
static void
read_text(const char **at, struct ft_str *str)
{
	for (++*at; **at && **at != '"'; ++*at) {
		if (**at == '\\' && (*at)[1] == 'u' && strlen(*at) > 5) {
			char digits[5] = { (*at)[2], (*at)[3], (*at)[4],
				(*at)[5], 0 };

			ft_str_add_char(str, (char)strtoul(digits, NULL, 16));
			*at += 5;
			continue;
		}
		if (**at == '\\' && (*at)[1])
			++*at;
		ft_str_add_char(str, **at);
	}
	if (**at)
		++*at;
}

/* Read the next "KEY":"VALUE" after *AT; returns whether there is one. */
static bool
next_option(const char **at, struct ft_str *key, struct ft_str *value)
{
	ft_str_clear(key);
	ft_str_clear(value);
	*at = strchr(*at, '"');
	if (*at)
		read_text(at, key);
	*at = *at ? strchr(*at, '"') : NULL;
	if (*at)
		read_text(at, value);
	return *at;
}

bool
ft_job_option(const struct ft_job *job, const char *key, struct ft_str *value)
{
	size_t n = strlen(key);
	const char *at = job->options;

	if (!*at)
		return false;
	/* a quotation mark inside a value has a backslash: this is a key */
	while ((at = strstr(at, key)) && !(at > job->options && at[-1] == '"' &&
					     strncmp(at + n, "\":", 2) == 0))
		at++;
	if (!at)
		return false;
	at += n + 2;
	if (value)
		read_text(&at, value);
	return true;
}

bool
ft_job_asks_qos(const struct ft_job *job, struct ft_str *list)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	bool several;

	several =
	    ft_job_option(job, "qos", &text) && strchr(ft_str_text(&text), ',');
	if (several && list)
		ft_str_add(list, ft_str_text(&text));
	return several;
}

static void
add_text(struct ft_str *json, const char *text)
{
	ft_str_add_char(json, '"');
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			ft_str_addf(json, "\\%c", c);
		else if (c < 0x20)
			ft_str_addf(json, "\\u%04x", c);
		else
			ft_str_add_char(json, *text);
	}
	ft_str_add_char(json, '"');
}

static void
add_option(struct ft_str *json, const char *key, const char *value)
{
	ft_str_add_char(json, json->len ? ',' : '{');
	add_text(json, key);
	ft_str_add_char(json, ':');
	add_text(json, value);
}

void
ft_job_option_put(struct ft_str *json, const char *options, const char *key,
    const char *value)
{
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 },
			   text FT_CLEANUP(ft_str_free) = { 0 };

	while (next_option(&options, &name, &text))
		if (strcmp(ft_str_text(&name), key) != 0)
			add_option(
			    json, ft_str_text(&name), ft_str_text(&text));
	if (value)
		add_option(json, key, value);
	if (json->len)
		ft_str_add_char(json, '}');
}

const char *const ft_job_mail_types[] = { "ARRAY_TASKS", "INVALID_DEPEND",
	"BEGIN", "END", "FAIL", "REQUEUE", "STAGE_OUT", "TIME_LIMIT_50",
	"TIME_LIMIT_80", "TIME_LIMIT_90", "TIME_LIMIT", NULL };

static bool
is_mail(struct ft_word word)
{
	return ft_word_is(word, "ALL") || ft_word_is(word, "NONE") ||
	       ft_row_find(ft_job_mail_types, FT_COUNT(ft_job_mail_types) - 1,
		   sizeof *ft_job_mail_types, word) >= 0;
}

bool
ft_job_knows_mail(const char *text, bool one)
{
	bool all = true, any = false;

	do {
		struct ft_word word = ft_word_until(text, ",");
		bool known = is_mail(word);

		all &= known;
		any |= known;
		text += word.len;
	} while (*text++ == ',');
	return one ? any : all;
}

int64_t
ft_job_switch_wait(const char *text)
{
	int64_t minutes;

	if (!ft_time_minutes(text, &minutes) || minutes == FT_TIME_UNLIMITED ||
	    minutes > SWITCH_WAIT_MOST / 60)
		return SWITCH_WAIT_MOST;
	return minutes * 60;
}

/* ---- the shape ----------------------------------------------------------------- */

/* The lower bound of "2" or "2-4"; 0 for anything else. */
static uint32_t
least(const char *text)
{
	unsigned long value = strtoul(text, NULL, 10);

	return value < INT32_MAX ? (uint32_t)value : 0;
}

/* "2:4:1": sockets, cores, threads. */
static void
read_sockets(const char *text, struct ft_job_shape *shape)
{
	uint32_t *const part[] = { &shape->sockets, &shape->cores,
		&shape->threads };

	struct ft_word word;

	for (size_t i = 0; i < 3 && ft_word_next(&text, ":", &word); i++)
		*part[i] = least(word.at);
}

/* The options that a hint implies: sbatch(1), --hint. */
static void
read_hint(const char *word, struct ft_job_shape *shape)
{
	bool memory = !strcmp(word, "memory_bound");

	if (memory)
		shape->cores = 1;
	if (memory || !strcmp(word, "nomultithread") ||
	    !strcmp(word, "compute_bound"))
		shape->threads = 1;
}

/* The count in option KEY, as in "gres:gpu:a100:2"; 1 if it has none, 0 if the
 * job does not have the option. */
static uint32_t
count_of(const struct ft_job *job, const char *key)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *number;
	uint32_t count = 0;

	if (ft_job_option(job, key, &text)) {
		number = strrchr(ft_str_text(&text), ':');
		number = number ? number + 1 : ft_str_text(&text);
		count = *number >= '0' && *number <= '9' ? least(number) : 1;
	}
	return count;
}

static void
read_gpus(struct ft_job *job)
{
	struct ft_job_shape *shape = &job->shape;
	uint32_t per_task = count_of(job, "tres_per_task");
	uint32_t tasks = count_of(job, "ntasks_per_tres");

	shape->cpus_per_gpu = count_of(job, "cpus_per_tres");
	shape->mem_per_gpu = count_of(job, "mem_per_tres");
	shape->gpus = count_of(job, "tres_per_job");
	if (!shape->gpus && per_task)
		shape->gpus =
		    ft_num_in_u32(ft_num_times(per_task, job->tasks_wanted));
	else if (!shape->gpus && tasks &&
		 !ft_job_option(job, "tres_per_node", NULL))
		shape->gpus = (uint32_t)ft_num_parts(job->tasks_wanted, tasks);
}

void
ft_job_read_shape(struct ft_job *job)
{
	struct ft_job_shape *shape = &job->shape;
	const struct {
		const char *key;
		uint32_t *number;
	} keys[] = {
		{ "sockets_per_node", &shape->sockets },
		{ "cores_per_socket", &shape->cores },
		{ "threads_per_core", &shape->threads },
		{ "ntasks_per_socket", &shape->tasks_per_socket },
		{ "ntasks_per_core", &shape->tasks_per_core },
		{ "mincpus", &shape->cpus_per_node },
		{ "num_cpus", &shape->cpus },
	};
	struct ft_str text = { 0 };

	*shape = (struct ft_job_shape){ 0 };
	if (!*job->options)
		return;
	shape->overcommit = ft_job_option(job, "overcommit", NULL);
	if (ft_job_option(job, "update_oversubscribe", &text))
		shape->share = !strcmp(ft_str_text(&text), "yes");
	else
		shape->share = ft_job_option(job, "oversubscribe", NULL);
	ft_str_clear(&text);
	shape->few_nodes = ft_job_option(job, "use_min_nodes", NULL);
	shape->spread = ft_job_option(job, "spread_job", NULL);
	if (ft_job_option(job, "extra_node_info", &text))
		read_sockets(ft_str_text(&text), shape);
	ft_str_clear(&text);
	shape->user_nodes = ft_job_option(job, "exclusive", &text) &&
			    strcasecmp(ft_str_text(&text), "user") == 0 &&
			    !ft_job_option(job, "update_oversubscribe", NULL);
	ft_str_clear(&text);
	/* --ntasks-per-core overrides a hint */
	if (ft_job_option(job, "hint", &text) &&
	    !ft_job_option(job, "ntasks_per_core", NULL))
		read_hint(ft_str_text(&text), shape);
	/* specific options override those that set several values */
	for (size_t i = 0; i < FT_COUNT(keys); i++) {
		ft_str_clear(&text);
		if (ft_job_option(job, keys[i].key, &text))
			*keys[i].number = least(ft_str_text(&text));
	}
	ft_str_clear(&text);
	if (ft_job_option(job, "num_cpus", &text) && strchr(text.data, '-'))
		shape->most_cpus = least(strchr(text.data, '-') + 1);
	read_gpus(job);
	ft_str_free(&text);
}
