/*
 * gres.c - generic resources of a submission: --gres, and GPUs per node, socket
 * or task, or in total.
 */

#include "fbatch/fbatch.h"
#include "model/job/joboption.h"

static bool
has_later_texts(const struct fbatch *batch)
{
	return ft_release_has(batch->context->release, FT_RULE_SBATCH_GPUS);
}

/* An element of a list: "gpu:a100:2", or "a100:2", "2", "a100". */
struct element {
	struct ft_word name; /* with its type */
	uint64_t count;
};

/* Set *element to the first one of *list and move *list past it; false: there is
 * none left. */
static bool
next_element(const char **list, struct element *element)
{
	static const char units[] = "kmgtp";
	const char *at = *list, *end, *number, *unit;
	char *rest;

	if (!at)
		return false;
	end = at + strcspn(at, ",");
	*list = *end ? end + 1 : NULL;
	for (number = end; number > at && number[-1] != ':'; number--)
		;
	*element = (struct element){ { at, (size_t)(end - at) }, end > at };
	if (!isdigit((unsigned char)*number))
		return true;
	element->count = strtoull(number, &rest, 10);
	unit = isalpha((unsigned char)*rest)
		   ? strchr(units, tolower((unsigned char)*rest))
		   : NULL;
	/* else it is a type */
	if (rest + (unit != NULL) == end)
		element->name.len = number > at ? (size_t)(number - 1 - at) : 0;
	else
		element->count = 1;
	for (; unit && rest + 1 == end && unit >= units; unit--)
		element->count = ft_num_times(element->count, 1024);
	return true;
}

/* The number of "a100:2", "2", "a100"; of a list the largest. */
static uint64_t
count_of(const char *text)
{
	uint64_t most = 0;
	struct element element;

	while (next_element(&text, &element))
		if (element.count > most)
			most = element.count;
	return most;
}

/* Append each name of LIST once, with its largest number. */
static void
add_merged(struct ft_str *gres, const char *list)
{
	const char *at = list;
	struct element one, other;

	while (next_element(&at, &one)) {
		const char *others = list;
		bool counts = one.name.len > 0;

		while (next_element(&others, &other))
			if (ft_word_same(one.name, other.name) &&
			    (other.count > one.count ||
				(other.count == one.count &&
				    other.name.at < one.name.at)))
				counts = false;
		if (!counts)
			continue;
		ft_str_add(gres, gres->len ? "," : "");
		ft_str_add_n(gres, one.name.at, one.name.len);
		ft_str_addf(gres, ":%llu", (unsigned long long)one.count);
	}
}

/* ---- whether it can be read ------------------------------------------------------ */

static enum ft_status
refuse_text(struct ft_error *err, const char *before, enum ft_refusal refusal)
{
	return ft_fail(
	    err, FT_EINVAL, "%s%s", before, ft_refusal_text(refusal));
}

/* TEXT is "2", "a100", "a100:2": a type, a number or both. */
static enum ft_status
check_count(
    const struct fbatch *batch, struct ft_word text, struct ft_error *err)
{
	bool later = has_later_texts(batch);
	struct ft_word count = { 0 }, type = text;

	if (ft_word_split(&type, ':', &count)) {
		if (!count.len || isalpha((unsigned char)*count.at))
			return refuse_text(
			    err, "", later ? FT_REFUSE_TRES : FT_REFUSE_GRES);
		if (!later && (!type.len || memchr(count.at, ':', count.len)))
			return refuse_text(err, "", FT_REFUSE_GRES);
	} else if (!later && isdigit((unsigned char)*text.at)) {
		size_t len = strspn(text.at, "0123456789");

		len += len < text.len && strchr("kKmMgGtTpP", text.at[len]);
		if (len < text.len)
			return refuse_text(err,
			    "Batch job submission failed: ", FT_REFUSE_TRES);
	}
	return FT_OK;
}

/* Whether GresTypes has NAME, but not in these letters. */
static bool
is_of_other_case(const struct fbatch *batch, struct ft_word name)
{
	const char *types = ft_conf_text(batch->world.conf, FT_CONF_GRES_TYPES);
	struct ft_word type;

	while (ft_word_next(&types, ",", &type))
		if (ft_word_same(type, name))
			return memcmp(type.at, name.at, name.len) != 0;
	return false;
}

/* Check --gres, and take out the word that its names may begin with. */
static enum ft_status
read_gres(struct fbatch *batch, struct ft_error *err)
{
	bool later = has_later_texts(batch);
	const char *at = batch->value[FBATCH_GRES];
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t n = 0; at; n++) {
		struct ft_word text = ft_word_until(at, ","), count = { 0 };
		bool more = at[text.len] == ',';

		at = more ? at + text.len + 1 : NULL;
		if (text.len > 5 &&
		    !memcmp(text.at, later ? "gres/" : "gres:", 5))
			text = (struct ft_word){ text.at + 5, text.len - 5 };
		ft_str_add(&list, n ? "," : "");
		ft_str_add_n(&list, text.at, text.len);
		if (!text.len && !later)
			return refuse_text(err,
			    "Batch job submission failed: ", FT_REFUSE_TRES);
		if (is_of_other_case(batch, ft_word_until(text.at, ":,")) ||
		    (text.len > 4 && !memcmp(text.at, "gres", 4) &&
			strchr(":/", text.at[4])))
			return refuse_text(err, "", FT_REFUSE_GRES);
		if (!ft_word_split(&text, ':', &count))
			continue;
		if (!count.len)
			return refuse_text(
			    err, "", later ? FT_REFUSE_TRES : FT_REFUSE_GRES);
		FT_TRY(check_count(batch, count, err));
	}
	batch->value[FBATCH_GRES] = fbatch_keep(batch, ft_str_text(&list));
	return FT_OK;
}

/* Check the GPUs of each option. */
static enum ft_status
read_gpus(struct fbatch *batch, struct ft_error *err)
{
	static const enum fbatch_key keys[] = { FBATCH_GPUS,
		FBATCH_GPUS_PER_NODE, FBATCH_GPUS_PER_SOCKET,
		FBATCH_GPUS_PER_TASK };

	for (size_t i = 0; i < FT_COUNT(keys); i++) {
		const char *list = fbatch_text(batch, keys[i]);
		struct ft_word text;

		/* part of --tres-per-task */
		if (keys[i] == FBATCH_GPUS_PER_TASK && has_later_texts(batch))
			continue;
		while (ft_word_next(&list, ",", &text))
			if (text.len)
				FT_TRY(check_count(batch, text, err));
	}
	return FT_OK;
}

static enum ft_status
read_requests(struct fbatch *batch, struct ft_error *err)
{
	batch->status = 1;
	if (!batch->context->slurm)
		return FT_OK;
	if (fbatch_has(batch, FBATCH_GRES))
		FT_TRY(read_gres(batch, err));
	return read_gpus(batch, err);
}

/* ---- what is needed on each node ----------------------------------------------- */

/* Append "gpu:TYPE:N", N for each node. */
static void
add_gpus(struct ft_str *gres, const char *text, uint64_t count)
{
	size_t type;

	text += strspn(text, ",");
	type = strcspn(text, ":");
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

	add_merged(gres, fbatch_text(batch, FBATCH_GRES));
	if (strcasecmp(fbatch_text(batch, FBATCH_GRES), "none") == 0 ||
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

/* Append the elements of LIST, each after PREFIX. */
static void
add_each(struct ft_str *text, const char *prefix, const char *list)
{
	for (bool more = true; more; list++) {
		size_t len = strcspn(list, ",");

		more = list[len] == ',';
		if (!len && prefix[5])
			continue;
		ft_str_add(text, text->len ? "," : "");
		ft_str_add(text, prefix);
		ft_str_add_n(text, list, len);
		list += len;
	}
}

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
		if (strncmp(words[i].prefix, "gres:", 5) == 0)
			add_each(
			    &text, words[i].prefix, batch->value[words[i].key]);
		else
			ft_str_addf(&text, "%s%s", words[i].prefix,
			    batch->value[words[i].key]);
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

	if (fbatch_has(batch, FBATCH_GRES) && (*gres || batch->context->slurm))
		add_each(&text, "gres:", gres);
	if (gpus)
		add_each(&text, "gres:gpu:", gpus);
	if (text.len && strcasecmp(gres, "none") != 0)
		fbatch_keep_option(
		    batch, job, "tres_per_node", ft_str_text(&text));
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
	else if (job->nodes_given && fbatch_has(batch, FBATCH_GPUS) &&
		 count_of(batch->value[FBATCH_GPUS]) &&
		 count_of(batch->value[FBATCH_GPUS]) < job->min_nodes)
		ft_cmd_error(
		    context, "Failed to validate job spec, --gpus < -N");
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

	FT_TRY(read_requests(batch, err));
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
