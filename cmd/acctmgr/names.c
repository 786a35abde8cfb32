/* Lists of names in words: commas and bracket ranges. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "base/hostlist.h"
#include "base/str.h"

static void
put_name(struct acct_request *request, struct ft_admin_names *names,
    const char *text, size_t len)
{
	ft_admin_names_add(names, ft_arena_strndup(&request->arena, text, len));
}

static void
put_number(struct acct_request *request, struct ft_admin_names *names,
    const char *prefix, size_t len, uint64_t number, int width)
{
	struct ft_str name;

	ft_str_init(&name);
	ft_str_add_n(&name, prefix, len);
	ft_str_addf(&name, "%0*" PRIu64, width, number);
	put_name(request, names, ft_str_text(&name), name.len);
	ft_str_free(&name);
}

/* ---- as sacctmgr reads them ---------------------------------------------------- */

/* One number or lo-hi of LEN bytes; false when it is neither. */
static bool
read_range(const char *text, size_t len, uint64_t *low, uint64_t *high)
{
	size_t digits = strspn(text, "0123456789"), rest;

	if (digits == 0 || digits > 18 || digits > len)
		return false;
	*low = *high = strtoull(text, NULL, 10);
	if (digits == len)
		return true;
	if (text[digits] != '-')
		return false;
	text += digits + 1;
	rest = strspn(text, "0123456789");
	*high = strtoull(text, NULL, 10);
	return rest > 0 && rest <= 18 && digits + 1 + rest == len &&
	       *high >= *low && *high - *low < FT_HOSTLIST_MAX;
}

/* What is in brackets, behind a prefix; false with a message. */
static bool
put_bracket(struct acct *acct, struct acct_request *request,
    struct ft_admin_names *names, const char *prefix, size_t len,
    const char *inside, size_t inside_len)
{
	const char *end = inside + inside_len;

	for (const char *at = inside;;) {
		size_t size = strcspn(at, ",]");
		uint64_t low, high;

		if (!read_range(at, size, &low, &high)) {
			acct_error(acct,
			    "_parse_single_range: Invalid range: `%.*s'",
			    (int)size, at);
			return false;
		}
		for (uint64_t n = low; n <= high; n++)
			put_number(request, names, prefix, len, n,
			    (int)strspn(at, "0123456789"));
		at += size;
		if (at >= end)
			return true;
		at++;
	}
}

/*
 * A bracket makes names of what stands in front of it; what follows it is a
 * name of its own, unless a comma follows that.  A bad bracket is part of a
 * name.
 */
static void
split_slurm(struct acct *acct, struct acct_request *request,
    struct ft_admin_names *names, const char *text)
{
	const char *start = text, *at = text, *close;
	bool expanded = false;

	for (; *at; at++) {
		if (*at == ',') {
			if (!expanded && at > start)
				put_name(request, names, start,
				    (size_t)(at - start));
			expanded = false;
			start = at + 1;
		}
		if (*at != '[')
			continue;
		close = strchr(at, ']');
		if (close == NULL)
			break;
		if (!put_bracket(acct, request, names, start,
			(size_t)(at - start), at + 1, (size_t)(close - at - 1)))
			put_name(
			    request, names, start, (size_t)(close + 1 - start));
		expanded = true;
		start = close + 1;
		at = close;
	}
	if (*start)
		put_name(request, names, start, strlen(start));
}

/* ---- as we read them -------------------------------------------------------------- */

static enum ft_status
add_name(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	void **pair = ctx;

	(void)err;
	put_name(pair[0], pair[1], name, len);
	return FT_OK;
}

bool
acct_split_names(struct acct *acct, struct acct_request *request,
    struct ft_admin_names *names, const char *text)
{
	void *pair[2] = { request, names };
	struct ft_error err;

	names->given = true;
	if (*text == 0) {
		ft_admin_names_add(names, "");
		return true;
	}
	if (acct->context->slurm) {
		split_slurm(acct, request, names, text);
		return true;
	}
	if (ft_hostlist_each(text, add_name, pair, &err) == FT_OK)
		return true;
	acct_error(acct, "%s", err.text);
	return false;
}

bool
acct_drop_blank(struct acct *acct, struct ft_admin_names *names)
{
	size_t kept = 0;

	for (size_t i = 0; i < names->n; i++) {
		if (*names->item[i])
			names->item[kept++] = names->item[i];
		else if (acct->context->slurm)
			acct_complain(
			    acct, " No blank names are allowed when adding.\n");
		else
			acct_error(acct, "empty name");
	}
	names->n = kept;
	if (kept == 0 && acct->context->slurm)
		acct_say(acct, " Nothing new added.\n");
	return kept > 0;
}
