#include "base/base.h"

#include <stdalign.h>

/* Big enough that a model of thousands of nodes needs few calls. */
#define FT_ARENA_CHUNK ((size_t)64 * 1024)
#define FT_ARENA_FIRST ((size_t)2 * 1024)

struct ft_arena_chunk {
	struct ft_arena_chunk *next;
	alignas(max_align_t) unsigned char data[];
};

static void
die(size_t wanted)
{
	fprintf(stderr, "fairtree: out of memory (%zu bytes wanted)\n", wanted);
	abort();
}

/* The one mutable datum of libcore: allocators have no object to carry it. */
static ft_mem_handler *exhausted = die;

void
ft_mem_set_handler(ft_mem_handler *handler)
{
	exhausted = handler ? handler : die;
}

/* Abort even if the handler returns: no caller checks for NULL. */
_Noreturn void
ft_mem_exhausted(size_t wanted)
{
	exhausted(wanted);
	abort();
}

static size_t
checked_product(size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		ft_mem_exhausted(SIZE_MAX);
	return n * size;
}

void *
ft_alloc(size_t size)
{
	void *mem = malloc(size ? size : 1);

	if (!mem)
		ft_mem_exhausted(size);
	return mem;
}

void *
ft_calloc(size_t n, size_t size)
{
	size_t total = checked_product(n, size);
	void *mem = calloc(1, total ? total : 1);

	if (!mem)
		ft_mem_exhausted(total);
	return mem;
}

void *
ft_realloc(void *mem, size_t n, size_t size)
{
	size_t total = checked_product(n, size);
	void *moved = realloc(mem, total ? total : 1);

	if (!moved)
		ft_mem_exhausted(total);
	return moved;
}

char *
ft_strdup(const char *text)
{
	return ft_strndup(text, strlen(text));
}

char *
ft_strndup(const char *text, size_t len)
{
	char *copy = ft_alloc(len + 1);

	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

void
ft_free(void *mem)
{
	free(mem);
}

void
ft_free_at(void *at)
{
	void **mem = at;

	free(*mem);
}

void
ft_arena_clear(struct ft_arena *arena)
{
	struct ft_arena_chunk *chunk = arena->chunks;

	while (chunk) {
		struct ft_arena_chunk *next = chunk->next;

		free(chunk);
		chunk = next;
	}
	*arena = (struct ft_arena){ 0 };
}

static struct ft_arena_chunk *
new_chunk(size_t size, bool zeroed)
{
	struct ft_arena_chunk *chunk;

	if (size > SIZE_MAX - sizeof *chunk)
		ft_mem_exhausted(SIZE_MAX);
	size += sizeof *chunk;
	chunk = zeroed ? ft_calloc(1, size) : ft_alloc(size);
	chunk->next = NULL;
	return chunk;
}

/*
 * A block too big to share a chunk gets its own, linked after the newest chunk,
 * whose free space stays in use.
 */
static void *
alloc_alone(struct ft_arena *arena, size_t size, bool zeroed)
{
	struct ft_arena_chunk *chunk = new_chunk(size, zeroed);
	struct ft_arena_chunk **at =
	    arena->chunks ? &arena->chunks->next : &arena->chunks;

	if (!arena->chunks)
		arena->used = arena->size = size;
	chunk->next = *at;
	*at = chunk;
	return chunk->data;
}

/* Most arenas stay small: each next chunk has four times the bytes, up to a bound. */
static size_t
next_size(const struct ft_arena *arena, size_t wanted)
{
	size_t n =
	    arena->size < FT_ARENA_CHUNK / 4 ? 4 * arena->size : FT_ARENA_CHUNK;

	if (n < FT_ARENA_FIRST)
		n = FT_ARENA_FIRST;
	return n < wanted ? FT_ARENA_CHUNK : n;
}

void *
ft_arena_alloc(struct ft_arena *arena, size_t size)
{
	const size_t align = alignof(max_align_t);
	void *mem;

	if (size > FT_ARENA_CHUNK / 4)
		return alloc_alone(arena, size, false);
	/* A size of 0 is rounded up too, so that every block has its own address. */
	size = (size / align + (size % align || !size)) * align;
	if (size > arena->size - arena->used) {
		size_t n = next_size(arena, size);
		struct ft_arena_chunk *chunk = new_chunk(n, false);

		chunk->next = arena->chunks;
		arena->chunks = chunk;
		arena->size = n;
		arena->used = 0;
	}
	mem = arena->chunks->data + arena->used;
	arena->used += size;
	return mem;
}

void *
ft_arena_calloc(struct ft_arena *arena, size_t n, size_t size)
{
	size_t total = checked_product(n, size);

	/* the pages of a large one are fresh, and so zero already */
	if (total > FT_ARENA_CHUNK / 4)
		return alloc_alone(arena, total, true);
	return memset(ft_arena_alloc(arena, total), 0, total);
}

char *
ft_arena_strdup(struct ft_arena *arena, const char *text)
{
	return ft_arena_strndup(arena, text, strlen(text));
}

char *
ft_arena_strndup(struct ft_arena *arena, const char *text, size_t len)
{
	char *copy;

	if (len == SIZE_MAX)
		ft_mem_exhausted(len);
	copy = ft_arena_alloc(arena, len + 1);
	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}
