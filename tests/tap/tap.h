/*
 * tap.h - the Test Anything Protocol, as prove(1) reads it.
 *
 * One line per check, so one line per row of a table.  Every check takes a
 * printf-style name last and returns whether it passed.  A test program ends
 * with `return done_testing();`, which prints the plan; a crash leaves no plan,
 * which prove reports.
 *
 * Source: https://testanything.org/tap-version-12-specification.html
 */
#ifndef TAP_H
#define TAP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * How many of N random cases to try: a quarter in a build with sanitizers, each
 * of which takes several times as long and looks for other things.
 */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define TAP_SANITIZED
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define TAP_SANITIZED
#endif
#ifdef TAP_SANITIZED
#define TAP_ROUNDS(n) ((n) / 4 + 1)
#else
#define TAP_ROUNDS(n) (n)
#endif

#define TAP_FORMAT(n) __attribute__((format(printf, n, n + 1)))

bool ok(bool passed, const char *name, ...) TAP_FORMAT(2);
bool is_i64(int64_t got, int64_t want, const char *name, ...) TAP_FORMAT(3);
bool is_u64(uint64_t got, uint64_t want, const char *name, ...) TAP_FORMAT(3);
/* NULL equals NULL only. */
bool is_str(const char *got, const char *want, const char *name, ...)
    TAP_FORMAT(3);
/* Equal as values, infinities included; a NaN equals nothing. */
bool is_real(long double got, long double want, const char *name, ...)
    TAP_FORMAT(3);
/* |got - want| <= tolerance; say in a comment where the tolerance is from. */
bool near(long double got, long double want, long double tolerance,
    const char *name, ...) TAP_FORMAT(4);

/* Count one check as passed, with the reason why it cannot run here. */
void skip(const char *reason, ...) TAP_FORMAT(1);
/* The next check is known to fail, for this reason; prove counts it so. */
void todo(const char *reason);
/* A line for the reader of the log. */
void diag(const char *text, ...) TAP_FORMAT(1);
/* Stop everything: nothing more can be said. */
_Noreturn void bail(const char *reason, ...) TAP_FORMAT(1);

/* Print the plan; returns main's exit status: 0 when all passed. */
int done_testing(void);

#endif
