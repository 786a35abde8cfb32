/* What fsim prints: the progress, events, the summary. */

#include "base/text/timefmt.h"
#include "report/format/doc.h"
#include "files/progress.h"
#include "fsim/fsim.h"

#define SCHEMA "fairtree.run/1"
#define PARTS  1000000 /* of the whole run, for the percentage */

/* ---- progress ------------------------------------------------------------ */

static double
part_done(const struct fsim *sim)
{
	double time = 0, jobs = 0;

	if (sim->until != INT64_MAX && sim->until > sim->start)
		time = (double)(sim->now - sim->start) /
		       (double)(sim->until - sim->start);
	if (sim->jobs)
		jobs = (double)sim->ended / (double)sim->jobs;
	return time > jobs ? time : jobs;
}

void
fsim_show(struct fsim *sim)
{
	struct ft_meter *meter = ft_progress_meter();
	char now[32], until[32];

	if (!meter)
		return;
	ft_time_format_date(now, sizeof now, sim->now);
	if (sim->until != INT64_MAX)
		snprintf(sim->moment, sizeof sim->moment, "%s of %s", now,
		    ft_time_format_date(until, sizeof until, sim->until));
	else
		snprintf(sim->moment, sizeof sim->moment, "%s", now);
	snprintf(sim->jobs_now, sizeof sim->jobs_now,
	    "%zu running, %zu waiting, %" PRIu64 " ended", sim->world.n_running,
	    sim->world.n_waiting, sim->ended);
	meter->words = sim->moment;
	meter->aside = sim->jobs_now;
	meter->done = (uint64_t)(part_done(sim) * PARTS);
	meter->total = PARTS;
	ft_meter_look(meter);
}

/* ---- the summary --------------------------------------------------------- */

static void
cpus_busy(const struct ft_world *world, uint64_t *busy, uint64_t *all)
{
	*busy = 0;
	*all = world->machine.cpus;
	for (size_t i = 0; i < world->n_running; i++)
		for (size_t j = 0; j < world->running[i]->n_node; j++)
			*busy += world->running[i]->node[j].cpus;
}

static void
document(const struct fsim *sim, bool interrupted)
{
	const struct ft_world *world = &sim->world;
	uint64_t busy, all;
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(sim->context->out);
	struct ft_doc *doc;

	cpus_busy(world, &busy, &all);
	/* after lines of events the summary is a line, too */
	doc = sim->explain ? ft_doc_open_lines(&out)
			   : ft_doc_open(&out, sim->format);
	ft_doc_head(doc, SCHEMA);
	ft_doc_begin(doc, "run");
	ft_doc_i64(doc, "from", sim->start);
	ft_doc_i64(doc, "to", sim->now);
	ft_doc_bool(doc, "interrupted", interrupted);
	ft_doc_u64(doc, "started", sim->started);
	ft_doc_u64(doc, "ended", sim->ended);
	ft_doc_u64(doc, "decay_passes", sim->passes);
	ft_doc_u64(doc, "running", world->n_running);
	ft_doc_u64(doc, "waiting", world->n_waiting);
	ft_doc_u64(doc, "to_arrive", world->n_arriving + world->n_later);
	ft_doc_u64(doc, "cpus_busy", busy);
	ft_doc_u64(doc, "cpus", all);
	ft_doc_end(doc);
	ft_doc_close(doc);
}

void
fsim_summary(struct fsim *sim, bool interrupted)
{
	const struct ft_world *world = &sim->world;
	char date[32], time[32];
	uint64_t busy, all;

	if (sim->format != FT_FORMAT_TABLE) {
		document(sim, interrupted);
		return;
	}
	cpus_busy(world, &busy, &all);
	fprintf(sim->context->out,
	    "%s%s: %s passed, %" PRIu64 " started, %" PRIu64
	    " ended; %zu running on %" PRIu64 " of %" PRIu64
	    " CPUs, %zu waiting",
	    interrupted ? "stopped at " : "",
	    ft_time_format_date(date, sizeof date, sim->now),
	    ft_time_format_duration(time, sizeof time, sim->now - sim->start),
	    sim->started, sim->ended, world->n_running, busy, all,
	    world->n_waiting);
	if (world->n_arriving + world->n_later)
		fprintf(sim->context->out, ", %zu to arrive",
		    world->n_arriving + world->n_later);
	fputs("\n", sim->context->out);
}
