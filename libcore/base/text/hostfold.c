/* hostfold.c - the shortest host list for a list of names. */
#include "base/text/hostlist.h"

struct fold {
	struct ft_str *str;
	char *prefix; /* NULL: nothing yet */
	size_t width; /* digits of the first of the range */
	uint64_t low, high;
	bool numbered, bracket; /* a bracket is open */
	bool first;             /* nothing is written yet */
};

static void
write_range(struct fold *fold)
{
	ft_str_addf(fold->str, "%0*" PRIu64, (int)fold->width, fold->low);
	if (fold->high != fold->low)
		ft_str_addf(
		    fold->str, "-%0*" PRIu64, (int)fold->width, fold->high);
}

/* Writes what is kept, NEXT: another range of the same prefix follows. */
static void
flush(struct fold *fold, bool next)
{
	if (fold->prefix == NULL)
		return;
	if (!fold->bracket) {
		if (!fold->first)
			ft_str_add_char(fold->str, ',');
		fold->first = false;
		ft_str_add(fold->str, fold->prefix);
		fold->bracket = next || fold->low != fold->high;
		if (fold->bracket)
			ft_str_add_char(fold->str, '[');
	} else {
		ft_str_add_char(fold->str, ',');
	}
	if (fold->numbered)
		write_range(fold);
	if (fold->bracket && !next) {
		ft_str_add_char(fold->str, ']');
		fold->bracket = false;
	}
}

/* Digits at the end of NAME, as many as fit into a number. */
static size_t
digits_of(const char *name, size_t len)
{
	size_t digits = 0;

	while (digits < len && digits < 18 &&
	       isdigit((unsigned char)name[len - digits - 1]))
		digits++;
	return digits;
}

static void
fold_name(struct fold *fold, const char *name)
{
	size_t len = strlen(name), digits = digits_of(name, len);
	uint64_t number;
	char wanted[32];
	bool same;

	number = digits ? strtoull(name + len - digits, NULL, 10) : 0;
	same = fold->prefix && fold->numbered && digits &&
	       strlen(fold->prefix) == len - digits &&
	       strncmp(fold->prefix, name, len - digits) == 0;
	snprintf(wanted, sizeof wanted, "%0*" PRIu64, (int)fold->width, number);
	if (same && number == fold->high + 1 && strlen(wanted) == digits) {
		fold->high = number;
		return;
	}
	flush(fold, same);
	if (!same) {
		ft_free(fold->prefix);
		fold->prefix = ft_strndup(name, len - digits);
	}
	fold->width = digits;
	fold->numbered = digits > 0;
	fold->low = fold->high = number;
}

int
ft_hostlist_compare(const char *x, const char *y)
{
	size_t nx = strlen(x), ny = strlen(y);
	size_t dx = digits_of(x, nx), dy = digits_of(y, ny);
	size_t px = nx - dx, py = ny - dy;
	int order = strncmp(x, y, px < py ? px : py);
	unsigned long long vx, vy;

	if (order || px != py)
		return order ? order : px < py ? -1 : 1;
	vx = strtoull(x + px, NULL, 10);
	vy = strtoull(y + py, NULL, 10);
	if (vx != vy)
		return vx < vy ? -1 : 1;
	return dx < dy ? -1 : dx > dy;
}

void
ft_hostlist_fold(struct ft_str *str, const char *const *name, size_t n)
{
	struct fold fold = { .str = str, .first = true };

	for (size_t i = 0; i < n; i++)
		fold_name(&fold, name[i]);
	flush(&fold, false);
	ft_free(fold.prefix);
}
