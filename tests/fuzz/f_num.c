/* Numbers: all readers agree with each other and with the C library. */
#include <inttypes.h>
#include <math.h>

#include "base/mem.h"
#include "base/text/num.h"
#include "fuzz/fuzz.h"

static void
check_whole(const char *text)
{
	uint32_t small = 7;
	uint64_t large = 7;
	int64_t number = 7;
	bool is_small = ft_num_u32(text, &small);
	bool is_large = ft_num_u64(text, &large);
	bool is_number = ft_num_i64(text, &number);
	char buf[32];

	must(is_small || small == 7, "untouched on failure");
	must(is_large || large == 7, "untouched on failure");
	must(is_number || number == 7, "untouched on failure");
	if (is_small)
		must(is_large && large == small, "u64 as u32");
	if (is_large) {
		must(strspn(text, "0123456789") == strlen(text), "digits");
		must(strtoull(text, NULL, 10) == large, "as the C library");
		must(is_small == (large <= UINT32_MAX), "u32 of small ones");
		must(is_number == (large <= INT64_MAX), "i64 of most");
	}
	if (is_number) {
		must(strtoll(text, NULL, 10) == number, "as the C library");
		snprintf(buf, sizeof buf, "%" PRId64, number);
		must(ft_num_i64(buf, &number), "reads back");
	}
}

static void
check_real(const char *text)
{
	double real;
	int64_t whole, again;
	int32_t micro, rest;
	char buf[32];

	if (ft_num_double(text, &real)) {
		must(isfinite(real), "finite");
		must(strtod(text, NULL) == real, "as the C library");
	}
	if (!ft_num_micro(text, &whole, &micro))
		return;
	must(whole >= 0 && micro >= 0 && micro < 1000000, "in range");
	must(ft_num_double(text, &real), "a number all the same");
	/* The double is off by its own rounding at most. */
	must(fabs(real - ((double)whole + micro / 1e6)) <= real * 1e-15,
	    "about the same value");
	snprintf(buf, sizeof buf, "%" PRId64 ".%06" PRId32, whole, micro);
	must(
	    ft_num_micro(buf, &again, &rest) && again == whole && rest == micro,
	    "reads back");
}

/* The first two words of the text as operands. */
static void
check_arithmetic(const uint8_t *data, size_t size)
{
	int64_t a, b, sum = 7, product = 7;
	long double exact;

	if (size < 2 * sizeof a)
		return;
	memcpy(&a, data, sizeof a);
	memcpy(&b, data + sizeof a, sizeof b);
	if (ft_num_add_i64(a, b, &sum))
		must(sum - b == a, "a sum");
	else
		must(sum == 7 && (a < 0) == (b < 0), "overflow of a sum");
	exact = (long double)a * (long double)b;
	if (ft_num_mul_i64(a, b, &product))
		must(!a || product / a == b, "a product");
	else
		must(product == 7 && fabsl(exact) >= 0x1p63L,
		    "overflow of a product");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size);

	check_whole(text);
	check_real(text);
	check_arithmetic(data, size);
	ft_free(text);
	return 0;
}
