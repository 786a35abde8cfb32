#include "tap/tap.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A test program is one thread with one report, so this may be static. */
static unsigned checks, failures;
static const char *known; /* why the next check fails */

/* A name may hold data: keep it on its line, and # from starting a directive. */
__attribute__((format(printf, 1, 0))) static void
print_name(const char *name, va_list args)
{
	char text[512];

	vsnprintf(text, sizeof text, name, args);
	for (const char *c = text; *c; c++) {
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			printf("\\x%02x", (unsigned)*c);
		else if (*c == '#')
			fputs("\\#", stdout);
		else
			putchar(*c);
	}
}

__attribute__((format(printf, 2, 0))) static void
report(bool passed, const char *name, va_list args)
{
	printf("%sok %u - ", passed ? "" : "not ", ++checks);
	print_name(name, args);
	if (known)
		printf(" # TODO %s", known);
	else if (!passed)
		failures++;
	putchar('\n');
	known = NULL;
	/* What was said before a crash must not be lost with the buffer. */
	fflush(stdout);
}

/* A macro, since only the variadic function itself can start its list. */
#define REPORT(passed)                                                         \
	do {                                                                   \
		va_list args_;                                                 \
		va_start(args_, name);                                         \
		report((passed), name, args_);                                 \
		va_end(args_);                                                 \
	} while (0)

bool
ok(bool passed, const char *name, ...)
{
	REPORT(passed);
	return passed;
}

bool
is_i64(int64_t got, int64_t want, const char *name, ...)
{
	REPORT(got == want);
	if (got != want)
		diag("got %" PRId64 ", want %" PRId64, got, want);
	return got == want;
}

bool
is_u64(uint64_t got, uint64_t want, const char *name, ...)
{
	REPORT(got == want);
	if (got != want)
		diag("got %" PRIu64 ", want %" PRIu64, got, want);
	return got == want;
}

bool
is_str(const char *got, const char *want, const char *name, ...)
{
	bool same = got && want ? !strcmp(got, want) : got == want;

	REPORT(same);
	if (!same) {
		diag("got:  %s", got ? got : "(null)");
		diag("want: %s", want ? want : "(null)");
	}
	return same;
}

bool
is_real(long double got, long double want, const char *name, ...)
{
	REPORT(got == want);
	if (got != want)
		diag("got %.21Lg (%La), want %.21Lg (%La)", got, got, want,
		    want);
	return got == want;
}

bool
near(long double got, long double want, long double tolerance, const char *name,
    ...)
{
	long double off = got > want ? got - want : want - got;
	/* Two equal infinities differ by NaN, and a NaN is near nothing. */
	bool close = got == want || off <= tolerance;

	REPORT(close);
	if (!close)
		diag(
		    "got %.21Lg, want %.21Lg within %Lg", got, want, tolerance);
	return close;
}

void
skip(const char *reason, ...)
{
	va_list args;

	printf("ok %u # SKIP ", ++checks);
	va_start(args, reason);
	print_name(reason, args);
	va_end(args);
	putchar('\n');
	known = NULL;
}

void
todo(const char *reason)
{
	known = reason;
}

void
diag(const char *text, ...)
{
	char line[4096];
	va_list args;

	va_start(args, text);
	vsnprintf(line, sizeof line, text, args);
	va_end(args);
	fflush(stdout);
	fputs("# ", stderr);
	for (const char *c = line; *c; c++)
		fputs(*c == '\n' ? "\n# " : (char[]){ *c, '\0' }, stderr);
	fputc('\n', stderr);
}

void
bail(const char *reason, ...)
{
	va_list args;

	fputs("Bail out!  ", stdout);
	va_start(args, reason);
	print_name(reason, args);
	va_end(args);
	putchar('\n');
	exit(255);
}

int
done_testing(void)
{
	printf("1..%u\n", checks);
	if (failures)
		diag("%u of %u checks failed", failures, checks);
	return failures ? 1 : 0;
}
