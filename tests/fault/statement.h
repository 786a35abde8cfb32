/*
 * statement.h - SQL that fails on request: of all statements of this process,
 * the n-th is interrupted; a commit is refused.
 */
#ifndef FAULT_STATEMENT_H
#define FAULT_STATEMENT_H

/* Watch every connection opened from now on; bails if it cannot. */
void statement_install(void);
/* Start counting, from 1; the N-th statement fails (0: none). */
void statement_arm(long n);
/* Stop failing; returns the statements counted since statement_arm. */
long statement_disarm(void);

#endif
