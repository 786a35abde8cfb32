/* Generic resources of nodes, licenses, and what jobs ask for of them. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/vec.h"
#include "model/machine_int.h"

/* "gpu:a100:2", taken apart. */
struct item {
	const char *name, *type; /* not terminated */
	size_t name_len, type_len;
	uint64_t count;
};

/* Digits and perhaps a unit; the whole of TEXT. */
static bool
parse_count(const char *text, size_t len, uint64_t *count)
{
	static const char units[] = "KMGTP";
	const char *unit = NULL;

	if (len && isalpha((unsigned char)text[len - 1])) {
		unit = strchr(units, toupper((unsigned char)text[len - 1]));
		if (!unit)
			return false;
		len--;
	}
	if (len == 0 || len > 12)
		return false;
	*count = 0;
	for (size_t i = 0; i < len; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		*count = *count * 10 + (uint64_t)(text[i] - '0');
	}
	for (const char *step = units; unit && step <= unit; step++) {
		if (*count > UINT64_MAX / 1024)
			return false;
		*count *= 1024;
	}
	return true;
}

/* NAME[:TYPE][:no_consume][:COUNT]. */
static bool
parse_item(const char *text, size_t len, struct item *item)
{
	const char *end = text + len, *at;
	size_t part = strcspn(text, ":,");

	*item = (struct item){ .name = text, .name_len = part, .count = 1 };
	if (part == 0)
		return false;
	for (at = text + part; at < end; at += part) {
		at++;
		part = strcspn(at, ":,");
		if (at + part > end)
			part = (size_t)(end - at);
		if (part == 10 && strncasecmp(at, "no_consume", 10) == 0)
			continue;
		if (at + part == end && isdigit((unsigned char)*at))
			return parse_count(at, part, &item->count);
		if (part == 0 || item->type)
			return false;
		item->type = at;
		item->type_len = part;
	}
	return true;
}

static bool
same(const char *name, const char *text, size_t len)
{
	return strlen(name) == len && strncasecmp(name, text, len) == 0;
}

static uint32_t
find_gres(const struct ft_machine *machine, const struct item *item, bool typed)
{
	size_t len = typed ? item->type_len : 0;

	for (size_t i = 0; i < machine->n_gres; i++) {
		const struct ft_gres *gres = &machine->gres[i];

		if (same(gres->name, item->name, item->name_len) &&
		    same(gres->type, item->type ? item->type : "", len))
			return (uint32_t)i;
	}
	return UINT32_MAX;
}

static uint32_t
tres_index(const struct ft_machine *machine, const char *type, const char *name)
{
	const struct ft_tres *tres;

	if (!machine->tres)
		return UINT32_MAX;
	tres = ft_tres_find(machine->tres, type, name);
	return tres ? (uint32_t)(tres - machine->tres->item) : UINT32_MAX;
}

static void
add_gres(struct ft_machine *machine, const struct item *item, bool typed)
{
	struct ft_gres *gres;
	struct ft_str word = { 0 };

	if (find_gres(machine, item, typed) != UINT32_MAX)
		return;
	gres = ft_vec_add(machine->gres, machine->n_gres, machine->cap_gres);
	gres->name =
	    ft_arena_strndup(&machine->arena, item->name, item->name_len);
	gres->type = typed ? ft_arena_strndup(
				 &machine->arena, item->type, item->type_len)
			   : "";
	ft_str_addf(&word, "%s%s%s", gres->name, typed ? ":" : "", gres->type);
	gres->tres = tres_index(machine, "gres", ft_str_text(&word));
	ft_str_free(&word);
}

/* Calls FN for each element of TEXT, "(S:0-1)" behind it left out. */
typedef enum ft_status item_fn(
    void *ctx, const struct item *item, struct ft_error *err);

static enum ft_status
each_item(const char *text, item_fn *fn, void *ctx, struct ft_error *err)
{
	static const char *const prefixes[] = { "gres:", "gres/" };
	enum ft_status status = FT_OK;

	while (*text && status == FT_OK) {
		size_t len = strcspn(text, ","), word;
		const char *at = text;
		struct item item;

		for (size_t i = 0; i < 2; i++)
			if (len > 5 && strncasecmp(at, prefixes[i], 5) == 0)
				at += 5;
		word = strcspn(at, ",(");
		text += len;
		/* a comma inside of parentheses */
		if (at[word] == '(') {
			const char *close = strchr(at + word, ')');

			text = close ? close + strcspn(close, ",") : text;
		}
		text += *text == ',';
		if (word == 0 || same("none", at, word) ||
		    same("(null)", at, word))
			continue;
		if (!parse_item(at, word, &item))
			return ft_fail(err, FT_EINVAL,
			    "bad generic resource '%.*s'", (int)word, at);
		status = fn(ctx, &item, err);
	}
	return status;
}

static enum ft_status
ignore_item(void *ctx, const struct item *item, struct ft_error *err)
{
	(void)ctx;
	(void)item;
	(void)err;
	return FT_OK;
}

bool
ft_gres_is_good(const char *text)
{
	return each_item(text, ignore_item, NULL, NULL) == FT_OK;
}

/* ---- of nodes -------------------------------------------------------------------- */

static enum ft_status
list_item(void *ctx, const struct item *item, struct ft_error *err)
{
	(void)err;
	add_gres(ctx, item, false);
	if (item->type)
		add_gres(ctx, item, true);
	return FT_OK;
}

struct counting {
	const struct ft_machine *machine;
	uint64_t *count;
};

static enum ft_status
count_item(void *ctx, const struct item *item, struct ft_error *err)
{
	struct counting *counting = ctx;

	(void)err;
	counting->count[find_gres(counting->machine, item, false)] +=
	    item->count;
	if (item->type)
		counting->count[find_gres(counting->machine, item, true)] +=
		    item->count;
	return FT_OK;
}

enum ft_status
ft_machine_count_gres(struct ft_machine *machine, struct ft_error *err)
{
	const char *last = NULL;
	enum ft_status status = FT_OK;

	/* the nodes of a line share their text */
	for (size_t i = 0; i < machine->n_node && status == FT_OK; i++) {
		const char *text = machine->node[i].gres;

		if (text != last)
			status = each_item(text, list_item, machine, err);
		last = text;
	}
	for (size_t i = 0; i < machine->n_node && status == FT_OK; i++) {
		struct ft_node *node = &machine->node[i];
		struct counting counting = { machine, NULL };

		if (i && node->gres == node[-1].gres) {
			node->gres_count = node[-1].gres_count;
			continue;
		}
		counting.count = ft_arena_calloc(&machine->arena,
		    machine->n_gres + 1, sizeof *counting.count);
		node->gres_count = counting.count;
		status = each_item(node->gres, count_item, &counting, err);
	}
	return status;
}

/* ---- licenses --------------------------------------------------------------------- */

/* NAME[:COUNT] or NAME[=COUNT], with commas or semicolons between. */
static bool
parse_license(const char *text, size_t len, size_t *name, uint64_t *count)
{
	*name = strcspn(text, ":=,;");
	*count = 1;
	if (*name == 0 || *name > len)
		return false;
	if (*name == len)
		return true;
	return parse_count(text + *name + 1, len - *name - 1, count);
}

static size_t
find_license(const struct ft_machine *machine, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < machine->n_license; i++)
		if (strlen(machine->license[i].name) == len &&
		    memcmp(machine->license[i].name, name, len) == 0)
			break;
	return i;
}

static enum ft_status
add_license(struct ft_machine *machine, const char *text, size_t len,
    struct ft_error *err)
{
	struct ft_license *license;
	uint64_t count;
	size_t name, i;

	if (!parse_license(text, len, &name, &count))
		return ft_fail(
		    err, FT_EINVAL, "bad license '%.*s'", (int)len, text);
	i = find_license(machine, text, name);
	if (i < machine->n_license) {
		machine->license[i].count += count;
		return FT_OK;
	}
	license = ft_vec_add(
	    machine->license, machine->n_license, machine->cap_license);
	license->name = ft_arena_strndup(&machine->arena, text, name);
	license->count = count;
	license->tres = tres_index(machine, "license", license->name);
	return FT_OK;
}

enum ft_status
ft_machine_read_gres(struct ft_machine *machine, const struct ft_conf *conf,
    struct ft_error *err)
{
	const char *text = ft_conf_text(conf, FT_CONF_GRES_TYPES);
	enum ft_status status = FT_OK;

	for (size_t len; *text; text += len + (text[len] == ',')) {
		struct item item = { .name = text };

		item.name_len = len = strcspn(text, ",");
		if (len)
			add_gres(machine, &item, false);
	}
	text = ft_conf_text(conf, FT_CONF_LICENSES);
	while (*text && status == FT_OK) {
		size_t len = strcspn(text, ",;");

		if (len)
			status = add_license(machine, text, len, err);
		text += len + (text[len] != '\0');
	}
	if (status != FT_OK)
		ft_error_prefix(
		    err, "%s: ", conf->value[FT_CONF_LICENSES].origin);
	return status;
}

/* ---- what jobs ask for -------------------------------------------------------------- */

struct asking {
	const struct ft_machine *machine;
	struct ft_job_count *count;
	size_t n, cap;
};

static void
ask(struct asking *asking, uint32_t index, uint64_t count)
{
	for (size_t i = 0; i < asking->n; i++) {
		if (asking->count[i].index == index) {
			asking->count[i].count += count;
			return;
		}
	}
	if (!count)
		return;
	*ft_vec_add(asking->count, asking->n, asking->cap) =
	    (struct ft_job_count){ index, count };
}

static enum ft_status
ask_item(void *ctx, const struct item *item, struct ft_error *err)
{
	struct asking *asking = ctx;
	uint32_t index = find_gres(asking->machine, item, item->type != NULL);

	if (index == UINT32_MAX)
		return ft_fail(err, FT_EINVAL, "no generic resource '%.*s'",
		    (int)item->name_len, item->name);
	ask(asking, index, item->count);
	return FT_OK;
}

static enum ft_status
hand_over(struct asking *asking, enum ft_status status,
    struct ft_job_count **count, size_t *n)
{
	if (status != FT_OK) {
		ft_free(asking->count);
		return status;
	}
	*count = asking->count;
	*n = asking->n;
	return FT_OK;
}

enum ft_status
ft_machine_parse_gres(const struct ft_machine *machine, const char *text,
    struct ft_job_count **count, size_t *n, struct ft_error *err)
{
	struct asking asking = { .machine = machine };

	*count = NULL;
	*n = 0;
	return hand_over(
	    &asking, each_item(text, ask_item, &asking, err), count, n);
}

enum ft_status
ft_machine_parse_licenses(const struct ft_machine *machine, const char *text,
    struct ft_job_count **count, size_t *n, struct ft_error *err)
{
	struct asking asking = { .machine = machine };
	enum ft_status status = FT_OK;

	*count = NULL;
	*n = 0;
	while (*text && status == FT_OK) {
		size_t len = strcspn(text, ",;"), name = 0, i;
		uint64_t number = 0;

		if (len && !parse_license(text, len, &name, &number))
			status = ft_fail(err, FT_EINVAL, "bad license '%.*s'",
			    (int)len, text);
		i = find_license(machine, text, name);
		if (len && status == FT_OK && i == machine->n_license)
			status = ft_fail(err, FT_EINVAL, "no license '%.*s'",
			    (int)name, text);
		else if (len && status == FT_OK)
			ask(&asking, (uint32_t)i, number);
		text += len + (text[len] != '\0');
	}
	return hand_over(&asking, status, count, n);
}

void
ft_machine_add_gres(struct ft_str *str, const struct ft_gres *gres)
{
	ft_str_addf(
	    str, "gres/%s%s%s", gres->name, *gres->type ? ":" : "", gres->type);
}
