/* Formats of squeue and sprio: the same text comes out, whatever is unknown. */
#include "base/mem.h"
#include "fuzz/fuzz.h"
#include "report/format/codes.h"

static void
five(const void *row, struct ft_value *value)
{
	(void)row;
	ft_value_text(value, "value");
}

static const struct ft_column table[] = {
	{ "Jobid", .letter = 'i', .header = "JOBID", .get = five },
	{ "Name", .letter = 'j', .header = "NAME", .get = five },
	{ .name = NULL },
};

static bool
stays(void *ctx, const char *spec)
{
	size_t *told = ctx;

	must(strlen(spec) <= 1, "one letter, or the end of the format");
	must(*spec != 'i' && *spec != 'j', "a letter that is unknown");
	(*told)++;
	return true;
}

static bool
goes(void *ctx, const char *spec)
{
	(void)spec;
	(*(size_t *)ctx)++;
	return false;
}

static size_t
texts(const struct ft_code_list *list)
{
	size_t len = strlen(list->text);

	for (size_t i = 0; i < list->n; i++)
		len += strlen(list->item[i].text);
	return len;
}

static void
print(struct ft_code_list *list, bool cut)
{
	struct ft_out out;
	struct ft_code_printer printer = { list, &out, cut, { 0 } };
	size_t want = texts(list) + strlen("\n");

	for (size_t i = 0; i < list->n; i++) {
		size_t width = (size_t)list->item[i].width;

		if (width > 1000)
			return;
		want += width > 5 || (cut && width) ? width : 5;
	}
	ft_out_init(&out, NULL);
	ft_code_print_row(&printer, "");
	must(out.text.len == want, cut ? "exactly the widths" : "at least");
	ft_str_free(&printer.room);
	ft_out_free(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *format = ft_strndup((const char *)data, size);
	struct ft_code_list kept, dropped;
	size_t told = 0, again = 0;

	ft_code_list_init(&kept);
	ft_code_list_init(&dropped);
	ft_code_choose(&kept, table, format, stays, &told);
	ft_code_choose(&dropped, table, format, goes, &again);
	must(told == again, "the same letters are unknown");
	must(kept.n == dropped.n, "the same columns");
	must(texts(&kept) <= strlen(format), "no more text than was given");
	must(texts(&dropped) <= texts(&kept), "what goes is gone");
	for (size_t i = 0; i < kept.n; i++)
		must(kept.item[i].width >= 0, "a width");
	print(&kept, true);
	print(&dropped, false);
	ft_code_list_free(&kept);
	ft_code_list_free(&dropped);
	ft_free(format);
	return 0;
}
