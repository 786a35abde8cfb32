/* Usage files: what was read, written anew, is read the same. */
#include <inttypes.h>

#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "io/slurm/usagefile.h"

static enum ft_status
write_line(void *ctx, const struct ft_usage_line *line, struct ft_error *err)
{
	struct ft_str *str = ctx;

	(void)err;
	must(*line->account && line->whole >= 0 && line->micro >= 0 &&
		 line->micro < 1000000 && line->line > 0,
	    "an account and a usage");
	ft_str_addf(str, "%s %s%s%s %" PRId64 ".%06" PRId32 " %s\n",
	    line->account, *line->user ? line->user : "-",
	    *line->partition ? "@" : "", line->partition, line->whole,
	    line->micro, line->tres);
	return FT_OK;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_str first = { 0 }, second = { 0 };
	struct ft_error err = { 0 };

	/* a name may begin with what is a mark at a file's start */
	ft_str_add(&first, "#\n");
	ft_str_add(&second, "#\n");
	if (ft_usagefile_parse(
		&(struct ft_input){ "fuzz", (const char *)data, size },
		write_line, &first, &err) != FT_OK) {
		must_have_place(err.text);
	} else {
		must(ft_usagefile_parse(&(struct ft_input){ "again",
					    ft_str_text(&first), first.len },
			 write_line, &second, &err) == FT_OK,
		    "what was written can be read");
		must(!strcmp(ft_str_text(&first), ft_str_text(&second)),
		    "the same lines");
	}
	ft_str_free(&first);
	ft_str_free(&second);
	return 0;
}
