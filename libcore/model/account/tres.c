#include "model/account/tres.h"

const struct ft_tres ft_tres_builtin[FT_TRES_BUILTIN] = {
	{ 1, "cpu", "" },
	{ 2, "mem", "" },
	{ 3, "energy", "" },
	{ 4, "node", "" },
	{ 5, "billing", "" },
	{ 6, "fs", "disk" },
	{ 7, "vmem", "" },
	{ 8, "pages", "" },
};

const struct ft_tres *
ft_tres_get(const struct ft_tres_table *table, uint32_t id)
{
	for (size_t i = 0; i < table->n; i++)
		if (table->item[i].id == id)
			return &table->item[i];
	return NULL;
}

const struct ft_tres *
ft_tres_find(
    const struct ft_tres_table *table, const char *type, const char *name)
{
	for (size_t i = 0; i < table->n; i++)
		if (strcasecmp(table->item[i].type, type) == 0 &&
		    strcasecmp(table->item[i].name, name) == 0)
			return &table->item[i];
	return NULL;
}

const struct ft_tres *
ft_tres_find_word(const struct ft_tres_table *table, struct ft_word type)
{
	struct ft_word name;
	bool named = ft_word_split(&type, '/', &name);

	for (size_t i = 0; i < table->n; i++) {
		const struct ft_tres *tres = &table->item[i];

		if (ft_word_is(type, tres->type) &&
		    ft_word_is(name, tres->name) && named == !!*tres->name)
			return tres;
	}
	return NULL;
}

void
ft_tres_add_name(struct ft_str *str, const struct ft_tres *tres)
{
	ft_str_add(str, tres->type);
	if (*tres->name) {
		ft_str_add_char(str, '/');
		ft_str_add(str, tres->name);
	}
}

bool
ft_tres_is_memory(const struct ft_tres *tres)
{
	return strcmp(tres->type, "mem") == 0 || strcmp(tres->type, "bb") == 0;
}

/* Units in steps of 1024, for memory counted from MiB. */
static enum ft_status
apply_unit(const struct ft_tres *tres, const char *unit, size_t len,
    uint64_t *value, struct ft_error *err)
{
	static const char units[] = "KMGTP";
	const char *found;
	int steps;

	if (len == 0)
		return FT_OK;
	found = strchr(units, unit[0] & ~0x20);
	if (len > 1 && (unit[1] == 'B' || unit[1] == 'b'))
		len--;
	if (found == NULL || *found == 0 || len > 1)
		return ft_fail(err, FT_EPARSE, "invalid unit type '%c'",
		    found == NULL || *found == 0 ? unit[0] : unit[1]);
	steps = (int)(found - units) + 1 - (ft_tres_is_memory(tres) ? 2 : 0);
	if (steps < 0) {
		*value /= 1024;
		return FT_OK;
	}
	while (steps > 0 && steps--) {
		if (*value > UINT64_MAX / 1024)
			return ft_fail(err, FT_EINVAL, "number out of range");
		*value *= 1024;
	}
	return FT_OK;
}

/*
 * What lists print: two decimals of memory ("2.50G").  VALUE: the whole part;
 * *at: at the point.
 */
static enum ft_status
add_decimals(const struct ft_tres *tres, const char **at, const char *end,
    uint64_t *value, struct ft_error *err)
{
	const char *point = *at, *unit = point + 3;
	uint64_t hundredths;

	if (!ft_tres_is_memory(tres) || end - point < 4 || point[1] < '0' ||
	    point[1] > '9' || point[2] < '0' || point[2] > '9')
		return ft_fail(err, FT_EPARSE, "invalid unit type '.'");
	hundredths =
	    (uint64_t)(point[1] - '0') * 10 + (uint64_t)(point[2] - '0');
	FT_TRY(apply_unit(tres, unit, (size_t)(end - unit), value, err));
	FT_TRY(apply_unit(tres, unit, (size_t)(end - unit), &hundredths, err));
	if (hundredths % 100 || *value > UINT64_MAX - hundredths / 100)
		return ft_fail(
		    err, FT_EINVAL, "not a whole number of megabytes");
	*value += hundredths / 100;
	*at = end;
	return FT_OK;
}

static enum ft_status
parse_element(const struct ft_tres_table *table, struct ft_word word,
    struct ft_tres_amount *amount, struct ft_error *err)
{
	const char *value, *end = word.at + word.len;
	const struct ft_tres *tres;
	struct ft_word number;

	if (!ft_word_split(&word, '=', &number))
		return ft_fail(err, FT_ENOENT, "no TRES id found for %.*s",
		    (int)word.len, word.at);
	tres = ft_tres_find_word(table, word);
	if (tres == NULL)
		return ft_fail(err, FT_ENOENT, "no TRES known by type %.*s",
		    (int)word.len, word.at);
	*amount = (struct ft_tres_amount){ .id = tres->id };
	value = number.at;
	if (value < end && *value == '-') {
		amount->clear = true;
		return FT_OK;
	}
	if (value == end || *value < '0' || *value > '9')
		return ft_fail(err, FT_EPARSE, "invalid unit type '%c'",
		    value == end ? ' ' : *value);
	for (; value < end && *value >= '0' && *value <= '9'; value++) {
		uint64_t digit = (uint64_t)(*value - '0');

		if (amount->value > (UINT64_MAX - digit) / 10)
			return ft_fail(err, FT_EINVAL, "number out of range");
		amount->value = amount->value * 10 + digit;
	}
	if (value < end && *value == '.')
		FT_TRY(add_decimals(tres, &value, end, &amount->value, err));
	return apply_unit(
	    tres, value, (size_t)(end - value), &amount->value, err);
}

enum ft_status
ft_tres_parse(const struct ft_tres_table *table, const char *text,
    ft_tres_fn *fn, void *ctx, struct ft_error *err)
{
	struct ft_word word;

	while (ft_word_next(&text, ",", &word)) {
		struct ft_tres_amount amount;

		if (!word.len)
			continue;
		FT_TRY(parse_element(table, word, &amount, err));
		FT_TRY(fn(ctx, &amount, err));
	}
	return FT_OK;
}

/*
 * Go to the next unit while the whole part of the value is a multiple of half
 * of it, as Slurm does; it has no letter beyond P.
 */
static void
add_memory(struct ft_str *str, uint64_t number)
{
	static const char units[] = "MGTP?";
	double value = (double)number;
	size_t unit = 0;

	/* 2^64 is no uint64_t */
	while (
	    value >= 1024 && (value > 9.3e18 || (uint64_t)value % 512 == 0)) {
		value /= 1024;
		unit += units[unit + 1] != 0;
	}
	if (value == (double)(uint64_t)value)
		ft_str_addf(str, "%" PRIu64 "%c", (uint64_t)value, units[unit]);
	else
		ft_str_addf(str, "%.2f%c", value, units[unit]);
}

/* As Slurm sorts the written elements: gpu:a100=1 before gpu=1. */
static int
by_name(const struct ft_tres *a, const struct ft_tres *b)
{
	int order = strcmp(a->type, b->type);
	size_t i = 0;

	if (order)
		return order;
	while (a->name[i] && a->name[i] == b->name[i])
		i++;
	return (a->name[i] ? (unsigned char)a->name[i] : '=') -
	       (b->name[i] ? (unsigned char)b->name[i] : '=');
}

/* One element to be written. */
struct element {
	const struct ft_tres *tres;
	const struct ft_tres_amount *amount;
};

static void
add_element(struct ft_str *str, const struct element *element, unsigned flags)
{
	uint64_t value = element->amount->value;

	ft_tres_add_name(str, element->tres);
	ft_str_add_char(str, '=');
	if (element->amount->change)
		ft_str_add_char(str, element->amount->change);
	if (element->amount->clear)
		ft_str_add(str, "NONE");
	else if ((flags & FT_TRES_UNITS) && ft_tres_is_memory(element->tres) &&
		 value)
		add_memory(str, value);
	else
		ft_str_addf(str, "%" PRIu64, value);
}

void
ft_tres_format(struct ft_str *str, const struct ft_tres_table *table,
    const struct ft_tres_amount *amount, size_t n, unsigned flags)
{
	struct element *order = n ? ft_calloc(n, sizeof *order) : NULL;
	size_t used = 0;

	for (size_t i = 0; i < n; i++) {
		const struct ft_tres *tres = ft_tres_get(table, amount[i].id);
		size_t at = used;

		if (tres == NULL ||
		    (amount[i].clear && !(flags & FT_TRES_NONE)))
			continue;
		for (; (flags & FT_TRES_BY_NAME) && at > 0 &&
		       by_name(order[at - 1].tres, tres) > 0;
		     at--)
			order[at] = order[at - 1];
		order[at] = (struct element){ tres, &amount[i] };
		used++;
	}
	for (size_t i = 0; i < used; i++) {
		if (i)
			ft_str_add_char(str, ',');
		add_element(str, &order[i], flags);
	}
	ft_free(order);
}
