/* Keys of node and partition lines: a table row each. */
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "base/timefmt.h"
#include "model/machine_int.h"
#include "model/slurmkey.h"

static void *
field_of(void *owner, const struct ft_key *key)
{
	return (char *)owner + key->field;
}

bool
ft_key_set_bool(struct ft_arena *arena, void *owner, const struct ft_key *key,
    const char *text)
{
	bool *field = field_of(owner, key);
	int64_t number;

	(void)arena;
	if (!ft_conf_parse_bool(text, &number))
		return false;
	*field = number != 0;
	return true;
}

bool
ft_key_set_u32(struct ft_arena *arena, void *owner, const struct ft_key *key,
    const char *text)
{
	uint32_t *field = field_of(owner, key);
	int64_t number;

	(void)arena;
	if (!ft_conf_parse_integer(text, key->high, &number) || number < 0 ||
	    number > key->high)
		return false;
	*field = (uint32_t)number;
	return true;
}

/* MiB; 0 without limit. */
bool
ft_key_set_u64(struct ft_arena *arena, void *owner, const struct ft_key *key,
    const char *text)
{
	uint64_t *field = field_of(owner, key);
	int64_t number;

	(void)arena;
	if (!ft_conf_parse_integer(text, 0, &number) || number < 0)
		return false;
	*field = (uint64_t)number;
	return true;
}

bool
ft_key_set_minutes(struct ft_arena *arena, void *owner,
    const struct ft_key *key, const char *text)
{
	int64_t *field = field_of(owner, key);

	(void)arena;
	if (strcasecmp(text, "NONE") == 0) {
		*field = FT_TIME_NONE;
		return true;
	}
	return ft_time_minutes(text, field);
}

bool
ft_key_set_seconds(struct ft_arena *arena, void *owner,
    const struct ft_key *key, const char *text)
{
	int64_t *field = field_of(owner, key);
	int64_t number;

	(void)arena;
	if (!ft_conf_parse_integer(text, key->high, &number) || number < 0 ||
	    number > key->high)
		return false;
	*field = number;
	return true;
}

bool
ft_key_set_text(struct ft_arena *arena, void *owner, const struct ft_key *key,
    const char *text)
{
	const char **field = field_of(owner, key);

	*field = ft_arena_strdup(arena, text);
	return true;
}

static void
lower(char *text)
{
	for (; *text; text++)
		if (*text >= 'A' && *text <= 'Z')
			*text = (char)(*text - 'A' + 'a');
}

bool
ft_key_set_lower(struct ft_arena *arena, void *owner, const struct ft_key *key,
    const char *text)
{
	const char **field = field_of(owner, key);
	char *copy = ft_arena_strdup(arena, text);

	lower(copy);
	*field = copy;
	return true;
}

/* A list of names; "ALL" and nothing: not given. */
static void
set_list(struct ft_arena *arena, struct ft_name_list *list, char *copy)
{
	size_t n = 1;

	*list = (struct ft_name_list){ .n = 0 };
	if (!*copy || strcasecmp(copy, "ALL") == 0)
		return;
	for (const char *at = copy; *at; at++)
		n += *at == ',';
	list->item = ft_arena_calloc(arena, n, sizeof *list->item);
	while (*copy) {
		size_t len = strcspn(copy, ",");
		char *next = copy + len + (copy[len] == ',');

		copy[len] = '\0';
		if (len)
			list->item[list->n++] = copy;
		copy = next;
	}
}

bool
ft_key_set_list(struct ft_arena *arena, void *owner, const struct ft_key *key,
    const char *text)
{
	set_list(arena, field_of(owner, key), ft_arena_strdup(arena, text));
	return true;
}

bool
ft_key_set_lower_list(struct ft_arena *arena, void *owner,
    const struct ft_key *key, const char *text)
{
	char *copy = ft_arena_strdup(arena, text);

	lower(copy);
	set_list(arena, field_of(owner, key), copy);
	return true;
}

enum ft_status
ft_keys_set(struct ft_arena *arena, void *owner, const struct ft_key *table,
    const char *key, const char *text, struct ft_error *err)
{
	for (; table->name; table++) {
		if (strcasecmp(table->name, key) != 0)
			continue;
		if (table->set(arena, owner, table, text))
			return FT_OK;
		return ft_fail(
		    err, FT_EINVAL, "bad value '%s' for %s", text, table->name);
	}
	return ft_fail(err, FT_ENOENT, "no parameter '%s'", key);
}

/* Keys of the short lines. */
static bool
is_of_line(const char *line, const char *key)
{
	static const struct {
		const char *line, *key;
	} rows[] = { { "DownNodes", "State" }, { "DownNodes", "Reason" },
		{ "NodeSet", "Feature" }, { "NodeSet", "Nodes" } };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!strcasecmp(rows[i].line, line) &&
		    !strcasecmp(rows[i].key, key))
			return true;
	return false;
}

enum ft_status
ft_machine_check_pair(
    const char *line, const char *key, const char *value, struct ft_error *err)
{
	bool partition = !strcasecmp(line, "PartitionName");
	bool node = !strcasecmp(line, "NodeName");
	bool down = !strcasecmp(line, "DownNodes");
	bool ignored = (partition && ft_slurm_knows(FT_SLURM_PARTITION, key)) ||
		       (node && ft_slurm_knows(FT_SLURM_NODE, key));
	struct ft_arena arena;
	enum ft_status status = FT_ENOENT;

	if (ignored || !strcasecmp(line, key))
		return FT_OK;
	ft_arena_init(&arena);
	if (partition)
		status = ft_machine_try_partition(&arena, key, value, err);
	else if (node || (down && is_of_line(line, key)))
		status = ft_machine_try_node(&arena, key, value, err);
	else if (is_of_line(line, key))
		status = FT_OK;
	ft_arena_clear(&arena);
	return status == FT_ENOENT
		   ? ft_fail(err, FT_ENOENT, "unknown key '%s' on a %s line",
			 key, line)
		   : status;
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

void
ft_key_keep(struct ft_arena *arena, const char **extra, const char *key,
    const char *value)
{
	bool quote = !*value || strpbrk(value, " \t") != NULL;
	struct ft_str str;

	ft_str_init(&str);
	ft_str_addf(&str, "%s%s%s=%s%s%s", *extra, **extra ? " " : "", key,
	    quote ? "\"" : "", value, quote ? "\"" : "");
	*extra = ft_arena_strdup(arena, ft_str_text(&str));
	ft_str_free(&str);
}
