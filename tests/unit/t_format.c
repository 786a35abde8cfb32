#include "report/format/format.h"
#include "report/format/scalar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "tap/tap.h"

/* Widths and texts as the real sshare printed them. */
static void
test_real(void)
{
	static const struct {
		double number;
		int width;
		const char *want;
	} row[] = {
		{ 0.25, 10, "0.250000" },
		{ 0.25, 0, "0.250000" },
		{ 19.251757, 10, "19.251757" },
		{ 999.9999999, 10, "1.0000e+03" },
		{ 999.9999994, 10, "999.999999" },
		{ 1234.567891, 10, "1.2346e+03" },
		{ 2835.70207, 10, "2.8357e+03" },
		{ 2835.70207, -12, "2835.702070" },
		{ 11253903.562106, 10, "1.1254e+07" },
		{ 11253903.562106, 11, "1.12539e+07" },
		{ 11253903.562106, 12, "1.125390e+07" },
		{ 11253903.562106, -12, "1.125390e+07" },
		{ 11253903.562106, 13, "1.1253904e+07" },
		{ 11253903.562106, 0, "11253903.562106" },
		{ 11253903.562106, 6, "1e+07" },
		{ 0.5, 6, "5e-01" },
		{ 0.5, 5, "5.000000e-01" },
		{ 0.5, 1, "5.000000e-01" },
		{ 0.00990099009900990, 4, "9.900990e-03" },
		{ 2.3283064376e-10, 4, "2.328306e-10" },
		{ 1, 4, "1.000000e+00" },
		{ -1234.567891, 10, "-1.235e+03" },
		{ 1000997998004.004028, 10, "1.0010e+12" },
		{ 1e100, 10, "1.000e+100" },
		{ 0, 10, "0.000000" },
		{ 5e-7, 10, "0.000000" },
		{ 1.5e-6, 10, "0.000002" },
		{ INFINITY, 10, "inf" },
		{ INFINITY, 0, "inf" },
		{ INFINITY, 2, "inf" },
		{ -INFINITY, 10, "-inf" },
		{ 4294967294.0, 10, "" },
		{ 4294967295.0, 10, "" },
		{ 4294967295.0, 0, "" },
		{ 4294967293.0, 20, "4294967293.000000" },
		{ 18446744073709551615.0, 10, "" },
		{ 18446744073709551614.0, 10, "" },
	};
	struct ft_str str = { 0 };

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		ft_str_clear(&str);
		ft_format_real(&str, row[i].number, row[i].width);
		is_str(ft_str_text(&str), row[i].want, "%g in %d",
		    row[i].number, row[i].width);
	}
	ft_str_free(&str);
}

/* One number against printf; returns whether they agree. */
static bool
same_as_printf(struct ft_str *str, double number)
{
	char want[400];

	snprintf(want, sizeof want, "%f", number);
	ft_str_clear(str);
	ft_format_real(str, number, 0);
	if (strcmp(str->data, want) == 0)
		return true;
	diag("%a: got %s, want %s", number, str->data, want);
	return false;
}

static void
test_f6(void)
{
	static const double edge[] = { 0, -0.0, 5e-324, 2.2250738585072014e-308,
		4.9999999999999998e-07, 5.0000000000000002e-07, 0.5e-6, 1.5e-6,
		2.5e-6, 0.9999995, 0.99999949999999995, 1, 9.9999995,
		4503599627, 9999999999999.998, 1e13, 1.5e13, 9007199254740992,
		1e15, 1e22, 1.7976931348623157e308, -1, -0.4e-6, 0.0000005,
		0.0078125, 0.00000762939453125, 1.00000762939453125 };
	struct ft_str str = { 0 };
	struct ft_rng rng;
	unsigned wrong = 0;

	for (size_t i = 0; i < FT_COUNT(edge); i++)
		ok(same_as_printf(&str, edge[i]), "%a", edge[i]);
	ft_rng_init(&rng, 1);
	for (int i = 0; i < 300000; i++) {
		uint64_t bits = ft_rng_u64(&rng);
		/* Exact halves of the last decimal, quotients, any bits. */
		double half = (double)(bits % 1000003) / 131072;
		double quotient =
		    (double)(bits >> 40) / (double)((bits & 0xffff) + 1);
		double any;

		memcpy(&any, &bits, sizeof any);
		wrong += !same_as_printf(&str, half);
		wrong += !same_as_printf(&str, quotient);
		if (isfinite(any))
			wrong += !same_as_printf(&str, any);
	}
	is_u64(wrong, 0, "900000 numbers as printf prints them (seed 1)");
	ft_str_free(&str);
}

static void
test_integers(void)
{
	static const struct {
		uint64_t number;
		const char *want;
	} row[] = {
		{ 0, "0" },
		{ 9, "9" },
		{ 10, "10" },
		{ 99, "99" },
		{ 100, "100" },
		{ 1001000000000000003, "1001000000000000003" },
		{ UINT64_MAX, "18446744073709551615" },
	};
	struct ft_str str = { 0 };

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		ft_str_clear(&str);
		ft_str_add_u64(&str, row[i].number);
		is_str(str.data, row[i].want, "integer %s", row[i].want);
	}
	ft_str_free(&str);
}

static void
test_shortest(void)
{
	static const struct {
		double number;
		const char *want;
	} row[] = {
		{ 0.1, "0.1" },
		{ 1.0 / 3, "0.3333333333333333" },
		{ 1e300, "1e+300" },
		{ 676, "676" },
		{ 0, "0" },
		{ -0.75, "-0.75" },
		{ DBL_EPSILON, "2.220446049250313e-16" },
		/* 2^-24: ...062e-08 is read back as the double below */
		{ 1.0 / 16777216, "5.9604644775390625e-08" },
		{ 1 - DBL_EPSILON, "0.9999999999999998" },
		{ 0.1 + 0.2, "0.30000000000000004" },
		{ 9.5367431640625e-7, "9.5367431640625e-07" },
		{ 1e-4, "0.0001" },
		{ 1e-5, "1e-05" },
		{ 123456789012345.67, "123456789012345.67" },
	};
	struct ft_str str = { 0 };

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		ft_str_clear(&str);
		ft_str_add_real(&str, row[i].number);
		is_str(str.data, row[i].want, "shortest %s", row[i].want);
	}
	ft_str_free(&str);
}

/* The digits of printf, as few as strtod reads back. */
static void
test_shortest_random(void)
{
	struct ft_rng rng;
	struct ft_str str = { 0 };
	char want[40];
	long wrong = 0;

	ft_rng_init(&rng, 1);
	for (int i = 0; i < 200000; i++) {
		double number = ldexp(
		    (double)ft_rng_below(&rng, UINT32_MAX) +
			(double)ft_rng_below(&rng, UINT32_MAX) / 4294967296,
		    (int)ft_rng_below(&rng, 110) - 90);

		/* few digits, too */
		if (i % 2)
			number = rint(number * 1e4) / 1e4;
		ft_str_clear(&str);
		ft_str_add_real(&str, number);
		for (int digits = 15; digits <= 17; digits++) {
			snprintf(want, sizeof want, "%.*g", digits, number);
			if (strtod(want, NULL) == number)
				break;
		}
		wrong += strcmp(ft_str_text(&str), want) != 0;
	}
	is_i64(wrong, 0, "numbers written in other digits");
	ft_str_free(&str);
}

static void
test_cut(void)
{
	static const struct {
		const char *text;
		int width;
		const char *want;
	} row[] = {
		{ "abc", 5, "  abc" },
		{ "abc", -5, "abc  " },
		{ "abcde", 5, "abcde" },
		{ "abcdef", 5, "abcd+" },
		{ "abcdef", -5, "abcd+" },
		{ "abcdef", 1, "+" },
		{ "abcdef", 0, "" },
		{ "", 3, "   " },
		{ "", 0, "" },
	};
	struct ft_str str = { 0 };

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		ft_str_clear(&str);
		ft_format_cut(
		    &str, row[i].text, strlen(row[i].text), row[i].width);
		is_str(ft_str_text(&str), row[i].want, "'%s' cut to %d",
		    row[i].text, row[i].width);
	}
	ft_str_free(&str);
}

int
main(void)
{
	test_real();
	test_f6();
	test_integers();
	test_shortest();
	test_shortest_random();
	test_cut();
	return done_testing();
}
