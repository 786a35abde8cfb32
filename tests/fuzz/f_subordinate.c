/*
 * Lists of subordinates, one a line, of the queues of a host: what was read is
 * printed and read again as the same; the check ends, and what it refuses
 * nothing of makes a forest.
 */
#include "fuzz/fuzz.h"
#include "model/research/subordinate.h"

#define QUEUES 12

static void
must_round(const struct ft_subordinates *all)
{
	struct ft_arena arena = { 0 };
	struct ft_subordinates again;
	struct ft_str first = { 0 }, second = { 0 };
	struct ft_error err = { 0 };

	ft_subordinates_print(&first, all);
	must(ft_subordinates_parse(&again, &arena, ft_str_text(&first), &err) ==
		 FT_OK,
	    "what was printed can be read");
	must(again.n == all->n, "as many lists");
	for (size_t i = 0; i < all->n; i++) {
		must(!strcmp(again.list[i].host, all->list[i].host),
		    "of the same hosts");
		must(ft_subordinate_list_same(&again.list[i], &all->list[i]),
		    "that say the same");
	}
	ft_subordinates_print(&second, &again);
	must(!strcmp(ft_str_text(&first), ft_str_text(&second)),
	    "the same print");
	ft_str_free(&first);
	ft_str_free(&second);
	ft_arena_clear(&arena);
}

static void
count(void *ctx, const struct ft_subordinate_finding *finding)
{
	must(*finding->text && !strchr(finding->text, '\n'), "one line");
	*(size_t *)ctx += ft_subordinate_is_refused(finding->fault);
}

static void
must_hold(const struct ft_subordinate_queue *queue, size_t n)
{
	struct ft_subordinate_node node[QUEUES];
	size_t told = 0, refused = ft_subordinate_check(queue, n, count, &told);

	must(told == refused, "as many as told");
	ft_subordinate_tree(queue, n, node);
	for (size_t i = 0; i < n; i++) {
		uint32_t at = (uint32_t)i, depth = 0;

		for (; node[at].superior != UINT32_MAX && depth <= n; depth++)
			at = node[at].superior;
		must(depth <= n && depth == node[i].depth, "a tree");
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[QUEUES] = { "A", "B", "C", "D", "E", "F",
		"G", "H", "I", "J", "K", "L" };
	struct ft_subordinates all[QUEUES];
	struct ft_arena arena = { 0 };
	struct ft_subordinate_queue queue[QUEUES];
	char *text = ft_strndup((const char *)data, size), *at = text;
	size_t n = 0;

	for (; n < QUEUES && *at; n++) {
		struct ft_error err = { 0 };
		size_t len = strcspn(at, "\n");
		char *next = at + len + (at[len] == '\n');

		at[len] = '\0';
		queue[n] = (struct ft_subordinate_queue){ names[n], NULL };
		if (ft_subordinates_parse(&all[n], &arena, at, &err) == FT_OK) {
			must_round(&all[n]);
			queue[n].list = all[n].list;
		} else {
			must(!strncmp(err.text, "column ", 7), "a place");
		}
		at = next;
	}
	must_hold(queue, n);
	ft_arena_clear(&arena);
	ft_free(text);
	return 0;
}
