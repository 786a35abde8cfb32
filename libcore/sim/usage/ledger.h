/*
 * ledger.h - usage of associations and QOS, and its decay.
 *
 * An amount has two parts: what was booked up to the last decay pass, decayed to
 * it, and what was booked since.  Shares and priorities use the first part
 * only; the RawUsage column and limits use both.  A running job is booked up to
 * the last pass.  Source: man/fairtree.7, DECAY.
 */
#ifndef FT_SIM_USAGE_LEDGER_H
#define FT_SIM_USAGE_LEDGER_H

#include "base/text/real.h"

struct ft_world;

/*
 * Kinds of amounts: raw usage (billing x seconds), wall time of jobs (seconds),
 * and from FT_LEDGER_TRES on one per TRES index (TRES-seconds).
 */
enum { FT_LEDGER_RAW, FT_LEDGER_WALL, FT_LEDGER_TRES };

/* ---- loading ------------------------------------------------------------- */

/* Returns whether some limit in force depends on amounts beside raw usage, which a
 * ledger needs then. */
bool ft_ledger_has_usage_limits(const struct ft_world *world);
void ft_ledger_new(struct ft_world *world);
void ft_ledger_free(struct ft_world *world);
/* Set the own amount of a tree node or a QOS (id), as the store has it. */
void ft_ledger_set_node(struct ft_world *world, uint32_t node, uint32_t what,
    ft_real at_pass, ft_real since);
void ft_ledger_set_qos(struct ft_world *world, uint32_t qos, uint32_t what,
    ft_real at_pass, ft_real since);

/* ---- reading ------------------------------------------------------------- */

/*
 * Return raw usage by tree node, descendants included: as of the last pass (for
 * shares), and with what was booked since (RawUsage).  Valid until time passes.
 */
const ft_real *ft_world_usage_at_pass(struct ft_world *world);
const ft_real *ft_world_usage(struct ft_world *world);
/* Return TRES-seconds of TRES index TRES, or wall seconds for -1. */
ft_real ft_world_tres_usage(struct ft_world *world, uint32_t node, int tres);
ft_real ft_world_qos_tres_usage(
    const struct ft_world *world, uint32_t qos, int tres);
/* Returns the raw usage of a QOS (id). */
ft_real ft_world_qos_usage(const struct ft_world *world, uint32_t qos);
/* Returns whether some limit depends on TRES-minutes or wall time used; if none
 * does, only raw usage is booked. */
bool ft_ledger_is_limited(const struct ft_world *world);

/* ---- booking and decay --------------------------------------------------- */

/* A part of a job's run. */
struct ft_slice {
	uint32_t node;          /* of its association; FT_NODE_NONE */
	uint32_t qos, part_qos; /* ids; 0 none */
	int64_t seconds;
	double rate;           /* billing per second */
	double factor;         /* UsageFactor of the QOS */
	const uint64_t *alloc; /* by TRES index */
	/* out: seconds x f^seconds, where f is the decay per second: Slurm
	 * decays a slice by its own length when it is booked */
	ft_real decayed;
};
void ft_ledger_book(struct ft_world *world, struct ft_slice *slice);
/* Decay all amounts, those booked since the last pass included, over PASSES
 * periods at once. */
void ft_ledger_decay(struct ft_world *world, uint64_t passes);
/* End a pass: what the pass itself booked belongs to it, and is not decayed by
 * it. */
void ft_ledger_settle(struct ft_world *world);
/* Set all amounts of all associations and QOS to 0. */
void ft_ledger_reset(struct ft_world *world);

#endif
