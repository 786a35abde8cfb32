/*
 * ledger.h - usage of associations and QOS, and its decay.
 *
 * Amounts are those booked up to the last pass, decayed to it, and those
 * booked since, kept apart: shares and priorities are made of the first, the
 * RawUsage column and limits of both.  A running job is booked up to the last
 * pass.  Source: man/fairtree.7, DECAY.
 */
#ifndef FT_SIM_USAGE_LEDGER_H
#define FT_SIM_USAGE_LEDGER_H

#include "base/text/real.h"

struct ft_world;
struct ft_job;

/* What is counted: raw usage, group wall time, or TRES index + FT_LEDGER_TRES */
enum { FT_LEDGER_RAW, FT_LEDGER_WALL, FT_LEDGER_TRES };

/* ---- what the loader puts in --------------------------------------------- */

void ft_ledger_new(struct ft_world *world);
void ft_ledger_free(struct ft_world *world);
/* Own amount of a tree node or a QOS (id), as the store has it. */
void ft_ledger_set_node(struct ft_world *world, uint32_t node, uint32_t what,
    ft_real at_pass, ft_real since);
void ft_ledger_set_qos(struct ft_world *world, uint32_t qos, uint32_t what,
    ft_real at_pass, ft_real since);

/* ---- read --------------------------------------------------------------- */

/*
 * Totals by tree node: as of the last pass (what shares are made of), and with
 * what was booked since (RawUsage).  Valid until time passes.
 */
const ft_real *ft_world_usage_at_pass(struct ft_world *world);
const ft_real *ft_world_usage(struct ft_world *world);
/* The same for a TRES index (TRES-seconds) or -1, group wall seconds. */
ft_real ft_world_tres_usage(struct ft_world *world, uint32_t node, int tres);
/* of a QOS: raw usage, TRES index, or -1 wall */
ft_real ft_world_qos_usage(const struct ft_world *world, uint32_t qos);
ft_real ft_world_qos_tres_usage(
    const struct ft_world *world, uint32_t qos, int tres);

#endif
