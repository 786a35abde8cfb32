/* Share tables: the rows, written as a table again, are read the same. */
#include <inttypes.h>

#include "base/map.h"
#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "io/slurm/sharetable.h"

struct writing {
	struct ft_str str;
	struct ft_map depth; /* of accounts */
};

static enum ft_status
write_row(void *ctx, const struct ft_sharetable_row *row, struct ft_error *err)
{
	struct writing *writing = ctx;
	uint64_t depth = 0;

	(void)err;
	if (!writing->str.len)
		ft_str_add(&writing->str,
		    "Account|User|Partition|RawShares|RawUsage|\n");
	must(*row->account && row->whole >= 0, "an account and a usage");
	if (*row->parent) {
		must(ft_map_get(&writing->depth, row->parent, &depth),
		    "a parent in a row above");
		depth++;
	}
	if (!*row->user)
		must(ft_map_put(&writing->depth, row->account, depth),
		    "each account once");
	else
		must(!strcmp(row->account, row->parent),
		    "users below their account");
	ft_str_add_fill(&writing->str, ' ', depth);
	ft_str_addf(&writing->str, "%s|%s|%s|", row->account, row->user,
	    row->partition);
	if (row->parent_shares)
		ft_str_add(&writing->str, "parent");
	else
		ft_str_addf(&writing->str, "%" PRIu32, row->shares);
	ft_str_addf(&writing->str, "|%" PRId64 "|\n", row->whole);
	return FT_OK;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct writing first = { 0 }, second = { 0 };
	struct ft_error err = { 0 };

	if (ft_sharetable_parse(
		&(struct ft_input){ "fuzz", (const char *)data, size },
		write_row, &first, &err) != FT_OK) {
		must_have_place(err.text);
	} else {
		must(ft_sharetable_parse(
			 &(struct ft_input){
			     "again", ft_str_text(&first.str), first.str.len },
			 write_row, &second, &err) == FT_OK,
		    "what was written can be read");
		must(!strcmp(ft_str_text(&first.str), ft_str_text(&second.str)),
		    "the same rows");
	}
	ft_map_clear(&first.depth);
	ft_map_clear(&second.depth);
	ft_str_free(&first.str);
	ft_str_free(&second.str);
	return 0;
}
