/* Lists of TRES: what was read, written by name or not, is read the same. */
#include "base/mem.h"
#include "base/text/str.h"
#include "base/vec.h"
#include "fuzz/fuzz.h"
#include "model/account/tres.h"

static const struct ft_tres known[] = {
	{ 1, "cpu", "" },
	{ 2, "mem", "" },
	{ 4, "node", "" },
	{ 5, "billing", "" },
	{ 1001, "gres", "gpu" },
	{ 1002, "gres", "gpu:a100" },
	{ 1003, "license", "matlab" },
};
static const struct ft_tres_table table = { known, FT_COUNT(known) };

struct list {
	struct ft_tres_amount *item;
	size_t n, cap;
};

static enum ft_status
take(void *ctx, const struct ft_tres_amount *amount, struct ft_error *err)
{
	struct list *list = ctx;

	(void)err;
	must(ft_tres_get(&table, amount->id) != NULL, "a TRES that is known");
	list->item = ft_vec_grow(
	    list->item, &list->cap, list->n + 1, sizeof *list->item);
	list->item[list->n++] = *amount;
	return FT_OK;
}

/* How the one that is written first among those of this id stands in LIST. */
static void
must_have(const struct list *list, const struct ft_tres_amount *want)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->item[i].id == want->id &&
		    list->item[i].value == want->value)
			return;
	must(false, "an element that was there");
}

static void
must_read_back(const struct list *list, unsigned flags)
{
	struct ft_str text = { 0 };
	struct list again = { 0 };

	ft_tres_format(&text, &table, list->item, list->n, flags);
	must(ft_tres_parse(&table, ft_str_text(&text), take, &again, NULL) ==
		 FT_OK,
	    "what was written can be read");
	for (size_t i = 0; i < again.n; i++)
		must_have(list, &again.item[i]);
	ft_str_free(&text);
	ft_free(again.item);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size);
	struct ft_error err = { 0 };
	struct list list = { 0 };

	if (ft_tres_parse(&table, text, take, &list, &err) == FT_OK) {
		must_read_back(&list, 0);
		must_read_back(&list, FT_TRES_BY_NAME);
	} else {
		must(*err.text != '\0', "a reason");
	}
	ft_free(list.item);
	ft_free(text);
	return 0;
}
