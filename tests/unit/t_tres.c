#include "model/account/tres.h"

#include <string.h>

#include "tap/tap.h"

static const struct ft_tres items[] = {
	{ 1, "cpu", "" },
	{ 2, "mem", "" },
	{ 4, "node", "" },
	{ 5, "billing", "" },
	{ 6, "fs", "disk" },
	{ 1001, "gres", "gpu" },
};
static const struct ft_tres_table table = { items, FT_COUNT(items) };

struct amounts {
	struct ft_tres_amount item[8];
	size_t n;
};

static enum ft_status
take(void *ctx, const struct ft_tres_amount *amount, struct ft_error *err)
{
	struct amounts *amounts = ctx;

	(void)err;
	amounts->item[amounts->n++] = *amount;
	return FT_OK;
}

static void
test_round(void)
{
	static const struct {
		const char *text;
		unsigned flags;
		const char *want;
	} row[] = {
		{ "", 0, "" },
		{ "cpu=4", 0, "cpu=4" },
		{ "mem=8G,cpu=4", 0, "mem=8192,cpu=4" },
		{ "mem=8G,cpu=4", FT_TRES_BY_NAME, "cpu=4,mem=8192" },
		{ "MEM=1000", FT_TRES_UNITS, "mem=1000M" },
		{ "mem=1024", FT_TRES_UNITS, "mem=1G" },
		{ "mem=1536", FT_TRES_UNITS, "mem=1.50G" },
		{ "mem=1280", FT_TRES_UNITS, "mem=1280M" },
		{ "mem=2.50G,cpu=1", 0, "mem=2560,cpu=1" },
		{ "mem=1.25T", 0, "mem=1310720" },
		{ "mem=5T", FT_TRES_UNITS, "mem=5T" },
		{ "mem=2048K", FT_TRES_UNITS, "mem=2M" },
		{ "mem=0", FT_TRES_UNITS, "mem=0" },
		{ "cpu=1K,gres/gpu=2", 0, "cpu=1024,gres/gpu=2" },
		{ "fs/disk=7,,node=1", FT_TRES_BY_NAME, "fs/disk=7,node=1" },
		{ "cpu=-1,mem=3", 0, "mem=3" },
		{ "cpu=-1,mem=3", FT_TRES_NONE, "cpu=NONE,mem=3" },
		{ "cpu=18446744073709551615", 0, "cpu=18446744073709551615" },
	};
	struct ft_str str = { 0 };
	struct ft_error err;

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct amounts amounts = { .n = 0 };

		ok(ft_tres_parse(&table, row[i].text, take, &amounts, &err) ==
			FT_OK,
		    "parse %s", row[i].text);
		ft_str_clear(&str);
		ft_tres_format(
		    &str, &table, amounts.item, amounts.n, row[i].flags);
		is_str(ft_str_text(&str), row[i].want, "format %s, %u",
		    row[i].text, row[i].flags);
	}
	ft_str_free(&str);
}

static void
test_refused(void)
{
	static const struct {
		const char *text;
		enum ft_status status;
		const char *message;
	} row[] = {
		{ "bogus=4", FT_ENOENT, "no TRES known by type bogus" },
		{ "cpu", FT_ENOENT, "no TRES id found for cpu" },
		{ "-1", FT_ENOENT, "no TRES id found for -1" },
		{ "gres=3", FT_ENOENT, "no TRES known by type gres" },
		{ "gres/gpux=3", FT_ENOENT, "no TRES known by type gres/gpux" },
		{ "=3", FT_ENOENT, "no TRES known by type " },
		{ "cpu=abc", FT_EPARSE, "invalid unit type 'a'" },
		{ "cpu=", FT_EPARSE, "invalid unit type ' '" },
		{ "mem=1.5G", FT_EPARSE, "invalid unit type '.'" },
		{ "mem=1.50", FT_EPARSE, "invalid unit type '.'" },
		{ "mem=1.x0G", FT_EPARSE, "invalid unit type '.'" },
		{ "cpu=1.50K", FT_EPARSE, "invalid unit type '.'" },
		{ "mem=1.50GG", FT_EPARSE, "invalid unit type 'G'" },
		{ "mem=1.50M", FT_EINVAL, "not a whole number of megabytes" },
		{ "mem=1.01G", FT_EINVAL, "not a whole number of megabytes" },
		{ "mem=18446744073709551615.50G", FT_EINVAL,
		    "number out of range" },
		{ "mem=1GG", FT_EPARSE, "invalid unit type 'G'" },
		{ "cpu=18446744073709551616", FT_EINVAL,
		    "number out of range" },
		{ "cpu=18446744073709551615P", FT_EINVAL,
		    "number out of range" },
	};
	struct ft_error err;

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct amounts amounts = { .n = 0 };

		is_i64(ft_tres_parse(&table, row[i].text, take, &amounts, &err),
		    row[i].status, "%s", row[i].text);
		is_str(err.text, row[i].message, "%s: message", row[i].text);
	}
}

int
main(void)
{
	test_round();
	test_refused();
	ok(ft_tres_get(&table, 3) == NULL, "no such id");
	ok(ft_tres_find(&table, "GRES", "GPU") == &items[5], "by name");
	ok(ft_tres_find_word(&table, (struct ft_word){ "memx", 3 }) ==
		&items[1],
	    "by word");
	ok(ft_tres_find(&table, "gres", "") == NULL, "name missing");
	return done_testing();
}
