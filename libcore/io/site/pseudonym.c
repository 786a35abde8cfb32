#include "io/site/pseudonym.h"

#include "base/text/hostlist.h"
#include "io/text/logical.h"

#define DIGITS     4
#define DIGITS_MAX 12

static const struct {
	const char *word;
	char letter;
	unsigned step; /* to the next name */
} kinds[FT_PSEUDONYM_KINDS] = {
	[FT_PSEUDONYM_USER] = { "user", 'u', 10 },
	[FT_PSEUDONYM_ACCOUNT] = { "account", 'a', 10 },
	/* to one that does not follow: n[1-4] stays a range */
	[FT_PSEUDONYM_NODE] = { "node", 'n', 100 },
	[FT_PSEUDONYM_WCKEY] = { "wckey", 'w', 10 },
	[FT_PSEUDONYM_RESERVATION] = { "reservation", 'r', 10 },
	[FT_PSEUDONYM_PARTITION] = { "partition", 'p', 10 },
	[FT_PSEUDONYM_QOS] = { "qos", 'q', 10 },
	[FT_PSEUDONYM_LICENSE] = { "license", 'l', 10 },
	[FT_PSEUDONYM_FEATURE] = { "feature", 'f', 10 },
};

void
ft_pseudonyms_free(struct ft_pseudonyms *names)
{
	for (size_t i = 0; i < FT_PSEUDONYM_KINDS; i++) {
		ft_map_clear(&names->list[i].at);
		ft_free(names->list[i].item);
	}
	ft_arena_clear(&names->arena);
}

/* ---- names ------------------------------------------------------------------- */

static bool
is_lower(enum ft_pseudonym_kind kind)
{
	return kind == FT_PSEUDONYM_USER || kind == FT_PSEUDONYM_ACCOUNT ||
	       kind == FT_PSEUDONYM_QOS;
}

/* Returns the entry of NAME, a new one if need be. */
static struct ft_pseudonym *
entry_of(struct ft_pseudonyms *names, enum ft_pseudonym_kind kind,
    struct ft_word name)
{
	struct ft_pseudonym_list *list = &names->list[kind];
	uint64_t at;
	char *copy;

	/* most names are in lower case already */
	if (ft_map_get_n(&list->at, name.at, name.len, &at))
		return &list->item[at];
	copy = ft_arena_strndup(&names->arena, name.at, name.len);
	if (is_lower(kind))
		ft_word_lower(copy);
	if (ft_map_get(&list->at, copy, &at))
		return &list->item[at];
	ft_map_put(&list->at, copy, list->n);
	*ft_vec_add(list->item, list->n, list->cap) =
	    (struct ft_pseudonym){ .name = copy };
	return &list->item[list->n - 1];
}

static void
add_number(const struct ft_pseudonyms *names, enum ft_pseudonym_kind kind,
    uint64_t number, struct ft_str *str)
{
	ft_str_addf(str, "%c%0*llu", kinds[kind].letter,
	    (int)names->list[kind].digits, (unsigned long long)number);
}

void
ft_pseudonyms_add(struct ft_pseudonyms *names, enum ft_pseudonym_kind kind,
    struct ft_word name, struct ft_str *str)
{
	const char *usual = kind == FT_PSEUDONYM_QOS ? "normal" : "root";
	const struct ft_pseudonym *entry;

	if (is_lower(kind) && ft_word_is(name, usual)) {
		ft_str_add(str, usual);
		return;
	}
	if (!name.len)
		return;
	entry = entry_of(names, kind, name);
	if (entry->number)
		add_number(names, kind, entry->number, str);
}

/* ---- giving ------------------------------------------------------------------- */

static int
by_bytes(const void *a, const void *b)
{
	const struct ft_pseudonym *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static int
by_host(const void *a, const void *b)
{
	const struct ft_pseudonym *x = a, *y = b;
	int order = ft_hostlist_compare(x->name, y->name);

	return order ? order : by_bytes(a, b);
}

/* As the database sorts lineages, in which each name ends with a slash. */
static int
by_lineage(const void *a, const void *b)
{
	const struct ft_pseudonym *x = a, *y = b;
	struct ft_str left FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str right FT_CLEANUP(ft_str_free) = { 0 };
	int order;

	ft_str_addf(&left, "%s/", x->name);
	ft_str_addf(&right, "%s/", y->name);
	order = ft_collate(x->order, left.data, right.data);
	return order ? order : by_bytes(a, b);
}

/* Sort a list; what lineages are made of is in ORDER. */
static void
sort(struct ft_pseudonym_list *list, enum ft_pseudonym_kind kind,
    enum ft_siblings order)
{
	int (*by)(const void *, const void *) = by_bytes;

	if (kind == FT_PSEUDONYM_NODE)
		by = by_host;
	else if ((kind == FT_PSEUDONYM_USER || kind == FT_PSEUDONYM_ACCOUNT ||
		     kind == FT_PSEUDONYM_PARTITION) &&
		 order != FT_SIBLINGS_LFT)
		by = by_lineage;
	for (size_t i = 0; i < list->n; i++)
		list->item[i].order = order;
	if (list->n)
		qsort(list->item, list->n, sizeof *list->item, by);
	for (size_t i = 0; i < list->n; i++)
		ft_map_put(&list->at, list->item[i].name, i);
}

/* Give accounts their places in ORDER. */
static void
place(struct ft_pseudonyms *names, enum ft_siblings order)
{
	struct ft_pseudonym_list *list = &names->list[FT_PSEUDONYM_ACCOUNT];

	names->placed = order != FT_SIBLINGS_LFT;
	sort(list, FT_PSEUDONYM_ACCOUNT, order);
	for (size_t i = 0; names->placed && i < list->n; i++)
		list->item[i].place = i + 1;
}

static size_t
before_number(const char *name)
{
	size_t len = strlen(name);

	while (len && name[len - 1] >= '0' && name[len - 1] <= '9')
		len--;
	return len;
}

/* Whether the node NEXT has the number after that of NAME. */
static bool
follows(const char *name, const char *next)
{
	size_t len = before_number(name);
	uint64_t x, y;

	return len == before_number(next) && strncmp(name, next, len) == 0 &&
	       ft_num_u64(name + len, &x) && ft_num_u64(next + len, &y) &&
	       y == x + 1;
}

/* Returns how far item I should be from the one before it. */
static uint64_t
step_to(
    const struct ft_pseudonym_list *list, enum ft_pseudonym_kind kind, size_t i)
{
	if (kind == FT_PSEUDONYM_NODE &&
	    (!i || follows(list->item[i - 1].name, list->item[i].name)))
		return 1;
	return kinds[kind].step;
}

static uint64_t
power_of_ten(unsigned digits)
{
	uint64_t power = 1;

	for (unsigned i = 0; i < digits; i++)
		power *= 10;
	return power;
}

/* Choose how many digits numbers have: twice as many names have room. */
static void
choose_digits(struct ft_pseudonym_list *list, enum ft_pseudonym_kind kind)
{
	uint64_t last = 0;

	for (size_t i = 0; i < list->n; i++)
		last += step_to(list, kind, i);
	list->digits = DIGITS;
	while (power_of_ten(list->digits) <= 2 * last)
		list->digits++;
}

/* Give the items FROM to TO numbers between LOW and HIGH.  Returns false: there is
 * no room. */
static bool
fill(struct ft_pseudonym_list *list, enum ft_pseudonym_kind kind,
    const size_t range[2], const uint64_t bounds[2])
{
	const size_t n = range[1] - range[0];
	const bool last = range[1] == list->n;
	uint64_t room = bounds[1] - bounds[0], at = 0;

	for (size_t i = range[0]; i < range[1]; i++)
		list->item[i].number =
		    bounds[0] + (at += step_to(list, kind, i));
	if (at < room && (last || kind == FT_PSEUDONYM_NODE))
		return true;
	for (size_t i = 0; i < n; i++)
		list->item[range[0] + i].number =
		    bounds[0] + room * (i + 1) / (n + 1);
	return room > n;
}

static enum ft_status
give(struct ft_pseudonym_list *list, enum ft_pseudonym_kind kind,
    struct ft_error *err)
{
	uint64_t low = 0;

	if (!list->digits)
		choose_digits(list, kind);
	for (size_t i = 0; i < list->n; i++) {
		size_t to = i;
		uint64_t high = power_of_ten(list->digits);

		while (to < list->n && !list->item[to].number)
			to++;
		if (to < list->n)
			high = list->item[to].number;
		if (high <= low)
			return ft_fail(err, FT_EINVAL,
			    "the map has the %s '%s' in another order: make a "
			    "new map",
			    kinds[kind].word, list->item[to].name);
		if (to > i && !fill(list, kind, (size_t[]){ i, to },
				  (uint64_t[]){ low, high }))
			return ft_fail(err, FT_EINVAL,
			    "the map has no room for the %s '%s': make a new "
			    "map",
			    kinds[kind].word, list->item[i].name);
		i = to;
		low = high;
	}
	return FT_OK;
}

enum ft_status
ft_pseudonyms_give(
    struct ft_pseudonyms *names, enum ft_siblings order, struct ft_error *err)
{
	/* rows are in byte order of lineages, whatever the collation */
	enum ft_siblings rows =
	    order == FT_SIBLINGS_LFT ? order : FT_SIBLINGS_LINEAGE;

	place(names, order);
	for (int i = 0; i < FT_PSEUDONYM_KINDS; i++) {
		enum ft_pseudonym_kind kind = (enum ft_pseudonym_kind)i;

		sort(&names->list[i], kind, rows);
		FT_TRY(give(&names->list[i], kind, err));
	}
	return FT_OK;
}

uint64_t
ft_pseudonyms_place(const struct ft_pseudonyms *names, struct ft_word name)
{
	const struct ft_pseudonym_list *list =
	    &names->list[FT_PSEUDONYM_ACCOUNT];
	struct ft_str lower FT_CLEANUP(ft_str_free) = { 0 };
	uint64_t at;

	ft_str_add_n(&lower, name.at, name.len);
	ft_word_lower(lower.data);
	return name.len && ft_map_get(&list->at, lower.data, &at)
		   ? list->item[at].place
		   : 0;
}

/* ---- the map ------------------------------------------------------------------- */

void
ft_pseudonyms_write(const struct ft_pseudonyms *names, struct ft_str *str)
{
	ft_str_add(str,
	    "# The real names of an anonymised site.  Keep this file at the "
	    "site: whoever has\n"
	    "# it can read the copy.  The next copy reuses it.\n");
	for (int i = 0; i < FT_PSEUDONYM_KINDS; i++) {
		const struct ft_pseudonym_list *list = &names->list[i];

		for (size_t j = 0; j < list->n; j++) {
			ft_str_addf(
			    str, "%s\t%s\t", kinds[i].word, list->item[j].name);
			add_number(names, (enum ft_pseudonym_kind)i,
			    list->item[j].number, str);
			ft_str_add_char(str, '\n');
		}
	}
}

/* Take the pseudonym TEXT.  Returns false: it is none of that kind. */
static bool
take_number(struct ft_pseudonym_list *list, enum ft_pseudonym_kind kind,
    struct ft_word text, uint64_t *number)
{
	char digits[DIGITS_MAX + 1];

	if (text.len < 2 || *text.at != kinds[kind].letter ||
	    !ft_word_copy((struct ft_word){ text.at + 1, text.len - 1 }, digits,
		sizeof digits) ||
	    strspn(digits, "0123456789") != text.len - 1 ||
	    !ft_num_u64(digits, number) || !*number)
		return false;
	if (!list->digits)
		list->digits = (unsigned)(text.len - 1);
	return list->digits == text.len - 1;
}

static enum ft_status
take_line(struct ft_pseudonyms *names, const struct ft_cursor *cursor,
    struct ft_error *err)
{
	struct ft_word word = { cursor->at, cursor->len }, name, text;
	struct ft_pseudonym *entry;
	uint64_t number;
	size_t kind = 0;

	ft_word_split(&word, '\t', &name);
	ft_word_split(&name, '\t', &text);
	while (kind < FT_PSEUDONYM_KINDS &&
	       !ft_word_equals(word, kinds[kind].word))
		kind++;
	if (kind == FT_PSEUDONYM_KINDS)
		return ft_cursor_fail(cursor, NULL, err,
		    "expected user, account, node, wckey, reservation, "
		    "partition, qos, license or feature");
	if (!name.len)
		return ft_cursor_fail(cursor, NULL, err, "no name");
	if (!take_number(&names->list[kind], (enum ft_pseudonym_kind)kind, text,
		&number))
		return ft_cursor_fail(cursor,
		    text.len ? text.at : name.at + name.len, err,
		    "expected a pseudonym such as %c%0*d", kinds[kind].letter,
		    (int)(names->list[kind].digits ? names->list[kind].digits
						   : DIGITS),
		    10);
	entry = entry_of(names, (enum ft_pseudonym_kind)kind, name);
	if (entry->number)
		return ft_cursor_fail(
		    cursor, name.at, err, "the same name again");
	entry->number = number;
	return FT_OK;
}

enum ft_status
ft_pseudonyms_parse(struct ft_pseudonyms *names, const struct ft_input *input,
    struct ft_error *err)
{
	struct ft_cursor cursor;

	ft_cursor_init(&cursor, input->file, input->text, input->size);
	while (ft_cursor_line(&cursor)) {
		FT_TRY(ft_logical_check_line(&cursor, err));
		if (cursor.len && *cursor.at != '#')
			FT_TRY(take_line(names, &cursor, err));
	}
	return FT_OK;
}
