#include "base/intern.h"

#include "base/hash.h"

void
ft_intern_free(struct ft_intern *intern)
{
	ft_arena_clear(&intern->arena);
	ft_free(intern->slot);
	*intern = (struct ft_intern){ 0 };
}

/* Returns the slot of TEXT, or the free slot where it belongs. */
static size_t
place_of(const char *const *slot, size_t cap, const char *text, size_t len)
{
	size_t at = (size_t)ft_hash(FT_HASH, text, len) & (cap - 1);

	while (slot[at] && (strncmp(slot[at], text, len) != 0 || slot[at][len]))
		at = (at + 1) & (cap - 1);
	return at;
}

static void
grow(struct ft_intern *intern)
{
	size_t cap = intern->cap ? intern->cap * 2 : 64;
	const char **slot = ft_calloc(cap, sizeof *slot);

	for (size_t i = 0; i < intern->cap; i++) {
		const char *text = intern->slot[i];

		if (text)
			slot[place_of(slot, cap, text, strlen(text))] = text;
	}
	ft_free(intern->slot);
	intern->slot = slot;
	intern->cap = cap;
}

const char *
ft_intern_n(struct ft_intern *intern, const char *text, size_t len)
{
	size_t at;

	if (len == 0)
		return "";
	if ((intern->n + 1) * 2 > intern->cap)
		grow(intern);
	at = place_of(intern->slot, intern->cap, text, len);
	if (!intern->slot[at]) {
		intern->slot[at] = ft_arena_strndup(&intern->arena, text, len);
		intern->n++;
	}
	return intern->slot[at];
}

const char *
ft_intern(struct ft_intern *intern, const char *text)
{
	return text ? ft_intern_n(intern, text, strlen(text)) : "";
}
