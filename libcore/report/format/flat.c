/* flat.c - documents as rows of two columns: "run.cpus", 64. */

#include "report/format/internal.h"

/* A list or object that is open. */
struct level {
	bool list;
	size_t next; /* number of the next element of a list, from 0 */
	size_t len;  /* of the path without it */
};

struct flat {
	struct ft_doc doc;
	enum ft_format_kind format;
	struct ft_str path; /* path of what is open: "jobs.0" */
	struct level *level;
	size_t n, cap;
};

/* Append the name of the next member; returns how long the path was. */
static size_t
step(struct flat *flat, const char *key)
{
	size_t len = flat->path.len;

	if (flat->n == 0)
		return len;
	if (len > 0)
		ft_str_add_char(&flat->path, '.');
	if (flat->level[flat->n - 1].list)
		ft_str_add_u64(&flat->path, flat->level[flat->n - 1].next++);
	else
		ft_str_add(&flat->path, key);
	return len;
}

static void
back(struct flat *flat, size_t len)
{
	flat->path.len = len;
	if (flat->path.data)
		flat->path.data[len] = '\0';
}

static void
begin(struct ft_doc *doc, const char *key, bool list)
{
	struct flat *flat = (struct flat *)doc;
	size_t len = step(flat, key);

	*ft_vec_add(flat->level, flat->n, flat->cap) =
	    (struct level){ .list = list, .len = len };
}

static void
end(struct ft_doc *doc)
{
	struct flat *flat = (struct flat *)doc;

	back(flat, flat->level[--flat->n].len);
}

static void
row(struct flat *flat, const char *name, const char *value)
{
	struct ft_str *str = &flat->doc.out->text;
	bool csv = flat->format == FT_FORMAT_CSV;

	if (csv)
		ft_str_add_csv(str, name);
	else
		ft_str_add(str, name);
	ft_str_add_char(str, csv ? ',' : '|');
	if (csv)
		ft_str_add_csv(str, value);
	else
		ft_str_add(str, value);
	ft_str_add(str, flat->format == FT_FORMAT_PARSABLE ? "|\n" : "\n");
}

static void
text(struct ft_doc *doc, const char *key, const char *value)
{
	struct flat *flat = (struct flat *)doc;
	size_t len = step(flat, key);

	row(flat, ft_str_text(&flat->path), value);
	back(flat, len);
}

static void
word(struct ft_doc *doc, const char *key, const char *value)
{
	text(doc, key, strcmp(value, "null") == 0 ? "" : value);
}

static void
finish(struct ft_doc *doc)
{
	struct flat *flat FT_CLEANUP(ft_free_at) = (struct flat *)doc;

	ft_str_free(&flat->path);
	ft_free(flat->level);
}

struct ft_doc *
ft_flat_doc_open(struct ft_out *out, enum ft_format_kind format)
{
	static const struct ft_doc_ops ops = { begin, end, text, word, finish };
	struct flat *flat = ft_calloc(1, sizeof *flat);

	flat->doc.ops = &ops;
	flat->doc.out = out;
	flat->format = format;
	row(flat, "Key", "Value");
	return &flat->doc;
}
