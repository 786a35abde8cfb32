/* fsim slotwise: settings become a host, events happen to it. */
#include "fsim/slotwise/slotplay.h"

#include "files/infile.h"
#include "files/progress.h"
#include "common/session.h"
#include "io/slurm/slurmconf.h"

/* TRES that weights of a partition may name; nothing is counted here. */
static const struct ft_tres_table tres = { ft_tres_builtin, FT_TRES_BUILTIN };

/* ---- the host ------------------------------------------------------------ */

/* Returns the partitions of the node as queues; the caller frees the array. */
static struct ft_slotwise_queue *
queues_of(
    const struct slotplay *play, const struct ft_queue_lists *lists, size_t *n)
{
	const struct ft_machine *machine = &play->machine;
	struct ft_slotwise_queue *queue =
	    ft_calloc(machine->n_partition, sizeof *queue);

	*n = 0;
	for (uint32_t p = 0; p < machine->n_partition; p++) {
		const struct ft_partition *partition = &machine->partition[p];
		bool ambiguous;

		if (!ft_partition_has(partition, play->node))
			continue;
		queue[(*n)++] = (struct ft_slotwise_queue){
			.name = partition->name,
			.slots = partition->slots
				     ? partition->slots
				     : machine->node[play->node].cpus,
			.list = ft_queue_list(lists, p, play->node, &ambiguous),
		};
	}
	return queue;
}

/* Make the host, or give it other lists. */
static void
set_host(struct slotplay *play)
{
	struct ft_queue_lists *lists = ft_queue_lists_new(&play->machine);
	size_t n;
	struct ft_slotwise_queue *queue FT_CLEANUP(ft_free_at) =
	    queues_of(play, lists, &n);

	if (play->host)
		ft_slotwise_configure(play->host, queue, n, &play->params);
	else
		play->host = ft_slotwise_new(
		    queue, n, &play->params, slotplay_print, play);
	ft_queue_lists_free(lists);
}

static void
set_params(struct slotplay *play)
{
	struct ft_slotwise_params *params = &play->params;

	*params = ft_slotwise_params_of(&play->conf);
	if (play->count >= 0)
		params->count_slots = play->count == 1;
	if (play->wake >= 0)
		params->wake_all = play->wake == 1;
	params->requeue |= play->requeue;
	params->load_adjust |= play->load_adjust;
	params->host_slots = play->machine.node[play->node].slots;
}

/* Returns the node: the named one, or the first with a queue. */
static enum ft_status
find_node(struct slotplay *play, struct ft_error *err)
{
	const struct ft_machine *machine = &play->machine;

	if (play->node_name) {
		play->node = ft_machine_node(machine, play->node_name);
		if (play->node == UINT32_MAX)
			return ft_fail(
			    err, FT_ENOENT, "no node '%s'", play->node_name);
		return FT_OK;
	}
	for (size_t p = 0; p < machine->n_partition; p++) {
		const struct ft_partition *partition = &machine->partition[p];

		if (partition->queue != FT_NO_QUEUE && partition->n_node) {
			play->node = partition->node[0];
			return FT_OK;
		}
	}
	return ft_fail(err, FT_EINVAL,
	    "%s: no partition with nodes has a SubordinateList or "
	    "FairTreeSlots",
	    play->name);
}

static enum ft_status
read_conf(struct slotplay *play, struct ft_error *err)
{
	char *name FT_CLEANUP(ft_free_at) = ft_strdup(play->conf_file);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(ft_infile_read(FT_BOUND_CONF, name, &text, err));
	return ft_slurmconf_parse(&play->conf,
	    &(struct ft_slurmconf_source){
		name, ft_str_text(&text), text.len, ft_session_include, name },
	    err);
}

enum ft_status
slotplay_read(struct slotplay *play, const char *path, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	play->name = strcmp(path, "-") == 0 ? "stdin" : path;
	ft_conf_init(&play->conf);
	FT_TRY(ft_infile_read(FT_BOUND_SLOTS, path, &text, err));
	FT_TRY(ft_slotfile_parse(
	    &play->file, play->name, ft_str_text(&text), text.len, err));
	if (play->conf_file)
		FT_TRY(read_conf(play, err));
	FT_TRY(ft_slurmconf_parse(&play->conf,
	    &(struct ft_slurmconf_source){ .file = play->name,
		.text = play->file.conf,
		.size = strlen(play->file.conf) },
	    err));
	if (ft_machine_read(&play->machine, &play->conf, &tres, err) != FT_OK)
		return err->status = FT_EPARSE;
	FT_TRY(find_node(play, err));
	set_params(play);
	set_host(play);
	return FT_OK;
}

void
slotplay_free(void *settings)
{
	struct slotplay *play = settings;

	ft_slotwise_free(play->host);
	ft_machine_free(&play->machine);
	ft_conf_free(&play->conf);
	ft_slotfile_free(&play->file);
}

/* ---- events -------------------------------------------------------------- */

static enum ft_status
fail(const struct slotplay *play, struct ft_error *err)
{
	ft_error_prefix(err, "%s:%u: ", play->name, play->event->line);
	return err->status = FT_EPARSE;
}

/* Returns the task of that name that started last; NULL none. */
static const struct ft_slotwise_task *
find_task(const struct slotplay *play, const char *name)
{
	size_t n;
	const struct ft_slotwise_task *const *task =
	    ft_slotwise_tasks(play->host, &n);

	while (n > 0 && n--)
		if (strcmp(task[n]->name, name) == 0)
			return task[n];
	return NULL;
}

static enum ft_status
start(struct slotplay *play, struct ft_error *err)
{
	const struct ft_slot_event *event = play->event;
	struct ft_slotwise_task task = {
		.id = (uint64_t)(event - play->file.event) + 1,
		.name = event->task,
		.queue = ft_slotwise_queue(play->host, event->queue),
		.slots = event->slots,
		.started = event->at,
		.may_requeue = true,
	};

	if (task.queue == UINT32_MAX) {
		ft_fail(err, FT_EINVAL, "no partition '%s' on node '%s'",
		    event->queue, play->machine.node[play->node].name);
		return fail(play, err);
	}
	if (find_task(play, event->task)) {
		ft_fail(
		    err, FT_EINVAL, "task '%s' already exists", event->task);
		return fail(play, err);
	}
	slotplay_event(play);
	ft_slotwise_start(play->host, &task);
	slotplay_after(play, NULL);
	return FT_OK;
}

static enum ft_status
set(struct slotplay *play, struct ft_error *err)
{
	const struct ft_slot_event *event = play->event;
	enum ft_status status = ft_machine_set_partition(
	    &play->machine, event->queue, event->key, event->value, err);

	if (status == FT_OK)
		status = ft_machine_refuse_queues(&play->machine, false, err);
	if (status != FT_OK)
		return fail(play, err);
	slotplay_event(play);
	set_host(play);
	slotplay_after(play, NULL);
	return FT_OK;
}

static void
change(struct slotplay *play)
{
	const struct ft_slotwise_task *task =
	    find_task(play, play->event->task);

	slotplay_event(play);
	if (!task) {
		slotplay_after(play, "no such task");
		return;
	}
	if (play->event->verb == FT_SLOT_END)
		ft_slotwise_end(play->host, task->id);
	else if (play->event->verb == FT_SLOT_SUSPEND)
		ft_slotwise_suspend(play->host, task->id);
	else
		ft_slotwise_resume(play->host, task->id);
	slotplay_after(play, NULL);
}

enum ft_status
slotplay_run(struct slotplay *play, struct ft_error *err)
{
	enum ft_status status = FT_OK;
	struct ft_meter *meter = ft_progress_meter();

	slotplay_begin(play);
	ft_meter_begin(meter, "playing", "events", play->file.n);
	for (size_t i = 0; i < play->file.n && status == FT_OK;
	     i++, ft_meter_step(meter)) {
		play->event = &play->file.event[i];
		if (play->event->verb == FT_SLOT_START)
			status = start(play, err);
		else if (play->event->verb == FT_SLOT_SET)
			status = set(play, err);
		else
			change(play);
	}
	slotplay_end(play);
	return status;
}
