/*
 * slurmctld's file assoc_usage: the bytes that Slurm 22.05 wrote, and everything that
 * can be wrong with them.
 */
#include "io/slurm/usagestate.h"

#include <inttypes.h>
#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

static enum ft_status
tell(void *ctx, const struct ft_usagestate_record *record, struct ft_error *err)
{
	struct ft_str *str = ctx;

	if (record->assoc == 99)
		return ft_fail(err, FT_ENOENT, "no association 99");
	ft_str_addf(str, "<%zu: %" PRIu32 " %" PRId64 ".%06" PRId32,
	    record->position, record->assoc, record->whole, record->micro);
	for (size_t i = 0; i < record->n_tres; i++)
		ft_str_addf(str, " %" PRIu32 "=%" PRId64 ".%06" PRId32,
		    record->tres[i].id, record->tres[i].whole,
		    record->tres[i].micro);
	ft_str_addf(str, " %" PRIu32 ">", record->wall);
	return FT_OK;
}

static void
add_number(struct ft_str *str, uint64_t number, int size)
{
	while (size--)
		ft_str_add_char(str, (char)(number >> (8 * size)));
}

static void
add_text(struct ft_str *str, const char *text)
{
	if (!text) {
		add_number(str, 0, 4);
		return;
	}
	add_number(str, strlen(text) + 1, 4);
	ft_str_add_n(str, text, strlen(text) + 1);
}

static void
add_record(struct ft_str *str, uint32_t assoc, const char *raw,
    const char *tres, uint32_t wall)
{
	add_number(str, assoc, 4);
	add_text(str, raw);
	add_text(str, tres);
	add_number(str, wall, 4);
}

static enum ft_status
parse(const struct ft_str *bytes, struct ft_usagestate *head,
    struct ft_str *str, struct ft_error *err)
{
	ft_str_clear(str);
	return ft_usagestate_parse(
	    &(struct ft_input){ "s", bytes->data, bytes->len }, head, tell, str,
	    err);
}

/* Two records as 22.05 wrote them, and none as 26.05 does. */
static void
test_good(void)
{
	static const char recorded[] =
	    "\x26\x00\x00\x00\x00\x00\x6b\x0b\x01\x7a"
	    "\x00\x00\x00\x05\x00\x00\x00\x0b"
	    "100.000000\0"
	    "\x00\x00\x00\x1a"
	    "1=100.000000,5=100.000000\0"
	    "\x00\x00\x00\x00"
	    "\x00\x00\x00\x07\x00\x00\x00\x0a"
	    "50.250001\0"
	    "\x00\x00\x00\x00\x00\x01\x00\x02";
	struct ft_str bytes = { 0 }, str = { 0 };
	struct ft_usagestate head = { 0 };
	struct ft_error err = { 0 };

	ft_str_add_n(&bytes, recorded, sizeof recorded - 1);
	is_i64(parse(&bytes, &head, &str, &err), FT_OK, "good: %s", err.text);
	is_i64(head.release, FT_RELEASE_22_05, "its release");
	/* 0x6b0b017a */
	is_i64(head.at, 1795883386, "its time");
	is_str(ft_str_text(&str),
	    "<11: 5 100.000000 1=100.000000 5=100.000000 0>"
	    "<64: 7 50.250001 65538>",
	    "its records");
	ft_str_clear(&bytes);
	add_number(&bytes, 11520, 2);
	add_number(&bytes, (uint64_t)-1, 8);
	is_i64(parse(&bytes, &head, &str, &err), FT_OK, "no records");
	is_i64(head.release, FT_RELEASE_26_05, "of another release");
	is_i64(head.at, -1, "of any time");
	add_record(&bytes, 7, "9223372036854775807.999999",
	    "4294967295=0.000001", UINT32_MAX);
	is_i64(parse(&bytes, &head, &str, &err), FT_OK, "large numbers");
	is_str(ft_str_text(&str),
	    "<11: 7 9223372036854775807.999999 4294967295=0.000001 "
	    "4294967295>",
	    "as they are");
	ft_str_free(&bytes);
	ft_str_free(&str);
}

/* Every file that ends early, but for those between two records. */
static void
test_short(void)
{
	struct ft_str bytes = { 0 }, str = { 0 };
	struct ft_usagestate head;
	size_t good = 0;

	add_number(&bytes, 10752, 2);
	add_number(&bytes, 1795883421, 8);
	add_record(&bytes, 5, "100.000000", "1=100.000000", 1);
	add_record(&bytes, 6, "0.500000", NULL, 0);
	for (size_t len = 0; len < bytes.len; len++) {
		struct ft_str part = { bytes.data, len, 0 };
		struct ft_error err = { 0 };

		good += parse(&part, &head, &str, &err) == FT_OK;
	}
	is_u64(good, 2, "only without records, and with one");
	ft_str_free(&bytes);
	ft_str_free(&str);
}

static void
test_refused(void)
{
	static const struct {
		uint32_t version, assoc;
		const char *raw, *tres, *want;
	} row[] = {
		{ 9729, 5, "1.000000", NULL,
		    "s:1:1: version 9729 is that of no known release: not "
		    "the assoc_usage of Slurm 22.05 to 26.05" },
		{ 9728, 4, "1.000000", NULL,
		    "s:1:29: an association that was there already" },
		{ 9728, 5, NULL, NULL,
		    "s:1:33: expected a usage, 0 or more with at most six "
		    "decimals" },
		{ 9728, 5, "-1.000000", NULL,
		    "s:1:33: expected a usage, 0 or more with at most six "
		    "decimals" },
		{ 9728, 5, "nan", NULL,
		    "s:1:33: expected a usage, 0 or more with at most six "
		    "decimals" },
		{ 9728, 5, "1", "cpu=1",
		    "s:1:39: expected the usage of TRES, as 1=1000.000000" },
		{ 9728, 5, "1", "1",
		    "s:1:39: expected the usage of TRES, as 1=1000.000000" },
		{ 9728, 5, "1", "1=1,,2=1",
		    "s:1:39: expected the usage of TRES, as 1=1000.000000" },
		{ 9728, 99, "1", "1=1", "no association 99" },
	};
	struct ft_str bytes = { 0 }, str = { 0 };
	struct ft_usagestate head;

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_error err = { 0 };

		ft_str_clear(&bytes);
		add_number(&bytes, row[i].version, 2);
		add_number(&bytes, 0, 8);
		add_record(&bytes, 4, "0", NULL, 0);
		add_record(&bytes, row[i].assoc, row[i].raw, row[i].tres, 0);
		ok(parse(&bytes, &head, &str, &err) != FT_OK,
		    "file %zu is refused", i);
		is_str(err.text, row[i].want, "its message");
	}
	ft_str_free(&bytes);
	ft_str_free(&str);
}

static void
test_lengths(void)
{
	struct ft_str bytes = { 0 }, str = { 0 };
	struct ft_usagestate head;
	struct ft_error err = { 0 };

	add_number(&bytes, 9728, 2);
	add_number(&bytes, 0, 8);
	add_number(&bytes, 5, 4);
	add_number(&bytes, 0xffffffff, 4);
	ft_str_add_n(&bytes, "1\0", 2);
	is_i64(parse(&bytes, &head, &str, &err), FT_EPARSE, "a huge length");
	is_str(err.text,
	    "s:1:15: a text that is longer than the rest of the file",
	    "its message");
	bytes.len = 14;
	add_number(&bytes, 2, 4);
	ft_str_add_n(&bytes, "11", 2);
	is_i64(parse(&bytes, &head, &str, &err), FT_EPARSE, "no NUL");
	is_str(err.text,
	    "s:1:15: a text that does not end where its length says",
	    "its message");
	bytes.len = 14;
	add_number(&bytes, 3, 4);
	ft_str_add_n(&bytes, "1\0\0", 3);
	is_i64(parse(&bytes, &head, &str, &err), FT_EPARSE, "a NUL inside");
	is_str(err.text,
	    "s:1:15: a text that does not end where its length says",
	    "its message");
	ft_str_free(&bytes);
	ft_str_free(&str);
}

int
main(void)
{
	test_good();
	test_short();
	test_refused();
	test_lengths();
	return done_testing();
}
