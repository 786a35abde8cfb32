#include "base/text/num.h"

#include <float.h>

#include "tap/tap.h"

static void
test_unsigned(void)
{
	static const struct {
		const char *text;
		uint64_t want;
		bool fits_u32;
	} row[] = {
		{ "0", 0, true },
		{ "007", 7, true },
		{ "4294967295", UINT32_MAX, true },
		{ "4294967296", 4294967296, false },
		{ "18446744073709551615", UINT64_MAX, false },
		{ "00000000000000000000000000000042", 42, true },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		uint64_t big = 5;
		uint32_t small = 5;

		ok(ft_num_u64(row[i].text, &big) && big == row[i].want,
		    "u64 %s", row[i].text);
		ok(ft_num_u32(row[i].text, &small) == row[i].fits_u32, "u32 %s",
		    row[i].text);
		is_u64(small, row[i].fits_u32 ? row[i].want : 5,
		    "u32 %s: value", row[i].text);
	}
}

static void
test_signed(void)
{
	static const struct {
		const char *text;
		int64_t want;
	} row[] = {
		{ "0", 0 },
		{ "-0", 0 },
		{ "-1", -1 },
		{ "9223372036854775807", INT64_MAX },
		{ "-9223372036854775808", INT64_MIN },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		int64_t got = 5;

		ok(ft_num_i64(row[i].text, &got) && got == row[i].want,
		    "i64 %s", row[i].text);
	}
}

static void
test_refused_integers(void)
{
	static const char *const text[] = { "", " 1", "1 ", "+1", "--1", "-",
		"0x10", "1e3", "1.0", "1k", "a", "18446744073709551616",
		"99999999999999999999999", "1\n", "\xd9\xa1" };

	for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
		uint32_t small = 5;
		uint64_t big = 5;
		int64_t number = 5;

		ok(!ft_num_u32(text[i], &small) && small == 5,
		    "u32 refuses '%s'", text[i]);
		ok(!ft_num_u64(text[i], &big) && big == 5, "u64 refuses '%s'",
		    text[i]);
		ok(!ft_num_i64(text[i], &number) && number == 5,
		    "i64 refuses '%s'", text[i]);
	}
	ok(!ft_num_u64("-1", &(uint64_t){ 0 }), "u64 refuses a minus");
	ok(!ft_num_u32("-0", &(uint32_t){ 0 }), "u32 refuses a minus");
	ok(!ft_num_i64("9223372036854775808", &(int64_t){ 0 }),
	    "i64 refuses INT64_MAX + 1");
	ok(!ft_num_i64("-9223372036854775809", &(int64_t){ 0 }),
	    "i64 refuses INT64_MIN - 1");
}

static void
test_double(void)
{
	static const struct {
		const char *text;
		double want;
	} good[] = {
		{ "0", 0 },
		{ "-1.5", -1.5 },
		{ ".5", 0.5 },
		{ "5.", 5 },
		{ "1e3", 1000 },
		{ "1.5E-2", 0.015 },
		{ "1e+2", 100 },
		{ "1.7976931348623157e308", DBL_MAX },
		{ "1e-400", 0 },
	};
	static const char *const bad[] = { "", "-", ".", "e5", "1e", "1e+",
		"inf", "nan", "0x1p3", " 1", "1 ", "1,5", "+1", "1e400",
		"-1e400", "1..2" };

	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
		double got = 77;

		ft_num_double(good[i].text, &got);
		is_real((long double)got, (long double)good[i].want,
		    "double %s", good[i].text);
	}
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		double got = 77;

		ok(!ft_num_double(bad[i], &got) && got == 77,
		    "double refuses '%s'", bad[i]);
	}
}

static void
test_micro(void)
{
	static const struct {
		const char *text;
		int64_t whole;
		int32_t micro;
	} good[] = {
		{ "301", 301, 0 },
		{ "0.4", 0, 400000 },
		{ "0.000001", 0, 1 },
		{ "7.123456", 7, 123456 },
		{ "7.12345600", 7, 123456 },
		{ "1000000000000000000.500000", 1000000000000000000, 500000 },
		{ "9223372036854775807.999999", INT64_MAX, 999999 },
	};
	static const char *const bad[] = { "", ".", ".5", "5.", "-1", "+1",
		"1.0000001", "1.1234567", "9223372036854775808", "1e3", "1.5x",
		" 1", "1.-5", "1.5.5" };

	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
		int64_t whole = -7;
		int32_t micro = -7;

		ft_num_micro(good[i].text, &whole, &micro);
		is_i64(whole, good[i].whole, "micro %s: whole", good[i].text);
		is_i64(micro, good[i].micro, "micro %s: part", good[i].text);
	}
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		int64_t whole = -7;
		int32_t micro = -7;

		ok(!ft_num_micro(bad[i], &whole, &micro) && whole == -7 &&
			micro == -7,
		    "micro refuses '%s'", bad[i]);
	}
}

static void
test_arithmetic(void)
{
	int64_t out = 5;

	ok(ft_num_add_i64(2, -3, &out) && out == -1, "add");
	ok(ft_num_add_i64(INT64_MAX, 0, &out) && out == INT64_MAX, "add max");
	ok(ft_num_mul_i64(-2, 3, &out) && out == -6, "mul");
	out = 5;
	ok(!ft_num_add_i64(INT64_MAX, 1, &out), "add overflows");
	ok(!ft_num_add_i64(INT64_MIN, -1, &out), "add underflows");
	ok(!ft_num_mul_i64(INT64_MIN, -1, &out), "mul overflows");
	ok(!ft_num_mul_i64(1LL << 32, 1LL << 31, &out), "mul overflows by 1");
	is_i64(out, 5, "an overflow leaves the result alone");
}

/* Products and parts of anything: never small because they are too large. */
static void
test_saturation(void)
{
	is_u64(ft_num_times(3, 5), 15, "times");
	is_u64(ft_num_times(UINT64_C(1) << 32, UINT64_C(1) << 32), INT64_MAX,
	    "2^64 is not 0");
	is_u64(ft_num_times(UINT64_C(1) << 32, UINT64_C(1) << 31), INT64_MAX,
	    "2^63 is more than a store holds");
	is_u64(ft_num_in_u32(4294967294), 4294967294, "fits");
	is_u64(ft_num_in_u32(4294967297), UINT32_MAX, "does not fit");
	is_u64(ft_num_parts(0, 16), 0, "no part");
	is_u64(ft_num_parts(33, 16), 3, "a part more");
	is_u64(ft_num_parts(UINT64_MAX, UINT64_MAX), 1, "the largest");
}

int
main(void)
{
	test_unsigned();
	test_signed();
	test_refused_integers();
	test_double();
	test_micro();
	test_arithmetic();
	test_saturation();
	return done_testing();
}
