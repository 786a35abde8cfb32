#include "base/text/hostlist.h"

/* More than any naming scheme has; bounds the recursion. */
#define FT_HOSTLIST_BRACKETS 16
/* A number this long fits into 64 bits. */
#define FT_HOSTLIST_DIGITS 18

struct expansion {
	ft_hostlist_fn *fn;
	void *ctx;
	struct ft_error *err;
	struct ft_str name; /* what is known of the current name */
	size_t names;
	int depth;
};

static enum ft_status
emit(struct expansion *x)
{
	if (x->names == FT_HOSTLIST_MAX)
		return ft_fail(x->err, FT_EINVAL, "more than %d names in list",
		    FT_HOSTLIST_MAX);
	x->names++;
	return x->fn(x->ctx, ft_str_text(&x->name), x->name.len, x->err);
}

static bool
take_number(const char **at, const char *end, uint64_t *value)
{
	const char *start = *at;

	*value = 0;
	while (*at < end && **at >= '0' && **at <= '9') {
		if (*at - start == FT_HOSTLIST_DIGITS)
			return false;
		*value = *value * 10 + (uint64_t)(**at - '0');
		++*at;
	}
	return *at > start;
}

/* Take "N" or "N-M", the whole of AT up to END; the width is that of N. */
static bool
parse_range(
    const char *at, const char *end, uint64_t *low, uint64_t *high, int *width)
{
	const char *start = at;

	if (!take_number(&at, end, low))
		return false;
	*width = (int)(at - start);
	*high = *low;
	if (at < end && *at == '-') {
		at++;
		if (!take_number(&at, end, high))
			return false;
	}
	return at == end && *low <= *high;
}

static enum ft_status expand(
    struct expansion *x, const char *at, const char *end);

/* Append each number of the range at AT..END and go on after the bracket. */
static enum ft_status
expand_range(struct expansion *x, const char *at, const char *end,
    const char *rest, const char *rest_end)
{
	enum ft_status status = FT_OK;
	size_t len = x->name.len;
	uint64_t low, high;
	int width;

	if (!parse_range(at, end, &low, &high, &width))
		return ft_fail(x->err, FT_EPARSE, "bad range '%.*s' in list",
		    (int)(end - at), at);
	for (; status == FT_OK && low <= high; low++) {
		x->name.len = len;
		ft_str_addf(&x->name, "%0*llu", width, (unsigned long long)low);
		status = expand(x, rest, rest_end);
	}
	x->name.len = len;
	return status;
}

/* Append every expansion of AT..END, the rest of an element, to the name. */
static enum ft_status
expand(struct expansion *x, const char *at, const char *end)
{
	const char *open = memchr(at, '[', (size_t)(end - at));
	const char *close, *range, *comma;
	enum ft_status status = FT_OK;
	size_t len = x->name.len;

	ft_str_add_n(&x->name, at, (size_t)((open ? open : end) - at));
	if (!open) {
		status = emit(x);
		x->name.len = len;
		return status;
	}
	if (++x->depth > FT_HOSTLIST_BRACKETS)
		return ft_fail(x->err, FT_EPARSE,
		    "more than %d brackets in '%.*s'", FT_HOSTLIST_BRACKETS,
		    (int)(end - at), at);
	close = memchr(open, ']', (size_t)(end - open));
	for (range = open; status == FT_OK && range < close; range = comma) {
		range++;
		comma = memchr(range, ',', (size_t)(close - range));
		if (!comma)
			comma = close;
		status = expand_range(x, range, comma, close + 1, end);
	}
	x->depth--;
	x->name.len = len;
	return status;
}

/*
 * Returns where the element at TEXT ends (one of STOPS or terminator outside of
 * brackets), or NULL when its brackets do not pair.
 */
static const char *
element_end(const char *text, const char *stops)
{
	bool inside = false;

	for (; *text && (inside || !strchr(stops, *text)); text++) {
		if (*text != '[' && *text != ']')
			continue;
		if (inside == (*text == '['))
			return NULL;
		inside = !inside;
	}
	return inside ? NULL : text;
}

static enum ft_status
expand_all(struct expansion *x, const char *text, const char *stops)
{
	enum ft_status status = FT_OK;
	const char *end;

	for (; status == FT_OK; text = end + 1) {
		end = element_end(text, stops);
		if (!end) {
			status = ft_fail(x->err, FT_EPARSE,
			    "unbalanced bracket in '%s'", text);
			break;
		}
		if (end > text)
			status = expand(x, text, end);
		if (!*end)
			break;
	}
	ft_str_free(&x->name);
	return status;
}

enum ft_status
ft_hostlist_each(
    const char *text, ft_hostlist_fn *fn, void *ctx, struct ft_error *err)
{
	struct expansion x = { .fn = fn, .ctx = ctx, .err = err };

	return expand_all(&x, text, ",");
}

enum ft_status
ft_hostlist_nodes(
    const char *text, ft_hostlist_fn *fn, void *ctx, struct ft_error *err)
{
	struct expansion x = { .fn = fn, .ctx = ctx, .err = err };

	return expand_all(&x, text, ", \t\n");
}
