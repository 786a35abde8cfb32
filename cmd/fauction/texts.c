#include "fauction/texts.h"

static const struct fauction_text texts[] = {
#include "auction/texts.inc"
	{ NULL, NULL, 0 },
};

const struct fauction_text *
fauction_text_find(const char *name)
{
	const struct fauction_text *text = texts;

	while (text->name && strcmp(text->name, name) != 0)
		text++;
	return text->name ? text : NULL;
}
