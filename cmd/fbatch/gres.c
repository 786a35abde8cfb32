/*
 * gres.c - generic resources of a submission: --gres, and GPUs per node, socket
 * or task, or in total.
 */

#include "fbatch/fbatch.h"
#include "model/job/joboption.h"

/* The number of "a100:2", "2", "a100". */
static uint64_t
count_of(const char *text)
{
	const char *number = strrchr(text, ':');

	number = number ? number + 1 : text;
	return *number >= '0' && *number <= '9' ? strtoull(number, NULL, 10)
						: 1;
}

/* ---- what is needed on each node ----------------------------------------------- */

/* Append "gpu:TYPE:N", N for each node. */
static void
add_gpus(struct ft_str *gres, const char *text, uint64_t count)
{
	size_t type = strcspn(text, ":");

	if (!count)
		return;
	if (gres->len)
		ft_str_add_char(gres, ',');
	ft_str_add(gres, "gpu:");
	if (*text < '0' || *text > '9') {
		ft_str_add_n(gres, text, type);
		ft_str_add_char(gres, ':');
	}
	ft_str_addf(gres, "%llu", (unsigned long long)count);
}

/* GPUs in all, shared among NODES. */
static void
add_shared(struct ft_str *gres, const char *text, uint64_t all, uint32_t nodes)
{
	add_gpus(gres, text, ft_num_parts(all, nodes));
}

/* Whether TEXT is name:number, so that the second part is no type. */
static bool
is_plain_count(const char *text)
{
	const char *at = strchr(text, ':');

	return at && at[1] && !at[1 + strspn(at + 1, "0123456789")];
}

/* Whether some node has the resource whose name TEXT begins with. */
static bool
is_known(const struct ft_machine *machine, const char *text)
{
	struct ft_job_count *need FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0, len = strcspn(text, ":");
	char name[64];

	if (len >= sizeof name)
		return false;
	memcpy(name, text, len);
	name[len] = '\0';
	return ft_machine_parse_gres(machine, name, &need, &n, NULL) == FT_OK;
}

/* For a type that no node has, ask for more than any node has. */
static void
unknown_types(struct fbatch *batch, struct ft_str *gres)
{
	const struct ft_machine *machine = &batch->world.machine;
	struct ft_job_count *need = NULL;
	size_t n = 0, len = strcspn(ft_str_text(gres), ":");

	if (!gres->len || gres->data[len] != ':' || strchr(gres->data, ',') ||
	    is_plain_count(gres->data) ||
	    ft_machine_parse_gres(machine, gres->data, &need, &n, NULL) ==
		FT_OK) {
		ft_free(need);
		return;
	}
	ft_free(need);
	if (is_known(machine, gres->data)) {
		gres->data[gres->len = len] = '\0';
		ft_str_addf(gres, ":%u", UINT32_MAX);
	}
}

static void
collect(struct fbatch *batch, const struct ft_job *job, struct ft_str *gres)
{
	uint32_t nodes = job->min_nodes ? job->min_nodes : 1;
	uint64_t per_gpu =
	    strtoull(fbatch_text(batch, FBATCH_NTASKS_PER_GPU), NULL, 10);
	const char *all = batch->value[FBATCH_GPUS];
	const char *each = batch->value[FBATCH_GPUS_PER_TASK];
	const char *socket = batch->value[FBATCH_GPUS_PER_SOCKET];

	ft_str_add(gres, fbatch_text(batch, FBATCH_GRES));
	if (strcasecmp(ft_str_text(gres), "none") == 0 ||
	    (is_plain_count(ft_str_text(gres)) && !count_of(gres->data)))
		ft_str_clear(gres);
	if (fbatch_has(batch, FBATCH_GPUS_PER_NODE))
		add_gpus(gres, batch->value[FBATCH_GPUS_PER_NODE],
		    count_of(batch->value[FBATCH_GPUS_PER_NODE]));
	else if (socket)
		add_gpus(gres, socket,
		    ft_num_times(count_of(socket), job->shape.sockets));
	else if (all)
		add_shared(gres, all, count_of(all), nodes);
	else if (each)
		add_shared(gres, each,
		    ft_num_times(count_of(each), job->tasks_wanted), nodes);
	else if (per_gpu && !gres->len && job->tasks_given)
		add_shared(
		    gres, "1", ft_num_parts(job->tasks_wanted, per_gpu), nodes);
}

/* ---- what Slurm keeps of it ------------------------------------------------------- */

/* As Slurm writes them: "gres:gpu:2", "gpu:closest". */
static void
keep_words(struct fbatch *batch, struct ft_job *job)
{
	static const struct {
		enum fbatch_key key;
		const char *option, *prefix;
	} words[] = {
		{ FBATCH_CPUS_PER_GPU, "cpus_per_tres", "gres:gpu:" },
		{ FBATCH_GPU_BIND, "tres_bind", "gpu:" },
		{ FBATCH_GPU_FREQ, "tres_freq", "gpu:" },
		{ FBATCH_GPUS, "tres_per_job", "gres:gpu:" },
		{ FBATCH_GPUS_PER_SOCKET, "tres_per_socket", "gres:gpu:" },
		{ FBATCH_GPUS_PER_TASK, "tres_per_task", "gres:gpu:" },
		{ FBATCH_NTASKS_PER_GPU, "ntasks_per_tres", "" },
		{ FBATCH_TRES_PER_TASK, "per_task", "" },
	};
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	uint64_t memory;

	for (size_t i = 0; i < FT_COUNT(words); i++) {
		if (!fbatch_has(batch, words[i].key))
			continue;
		ft_str_clear(&text);
		ft_str_addf(
		    &text, "%s%s", words[i].prefix, batch->value[words[i].key]);
		fbatch_keep_option(
		    batch, job, words[i].option, ft_str_text(&text));
	}
	/* "gres/" is what all of them begin with */
	if (*fbatch_text(batch, FBATCH_TRES_BIND))
		fbatch_keep_option(batch, job, "tres_bind",
		    batch->value[FBATCH_TRES_BIND] + strlen("gres/"));
	if (fbatch_has(batch, FBATCH_MEM_PER_GPU) &&
	    fbatch_size(batch->value[FBATCH_MEM_PER_GPU], &memory)) {
		ft_str_clear(&text);
		ft_str_addf(&text, "gres:gpu:%llu", (unsigned long long)memory);
		fbatch_keep_option(
		    batch, job, "mem_per_tres", ft_str_text(&text));
	}
}

/* The request per node, raised where other options need more. */
static void
keep_per_node(struct fbatch *batch, struct ft_job *job)
{
	const char *gres = fbatch_text(batch, FBATCH_GRES);
	const char *gpus = batch->value[FBATCH_GPUS_PER_NODE];
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (*gres)
		ft_str_addf(&text, "gres:%s", gres);
	if (gpus)
		ft_str_addf(&text, "%sgres:gpu:%s", text.len ? "," : "", gpus);
	if (text.len && strcasecmp(gres, "none") != 0)
		fbatch_keep_option(
		    batch, job, "tres_per_node", ft_str_text(&text));
}

static bool
has_later_texts(const struct fbatch *batch)
{
	return ft_release_has(batch->context->release, FT_RULE_SBATCH_GPUS);
}

/* Returns the GPUs of all nodes, 0 if they depend on the tasks. */
static uint64_t
all_gpus(const struct fbatch *batch, const struct ft_job *job)
{
	uint32_t nodes = job->min_nodes ? job->min_nodes : 1;
	const char *gres = fbatch_text(batch, FBATCH_GRES);

	if (fbatch_has(batch, FBATCH_GPUS))
		return count_of(batch->value[FBATCH_GPUS]);
	if (fbatch_has(batch, FBATCH_GPUS_PER_NODE))
		return ft_num_times(
		    nodes, count_of(batch->value[FBATCH_GPUS_PER_NODE]));
	return strncasecmp(gres, "gpu", 3) == 0
		   ? ft_num_times(nodes, count_of(gres + 3))
		   : 0;
}

/* --ntasks-per-gpu and --gpus-per-task derive tasks from GPUs or GPUs from tasks. */
static void
count_tasks(struct fbatch *batch, struct ft_job *job)
{
	uint64_t per_gpu =
	    strtoull(fbatch_text(batch, FBATCH_NTASKS_PER_GPU), NULL, 10);
	uint64_t per_task = fbatch_has(batch, FBATCH_GPUS_PER_TASK)
				? count_of(batch->value[FBATCH_GPUS_PER_TASK])
				: 0;
	uint64_t gpus = all_gpus(batch, job);

	if (job->tasks_given || !gpus)
		return;
	if (per_gpu)
		gpus = ft_num_times(gpus, per_gpu);
	else if (per_task)
		gpus /= per_task;
	else
		return;
	if (!gpus || gpus > INT32_MAX)
		return;
	job->tasks_given = true;
	job->tasks_wanted = (uint32_t)gpus;
}

/* --cpus-per-gpu is part of the request since 24.11. */
static void
count_cpus(struct fbatch *batch, struct ft_job *job)
{
	uint64_t each =
	    strtoull(fbatch_text(batch, FBATCH_CPUS_PER_GPU), NULL, 10);
	uint64_t cpus = ft_num_times(each, all_gpus(batch, job));
	char text[24];

	if (cpus <= 1 || cpus > INT32_MAX || !has_later_texts(batch))
		return;
	snprintf(text, sizeof text, "%" PRIu64, cpus);
	fbatch_keep_option(batch, job, "num_cpus", text);
}

/* What follows the name in "gpu:1" or "gpu:a100:1"; GPUs of other options have
 * none. */
static struct ft_word
after_name(enum fbatch_key key, struct ft_word *element)
{
	struct ft_word rest = *element;

	if (key == FBATCH_GRES)
		(void)ft_word_split(element, ':', &rest);
	else
		element->len = 0;
	return rest;
}

static bool
has_type(struct ft_word rest)
{
	return rest.len && !isdigit((unsigned char)*rest.at);
}

/* Whether an option asks for one resource both with and without a type. */
static bool
mixes_types(const struct fbatch *batch)
{
	static const enum fbatch_key keys[] = { FBATCH_GRES, FBATCH_GPUS,
		FBATCH_GPUS_PER_NODE, FBATCH_GPUS_PER_SOCKET,
		FBATCH_GPUS_PER_TASK };

	for (size_t i = 0; i < FT_COUNT(keys); i++) {
		const char *text = fbatch_text(batch, keys[i]);
		struct ft_word first, other;

		if (!strchr(text, ',') || !ft_word_next(&text, ",", &first))
			continue;
		bool typed = has_type(after_name(keys[i], &first));

		while (ft_word_next(&text, ",", &other)) {
			struct ft_word rest = after_name(keys[i], &other);

			if (ft_word_same(first, other) &&
			    has_type(rest) != typed)
				return true;
		}
	}
	return false;
}

/* Whether JOB asks for GPUs or for something of each, where GresTypes is empty. */
static bool
lacks_types(const struct fbatch *batch, uint64_t memory)
{
	static const enum fbatch_key keys[] = { FBATCH_CPUS_PER_GPU,
		FBATCH_GPUS_PER_TASK, FBATCH_GPUS_PER_SOCKET };

	if (*ft_conf_text(batch->world.conf, FT_CONF_GRES_TYPES))
		return false;
	for (size_t i = 0; i < FT_COUNT(keys); i++)
		if (fbatch_has(batch, keys[i]) &&
		    count_of(batch->value[keys[i]]))
			return true;
	return memory > 0;
}

/* Options that exclude or need each other. */
static enum ft_status
check(struct fbatch *batch, const struct ft_job *job, const struct ft_str *gres,
    struct ft_error *err)
{
	struct ft_context *context = batch->context;
	uint64_t memory = 0;
	bool socket = fbatch_has(batch, FBATCH_GPUS_PER_SOCKET) &&
		      count_of(batch->value[FBATCH_GPUS_PER_SOCKET]);
	bool gpus = gres->len && (strstr(gres->data, "gpu") ||
				     fbatch_has(batch, FBATCH_GPUS));

	if (fbatch_has(batch, FBATCH_MEM_PER_GPU))
		(void)fbatch_size(batch->value[FBATCH_MEM_PER_GPU], &memory);
	if (lacks_types(batch, memory))
		;
	else if (fbatch_has(batch, FBATCH_CPUS_PER_GPU) &&
		 fbatch_has(batch, FBATCH_CPUS_PER_TASK))
		ft_cmd_error(context, "--cpus-per-gpu is mutually exclusive "
				      "with --cpus-per-task");
	else if (socket && !fbatch_has(batch, FBATCH_SOCKETS_PER_NODE) &&
		 !fbatch_has(batch, FBATCH_EXTRA_NODE_INFO))
		ft_cmd_error(context, "--gpus-per-socket option requires "
				      "--sockets-per-node specification");
	else if (fbatch_has(batch, FBATCH_GPUS_PER_TASK) &&
		 !fbatch_has(batch, FBATCH_GPUS) &&
		 !fbatch_has(batch, FBATCH_NTASKS))
		ft_cmd_error(context,
		    "Failed to validate job spec. --gpus-per-task %sused "
		    "without either --gpus or -n/--ntasks is not allowed.",
		    has_later_texts(batch) ? "or --tres-per-task " : "");
	else if (fbatch_has(batch, FBATCH_NTASKS_PER_GPU) && !gres->len &&
		 !job->tasks_given && !job->nodes_given)
		ft_cmd_error(context,
		    "gres_job_state_validate: --ntasks-per-tres needs either a "
		    "GRES GPU specification or a node/ntask specification");
	else if (memory && !gpus)
		ft_cmd_error(context,
		    "Requested mem_per_tres=gres%cgpu:%llu but did not request "
		    "any GPU.",
		    has_later_texts(batch) ? '/' : ':',
		    (unsigned long long)memory);
	else if (mixes_types(batch))
		return ft_fail(err, FT_EINVAL,
		    "Invalid GRES specification (with and without type "
		    "identification)");
	else
		return FT_OK;
	return ft_fail(err, FT_EINVAL, "%s", ft_refusal_text(FT_REFUSE_GRES));
}

/* The job requests GRES that are there, but no GPU. */
static enum ft_status
check_cpus(struct fbatch *batch, const char *gres, struct ft_error *err)
{
	if (!fbatch_has(batch, FBATCH_CPUS_PER_GPU) || strstr(gres, "gpu") ||
	    fbatch_has(batch, FBATCH_GPUS) || !has_later_texts(batch))
		return FT_OK;
	ft_cmd_error(batch->context,
	    "Requested cpus_per_tres=gres/gpu:%s but did not request any GPU.",
	    batch->value[FBATCH_CPUS_PER_GPU]);
	return ft_fail(err, FT_EINVAL, "%s", ft_refusal_text(FT_REFUSE_GRES));
}

/* Since 24.11 --gpus-per-task is part of --tres-per-task, where 0 requests none; a
 * word that is no number counts as 0. */
static void
forget_no_gpus(struct fbatch *batch)
{
	const char *each = fbatch_text(batch, FBATCH_GPUS_PER_TASK);
	const char *colon = strrchr(each, ':');

	if (batch->context->slurm && has_later_texts(batch) &&
	    strtoll(colon ? colon + 1 : each, NULL, 10) == 0)
		batch->value[FBATCH_GPUS_PER_TASK] = NULL;
}

enum ft_status
fbatch_fill_gres(struct fbatch *batch, struct ft_job *job, struct ft_error *err)
{
	struct ft_str gres FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status;

	forget_no_gpus(batch);
	count_tasks(batch, job);
	collect(batch, job, &gres);
	batch->status = 1;
	status = check(batch, job, &gres, err);
	keep_words(batch, job);
	count_cpus(batch, job);
	keep_per_node(batch, job);
	unknown_types(batch, &gres);
	job->gres = ft_world_string(&batch->world, ft_str_text(&gres));
	ft_job_read_shape(job);
	if (status == FT_OK && *job->gres &&
	    ft_machine_parse_gres(&batch->world.machine, job->gres,
		&job->gres_need, &job->n_gres_need, NULL) != FT_OK)
		status = is_plain_count(job->gres) &&
				 is_known(&batch->world.machine, job->gres)
			     ? ft_fail(err, FT_EINVAL,
				   "Batch job submission failed: %s",
				   ft_refusal_text(FT_REFUSE_TRES))
			     : ft_fail(err, FT_EINVAL, "%s",
				   ft_refusal_text(FT_REFUSE_GRES));
	return status ? status : check_cpus(batch, job->gres, err);
}
