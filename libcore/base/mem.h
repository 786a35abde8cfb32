/*
 * mem.h - allocation that does not fail, and arenas.
 *
 * On exhaustion the handler is called (default: one line on stderr, then
 * abort): the library serves short-lived commands, and no caller has a better
 * answer.  A loaded model lives in one arena and is freed at once.
 */
#ifndef FT_BASE_MEM_H
#define FT_BASE_MEM_H

#include <stddef.h>

/* Returns SIZE bytes, never NULL (0 is rounded up to 1); free with ft_free. */
void *ft_alloc(size_t size) __attribute__((returns_nonnull));
/* Returns N * SIZE zeroed bytes; an overflow counts as exhaustion. */
void *ft_calloc(size_t n, size_t size) __attribute__((returns_nonnull));
/* Returns MEM resized to N * SIZE bytes. */
void *ft_realloc(void *mem, size_t n, size_t size)
    __attribute__((returns_nonnull));
/* Returns a copy of TEXT.  The caller's. */
char *ft_strdup(const char *text) __attribute__((returns_nonnull));
/* Returns a terminated copy of the first LEN bytes of TEXT.  The caller's. */
char *ft_strndup(const char *text, size_t len) __attribute__((returns_nonnull));
void ft_free(void *mem);

/*
 * Put it after a variable's name: RELEASE is called with its address when it goes
 * out of scope.  By then it must have a value that RELEASE can take.
 */
#define FT_CLEANUP(release) __attribute__((cleanup(release)))
/* Free the memory that the pointer at AT points to, for FT_CLEANUP. */
void ft_free_at(void *at);

/* What to do when memory is exhausted; must not return.  NULL: the default. */
typedef void ft_mem_handler(size_t wanted);
void ft_mem_set_handler(ft_mem_handler *handler);
/* For callers whose request to the system or another library for memory failed:
 * call the handler.  wanted: bytes; 0: unknown. */
_Noreturn void ft_mem_exhausted(size_t wanted);

struct ft_arena_chunk;

struct ft_arena {                      /* all zero: empty */
	struct ft_arena_chunk *chunks; /* newest first */
	size_t used, size;             /* of the newest */
};

/* Free everything allocated from ARENA; it may be used again. */
void ft_arena_clear(struct ft_arena *arena);
/* Returns SIZE bytes aligned for any type, not zeroed; live until clear. */
void *ft_arena_alloc(struct ft_arena *arena, size_t size)
    __attribute__((returns_nonnull));
void *ft_arena_calloc(struct ft_arena *arena, size_t n, size_t size)
    __attribute__((returns_nonnull));
char *ft_arena_strdup(struct ft_arena *arena, const char *text)
    __attribute__((returns_nonnull));
char *ft_arena_strndup(struct ft_arena *arena, const char *text, size_t len)
    __attribute__((returns_nonnull));

#endif
