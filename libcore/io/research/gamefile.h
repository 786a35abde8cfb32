/*
 * gamefile.h - jobs of the scheduler game as comma-separated values.
 *
 * The first record names the columns, in any order and case:
 *     nodes    nodes requested, 1..1000000; also width, w
 *     planned  minutes planned, 1..100000000; also min
 *     real     minutes needed; also rtime; default: as planned
 *     name     default: the number of the job
 * Other columns are skipped.
 */
#ifndef FT_IO_RESEARCH_GAMEFILE_H
#define FT_IO_RESEARCH_GAMEFILE_H

#include "model/research/game.h"

/* Returns whether the first line of TEXT could be that of such a file. */
bool ft_gamefile_is(const char *text, size_t size);

/*
 * Append the jobs of TEXT to JOBS.  file: its name, for messages.
 * FT_EPARSE "file:line:column: ...": not a number, or out of range; a missing or
 * duplicate column; a record of another length.
 */
enum ft_status ft_gamefile_read(struct ft_game_jobs *jobs, const char *file,
    const char *text, size_t size, struct ft_error *err);

#endif
