/*
 * fuzz.h - what all fuzz targets share: must(), and input as a string.
 *
 * A target is a file f_NAME.c with LLVMFuzzerTestOneInput(); its seeds are in
 * corpus/NAME.  It checks an invariant of the parser, not only that nothing
 * crashes.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stop with WHAT was expected. */
static inline void
must(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "expected: %s\n", what);
	abort();
}

/* Every message about a text named "fuzz" starts with file:line:column. */
static inline void
must_have_place(const char *text)
{
	unsigned long line, column;
	char colon;

	must(sscanf(text, "fuzz:%lu:%lu%c", &line, &column, &colon) == 3 &&
		 colon == ':' && line > 0 && column > 0,
	    "a message with file:line:column");
	must(!strchr(text, '\n'), "a message of one line");
}

#endif
