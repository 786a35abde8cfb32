/* Keys of node and partition lines: a table row each. */

#include "base/text/timefmt.h"
#include "model/machine/private.h"
#include "model/conf/pairs.h"

void *
ft_key_member(const struct ft_key_value *value)
{
	return (char *)value->owner + value->key->field;
}

bool
ft_key_set_bool(const struct ft_key_value *value)
{
	int64_t number;

	if (!ft_conf_parse_bool(value->text, &number))
		return false;
	*(bool *)ft_key_member(value) = number != 0;
	return true;
}

/* A number from 0 to the highest of its key. */
static bool
read_number(const struct ft_key_value *value, int64_t *number)
{
	int64_t high = value->key->high;

	return ft_conf_parse_integer(value->text, high, number) &&
	       *number >= 0 && *number <= high;
}

bool
ft_key_set_u32(const struct ft_key_value *value)
{
	int64_t number;

	if (!read_number(value, &number))
		return false;
	*(uint32_t *)ft_key_member(value) = (uint32_t)number;
	return true;
}

bool
ft_key_set_seconds(const struct ft_key_value *value)
{
	int64_t number;

	if (!read_number(value, &number))
		return false;
	*(int64_t *)ft_key_member(value) = number;
	return true;
}

/* MiB; 0 without limit. */
bool
ft_key_set_u64(const struct ft_key_value *value)
{
	int64_t number;

	if (!ft_conf_parse_integer(value->text, 0, &number) || number < 0)
		return false;
	*(uint64_t *)ft_key_member(value) = (uint64_t)number;
	return true;
}

bool
ft_key_set_minutes(const struct ft_key_value *value)
{
	int64_t *member = ft_key_member(value);

	if (strcasecmp(value->text, "NONE") != 0)
		return ft_time_minutes(value->text, member);
	*member = FT_TIME_NONE;
	return true;
}

bool
ft_key_set_text(const struct ft_key_value *value)
{
	*(const char **)ft_key_member(value) =
	    ft_arena_strdup(value->arena, value->text);
	return true;
}

bool
ft_key_set_names(const struct ft_key_value *value)
{
	struct ft_name_list *list = ft_key_member(value);
	const char *text = value->text;
	struct ft_word word;
	size_t n = 1;

	*list = (struct ft_name_list){ .n = 0 };
	if (!*text)
		return true;
	for (const char *at = text; *at; at++)
		n += *at == ',';
	list->text = ft_arena_strdup(value->arena, text);
	list->item = ft_arena_calloc(value->arena, n, sizeof *list->item);
	while (ft_word_next(&text, ",", &word))
		if (word.len)
			list->item[list->n++] =
			    ft_arena_strndup(value->arena, word.at, word.len);
	return true;
}

bool
ft_key_set_list(const struct ft_key_value *value)
{
	struct ft_key_value nothing = *value;

	nothing.text = "";
	return ft_key_set_names(
	    strcasecmp(value->text, "ALL") == 0 ? &nothing : value);
}

enum ft_status
ft_keys_set(const struct ft_keys *keys, const char *key, const char *text,
    struct ft_error *err)
{
	for (const struct ft_key *row = keys->table; row->name; row++) {
		struct ft_key_value value = { row, keys->owner, keys->arena,
			text };

		if (strcasecmp(row->name, key) != 0)
			continue;
		if (row->set(&value))
			return FT_OK;
		return ft_fail(
		    err, FT_EINVAL, "bad value '%s' for %s", text, row->name);
	}
	return ft_fail(err, FT_ENOENT, "no parameter '%s'", key);
}

static bool
same_list(const struct ft_name_list *a, const struct ft_name_list *b)
{
	return a->text && b->text ? strcmp(a->text, b->text) == 0
				  : a->text == b->text;
}

static bool
same_member(const struct ft_key *key, const void *a, const void *b)
{
	if (key->kind == FT_KEY_LIST)
		return same_list(a, b);
	return key->kind == FT_KEY_TEXT
		   ? !strcmp(*(const char *const *)a, *(const char *const *)b)
		   : !memcmp(a, b, key->size);
}

bool
ft_keys_same(const struct ft_key *table, const void *a, const void *b)
{
	for (const struct ft_key *key = table; key->name; key++)
		if (!same_member(key, (const char *)a + key->field,
			(const char *)b + key->field))
			return false;
	return true;
}

/* Append KEY=VALUE to *extra. */
static void
keep(struct ft_arena *arena, const char **extra, const struct ft_pairs *pairs)
{
	const char *value = ft_str_text(&pairs->value);
	const char *quote = !*value || strpbrk(value, " \t") ? "\"" : "";
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&str, "%s%s%s=%s%s%s", *extra, **extra ? " " : "",
	    ft_str_text(&pairs->key), quote, value, quote);
	*extra = ft_arena_strdup(arena, ft_str_text(&str));
}

enum ft_status
ft_keys_read(const struct ft_keys *keys, const char *text, const char **extra,
    struct ft_error *err)
{
	struct ft_pairs pairs;
	enum ft_status status = FT_OK;

	ft_pairs_init(&pairs, text);
	while (status == FT_OK && ft_pairs_next(&pairs)) {
		status = ft_keys_set(keys, ft_str_text(&pairs.key),
		    ft_str_text(&pairs.value), err);
		if (status != FT_ENOENT)
			continue;
		if (extra)
			keep(keys->arena, extra, &pairs);
		status = FT_OK;
	}
	ft_pairs_free(&pairs);
	return status;
}

enum ft_status
ft_machine_forgive(const struct ft_machine *machine, enum ft_status status,
    const struct ft_error *err)
{
	if (status == FT_OK || !machine->faults)
		return status;
	machine->faults->add(machine->faults->ctx, err);
	return FT_OK;
}
