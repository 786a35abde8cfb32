#include "base/mem.h"

#include <setjmp.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "tap/tap.h"

static jmp_buf escape;
static volatile size_t refused;

static void
handler(size_t wanted)
{
	refused = wanted;
	longjmp(escape, 1);
}

static void
test_strings(void)
{
	char *copy = ft_strdup("fair");

	is_str(copy, "fair", "ft_strdup");
	ft_free(copy);
	copy = ft_strndup("fairtree", 4);
	is_str(copy, "fair", "ft_strndup ends the copy");
	ft_free(copy);
	ft_free(NULL);
	ok(true, "ft_free takes NULL");
}

static void
test_blocks(void)
{
	unsigned char *mem = ft_alloc(0);

	ok(mem, "0 bytes are not NULL");
	mem = ft_realloc(mem, 3, 5);
	memset(mem, 7, 15);
	mem = ft_realloc(mem, 100, 5);
	is_u64(mem[14], 7, "ft_realloc keeps what was there");
	ft_free(mem);
	mem = ft_calloc(10, 10);
	for (size_t i = 0; i < 100; i++)
		mem[0] |= mem[i];
	is_u64(mem[0], 0, "ft_calloc zeroes");
	ft_free(mem);
}

/* The impossible sizes, each of which must end in the handler. */
static void
exhaust(size_t which)
{
	struct ft_arena arena = { 0 };

	switch (which) {
	case 0:
		ft_free(ft_calloc(SIZE_MAX / 2, 3));
		break;
	case 1:
		ft_free(ft_realloc(NULL, SIZE_MAX / 2, 3));
		break;
	case 2:
		ft_arena_calloc(&arena, SIZE_MAX / 2, 3);
		break;
	case 3:
		ft_arena_alloc(&arena, SIZE_MAX);
		break;
	default:
		ft_arena_strndup(&arena, "", SIZE_MAX);
	}
}

static void
test_exhaustion(void)
{
	static const char *const name[] = { "ft_calloc", "ft_realloc",
		"ft_arena_calloc", "ft_arena_alloc", "ft_arena_strndup" };
	volatile size_t i;

	ft_mem_set_handler(handler);
	for (i = 0; i < sizeof name / sizeof name[0]; i++) {
		refused = 0;
		if (!setjmp(escape))
			exhaust(i);
		is_u64(
		    refused, SIZE_MAX, "%s: overflow is exhaustion", name[i]);
	}
	ft_mem_set_handler(NULL);
}

static void
test_arena(void)
{
	static const size_t size[] = { 0, 1, 3, 16, 17, 1000, 16384, 16385,
		70000, 1 };
	struct ft_arena arena = { 0 };
	unsigned char *mem[sizeof size / sizeof size[0]];
	const size_t n = sizeof size / sizeof size[0];

	for (size_t i = 0; i < n; i++) {
		mem[i] = ft_arena_alloc(&arena, size[i]);
		memset(mem[i], (int)i, size[i]);
		is_u64((uintptr_t)mem[i] % alignof(max_align_t), 0,
		    "%zu bytes are aligned", size[i]);
	}
	for (size_t i = 0; i < n; i++) {
		size_t same = 0;

		while (same < size[i] && mem[i][same] == i)
			same++;
		is_u64(same, size[i], "%zu bytes kept their content", size[i]);
	}
	ft_arena_clear(&arena);
	is_str(ft_arena_strdup(&arena, "again"), "again", "usable after clear");
	is_str(ft_arena_strndup(&arena, "again", 2), "ag", "strndup");
	ft_arena_clear(&arena);
}

static void
test_arena_many(void)
{
	struct ft_arena arena = { 0 };
	uint64_t sum = 0, *item[20000];

	for (uint64_t i = 0; i < 20000; i++) {
		item[i] = ft_arena_calloc(&arena, 2, sizeof **item);
		sum += item[i][0] + item[i][1];
		item[i][1] = i;
	}
	is_u64(sum, 0, "calloc zeroes across chunks");
	for (size_t i = 0; i < 20000; i++)
		sum += item[i][1];
	is_u64(sum, 20000ULL * 19999 / 2, "blocks do not overlap");
	ft_arena_clear(&arena);
}

int
main(void)
{
	test_strings();
	test_blocks();
	test_exhaustion();
	test_arena();
	test_arena_many();
	return done_testing();
}
