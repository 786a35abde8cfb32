/*
 * NodeSet lines, and the nodes that a list of hosts, node sets and ALL names:
 * Nodes= of a partition, hosts of a SubordinateList.
 */
#include "model/machine/private.h"

void
ft_machine_read_set(struct ft_machine *machine, const char *text)
{
#define ROW(name, member)                                                      \
	FT_KEY(struct ft_node_set, name, ft_key_set_text, member, 0, 0)
	static const struct ft_key set_keys[] = {
		ROW("NodeSet", name),
		ROW("Feature", feature),
		ROW("Nodes", nodes),
		{ 0 },
	};
	struct ft_node_set *set =
	    ft_vec_add(machine->set, machine->n_set, machine->cap_set);

	*set = (struct ft_node_set){ "", "", "" };
	ft_keys_read(&(struct ft_keys){ set_keys, set, &machine->arena }, text,
	    NULL, NULL);
}

static const struct ft_node_set *
find_set(const struct ft_machine *machine, struct ft_word name)
{
	for (size_t i = 0; i < machine->n_set; i++)
		if (ft_word_equals(name, machine->set[i].name))
			return &machine->set[i];
	return NULL;
}

/* Mark the nodes TEXT names, no sets. */
static enum ft_status
mark_hosts(const struct ft_machine *machine, const char *text, bool *mark,
    struct ft_error *err)
{
	uint32_t *node;
	size_t n;
	enum ft_status status;

	status = ft_machine_hosts(machine, text, &node, &n, err);
	if (status != FT_OK) {
		if (status == FT_ENOENT)
			ft_error_prefix(err, "unknown node ");
		return FT_EINVAL;
	}
	for (size_t i = 0; i < n; i++)
		mark[node[i]] = true;
	ft_free(node);
	return FT_OK;
}

static enum ft_status
mark_set(const struct ft_machine *machine, const struct ft_node_set *set,
    bool *mark, struct ft_error *err)
{
	if (*set->feature)
		for (size_t i = 0; i < machine->n_node; i++)
			if (ft_node_has_features(
				&machine->node[i], set->feature))
				mark[i] = true;
	return mark_hosts(machine, set->nodes, mark, err);
}

bool
ft_machine_mark_set(
    const struct ft_machine *machine, const char *name, bool *mark)
{
	const struct ft_node_set *set = find_set(machine, ft_word_of(name));
	struct ft_error err = { 0 };

	return set && mark_set(machine, set, mark, &err) == FT_OK;
}

/* The element at TEXT: up to a comma outside brackets. */
static struct ft_word
element(const char *text)
{
	struct ft_word word = { text, 0 };

	for (int depth = 0; *text && (depth || *text != ','); text++)
		depth += (*text == '[') - (*text == ']');
	word.len = (size_t)(text - word.at);
	return word;
}

static enum ft_status
mark_element(const struct ft_machine *machine, struct ft_word word, bool *mark,
    struct ft_error *err)
{
	const struct ft_node_set *set = find_set(machine, word);
	char *text FT_CLEANUP(ft_free_at) = NULL;

	if (set)
		return mark_set(machine, set, mark, err);
	if (ft_word_is(word, "ALL")) {
		memset(mark, true, machine->n_node);
		return FT_OK;
	}
	text = ft_strndup(word.at, word.len);
	return mark_hosts(machine, text, mark, err);
}

enum ft_status
ft_machine_mark_nodes(const struct ft_machine *machine, const char *text,
    bool *mark, struct ft_error *err)
{
	while (*text) {
		struct ft_word word = element(text);

		FT_TRY(mark_element(machine, word, mark, err));
		text += word.len;
		text += *text == ',';
	}
	return FT_OK;
}
