/* Results of a sweep: reading, writing and reading again gives the same. */
#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "fsim/sweep/sweep.h"

static enum ft_status
read_table(
    struct ft_str *out, const char *text, size_t size, struct ft_error *err)
{
	struct sweep_table table;
	enum ft_status status;

	sweep_table_init(&table);
	status = sweep_table_read(&table, "fuzz", text, size, err);
	if (status == FT_OK && table.points)
		sweep_add_all(out, &table);
	sweep_table_free(&table);
	return status;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_str first = { 0 }, second = { 0 };
	struct ft_error err = { 0 };
	enum ft_status status =
	    read_table(&first, (const char *)data, size, &err);

	if (status == FT_EPARSE)
		must_have_place(err.text);
	else if (status != FT_OK)
		must(*err.text && !strchr(err.text, '\n'), "a reason");
	else if (first.len) {
		must(read_table(&second, first.data, first.len, &err) == FT_OK,
		    "what was written can be read");
		must(!strcmp(first.data, ft_str_text(&second)), "the same");
	}
	ft_str_free(&first);
	ft_str_free(&second);
	return 0;
}
