#include "fsim/explain.h"

#include "base/hash.h"
#include "base/text/timefmt.h"
#include "sim/policy/policy.h"
#include "sim/world/event.h"

void
fsim_explain_init(
    struct fsim_explain *explain, FILE *to, struct ft_world *world, bool json)
{
	*explain =
	    (struct fsim_explain){ .to = to, .world = world, .json = json };
	ft_out_init(&explain->pass, NULL);
	if (json)
		explain->lines = ft_doc_open_lines(&explain->pass);
}

void
fsim_explain_free(struct fsim_explain *explain)
{
	if (explain->lines)
		ft_doc_close(explain->lines);
	ft_out_free(&explain->pass);
	ft_map_clear(&explain->known);
}

static void
write_event(struct fsim_explain *explain, const struct ft_sim_event *event,
    const struct fsim_block *block)
{
	struct ft_str *text = &explain->pass.text;
	char date[32];

	if (explain->json) {
		fsim_explain_doc(explain->lines, explain->world, event, block);
		return;
	}
	ft_str_addf(
	    text, "%s ", ft_time_format_date(date, sizeof date, event->at));
	fsim_explain_say(text, explain->world, event, block);
	ft_str_add_char(text, '\n');
}

static void
flush(struct fsim_explain *explain)
{
	fputs(ft_str_text(&explain->pass.text), explain->to);
	ft_str_clear(&explain->pass.text);
}

/* ---- who waits on -------------------------------------------------------- */

static uint64_t
hash(uint64_t h, const char *text)
{
	return ft_hash(h, text, strlen(text));
}

static uint64_t
hash_number(uint64_t h, uint64_t number)
{
	char text[24];

	snprintf(text, sizeof text, " %" PRIu64, number);
	return hash(h, text);
}

/* Find the limit that stops the job now, if it is one. */
static struct fsim_block
find_limit(struct ft_world *world, const struct ft_job *job)
{
	struct fsim_block found = { .limit = FT_REASON_NONE };
	const struct ft_partition *in = ft_world_partition(world, job);

	struct ft_policy_question question;

	if (!in)
		return found;
	question = ft_policy_question_of(world, job, in);
	found.limit = ft_policy_blocks(world, &question, &found.block);
	return found;
}

/*
 * Returns whether this scheduler reported something else about the job before.
 */
static bool
is_new(struct fsim_explain *explain, const struct ft_sim_event *event,
    const struct fsim_block *block)
{
	const struct ft_job *job = event->job;
	uint64_t now = FT_HASH, before;
	char key[32];

	now = hash_number(now, job->reason);
	now = hash(now, job->reason_detail);
	now = hash_number(now, event->other ? event->other->number : 0);
	now = hash_number(now, (uint64_t)event->time);
	now = hash_number(now, job->n_tasks);
	now = hash_number(now, block->limit);
	now = hash_number(now, block->block.used);
	snprintf(key, sizeof key, "%d %" PRIu32, (int)event->by, job->number);
	if (ft_map_get(&explain->known, key, &before) && before == now)
		return false;
	ft_map_put(&explain->known, key, now);
	return true;
}

/* ---- passes -------------------------------------------------------------- */

/* Reports about jobs follow the line of their scheduler's run. */
static void
end_pass(struct fsim_explain *explain, const struct ft_sim_event *event)
{
	struct ft_sim_event whole = *event;
	char *text FT_CLEANUP(ft_free_at) = NULL;

	explain->in_pass = false;
	if (!explain->pass.text.len)
		return;
	text = ft_str_take(&explain->pass.text);
	whole.time = (int64_t)explain->waiting;
	write_event(explain, &whole, NULL);
	flush(explain);
	fputs(text, explain->to);
}

void
fsim_explain_event(void *ctx, const struct ft_sim_event *event)
{
	struct fsim_explain *explain = ctx;
	struct fsim_block block = { .limit = FT_REASON_NONE };

	if (event->kind == FT_SIM_SCHEDULE) {
		explain->in_pass = true;
		explain->waiting = event->count;
		return;
	}
	if (event->kind == FT_SIM_DONE) {
		end_pass(explain, event);
		return;
	}
	if (event->kind == FT_SIM_BLOCK) {
		if (!event->other)
			block = find_limit(explain->world, event->job);
		if (!is_new(explain, event, &block))
			return;
	}
	write_event(explain, event, &block);
	if (!explain->in_pass)
		flush(explain);
}
