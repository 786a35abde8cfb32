#include "model/account/flat.h"

/* By enum ft_flat_kind. */
static const char *const titles[] = { "Cluster", "Parent", "Account", "User",
	"QOS", "Other" };

void
ft_flat_init(struct ft_flat *flat, const char *file)
{
	memset(flat, 0, sizeof *flat);
	flat->file = ft_arena_strdup(&flat->arena, file);
}

void
ft_flat_free(struct ft_flat *flat)
{
	ft_free(flat->line);
	ft_arena_clear(&flat->arena);
	memset(flat, 0, sizeof *flat);
}

struct ft_flat_line *
ft_flat_add(
    struct ft_flat *flat, enum ft_flat_kind kind, const char *name, size_t len)
{
	struct ft_flat_line *line = ft_vec_add(flat->line, flat->n, flat->cap);

	*line = (struct ft_flat_line){
		.kind = kind,
		.line = (uint32_t)flat->n,
		.title = titles[kind],
		.name = ft_arena_strndup(&flat->arena, name, len),
		.text = "",
	};
	return line;
}

void
ft_flat_add_option(
    struct ft_flat *flat, const char *key, const char *value, uint32_t column)
{
	struct ft_flat_line *line = &flat->line[flat->n - 1];
	struct ft_flat_option *option;
	uint32_t n = line->n_option;

	/* The room is 4, 8, 16, ...: full exactly at a power of two. */
	if (!n || (n >= 4 && !(n & (n - 1)))) {
		option = ft_arena_alloc(
		    &flat->arena, (n ? 2 * (size_t)n : 4) * sizeof *option);
		if (n)
			memcpy(option, line->option, n * sizeof *option);
		line->option = option;
	}
	line->option[line->n_option++] =
	    (struct ft_flat_option){ .key = ft_arena_strdup(&flat->arena, key),
		    .value = ft_arena_strdup(&flat->arena, value),
		    .column = column };
}
