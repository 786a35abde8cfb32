#include "model/synthetic/dist.h"

#include "base/text/scan.h"
#include "base/text/timefmt.h"

#define WHOLE 1000000 /* parts of 100% */
/* Draws outside the bounds are repeated this many times, then clamped. */
#define TRIES 100

/* ---- the same numbers everywhere ------------------------------------------- */

/*
 * x = m * 2^e with m in [1/sqrt 2, sqrt 2); ln m = 2 atanh z, z = (m-1)/(m+1),
 * |z| < 0.1716, so that the 12th term is below 2^-60.
 */
double
ft_dist_log(double x)
{
	int exponent;
	double m = frexp(x, &exponent), z, square, sum = 0;

	if (m < 0x1.6a09e667f3bcdp-1) {
		m *= 2;
		exponent--;
	}
	z = (m - 1) / (m + 1);
	square = z * z;
	for (int k = 23; k > 0; k -= 2)
		sum = sum * square + 1.0 / k;
	return 2 * z * sum + exponent * 0x1.62e42fefa39efp-1;
}

/* x = k ln 2 + r, |r| <= 0.35; Taylor's 17th term is below 2^-70. */
double
ft_dist_exp(double x)
{
	double k = floor(x / 0x1.62e42fefa39efp-1 + 0.5);
	double r = x - k * 0x1.62e42fefa39efp-1, sum = 1;

	for (int i = 17; i > 0; i--)
		sum = 1 + sum * r / i;
	return ldexp(sum, (int)k);
}

double
ft_dist_exponential(struct ft_rng *rng)
{
	/* 1 - [0, 1): never the logarithm of 0. */
	return -ft_dist_log(1 - ft_rng_unit(rng));
}

/* Normal with mean 0 and deviation 1: Marsaglia's polar method.  The second
 * number is thrown away, so that one draw does not depend on how many came
 * before. */
static double
normal(struct ft_rng *rng)
{
	double u, v, s;

	do {
		u = 2 * ft_rng_unit(rng) - 1;
		v = 2 * ft_rng_unit(rng) - 1;
		s = u * u + v * v;
	} while (s >= 1 || s <= 0);
	return u * sqrt(-2 * ft_dist_log(s) / s);
}

/* Marsaglia and Tsang (2000). */
double
ft_dist_gamma(struct ft_rng *rng, double shape, double scale)
{
	const double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);

	for (;;) {
		double x = normal(rng), v = 1 + c * x;
		double u = 1 - ft_rng_unit(rng);

		if (v <= 0)
			continue;
		v = v * v * v;
		if (ft_dist_log(u) < x * x / 2 + d - d * v + d * ft_dist_log(v))
			return d * v * scale;
	}
}

/* Stirling's series for an argument above 20: the next term is below 1e-12. */
static double
log_factorial(double x)
{
	double below = 0, square;

	while (x < 20) {
		x += 1;
		below += ft_dist_log(x);
	}
	square = (x + 1) * (x + 1);
	return (x + 0.5) * ft_dist_log(x + 1) - (x + 1) +
	       ft_dist_log(2 * 0x1.921fb54442d18p+1) / 2 +
	       (1.0 / 12 - (1.0 / 360 - 1 / (1260 * square)) / square) /
		   (x + 1) -
	       below;
}

/* The incomplete gamma function as a series. */
double
ft_dist_gamma_below(double x, double shape, double scale)
{
	double term = 1, sum = 1, i = 1;

	x /= scale;
	if (!(x > 0))
		return 0;
	while (term > sum * 1e-17) {
		term *= x / (shape + i);
		sum += term;
		i += 1;
	}
	return sum *
	       ft_dist_exp(shape * ft_dist_log(x) - x - log_factorial(shape));
}

/* ---- reading --------------------------------------------------------------- */

/* A number and one of the letters of UNITS, whose factors are SCALE. */
static bool
scaled(const char *text, const char *units, const int64_t *scale, int64_t *out)
{
	size_t len = strlen(text);
	const char *unit = len ? strchr(units, text[len - 1]) : NULL;
	char digits[20];
	int64_t count;

	if (!unit || len > sizeof digits)
		return false;
	memcpy(digits, text, len - 1);
	digits[len - 1] = '\0';
	return ft_num_i64(digits, &count) &&
	       ft_num_mul_i64(count, scale[unit - units], out);
}

static bool
seconds(const char *text, int64_t *out)
{
	static const int64_t scale[] = { 1, 60, 3600, 86400 };

	if (ft_num_i64(text, out) || scaled(text, "smhd", scale, out))
		return true;
	return ft_time_duration(text, out);
}

static bool
memory(const char *text, int64_t *out)
{
	static const int64_t scale[] = { 1, 1, 1024, 1024, 1048576, 1048576 };
	static const int64_t one[] = { 1, 1 };
	int64_t kilo;

	if (scaled(text, "Kk", one, &kilo)) {
		*out = kilo / 1024 + (kilo % 1024 > 0);
		return true;
	}
	return ft_num_i64(text, out) || scaled(text, "MmGgTt", scale, out);
}

bool
ft_dist_value(
    const char *text, size_t len, enum ft_dist_unit unit, int64_t *value)
{
	char word[32];
	bool good = false;
	int64_t got;

	if (!len || len >= sizeof word || memchr(text, '\0', len))
		return false;
	memcpy(word, text, len);
	word[len] = '\0';
	/* Neither signs nor words such as UNLIMITED. */
	if (*word < '0' || *word > '9')
		return false;
	switch (unit) {
	case FT_DIST_COUNT:
		good = ft_num_i64(word, &got);
		break;
	case FT_DIST_SECONDS:
		good = seconds(word, &got);
		break;
	case FT_DIST_MINUTES:
		good = ft_time_minutes(word, &got);
		break;
	case FT_DIST_MEMORY:
		good = memory(word, &got);
		break;
	}
	if (!good || got < 0 || got > FT_DIST_MAX)
		return false;
	*value = got;
	return true;
}

struct reading {
	struct ft_scan scan;
	enum ft_dist_unit unit;
	int64_t least; /* value that makes sense */
};

static enum ft_status
fail_value(const struct reading *reading, const char *at, size_t len)
{
	static const char *const what[] = { "a number", "a time",
		"a time limit", "an amount of memory" };

	return ft_scan_fail(&reading->scan, at,
	    "expected %s, %lld or more, found '%.*s'", what[reading->unit],
	    (long long)reading->least, (int)len, at);
}

/* VALUE or VALUE..VALUE at reading->scan.at up to END. */
static enum ft_status
take_range(
    struct reading *reading, const char *end, int64_t *low, int64_t *high)
{
	const char *at = reading->scan.at, *dots = strstr(at, "..");
	size_t len = (size_t)((dots && dots < end ? dots : end) - at);

	if (!ft_dist_value(at, len, reading->unit, low) ||
	    *low < reading->least)
		return fail_value(reading, at, len);
	*high = *low;
	reading->scan.at = end;
	if (at + len == end)
		return FT_OK;
	at += len + 2;
	len = (size_t)(end - at);
	if (!ft_dist_value(at, len, reading->unit, high) ||
	    *high < reading->least)
		return fail_value(reading, at, len);
	if (*high < *low)
		return ft_scan_fail(
		    &reading->scan, at, "the range ends before it starts");
	return FT_OK;
}

bool
ft_dist_part(const char *text, size_t len, uint32_t *part)
{
	char number[16];
	int64_t whole;
	int32_t micro;

	if (len < 2 || len > sizeof number || text[len - 1] != '%' ||
	    memchr(text, '\0', len))
		return false;
	memcpy(number, text, len - 1);
	number[len - 1] = '\0';
	if (!ft_num_micro(number, &whole, &micro) || micro % 100 || whole > 100)
		return false;
	*part = (uint32_t)whole * (WHOLE / 100) + (uint32_t)micro / 100;
	return *part > 0 && *part <= WHOLE;
}

/* "12.5%" at reading->scan.at up to END; added to *SUM. */
static enum ft_status
take_part(struct reading *reading, const char *end, uint32_t *sum)
{
	const char *at = reading->scan.at;
	uint32_t part;

	if (!ft_dist_part(at, (size_t)(end - at), &part))
		return ft_scan_fail(&reading->scan, at,
		    "expected a share such as 12.5%%, with at most four "
		    "decimals");
	if (*sum + part > WHOLE)
		return ft_scan_fail(
		    &reading->scan, at, "the shares add up to more than 100%%");
	*sum += part;
	reading->scan.at = end;
	return FT_OK;
}

/* "1:60%": the part is behind the last colon, since values have colons too. */
static enum ft_status
take_choice(struct ft_dist *dist, struct reading *reading, const char *end,
    uint32_t *sum)
{
	struct ft_dist_item *item = &dist->item[dist->n_item];
	const char *colon = end;
	enum ft_status status;

	while (colon > reading->scan.at && *colon != ':')
		colon--;
	if (*colon != ':')
		return ft_scan_fail(&reading->scan, reading->scan.at,
		    "expected a choice such as 4:12.5%%");
	if (dist->n_item == FT_DIST_ITEM_MAX)
		return ft_scan_fail(
		    &reading->scan, reading->scan.at, "more than 16 choices");
	status = take_range(reading, colon, &item->low, &item->high);
	if (status != FT_OK)
		return status;
	reading->scan.at = colon + 1;
	status = take_part(reading, end, sum);
	item->part = *sum;
	dist->n_item++;
	return status;
}

/* "600", "60..3600", "1:60%,2..8:40%" */
static enum ft_status
read_items(struct ft_dist *dist, struct reading *reading)
{
	struct ft_dist_item *first = dist->item;
	enum ft_status status = FT_OK;
	uint32_t sum = 0;

	if (!strchr(reading->scan.at, '%')) {
		dist->n_item = 1;
		first->part = WHOLE;
		return take_range(reading,
		    reading->scan.at + strlen(reading->scan.at), &first->low,
		    &first->high);
	}
	for (;;) {
		const char *end =
		    reading->scan.at + strcspn(reading->scan.at, ",");

		status = take_choice(dist, reading, end, &sum);
		if (status != FT_OK || !*end)
			break;
		reading->scan.at = end + 1;
	}
	if (status == FT_OK && sum != WHOLE)
		return ft_scan_fail(&reading->scan, reading->scan.at,
		    "the shares add up to less than 100%%");
	return status;
}

/* ",0.8" of a lognormal one */
static enum ft_status
take_sigma(struct ft_dist *dist, struct reading *reading)
{
	const char *at = reading->scan.at + 1;
	size_t len = *reading->scan.at == ',' ? strcspn(at, ",") : 0;
	char number[16];

	if (len && len < sizeof number) {
		memcpy(number, at, len);
		number[len] = '\0';
		if (ft_num_double(number, &dist->sigma) && dist->sigma >= 0 &&
		    dist->sigma <= 10) {
			reading->scan.at = at + len;
			return FT_OK;
		}
	}
	return ft_scan_fail(&reading->scan,
	    *reading->scan.at ? at : reading->scan.at,
	    "expected ,SIGMA from 0 to 10 after the median");
}

/* "MEAN[,LOW..HIGH]", "MEDIAN,SIGMA[,LOW..HIGH]" */
static enum ft_status
read_curve(struct ft_dist *dist, struct reading *reading)
{
	const char *end = reading->scan.at + strcspn(reading->scan.at, ",");
	int64_t middle = 0, same = 0;

	FT_TRY(take_range(reading, end, &middle, &same));
	if (middle != same || !middle)
		return ft_scan_fail(
		    &reading->scan, end, "expected one value above 0");
	if (dist->kind == FT_DIST_LOGNORMAL)
		FT_TRY(take_sigma(dist, reading));
	dist->middle = (double)middle;
	dist->low = reading->least;
	dist->high = FT_DIST_MAX;
	if (*reading->scan.at != ',')
		return FT_OK;
	reading->scan.at++;
	return take_range(reading, reading->scan.at + strlen(reading->scan.at),
	    &dist->low, &dist->high);
}

/* Returns what follows WORD and a colon, NULL if TEXT starts otherwise. */
static const char *
behind(const char *text, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(text, word, len) != 0 || text[len] != ':')
		return NULL;
	return text + len + 1;
}

static void
bound(struct ft_dist *dist)
{
	dist->low = dist->item[0].low;
	dist->high = dist->item[0].high;
	for (size_t i = 1; i < dist->n_item; i++) {
		const struct ft_dist_item *item = &dist->item[i];

		dist->low = item->low < dist->low ? item->low : dist->low;
		dist->high = item->high > dist->high ? item->high : dist->high;
	}
}

enum ft_status
ft_dist_parse(struct ft_dist *dist, const char *text, struct ft_dist_want want,
    size_t *column, struct ft_error *err)
{
	struct reading reading = { { text, text, column, err }, want.unit,
		want.low };
	const char *at;

	*dist = (struct ft_dist){ .kind = FT_DIST_ITEMS };
	if ((at = behind(text, "exponential")))
		dist->kind = FT_DIST_EXPONENTIAL;
	else if ((at = behind(text, "lognormal")))
		dist->kind = FT_DIST_LOGNORMAL;
	if (at) {
		reading.scan.at = at;
		return read_curve(dist, &reading);
	}
	at = behind(text, "uniform");
	reading.scan.at = at ? at : text;
	FT_TRY(read_items(dist, &reading));
	bound(dist);
	return FT_OK;
}

/* ---- drawing --------------------------------------------------------------- */

/* Fewer than 2^40 values: 53 random bits are even enough among them. */
static int64_t
draw_range(int64_t low, int64_t high, struct ft_rng *rng)
{
	double width = (double)(high - low + 1);

	if (low == high)
		return low;
	return low + (int64_t)(ft_rng_unit(rng) * width);
}

static int64_t
draw_item(const struct ft_dist *dist, struct ft_rng *rng)
{
	const struct ft_dist_item *item = dist->item;

	if (dist->n_item > 1) {
		uint32_t part = ft_rng_below(rng, WHOLE);

		while (part >= item->part)
			item++;
	}
	return draw_range(item->low, item->high, rng);
}

int64_t
ft_dist_draw(const struct ft_dist *dist, struct ft_rng *rng)
{
	double low = (double)dist->low, high = (double)dist->high, x = low;

	if (dist->kind == FT_DIST_ITEMS)
		return draw_item(dist, rng);
	for (int i = 0; i < TRIES; i++) {
		if (dist->kind == FT_DIST_EXPONENTIAL)
			x = dist->middle * ft_dist_exponential(rng);
		else
			x = dist->middle *
			    ft_dist_exp(dist->sigma * normal(rng));
		x = floor(x + 0.5);
		if (x >= low && x <= high)
			return (int64_t)x;
	}
	return x < low ? dist->low : dist->high;
}
