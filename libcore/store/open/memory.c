/*
 * memory.c - SQLite's memory in a process with one thread.
 *
 * SQLite makes thousands of small objects for each schema that it reads, and frees
 * them at the end.  Lists of free pieces by size do that in a tenth of the
 * instructions of malloc(), and spare a short command an eighth of its instructions.
 * Pages are taken from the kernel many at once, which costs less than one page at
 * each first touch.
 */
#define _DEFAULT_SOURCE /* MAP_POPULATE */
#include "store/open/open_internal.h"

#include <sys/mman.h>

#ifndef MAP_POPULATE
#define MAP_POPULATE 0
#endif

/* A sanitizer sees what is used after it was freed only if it is malloc()'s. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED
#endif

#define STEP    16  /* between sizes of pieces, with their heads */
#define CLASSES 290 /* of pieces; larger ones than a page are malloc()'s */
#define SLAB    (1 << 17) /* pieces are cut from these, which stay until the end */

/* Before each piece; SQLite wants addresses that are multiples of 8. */
union head {
	size_t size;      /* with the head */
	union head *next; /* while it is free */
};

static sqlite3_mem_methods below; /* SQLite's own */
static union head *free_list[CLASSES];
static char *slab_at;
static size_t slab_left;

static size_t
whole_size(int size)
{
	return ((size_t)size + sizeof(union head) + STEP - 1) / STEP * STEP;
}

/* Cut a piece from the slab; NULL: no memory. */
static union head *
cut(size_t size)
{
	union head *head;

	if (slab_left < size) {
		slab_at = mmap(NULL, SLAB, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
		slab_left = slab_at != MAP_FAILED ? SLAB : 0;
	}
	if (!slab_left)
		return NULL;
	head = (void *)slab_at;
	slab_at += size;
	slab_left -= size;
	return head;
}

static void *
take(int wanted)
{
	size_t size = whole_size(wanted), class = size / STEP;
	union head *head;

	if (class >= CLASSES) {
		head = below.xMalloc((int)size);
	} else if (free_list[class]) {
		head = free_list[class];
		free_list[class] = head->next;
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
	union head *head = (union head *)piece - 1;
	size_t class = head->size / STEP;

	if (class >= CLASSES) {
		below.xFree(head);
		return;
	}
	head->next = free_list[class];
	free_list[class] = head;
}

static int
size_of(void *piece)
{
	return (int)(((union head *)piece - 1)->size - sizeof(union head));
}

static int
round_up(int size)
{
	return (int)(whole_size(size) - sizeof(union head));
}

static void *
change(void *piece, int wanted)
{
	int old = size_of(piece);
	void *copy;

	if (round_up(wanted) == old)
		return piece;
	copy = take(wanted);
	if (!copy)
		return NULL;
	memcpy(copy, piece, (size_t)(wanted < old ? wanted : old));
	give(piece);
	return copy;
}

void
ft_store_take_memory(void)
{
	sqlite3_mem_methods own;

#ifdef SANITIZED
	return;
#endif
	if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &below))
		return;
	own = below;
	own.xMalloc = take;
	own.xFree = give;
	own.xRealloc = change;
	own.xSize = size_of;
	own.xRoundup = round_up;
	(void)sqlite3_config(SQLITE_CONFIG_MALLOC, &own);
}
