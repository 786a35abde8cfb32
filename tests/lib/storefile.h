/*
 * storefile.h - stores for tests: in a folder of their own, and looked into
 * from outside.
 */
#ifndef STOREFILE_H
#define STOREFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/store.h"

#define STOREFILE_NOW 1700000000 /* clock of a new store */

/* Returns the path of NAME in a new folder, removed at exit.  The caller's. */
char *storefile_path(const char *name);
/* Open PATH as a command does, made if absent; bails if it cannot. */
struct ft_store *storefile_open(const char *path);
/* A new store in memory. */
struct ft_store *storefile_memory(void);
/* Begin as user root with command "test"; bails if it cannot. */
struct ft_registry *storefile_begin(struct ft_store *store);
void storefile_commit(struct ft_store *store);

/* Add and return ids; bail if refused. */
uint32_t storefile_account(
    struct ft_registry *registry, const char *name, uint32_t parent);
uint32_t storefile_user(
    struct ft_registry *registry, const char *name, uint32_t account_assoc);

/*
 * The answer of a query about the file PATH, asked through another
 * connection: columns joined by |, rows by a blank.  The caller's.
 */
char *storefile_ask(const char *path, const char *sql);
/* Test that this is WANT. */
void storefile_answers(const char *path, const char *sql, const char *want);
/* Returns whether SQLite finds PATH whole, foreign keys included. */
bool storefile_is_sound(const char *path);
/* Run SQL on the file; bails if it fails. */
void storefile_do(const char *path, const char *sql);

void storefile_write(const char *path, const void *data, size_t size);
/* The whole file in *data (the caller's); returns its size, -1 if absent. */
long storefile_read(const char *path, unsigned char **data);
bool storefile_exists(const char *path, const char *suffix);

/*
 * Run TEST in a child as an ordinary user (nobody, when this is root).
 * Returns its exit status; what it prints is not seen by the TAP counter.
 */
int storefile_as_nobody(int (*test)(void *ctx), void *ctx);

#endif
