/*
 * collect.c - the script fairtree-collect, which is part of the program so that it
 * can be taken to a cluster where nothing is installed.
 */
#include "fimport/collect.h"

static const struct {
	const char *name;
	const unsigned char *text;
	size_t size;
} scripts[] = {
#include "fimport/script.inc"
};

void
fimport_print_collect_script(FILE *out)
{
	fwrite(scripts[0].text, 1, scripts[0].size, out);
}
