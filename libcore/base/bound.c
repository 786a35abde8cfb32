#include "base/bound.h"

#define MIB (UINT64_C(1) << 20)

static const struct {
	const char *what;
	unsigned all, line; /* MiB */
} rows[] = {
#define FT_BOUND(kind, what, all, line) [kind] = { what, all, line },
#include "base/bound.def"
#undef FT_BOUND
};

/* Count lines; returns whether one of them has more than MOST bytes. */
static bool
is_long(uint64_t most, struct ft_bound_sum *sum, const char *data, size_t n)
{
	const char *end = data + n;

	for (;;) {
		const char *stop = memchr(data, '\n', (size_t)(end - data));

		sum->line += (uint64_t)((stop ? stop : end) - data);
		if (sum->line > most)
			return true;
		if (!stop)
			return false;
		sum->line = 0;
		sum->lines++;
		data = stop + 1;
	}
}

enum ft_status
ft_bound_count(enum ft_bound bound, struct ft_bound_sum *sum, const char *data,
    size_t n, struct ft_error *err)
{
	const char *what = rows[bound].what;
	unsigned all = rows[bound].all, line = rows[bound].line;

	sum->bytes += n;
	if (line && is_long(line * MIB, sum, data, n))
		return ft_fail(err, FT_EINVAL,
		    "line %" PRIu64 " is longer than %u MiB: too long for %s",
		    sum->lines + 1, line, what);
	if (sum->bytes > all * MIB)
		return ft_fail(err, FT_EINVAL,
		    "larger than %u %s: too large for %s",
		    all < 1024 ? all : all / 1024, all < 1024 ? "MiB" : "GiB",
		    what);
	return FT_OK;
}
