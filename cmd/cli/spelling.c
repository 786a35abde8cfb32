#include "cli/spelling.h"

static int
same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Letters to add, remove, change or swap with the next to turn A into B. */
static size_t
distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t row[3][FT_SPELLING_LENGTH + 1];

	for (size_t i = 0; i <= b_len; i++)
		row[1][i] = i;
	for (size_t i = 1; i <= a_len; i++) {
		size_t *now = row[(i + 1) % 3], *before = row[i % 3];
		const size_t *swapped = row[(i + 2) % 3];

		now[0] = i;
		for (size_t k = 1; k <= b_len; k++) {
			size_t change = !same(a[i - 1], b[k - 1]);

			now[k] =
			    ft_min_u64(ft_min_u64(before[k], now[k - 1]) + 1,
				before[k - 1] + change);
			if (i > 1 && k > 1 && same(a[i - 1], b[k - 2]) &&
			    same(a[i - 2], b[k - 1]))
				now[k] = ft_min_u64(now[k], swapped[k - 2] + 1);
		}
	}
	return row[(a_len + 1) % 3][b_len];
}

void
ft_spelling_offer(struct ft_spelling *spelling, const char *known)
{
	size_t len = strlen(spelling->word), known_len = strlen(known);
	size_t most = len <= 4 ? 1 : 2;
	size_t found;

	spelling->known = spelling->known || strcmp(spelling->word, known) == 0;
	if (spelling->known)
		spelling->best = NULL;
	if (spelling->known || len + most < known_len || known_len + most < len)
		return;
	if (len == 0 || len > FT_SPELLING_LENGTH ||
	    known_len > FT_SPELLING_LENGTH)
		return;
	found = distance(spelling->word, len, known, known_len);
	if (found > most || (spelling->best && found >= spelling->distance))
		return;
	spelling->best = known;
	spelling->distance = found;
}
