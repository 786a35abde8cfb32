/* slurmctld's assoc_usage: the records, written again, are read the same. */
#include <inttypes.h>

#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "io/slurm/usagestate.h"

static void
add_number(struct ft_str *str, uint64_t number, int size)
{
	while (size--)
		ft_str_add_char(str, (char)(number >> (8 * size)));
}

static void
add_text(struct ft_str *str, const struct ft_str *text)
{
	add_number(str, text->len + 1, 4);
	ft_str_add_n(str, ft_str_text(text), text->len + 1);
}

static enum ft_status
write_record(
    void *ctx, const struct ft_usagestate_record *record, struct ft_error *err)
{
	struct ft_str *str = ctx, text = { 0 };

	(void)err;
	must(
	    record->whole >= 0 && record->micro >= 0 && record->micro < 1000000,
	    "a usage");
	add_number(str, record->assoc, 4);
	ft_str_addf(
	    &text, "%" PRId64 ".%06" PRId32, record->whole, record->micro);
	add_text(str, &text);
	ft_str_clear(&text);
	for (size_t i = 0; i < record->n_tres; i++)
		ft_str_addf(&text, "%s%" PRIu32 "=%" PRId64 ".%06" PRId32,
		    i ? "," : "", record->tres[i].id, record->tres[i].whole,
		    record->tres[i].micro);
	add_text(str, &text);
	add_number(str, record->wall, 4);
	ft_str_free(&text);
	return FT_OK;
}

static void
write_head(struct ft_str *str, const struct ft_usagestate *head)
{
	add_number(str, ft_releases[head->release].rpc, 2);
	add_number(str, (uint64_t)head->at, 8);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_str first = { 0 }, second = { 0 }, records = { 0 };
	struct ft_usagestate head, again;
	struct ft_error err = { 0 };

	if (ft_usagestate_parse(
		&(struct ft_input){ "fuzz", (const char *)data, size }, &head,
		write_record, &records, &err) != FT_OK) {
		must_have_place(err.text);
	} else {
		write_head(&first, &head);
		ft_str_add_n(&first, ft_str_text(&records), records.len);
		ft_str_clear(&records);
		must(ft_usagestate_parse(
			 &(struct ft_input){ "again", first.data, first.len },
			 &again, write_record, &records, &err) == FT_OK,
		    "what was written can be read");
		write_head(&second, &again);
		ft_str_add_n(&second, ft_str_text(&records), records.len);
		must(first.len == second.len &&
			 !memcmp(first.data, second.data, first.len),
		    "the same records");
	}
	ft_str_free(&first);
	ft_str_free(&second);
	ft_str_free(&records);
	return 0;
}
