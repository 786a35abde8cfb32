/* nodelist.c - the lists of nodes that sbatch itself refuses. */

#include "fbatch/fbatch.h"
#include "base/text/hostlist.h"

static enum ft_status
ignore(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	(void)ctx, (void)name, (void)len, (void)err;
	return FT_OK;
}

/* Print the first range of the bracket OPEN..CLOSE that cannot be read; returns
 * whether there is one. */
static bool
says_range(const struct fbatch *batch, const char *open, const char *close)
{
	enum ft_status status = FT_OK;

	for (const char *at = open; at < close && status == FT_OK;) {
		size_t len = strcspn(++at, ",]");
		struct ft_str range FT_CLEANUP(ft_str_free) = { 0 };
		struct ft_error err;

		ft_str_addf(&range, "[%.*s]", (int)len, at);
		status =
		    ft_hostlist_each(ft_str_text(&range), ignore, NULL, &err);
		if (status != FT_OK)
			ft_cmd_error(batch->context,
			    "_parse_single_range: %s range%s `%.*s'",
			    status == FT_EPARSE ? "Invalid"
						: "Too many hosts in",
			    status == FT_EPARSE ? ":" : "", (int)len, at);
		at += len;
	}
	return status != FT_OK;
}

/* Whether the name goes on behind the bracket that ends at CLOSE, its last. */
static bool
has_tail(const char *close)
{
	return !strchr(",[", close[1]) &&
	       close[1 + strcspn(close + 1, ",[")] != '[';
}

enum ft_status
fbatch_refuse_list(struct fbatch *batch, const char *text)
{
	bool reads =
	    ft_release_has(batch->context->release, FT_RULE_NODELIST_READ);
	bool bad = false;

	while (!bad && (text = strchr(text, '['))) {
		const char *close = strchr(text, ']');

		if (!close && !reads)
			return FT_OK; /* slurmctld refuses it */
		bad = !close || says_range(batch, text, close) ||
		      (has_tail(close) && !reads);
		text = close;
	}
	if (!bad)
		return FT_OK;
	if (reads && !fbatch_has(batch, FBATCH_NODES))
		return fbatch_fatal(batch, "Invalid node list specified");
	batch->status = 1;
	ft_cmd_error(batch->context, "%s",
	    reads ? "Invalid node list specified"
		  : "memory allocation failure");
	return FT_EINVAL;
}
