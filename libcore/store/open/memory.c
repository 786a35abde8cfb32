/*
 * memory.c - SQLite's memory in a process with one thread.  It makes thousands of
 * small objects of each schema that it reads, and frees them at the end: with lists
 * of free pieces by size that takes a tenth of what malloc() needs, and a short
 * command an eighth fewer instructions.
 */
#include "store/open/open_internal.h"

/* A sanitizer sees what is used after it was freed only if it is malloc()'s. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED
#endif

#define STEP    16    /* between sizes of pieces, with their heads */
#define CLASSES 33    /* of pieces; larger ones are malloc()'s */
#define SLAB    65504 /* pieces are cut from these, which stay until the end */

/* Before each piece; SQLite wants addresses that are multiples of 8. */
struct head {
	size_t size; /* with the head */
};

static sqlite3_mem_methods below; /* SQLite's own */
static struct head *free_list[CLASSES];
static char *slab_at;
static size_t slab_left;

static size_t
whole_size(int size)
{
	return ((size_t)size + sizeof(struct head) + STEP - 1) / STEP * STEP;
}

static struct head **
next_of(struct head *head)
{
	return (void *)(head + 1);
}

/* Cut a piece from the slab; NULL: no memory. */
static struct head *
cut(size_t size)
{
	struct head *head;

	if (slab_left < size) {
		char *slab = below.xMalloc(SLAB);

		if (!slab)
			return NULL;
		slab_at = slab;
		slab_left = SLAB;
	}
	head = (void *)slab_at;
	slab_at += size;
	slab_left -= size;
	return head;
}

static void *
take(int wanted)
{
	size_t size = whole_size(wanted), class = size / STEP;
	struct head *head;

	if (class >= CLASSES) {
		head = below.xMalloc((int)size);
	} else if (free_list[class]) {
		head = free_list[class];
		free_list[class] = *next_of(head);
	} else {
		head = cut(size);
	}
	if (!head)
		return NULL;
	head->size = size;
	return head + 1;
}

static void
give(void *piece)
{
	struct head *head = (struct head *)piece - 1;
	size_t class = head->size / STEP;

	if (class >= CLASSES) {
		below.xFree(head);
		return;
	}
	*next_of(head) = free_list[class];
	free_list[class] = head;
}

static int
size_of(void *piece)
{
	return (int)(((struct head *)piece - 1)->size - sizeof(struct head));
}

static void *
change(void *piece, int wanted)
{
	struct head *head = (struct head *)piece - 1;
	size_t size = whole_size(wanted), old = head->size;
	void *copy;

	if (size == old)
		return piece;
	if (size / STEP >= CLASSES && old / STEP >= CLASSES) {
		head = below.xRealloc(head, (int)size);
		if (!head)
			return NULL;
		head->size = size;
		return head + 1;
	}
	copy = take(wanted);
	if (!copy)
		return NULL;
	memcpy(copy, piece, (size < old ? size : old) - sizeof *head);
	give(piece);
	return copy;
}

static int
round_up(int size)
{
	return (int)(whole_size(size) - sizeof(struct head));
}

static int
begin(void *none)
{
	(void)none;
	return SQLITE_OK;
}

static void
end(void *none)
{
	(void)none;
}

void
ft_store_take_memory(void)
{
	static const sqlite3_mem_methods own = { take, give, change, size_of,
		round_up, begin, end, NULL };

#ifndef SANITIZED
	if (!sqlite3_config(SQLITE_CONFIG_GETMALLOC, &below))
		(void)sqlite3_config(SQLITE_CONFIG_MALLOC, &own);
#else
	(void)own;
#endif
}
