#include "model/job/nodecount.h"

bool
ft_nodecount_lists(enum ft_release release)
{
	return ft_release_has(release, FT_RULE_NODE_COUNTS);
}

/* As strtol reads them: blanks and a sign may come first; then a unit, if UNITS,
 * and blanks. */
static bool
read_number(const char *text, size_t len, bool units, int64_t *number)
{
	char *copy FT_CLEANUP(ft_free_at) = ft_strndup(text, len), *end;
	int64_t unit = 1;

	*number = strtoll(copy, &end, 10);
	if (end == copy || *number > INT32_MAX || *number < INT32_MIN)
		return false;
	if (units && (*end & ~0x20) == 'K')
		unit = 1024;
	if (units && (*end & ~0x20) == 'M')
		unit = 1024 * 1024;
	end += unit > 1;
	end += strspn(end, " ");
	*number *= unit;
	return !*end && *number <= INT32_MAX;
}

static enum ft_status
bad(const char *text, size_t len, struct ft_error *err)
{
	return ft_fail(err, FT_EINVAL, "\"%.*s\" is not a valid node count",
	    (int)len, text);
}

static enum ft_status
read_range(const char *text, bool lists, struct ft_nodecount *count,
    struct ft_error *err)
{
	size_t len = strcspn(text, "-");
	const char *last = text[len] ? text + len + 1 : NULL;
	int64_t least = 1, most = -1;

	if ((len || !last) && !read_number(text, len, true, &least))
		return bad(text, len, err);
	if (!last)
		most = least;
	else if (*last && !read_number(last, strlen(last), true, &most))
		return bad(last, strlen(last), err);
	if (lists && most < 0)
		most = -1;
	if (most < least && most != 0)
		return ft_fail(err, FT_EINVAL,
		    "Maximum node count %lld is less than minimum node count "
		    "%lld",
		    (long long)most, (long long)least);
	count->least = (uint32_t)least;
	count->most = (uint32_t)most;
	return FT_OK;
}

/* ---- lists ----------------------------------------------------------------------- */

/* One number of an element, up to one of STOPS; empty: 0. */
static enum ft_status
read_part(
    const char **text, const char *stops, int64_t *number, struct ft_error *err)
{
	size_t len = strcspn(*text, stops);
	const char *part = *text;

	*number = 0;
	*text += len;
	return (!len || read_number(part, len, false, number)) &&
		       *number >= 0 && *number <= FT_NODECOUNT_MOST
		   ? FT_OK
		   : bad(part, len, err);
}

/* "4", "2-6", "2-6:2" */
static enum ft_status
add_element(const char **text, bool *has, struct ft_error *err)
{
	const char *element = *text;
	int64_t first, last, step = 1;

	FT_TRY(read_part(text, "-,", &first, err));
	last = first;
	if (**text == '-') {
		++*text;
		FT_TRY(read_part(text, ":,", &last, err));
		if (**text == ':') {
			++*text;
			FT_TRY(read_part(text, ",", &step, err));
		}
	}
	if (step < 1 || last < first)
		return bad(element, (size_t)(*text - element), err);
	for (; first <= last; first += step)
		has[first] = true;
	return FT_OK;
}

static void
fold(const bool *has, struct ft_nodecount *count)
{
	for (uint32_t i = 0, end; i <= FT_NODECOUNT_MOST; i = end + 1) {
		for (end = i; has[i] && has[end + 1]; end++)
			;
		if (!has[i])
			continue;
		if (!count->sizes.len)
			count->least = i;
		count->most = end;
		ft_str_addf(&count->sizes, count->sizes.len ? ",%u" : "%u", i);
		if (end > i)
			ft_str_addf(&count->sizes, "-%u", end);
	}
}

static enum ft_status
read_list(const char *text, struct ft_nodecount *count, struct ft_error *err)
{
	/* one more that is never set ends the last range */
	bool *has = ft_calloc(FT_NODECOUNT_MOST + 2, sizeof *has);
	enum ft_status status = FT_OK;

	for (bool more = true; more && status == FT_OK;) {
		status = add_element(&text, has, err);
		more = *text == ',';
		text += more;
	}
	if (status == FT_OK)
		fold(has, count);
	ft_free(has);
	return status;
}

enum ft_status
ft_nodecount_read(const char *text, bool lists, struct ft_nodecount *count,
    struct ft_error *err)
{
	*count = (struct ft_nodecount){ 0 };
	if (lists && *text == ',')
		return ft_fail(
		    err, FT_EINVAL, "invalid number of nodes (-N -1--1)");
	return lists && strpbrk(text, ",:")
		   ? read_list(text, count, err)
		   : read_range(text, lists, count, err);
}
