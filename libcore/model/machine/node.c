/* NodeName, NodeSet and DownNodes lines, and live changes of nodes. */

#include "base/text/hostlist.h"
#include "model/machine/private.h"
#include "model/conf/pairs.h"

/* The contents of a line; 0 and "" where the line gives no value. */
struct said {
	struct ft_node node; /* hostname, address: host lists */
	uint32_t per_board;  /* sockets */
	const char *port;    /* a host list */
};

static const struct said nothing = {
	.node = { .name = "",
	    .weight = 1,
	    .memory = 1,
	    .features = "",
	    .gres = "",
	    .comment = "",
	    .note = "",
	    .instance_id = "",
	    .instance_type = "",
	    .reason = "",
	    .reason_user = "",
	    .address = "",
	    .hostname = "",
	    .extra = "" },
	.port = "",
};

static const struct {
	const char *word;
	enum ft_node_state state;
} states[] = {
	{ "UNKNOWN", FT_NODE_IDLE },
	{ "IDLE", FT_NODE_IDLE },
	{ "UP", FT_NODE_IDLE },
	{ "CLOUD", FT_NODE_IDLE },
	{ "RESUME", FT_NODE_IDLE },
	{ "UNDRAIN", FT_NODE_IDLE },
	{ "DOWN", FT_NODE_DOWN },
	{ "DRAIN", FT_NODE_DRAIN },
	{ "DRAINED", FT_NODE_DRAIN },
	{ "DRAINING", FT_NODE_DRAIN },
	{ "FAIL", FT_NODE_FAIL },
	{ "FAILING", FT_NODE_FAIL },
	{ "FUTURE", FT_NODE_FUTURE },
};

/* IDLE+DRAIN: what the node is besides, too. */
static bool
set_state(const struct ft_key_value *value)
{
	struct said *said = value->owner;
	size_t len = strcspn(value->text, "+");
	const char *last = value->text + (value->text[len] ? len + 1 : 0);
	int first =
	    ft_row_find(FT_ROWS(states), (struct ft_word){ value->text, len });
	int row = ft_row_find(FT_ROWS(states), ft_word_of(last));

	if (row < 0 || first < 0)
		return false;
	said->node.state = states[row].state;
	if (last != value->text)
		said->node.also = states[first].state;
	if (strcasecmp(value->text, "CLOUD") == 0)
		said->node.cloud = true;
	return true;
}

static bool
set_gres(const struct ft_key_value *value)
{
	return ft_gres_is_good(value->text) && ft_key_set_text(value);
}

/* Sockets and sockets per board: the last one wins. */
static bool
set_sockets(const struct ft_key_value *value)
{
	struct said *said = value->owner;

	said->node.sockets = said->per_board = 0;
	return ft_key_set_u32(value);
}

#define ROW(name, kind, field, high) OWN(name, ft_key_set_##kind, field, high)
#define OWN(name, set, field, high)                                            \
	FT_KEY(struct said, name, set, field, high, 0)

static const struct ft_key table[] = {
	ROW("NodeName", text, node.name, 0),
	ROW("CPUs", u32, node.cpus, 65535),
	ROW("Procs", u32, node.cpus, 65535),
	ROW("Boards", u32, node.boards, 65535),
	OWN("Sockets", set_sockets, node.sockets, 65535),
	OWN("SocketsPerBoard", set_sockets, per_board, 65535),
	ROW("CoresPerSocket", u32, node.cores, 65535),
	ROW("ThreadsPerCore", u32, node.threads, 65535),
	ROW("RealMemory", u64, node.memory, 0),
	ROW("TmpDisk", u64, node.disk, 0),
	ROW("Weight", u32, node.weight, UINT32_MAX),
	ROW("Feature", text, node.features, 0),
	ROW("Features", text, node.features, 0),
	ROW("AvailableFeatures", text, node.features, 0),
	ROW("ActiveFeatures", text, node.active, 0),
	OWN("Gres", set_gres, node.gres, 0),
	ROW("Comment", text, node.comment, 0),
	ROW("Extra", text, node.note, 0),
	ROW("InstanceId", text, node.instance_id, 0),
	ROW("InstanceType", text, node.instance_type, 0),
	ROW("Reason", text, node.reason, 0),
	ROW("ReasonUser", text, node.reason_user, 0),
	ROW("NodeAddr", text, node.address, 0),
	ROW("NodeHostname", text, node.hostname, 0),
	ROW("Port", text, port, 0),
	ROW("FairTreeSlots", u32, node.slots, UINT32_MAX - 1),
	OWN("State", set_state, node.state, 0),
	{ 0 },
};

static uint32_t
some(uint32_t value)
{
	return value ? value : 1;
}

/* The node that SAID describes: missing values are derived from the others. */
static struct ft_node
complete(const struct said *said)
{
	struct ft_node node = said->node;
	uint64_t cpus;

	node.boards = some(node.boards);
	node.cores = some(node.cores);
	node.threads = some(node.threads);
	if (said->per_board)
		node.sockets = node.boards * said->per_board;
	if (!node.sockets)
		node.sockets = some(node.cpus / (node.cores * node.threads));
	cpus = (uint64_t)node.sockets * node.cores * node.threads;
	if (!node.cpus)
		node.cpus = cpus > UINT16_MAX ? UINT16_MAX : (uint32_t)cpus;
	node.memory = node.memory ? node.memory : 1;
	node.active = node.active ? node.active : node.features;
	return node;
}

static struct ft_node *
push_node(struct ft_machine *machine, const char *name)
{
	struct ft_node *node;

	ft_map_put(&machine->node_at, name, machine->n_node);
	node = ft_vec_add(machine->node, machine->n_node, machine->cap_node);
	*node =
	    (struct ft_node){ .name = ft_arena_strdup(&machine->arena, name) };
	return node;
}

/* Put a node of that name and SAID, which has no addresses, into MACHINE. */
static struct ft_node *
add_node(struct ft_machine *machine, const char *name, const struct said *said)
{
	struct ft_node *node = push_node(machine, name);
	const char *own = node->name;

	*node = complete(said);
	node->name = node->hostname = node->address = own;
	return node;
}

/* ---- lists that run beside the names ---------------------------------------------- */

struct words {
	struct ft_arena *arena;
	const char **item;
	size_t n, cap;
};

static enum ft_status
keep_word(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct words *words = ctx;

	(void)err;
	*ft_vec_add(words->item, words->n, words->cap) =
	    ft_arena_strndup(words->arena, name, len);
	return FT_OK;
}

static enum ft_status
check_new(
    const struct ft_machine *machine, const char *name, struct ft_error *err)
{
	return ft_machine_node(machine, name) == UINT32_MAX
		   ? FT_OK
		   : ft_fail(
			 err, FT_EINVAL, "node '%s' is already defined", name);
}

/* Names of nodes that must not exist yet. */
struct new_names {
	struct words words;
	const struct ft_machine *machine;
};

/* The first existing one ends the list: a line may expand to very many. */
static enum ft_status
keep_new_name(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct new_names *names = ctx;

	FT_TRY(keep_word(&names->words, name, len, err));
	return check_new(
	    names->machine, names->words.item[names->words.n - 1], err);
}

/* The I-th of WORDS for the I-th of N nodes; one for all; none: USUAL. */
static const char *
word_of(const struct words *words, size_t i, size_t n, const char *usual)
{
	if (words->n == n)
		return words->item[i];
	return words->n ? words->item[0] : usual;
}

static void
address_node(
    struct ft_node *node, const struct words beside[3], size_t i, size_t n)
{
	node->hostname = word_of(&beside[0], i, n, node->name);
	node->address = word_of(&beside[1], i, n, node->hostname);
	if (!ft_num_u32(word_of(&beside[2], i, n, "0"), &node->port))
		node->port = 0;
}

static enum ft_status
add_nodes(
    struct ft_machine *machine, const struct said *said, struct ft_error *err)
{
	const char *const text[3] = { said->node.hostname, said->node.address,
		said->port };
	struct new_names fresh = { { .arena = &machine->arena }, machine };
	const struct words *names = &fresh.words;
	struct words beside[3];
	enum ft_status status;

	status = ft_hostlist_each(said->node.name, keep_new_name, &fresh, err);
	for (size_t i = 0; i < 3; i++) {
		beside[i] = (struct words){ .arena = &machine->arena };
		if (status == FT_OK)
			status = ft_hostlist_each(
			    text[i], keep_word, &beside[i], err);
	}
	for (size_t i = 0; i < names->n && status == FT_OK; i++) {
		const char *name = names->item[i];

		status = check_new(machine, name, err);
		if (status == FT_OK)
			address_node(
			    add_node(machine, name, said), beside, i, names->n);
	}
	for (size_t i = 0; i < 3; i++)
		ft_free(beside[i].item);
	ft_free(fresh.words.item);
	return status;
}

/* ---- lines ------------------------------------------------------------------------ */

static enum ft_status
read_line(struct ft_machine *machine, struct said *said, const char *text,
    struct ft_error *err)
{
	return ft_keys_read(&(struct ft_keys){ table, said, &machine->arena },
	    text, &said->node.extra, err);
}

enum ft_status
ft_machine_try_node(struct ft_arena *arena, const char *key, const char *value,
    struct ft_error *err)
{
	struct said said = nothing;

	return ft_keys_set(
	    &(struct ft_keys){ table, &said, arena }, key, value, err);
}

static enum ft_status
read_node(struct ft_machine *machine, struct said *usual, const char *text,
    struct ft_error *err)
{
	struct said said = *usual;

	said.node.name = "";
	FT_TRY(read_line(machine, &said, text, err));
	if (strcasecmp(said.node.name, "DEFAULT") == 0) {
		*usual = said;
		return FT_OK;
	}
	return add_nodes(machine, &said, err);
}

/* DownNodes=n[1-2] State=DRAIN Reason="..." */
static enum ft_status
read_down(struct ft_machine *machine, const char *text, struct ft_error *err)
{
	struct said said = nothing;
	struct ft_pairs pairs;
	enum ft_status status;
	uint32_t *node;
	size_t n;

	said.node.state = FT_NODE_DOWN;
	status = read_line(machine, &said, text, err);
	if (status != FT_OK)
		return status;
	ft_pairs_init(&pairs, text);
	ft_pairs_next(&pairs);
	status = ft_machine_hosts(
	    machine, ft_str_text(&pairs.value), &node, &n, err);
	ft_pairs_free(&pairs);
	if (status != FT_OK) {
		ft_error_prefix(err, "unknown node in DownNodes: ");
		return FT_EINVAL;
	}
	for (size_t i = 0; i < n; i++) {
		machine->node[node[i]].state = said.node.state;
		machine->node[node[i]].reason = said.node.reason;
	}
	ft_free(node);
	return FT_OK;
}

/* ---- nodes that nobody described --------------------------------------------------- */

static const char built_in[] = "n[1-4]";

static enum ft_status
invent_node(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct ft_machine *machine = ctx;
	struct said said = nothing;
	char *copy = ft_arena_strndup(&machine->arena, name, len);

	(void)err;
	for (size_t i = 0; i < machine->n_set; i++)
		if (strcmp(machine->set[i].name, copy) == 0)
			return FT_OK;
	if (strcasecmp(copy, "ALL") == 0 ||
	    ft_machine_node(machine, copy) != UINT32_MAX)
		return FT_OK;
	said.node.cpus = 16;
	said.node.memory = 64000;
	add_node(machine, copy, &said);
	return FT_OK;
}

/* Those the partitions name; if they name none, a few. */
static enum ft_status
invent_nodes(struct ft_machine *machine, const struct ft_conf *conf,
    struct ft_error *err)
{
	enum ft_status status = FT_OK;

	machine->built_in = true;
	for (size_t i = 0; i < conf->n_line && status == FT_OK; i++) {
		const struct ft_conf_line *line = &conf->line[i];
		struct ft_pairs pairs;

		if (strcasecmp(line->key, "PartitionName") != 0)
			continue;
		ft_pairs_init(&pairs, line->text);
		while (status == FT_OK && ft_pairs_next(&pairs))
			if (strcasecmp(ft_str_text(&pairs.key), "Nodes") == 0)
				status =
				    ft_hostlist_each(ft_str_text(&pairs.value),
					invent_node, machine, err);
		ft_pairs_free(&pairs);
		if (status != FT_OK)
			ft_error_at(err, line->origin);
	}
	if (status == FT_OK && !machine->n_node)
		status = ft_hostlist_each(built_in, invent_node, machine, err);
	return status;
}

/* ---- all of them --------------------------------------------------------------------- */

/* Read the lines of one KIND; later kinds need the earlier ones. */
static enum ft_status
read_lines(struct ft_machine *machine, const struct ft_conf *conf,
    const char *kind, struct said *usual, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < conf->n_line && status == FT_OK; i++) {
		const struct ft_conf_line *line = &conf->line[i];

		if (strcasecmp(line->key, kind) != 0)
			continue;
		if (*kind == 'D')
			status = read_down(machine, line->text, err);
		else if (usual)
			status = read_node(machine, usual, line->text, err);
		else
			ft_machine_read_set(machine, line->text);
		if (status != FT_OK)
			ft_error_at(err, line->origin);
		status = ft_machine_forgive(machine, status, err);
	}
	return status;
}

static int
by_name(const void *a, const void *b)
{
	const struct ft_node *x = a, *y = b;

	return ft_hostlist_compare(x->name, y->name);
}

/* As slurmctld has them, whatever the order of the file. */
static void
sort_nodes(struct ft_machine *machine)
{
	if (machine->n_node)
		qsort(machine->node, machine->n_node, sizeof *machine->node,
		    by_name);
	for (size_t i = 0; i < machine->n_node; i++)
		ft_map_put(&machine->node_at, machine->node[i].name, i);
}

enum ft_status
ft_machine_read_nodes(struct ft_machine *machine, const struct ft_conf *conf,
    struct ft_error *err)
{
	struct said usual = nothing;

	read_lines(machine, conf, "NodeSet", NULL, err);
	FT_TRY(read_lines(machine, conf, "NodeName", &usual, err));
	if (!machine->n_node)
		FT_TRY(invent_nodes(machine, conf, err));
	sort_nodes(machine);
	FT_TRY(read_lines(machine, conf, "DownNodes", NULL, err));
	ft_machine_sum_nodes(machine);
	return FT_OK;
}

/* ---- live ------------------------------------------------------------------------------ */

static void
sum_all(struct ft_machine *machine)
{
	ft_machine_sum_nodes(machine);
	for (size_t i = 0; i < machine->n_partition; i++)
		ft_partition_sum(machine, &machine->partition[i]);
}

const char *
ft_machine_node_key_at(size_t i)
{
	return i < FT_COUNT(table) ? table[i].name : NULL;
}

bool
ft_node_is_same(const struct ft_node *a, const struct ft_node *b)
{
	return ft_keys_same(
	    table, &(struct said){ *a, 0, "" }, &(struct said){ *b, 0, "" });
}

static bool
is_down(const struct ft_node *node)
{
	return node->state == FT_NODE_DOWN || node->also == FT_NODE_DOWN;
}

/* What a node that was BEFORE is besides its new STATE. */
static enum ft_node_state
also(const struct ft_node *before, enum ft_node_state state)
{

	switch (state) {
	case FT_NODE_DOWN:
		return before->state == FT_NODE_DRAIN ||
			       before->state == FT_NODE_FAIL
			   ? before->state
			   : before->also;
	case FT_NODE_DRAIN:
	case FT_NODE_FAIL:
		return is_down(before) ? FT_NODE_DOWN : FT_NODE_IDLE;
	case FT_NODE_IDLE:
	case FT_NODE_FUTURE:
		break;
	}
	return FT_NODE_IDLE;
}

enum ft_status
ft_machine_set_node(struct ft_machine *machine,
    const struct ft_node_change *change, struct ft_error *err)
{
	const char *key = change->key;
	uint32_t index = ft_machine_node(machine, change->name);
	bool state = strcasecmp(key, "State") == 0;
	struct said said = { .port = "" };
	struct ft_node *node, before;
	enum ft_status status = FT_ENOENT;

	if (index == UINT32_MAX)
		return ft_fail(err, FT_ENOENT, "no node '%s'", change->name);
	node = &machine->node[index];
	before = said.node = *node;
	if (strcasecmp(key, "NodeName") != 0)
		status = ft_keys_set(
		    &(struct ft_keys){ table, &said, &machine->arena }, key,
		    change->value, err);
	if (status == FT_ENOENT)
		return ft_fail(err, FT_EINVAL, "nodes have no '%s'", key);
	if (status != FT_OK)
		return status;
	if (state && is_down(&before) &&
	    strcasecmp(change->value, "UNDRAIN") == 0) {
		said.node.state = FT_NODE_DOWN;
		before.state = before.also = FT_NODE_IDLE;
	}
	if (state && said.node.state == FT_NODE_IDLE)
		said.node.reason = said.node.reason_user = "";
	if (state && !strchr(change->value, '+'))
		said.node.also = also(&before, said.node.state);
	if (state || strcasecmp(key, "Reason") == 0)
		said.node.since = change->at;
	*node = complete(&said);
	if (before.cpus != node->cpus || before.memory != node->memory ||
	    (before.state == FT_NODE_FUTURE) != (node->state == FT_NODE_FUTURE))
		sum_all(machine);
	if (strcasecmp(key, "Gres") == 0)
		return ft_machine_count_gres(machine, err);
	return FT_OK;
}
