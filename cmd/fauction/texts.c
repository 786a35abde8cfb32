#include "fauction/texts.h"

const struct auction_text auction_texts[] = {
#include "auction/texts.inc"
	{ NULL, NULL, 0 },
};

const struct auction_text *
auction_text_find(const char *name)
{
	const struct auction_text *text = auction_texts;

	while (text->name && strcmp(text->name, name) != 0)
		text++;
	return text->name ? text : NULL;
}
