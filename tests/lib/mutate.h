/*
 * mutate.h - damage to a store as any program that writes SQLite can do it: by
 * column, whatever the schema says.
 */
#ifndef MUTATE_H
#define MUTATE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Change the store at PATH as the bytes of DATA say, four or five of them a
 * change; returns the statements that did, a line each, the caller's.  What is
 * declared (STRICT, NOT NULL, CHECK, foreign keys) does not hold meanwhile; it
 * is declared again afterwards, but for one first byte in eight.
 */
char *mutate_store(const char *path, const uint8_t *data, size_t size);

#endif
