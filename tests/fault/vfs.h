/*
 * vfs.h - a file system for SQLite that fails on request.
 *
 * Wraps the default VFS.  Counted are calls that change something on disk:
 * writes, truncations, syncs, deletions of files.
 */
#ifndef FAULT_VFS_H
#define FAULT_VFS_H

enum fault_kind {
	FAULT_NONE,    /* only count */
	FAULT_ONCE,    /* the n-th call fails: I/O error */
	FAULT_FULL,    /* the n-th write and all after it fail: disk full */
	FAULT_KILL,    /* the n-th call: half a write, then SIGKILL */
	FAULT_NO_INDEX /* no room for the index of a log */
};

/* Make it the default VFS of this process; bails if it cannot. */
void fault_install(void);
/* Start counting; from 1. */
void fault_arm(enum fault_kind kind, long n);
/* Stop failing; returns the calls counted since fault_arm. */
long fault_disarm(void);

#endif
