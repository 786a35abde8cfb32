/* What fsim slotwise prints: text or a document. */

#include "fsim/slotwise/slotplay.h"

#define SCHEMA "fairtree.slotwise/1"

/* ---- a document ---------------------------------------------------------- */

static const char *const events[] = { "count", "wake", "used", "nobody",
	"suspend", "requeue", "resume", "unmark", "free", "refuse" };
static const char *const fulls[] = { "room", "queue", "host", "closed",
	"load" };

static void
add_names(struct ft_doc *doc, const char *key,
    const struct ft_slotwise_task *const *task, size_t n)
{
	struct ft_str names FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < n; i++)
		ft_str_addf(&names, "%s%s", i ? "," : "", task[i]->name);
	ft_doc_list(doc, key, ft_str_text(&names));
}

static void
add_event(struct ft_doc *doc, const struct ft_slotwise_event *event)
{
	bool limit = event->kind <= FT_SLOTWISE_NOBODY;
	bool chosen =
	    !event->queue_wise && (event->kind == FT_SLOTWISE_SUSPEND ||
				      event->kind == FT_SLOTWISE_REQUEUE ||
				      event->kind == FT_SLOTWISE_RESUME ||
				      event->kind == FT_SLOTWISE_UNMARK);

	ft_doc_text(doc, "event", events[event->kind]);
	ft_doc_text(doc, "queue", event->queue);
	if (limit) {
		ft_doc_u64(doc, "running", event->running);
		ft_doc_u64(doc, "limit", event->limit);
	}
	if (event->kind <= FT_SLOTWISE_WAKE)
		add_names(doc, "tasks", event->counted, event->n_counted);
	if (event->kind == FT_SLOTWISE_USED) {
		ft_doc_text(doc, "below", event->below);
		ft_doc_bool(doc, "suspended", !event->wakes);
	}
	if (event->task) {
		ft_doc_text(doc, "task", event->task->name);
		ft_doc_text(doc, "below", event->below);
	}
	if (chosen) {
		ft_doc_u64(doc, "level", event->level);
		ft_doc_u64(doc, "number", event->seq);
		ft_doc_text(doc, "action",
		    event->action == FT_SUBORDINATE_LR ? "lr" : "sr");
	}
	if (event->kind == FT_SLOTWISE_REFUSE)
		ft_doc_text(doc, "full", fulls[event->full]);
}

static void
add_tasks(struct slotplay *play)
{
	struct ft_doc *doc = play->doc;
	size_t n;
	const struct ft_slotwise_task *const *task =
	    ft_slotwise_tasks(play->host, &n);

	ft_doc_begin_list(doc, "tasks");
	for (size_t i = 0; i < n; i++) {
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "name", task[i]->name);
		ft_doc_bool(doc, "runs", ft_slotwise_runs(task[i]));
		ft_doc_bool(doc, "slot_wise", task[i]->by_slot);
		ft_doc_bool(doc, "queue_wise", task[i]->by_queue);
		ft_doc_bool(doc, "by_hand", task[i]->by_other);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
begin_document(struct slotplay *play)
{
	const struct ft_slotwise_params *params = &play->params;
	struct ft_doc *doc;

	ft_out_init(&play->out, play->context->out);
	play->doc = doc = ft_doc_open_ours(&play->out, play->format, SCHEMA);
	ft_doc_text(doc, "node", play->machine.node[play->node].name);
	ft_doc_text(doc, "count", params->count_slots ? "slots" : "tasks");
	ft_doc_text(doc, "wake", params->wake_all ? "all" : "root");
	ft_doc_text(doc, "action", params->requeue ? "requeue" : "suspend");
	ft_doc_bool(doc, "load_adjust", params->load_adjust);
	ft_doc_begin_list(doc, "events");
}

static void
begin_event(struct slotplay *play)
{
	const struct ft_slot_event *event = play->event;
	struct ft_doc *doc = play->doc;

	ft_doc_begin(doc, NULL);
	ft_doc_i64(doc, "time", event->at);
	ft_doc_text(doc, "what", ft_slot_verb_name(event->verb));
	if (event->task)
		ft_doc_text(doc, "task", event->task);
	if (event->queue)
		ft_doc_text(doc, "queue", event->queue);
	if (event->verb == FT_SLOT_START)
		ft_doc_u64(doc, "slots", event->slots);
	if (event->verb == FT_SLOT_SET) {
		ft_doc_text(doc, "key", event->key);
		ft_doc_text(doc, "value", event->value);
	}
	ft_doc_begin_list(doc, "passes");
}

/* ---- words --------------------------------------------------------------- */

static void
print_event(const struct slotplay *play)
{
	const struct ft_slot_event *event = play->event;
	FILE *out = play->context->out;

	fprintf(
	    out, "%" PRId64 " %s", event->at, ft_slot_verb_name(event->verb));
	if (event->task)
		fprintf(out, " %s", event->task);
	if (event->queue)
		fprintf(out, " %s", event->queue);
	if (event->verb == FT_SLOT_START && event->slots > 1)
		fprintf(out, " %" PRIu32, event->slots);
	if (event->verb == FT_SLOT_SET)
		fprintf(out, " %s=%s", event->key, event->value);
	fputc('\n', out);
}

static void
print_state(const struct slotplay *play)
{
	FILE *out = play->context->out;
	size_t n, shown = 0;
	const struct ft_slotwise_task *const *task =
	    ft_slotwise_tasks(play->host, &n);

	fputs("  =", out);
	for (size_t i = 0; i < n; i++)
		if (ft_slotwise_runs(task[i]))
			fprintf(out, " %s", task[i]->name), shown++;
	if (!shown)
		fputs(" nothing runs", out);
	shown = 0;
	for (size_t i = 0; i < n; i++)
		if (!ft_slotwise_runs(task[i]))
			fprintf(out, "%s%s", shown++ ? " " : "; suspended ",
			    task[i]->name);
	fputc('\n', out);
}

/* ---- both ---------------------------------------------------------------- */

void
slotplay_begin(struct slotplay *play)
{
	if (play->format != FT_FORMAT_TABLE)
		begin_document(play);
}

void
slotplay_event(struct slotplay *play)
{
	if (play->doc)
		begin_event(play);
	else
		print_event(play);
}

void
slotplay_print(void *ctx, const struct ft_slotwise_event *event)
{
	struct slotplay *play = ctx;
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };

	if (play->doc) {
		ft_doc_begin(play->doc, NULL);
		add_event(play->doc, event);
		ft_doc_end(play->doc);
		return;
	}
	ft_slotwise_describe(&line, event, &play->params);
	fprintf(play->context->out, "  %s\n", ft_str_text(&line));
}

void
slotplay_after(struct slotplay *play, const char *nothing)
{
	if (play->doc) {
		ft_doc_end(play->doc);
		ft_doc_bool(play->doc, "done", !nothing);
		add_tasks(play);
		ft_doc_end(play->doc);
		return;
	}
	if (nothing)
		fprintf(play->context->out, "  %s\n", nothing);
	print_state(play);
}

void
slotplay_end(struct slotplay *play)
{
	if (!play->doc)
		return;
	ft_doc_end(play->doc);
	ft_doc_close(play->doc);
	ft_out_free(&play->out);
}
