/*
 * num.h - strict number parsing and overflow-checked arithmetic.
 *
 * The parsers take the whole string or nothing: no blanks, no trailing junk,
 * no empty string.  They return false without touching *out on failure.
 */
#ifndef FT_BASE_TEXT_NUM_H
#define FT_BASE_TEXT_NUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Put it before a function whose unsigned numbers wrap around on purpose, as in a
 * hash: the sanitizer reports all others as errors (make asan).
 */
#ifdef __clang__
#define FT_WRAPS __attribute__((no_sanitize("unsigned-integer-overflow")))
#else
#define FT_WRAPS
#endif

bool ft_num_u32(const char *text, uint32_t *out);
bool ft_num_u64(const char *text, uint64_t *out);
bool ft_num_i64(const char *text, int64_t *out);
/* The same of the digits at *text, which moves past them; what follows is not read. */
bool ft_num_take_u32(const char **text, uint32_t *out);
/* A finite decimal number; exponents allowed, hexadecimal and nan not. */
bool ft_num_double(const char *text, double *out);

/*
 * A non-negative decimal with at most six decimals ("301", "0.4",
 * "1000000000000000000.500000") into whole and millionth parts, without loss;
 * false when more non-zero decimals are given or whole exceeds INT64_MAX.
 */
bool ft_num_micro(const char *text, int64_t *whole, int32_t *micro);

/* *out = a + b, a * b; false on overflow (then *out is unchanged). */
bool ft_num_add_i64(int64_t a, int64_t b, int64_t *out);
bool ft_num_mul_i64(int64_t a, int64_t b, int64_t *out);

/* The smaller and the larger of two numbers. */
static inline int64_t
ft_min_i64(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline int64_t
ft_max_i64(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static inline uint32_t
ft_min_u32(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static inline uint32_t
ft_max_u32(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static inline uint64_t
ft_min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/*
 * Saturating products, for the numbers a job requests, which may be any: they
 * never wrap to something small.
 */
/* Returns a * b, at most INT64_MAX, the largest number of the store. */
uint64_t ft_num_times(uint64_t a, uint64_t b);
/* Returns NUMBER, at most UINT32_MAX. */
uint32_t ft_num_in_u32(uint64_t number);
/* Returns the logarithm of NUMBER > 0 to base 2, rounded down. */
static inline uint32_t
ft_num_log2(uint32_t number)
{
	uint32_t log = 0;

	while (number >>= 1)
		log++;
	return log;
}

/* Returns NUMBER / BY rounded up; BY > 0. */
uint64_t ft_num_parts(uint64_t number, uint64_t by);

#endif
