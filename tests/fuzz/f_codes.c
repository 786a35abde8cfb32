/* Formats of squeue and sprio: the same text comes out, whatever is unknown. */
#include "base/mem.h"
#include "fuzz/fuzz.h"
#include "report/format/codes.h"

static const struct ft_column table[] = {
	{ "Jobid", .letter = 'i', .id = 1, .header = "JOBID" },
	{ "Name", .letter = 'j', .id = 2, .header = "NAME" },
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
print(const struct ft_code_list *list, bool cut)
{
	struct ft_str line = { 0 };

	for (size_t i = 0; i < list->n; i++) {
		const struct ft_code_item *item = &list->item[i];
		size_t before = line.len, len;

		if (item->width > 1000)
			continue;
		ft_code_add(&line, item, "value", cut);
		len = line.len - before - strlen(item->text);
		if (cut && item->width > 0)
			must(len == (size_t)item->width, "exactly the width");
		else
			must(len == 5 || len == (size_t)item->width,
			    "at least the width");
	}
	ft_str_free(&line);
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
