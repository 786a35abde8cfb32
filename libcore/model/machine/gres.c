/* Generic resources of nodes, licenses, and how jobs request them. */

#include "model/machine/private.h"

/* "gpu:a100:2", taken apart; type: length 0 any. */
struct item {
	struct ft_word name, type;
	uint64_t count;
};

/* Digits and perhaps a unit. */
static bool
parse_count(struct ft_word text, uint64_t *count)
{
	static const char units[] = "KMGTP";
	const char *unit = NULL;
	char digits[13];

	if (text.len && isalpha((unsigned char)text.at[text.len - 1])) {
		int letter = toupper((unsigned char)text.at[--text.len]);

		unit = strchr(units, letter);
		if (!unit)
			return false;
	}
	if (!ft_word_copy(text, digits, sizeof digits) ||
	    !ft_num_u64(digits, count))
		return false;
	for (const char *step = units; unit && step <= unit; step++) {
		if (*count > UINT64_MAX / 1024)
			return false;
		*count *= 1024;
	}
	return true;
}

/* NAME[:TYPE][:no_consume][:COUNT]. */
static bool
parse_item(struct ft_word rest, struct item *item)
{
	struct ft_word part = rest;
	bool more = ft_word_split(&part, ':', &rest);

	*item = (struct item){ .name = part, .count = 1 };
	if (part.len == 0)
		return false;
	while (more) {
		part = rest;
		more = ft_word_split(&part, ':', &rest);
		if (ft_word_is(part, "no_consume"))
			continue;
		if (!more && part.len && isdigit((unsigned char)*part.at))
			return parse_count(part, &item->count);
		if (part.len == 0 || item->type.len)
			return false;
		item->type = part;
	}
	return true;
}

static uint32_t
find_gres(const struct ft_machine *machine, const struct item *item, bool typed)
{
	for (size_t i = 0; i < machine->n_gres; i++) {
		const struct ft_gres *gres = &machine->gres[i];

		if (ft_word_is(item->name, gres->name) &&
		    (typed ? ft_word_is(item->type, gres->type) : !*gres->type))
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
	struct ft_str word FT_CLEANUP(ft_str_free) = { 0 };

	if (find_gres(machine, item, typed) != UINT32_MAX)
		return;
	gres = ft_vec_add(machine->gres, machine->n_gres, machine->cap_gres);
	gres->name =
	    ft_arena_strndup(&machine->arena, item->name.at, item->name.len);
	gres->type = typed ? ft_arena_strndup(
				 &machine->arena, item->type.at, item->type.len)
			   : "";
	ft_str_addf(&word, "%s%s%s", gres->name, typed ? ":" : "", gres->type);
	gres->tres = tres_index(machine, "gres", ft_str_text(&word));
}

/* Calls FN for each element of TEXT, without a trailing "(S:0-1)". */
typedef enum ft_status item_fn(
    void *ctx, const struct item *item, struct ft_error *err);

static enum ft_status
each_item(const char *text, item_fn *fn, void *ctx, struct ft_error *err)
{
	static const char *const prefixes[] = { "gres:", "gres/" };

	while (*text) {
		struct ft_word word = ft_word_until(text, ",");
		const char *at = text;
		struct item item;

		for (size_t i = 0; i < 2; i++)
			if (word.len > 5 &&
			    strncasecmp(at, prefixes[i], 5) == 0)
				at += 5;
		text += word.len;
		word = ft_word_until(at, ",(");
		/* a comma inside of parentheses */
		if (at[word.len] == '(') {
			const char *close = strchr(at + word.len, ')');

			text = close ? close + strcspn(close, ",") : text;
		}
		text += *text == ',';
		if (word.len == 0 || ft_word_is(word, "none") ||
		    ft_word_is(word, "(null)"))
			continue;
		if (!parse_item(word, &item))
			return ft_fail(err, FT_EINVAL,
			    "bad generic resource '%.*s'", (int)word.len,
			    word.at);
		FT_TRY(fn(ctx, &item, err));
	}
	return FT_OK;
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
	if (item->type.len)
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
	if (item->type.len)
		counting->count[find_gres(counting->machine, item, true)] +=
		    item->count;
	return FT_OK;
}

enum ft_status
ft_machine_count_gres(struct ft_machine *machine, struct ft_error *err)
{
	const char *last = NULL;

	/* the nodes of a line share their text */
	for (size_t i = 0; i < machine->n_node; i++) {
		const char *text = machine->node[i].gres;

		if (text != last)
			FT_TRY(each_item(text, list_item, machine, err));
		last = text;
	}
	for (size_t i = 0; i < machine->n_node; i++) {
		struct ft_node *node = &machine->node[i];
		struct counting counting = { machine, NULL };

		if (i && node->gres == node[-1].gres) {
			node->gres_count = node[-1].gres_count;
			continue;
		}
		counting.count = ft_arena_calloc(&machine->arena,
		    machine->n_gres + 1, sizeof *counting.count);
		node->gres_count = counting.count;
		FT_TRY(each_item(node->gres, count_item, &counting, err));
	}
	return FT_OK;
}

/* ---- licenses --------------------------------------------------------------------- */

/* NAME[:COUNT] or NAME[=COUNT]; *name: the name, also of a bad one. */
static bool
parse_license(struct ft_word word, struct ft_word *name, uint64_t *count)
{
	struct ft_word number = { word.at, 0 };

	*name = word;
	*count = 1;
	name->len = strcspn(word.at, ":=,;");
	if (name->len == 0 || name->len == word.len)
		return name->len > 0;
	number.at += name->len + 1;
	number.len = word.len - name->len - 1;
	return parse_count(number, count);
}

static size_t
find_license(const struct ft_machine *machine, struct ft_word name)
{
	size_t i = 0;

	while (i < machine->n_license &&
	       !ft_word_equals(name, machine->license[i].name))
		i++;
	return i;
}

static enum ft_status
add_license(
    struct ft_machine *machine, struct ft_word word, struct ft_error *err)
{
	struct ft_license *license;
	struct ft_word name;
	uint64_t count;
	size_t i;

	if (!parse_license(word, &name, &count))
		return ft_fail(err, FT_EINVAL, "bad license '%.*s'",
		    (int)word.len, word.at);
	i = find_license(machine, name);
	if (i < machine->n_license) {
		machine->license[i].count += count;
		return FT_OK;
	}
	license = ft_vec_add(
	    machine->license, machine->n_license, machine->cap_license);
	license->name = ft_arena_strndup(&machine->arena, name.at, name.len);
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
	struct ft_word word;

	while (ft_word_next(&text, ",", &word))
		if (word.len)
			add_gres(
			    machine, &(struct item){ .name = word }, false);
	text = ft_conf_text(conf, FT_CONF_LICENSES);
	while (status == FT_OK && ft_word_next(&text, ",;", &word))
		if (word.len)
			status = add_license(machine, word, err);
	if (status != FT_OK)
		ft_error_at(err, conf->value[FT_CONF_LICENSES].origin);
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
	uint32_t index = find_gres(asking->machine, item, item->type.len > 0);

	if (index == UINT32_MAX)
		return ft_fail(err, FT_EINVAL, "no generic resource '%.*s'",
		    (int)item->name.len, item->name.at);
	ask(asking, index, item->count);
	return FT_OK;
}

static enum ft_status
hand_over(struct asking *asking, enum ft_status status,
    struct ft_job_count **count, size_t *n)
{
	if (status != FT_OK) {
		ft_free(asking->count);
		asking->count = NULL;
		asking->n = 0;
	}
	*count = asking->count;
	*n = asking->n;
	return status;
}

enum ft_status
ft_machine_parse_gres(const struct ft_machine *machine, const char *text,
    struct ft_job_count **count, size_t *n, struct ft_error *err)
{
	struct asking asking = { .machine = machine };

	return hand_over(
	    &asking, each_item(text, ask_item, &asking, err), count, n);
}

static enum ft_status
ask_license(struct asking *asking, struct ft_word word, struct ft_error *err)
{
	struct ft_word name;
	uint64_t number;
	size_t i;

	if (!parse_license(word, &name, &number))
		return ft_fail(err, FT_EINVAL, "bad license '%.*s'",
		    (int)word.len, word.at);
	i = find_license(asking->machine, name);
	if (i == asking->machine->n_license)
		return ft_fail(err, FT_EINVAL, "no license '%.*s'",
		    (int)name.len, name.at);
	ask(asking, (uint32_t)i, number);
	return FT_OK;
}

enum ft_status
ft_machine_parse_licenses(const struct ft_machine *machine, const char *text,
    struct ft_job_count **count, size_t *n, struct ft_error *err)
{
	struct asking asking = { .machine = machine };
	enum ft_status status = FT_OK;
	struct ft_word word;

	while (status == FT_OK && ft_word_next(&text, ",;", &word))
		if (word.len)
			status = ask_license(&asking, word, err);
	return hand_over(&asking, status, count, n);
}

void
ft_machine_add_gres(struct ft_str *str, const struct ft_gres *gres)
{
	ft_str_addf(
	    str, "gres/%s%s%s", gres->name, *gres->type ? ":" : "", gres->type);
}
