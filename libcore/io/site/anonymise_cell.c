/*
 * anonymise_cell.c - what stands for a cell of a table, by what the cell is.
 */
#include "base/text/hostlist.h"
#include "io/site/anonymise_private.h"
#include "model/job/job.h"

#define CLUSTER "cluster"
#define JOB     "job"

/* Words of Slurm that stand where names can be. */
static bool
is_word(struct ft_word word)
{
	static const char *const words[] = { "(null)", "N/A", "ALL", "NONE",
		"None assigned", "DEFAULT" };

	for (size_t i = 0; i < FT_COUNT(words); i++)
		if (ft_word_equals(word, words[i]))
			return true;
	return false;
}

static void
add_word(struct ft_str *out, struct ft_word word)
{
	ft_str_add_n(out, word.at, word.len);
}

/* ---- names -------------------------------------------------------------------- */

/* Append what stands for NAME, after its blanks and sign: "  ann", "-ann", "*key". */
static void
add_name(struct ft_anonymise_pass *pass, enum ft_pseudonym_kind kind,
    struct ft_word name, struct ft_str *out)
{
	bool sign = false;

	while (name.at && name.len && !sign && strchr(" -+*", *name.at)) {
		sign = *name.at != ' ';
		ft_str_add_char(out, *name.at++);
		name.len--;
	}
	if (is_word(name))
		add_word(out, name);
	else
		ft_pseudonyms_add(pass->names, kind, name, out);
}

static void
add_names(struct ft_anonymise_pass *pass, enum ft_pseudonym_kind kind,
    const char *list, struct ft_str *out)
{
	struct ft_word name;

	for (bool first = true; ft_word_next(&list, ",", &name);
	     first = false) {
		if (!first)
			ft_str_add_char(out, ',');
		add_name(pass, kind, name, out);
	}
}

void
ft_anonymise_cluster(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	(void)pass;
	if (*cell)
		ft_str_add(out, CLUSTER);
}

/* slurm.conf and scontrol have "root(0)" */
void
ft_anonymise_user(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	struct ft_word name = ft_word_of(cell);
	struct ft_word number;

	if (!is_word(name))
		ft_word_split(&name, '(', &number);
	add_name(pass, FT_PSEUDONYM_USER, name, out);
}

void
ft_anonymise_users(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	add_names(pass, FT_PSEUDONYM_USER, cell, out);
}

void
ft_anonymise_account(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	add_name(pass, FT_PSEUDONYM_ACCOUNT, ft_word_of(cell), out);
}

void
ft_anonymise_accounts(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	add_names(pass, FT_PSEUDONYM_ACCOUNT, cell, out);
}

void
ft_anonymise_wckey(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	add_name(pass, FT_PSEUDONYM_WCKEY, ft_word_of(cell), out);
}

void
ft_anonymise_reservations(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	add_names(pass, FT_PSEUDONYM_RESERVATION, cell, out);
}

/* Who is in a group is not known to the copy. */
void
ft_anonymise_groups(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	(void)pass;
	(void)cell;
	ft_str_add(out, "ALL");
}

/* ---- nodes ---------------------------------------------------------------------- */

struct nodes {
	struct ft_anonymise_pass *pass;
	struct ft_arena arena;
	const char **name;
	size_t n, cap;
};

static enum ft_status
take_node(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct nodes *nodes = ctx;
	struct ft_str *value = &nodes->pass->value;

	(void)err;
	ft_str_clear(value);
	add_name(nodes->pass, FT_PSEUDONYM_NODE, (struct ft_word){ name, len },
	    value);
	*ft_vec_add(nodes->name, nodes->n, nodes->cap) =
	    ft_arena_strdup(&nodes->arena, ft_str_text(value));
	return FT_OK;
}

/* A list that cannot be read is left out. */
void
ft_anonymise_nodes(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	struct nodes nodes = { .pass = pass };
	struct ft_error err = { 0 };

	if (is_word(ft_word_of(cell)))
		ft_str_add(out, cell);
	else if (ft_hostlist_each(cell, take_node, &nodes, &err) == FT_OK)
		ft_hostlist_fold(out, nodes.name, nodes.n);
	ft_free(nodes.name);
	ft_arena_clear(&nodes.arena);
}

/* ---- texts ---------------------------------------------------------------------- */

/* Append the first LEN bytes of CELL, and what stands for the licenses among them:
 * "cpu=2,license/tool=1". */
static void
add_tres(struct ft_anonymise_pass *pass, const char *cell, size_t len,
    struct ft_str *out)
{
	static const char license[] = "license/";
	const char *end = cell + len, *at;

	while (pass->names->all && (at = strstr(cell, license)) && at < end) {
		struct ft_word name =
		    ft_word_until(at + strlen(license), ",:=@ ");

		ft_str_add_n(out, cell, (size_t)(name.at - cell));
		ft_pseudonyms_add(pass->names, FT_PSEUDONYM_LICENSE, name, out);
		cell = name.at + name.len;
	}
	if (cell < end)
		ft_str_add_n(out, cell, (size_t)(end - cell));
}

/* Numbers and words of Slurm.  The server in a remote license, "tool@server:2", is
 * replaced like the name of a node; anything that looks like a path is left out. */
void
ft_anonymise_keep(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	const char *at;

	if (*cell == '/')
		return;
	while ((at = strchr(cell, '@'))) {
		struct ft_word server = ft_word_until(at + 1, ",:;=*+|&() ");

		add_tres(pass, cell, (size_t)(at + 1 - cell), out);
		ft_pseudonyms_add(pass->names, FT_PSEUDONYM_NODE, server, out);
		cell = server.at + server.len;
	}
	add_tres(pass, cell, strlen(cell), out);
}

/* Append CELL with the names of KIND in it, if all names are replaced; ENDS: what can
 * follow a name. */
static void
add_some(struct ft_anonymise_pass *pass, enum ft_pseudonym_kind kind,
    const char *cell, const char *ends, struct ft_str *out)
{
	if (!pass->names->all || is_word(ft_word_of(cell))) {
		ft_anonymise_keep(pass, cell, out);
		return;
	}
	while (*cell) {
		struct ft_word name = ft_word_until(cell, ends);

		if (name.len == strspn(cell, "0123456789"))
			add_word(out, name); /* a count */
		else
			add_name(pass, kind, name, out);
		cell += name.len;
		if (*cell)
			ft_str_add_char(out, *cell++);
	}
}

void
ft_anonymise_partitions(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	add_some(pass, FT_PSEUDONYM_PARTITION, cell, ",", out);
}

void
ft_anonymise_qos(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	add_some(pass, FT_PSEUDONYM_QOS, cell, ",", out);
}

/* "thin&[rack1*2&rack2*2]" */
void
ft_anonymise_features(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	add_some(pass, FT_PSEUDONYM_FEATURE, cell, ",&|[]()*!: ", out);
}

/* "tool:2,idl@server:1" */
void
ft_anonymise_licenses(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	bool server = false;

	if (!pass->names->all || is_word(ft_word_of(cell))) {
		ft_anonymise_keep(pass, cell, out);
		return;
	}
	while (*cell) {
		struct ft_word name = ft_word_until(cell, ",:=@|*");

		if (name.len == strspn(cell, "0123456789"))
			add_word(out, name);
		else
			add_name(pass,
			    server ? FT_PSEUDONYM_NODE : FT_PSEUDONYM_LICENSE,
			    name, out);
		cell += name.len;
		server = *cell == '@';
		if (*cell)
			ft_str_add_char(out, *cell++);
	}
}

/* Copy the type of a TRES; it decides what the name in a later column is. */
void
ft_anonymise_tres_type(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	pass->is_license = strcmp(cell, "license") == 0;
	ft_str_add(out, cell);
}

void
ft_anonymise_tres_name(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	if (pass->is_license)
		ft_anonymise_licenses(pass, cell, out);
	else
		ft_anonymise_keep(pass, cell, out);
}

/* It names partitions, and Slurm has no such line. */
void
ft_anonymise_subordinates(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	if (!pass->names->all)
		ft_anonymise_keep(pass, cell, out);
}

/* Jobs of a user with the same name can wait for each other (singleton). */
void
ft_anonymise_job_name(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	uint64_t number;

	ft_str_addf(&key, "%s\n%s", pass->user, cell);
	if (!ft_map_get(&pass->job, key.data, &number)) {
		number = pass->job.n + 1;
		ft_map_put(&pass->job, key.data, number);
	}
	ft_str_addf(out, "%s%llu", JOB, (unsigned long long)number);
}

/* "CANCELLED by 1001"; 0 is root. */
void
ft_anonymise_state(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	static const char by_root[] = "CANCELLED by 0";

	(void)pass;
	add_word(out, strcmp(cell, by_root) == 0 ? ft_word_of(cell)
						 : ft_word_until(cell, " "));
}

/* Whether a job has this reason because Slurm, not a person, says so. */
static bool
is_reason(struct ft_word word)
{
	static const char *const others[] = { "None",
		"job requeued in held state" };
	char text[160];

	for (size_t i = 0; i < FT_COUNT(others); i++)
		if (ft_word_equals(word, others[i]))
			return true;
	return ft_word_copy(word, text, sizeof text) &&
	       ft_job_reason_find(text) != FT_REASON_NONE;
}

/* "ReqNodeNotAvail, UnavailableNodes:n4": nodes are named. */
void
ft_anonymise_reason(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	static const char reserved[] = ", May be reserved for other job";
	static const char nodes[] = ", UnavailableNodes:";
	struct ft_word word = ft_word_of(cell);
	const char *rest;

	if (!is_reason(word))
		word = ft_word_until(cell, ",");
	if (is_reason(word))
		add_word(out, word);
	else if (*cell)
		ft_str_add(out, "None");
	rest = cell + word.len;
	if (strcmp(rest, reserved) == 0)
		ft_str_add(out, reserved);
	if (strncmp(rest, nodes, strlen(nodes)) != 0)
		return;
	ft_str_add(out, nodes);
	ft_anonymise_nodes(pass, rest + strlen(nodes), out);
}

/* "bad disk [root@1795883947]": who and when stay. */
void
ft_anonymise_node_reason(
    struct ft_anonymise_pass *pass, const char *cell, struct ft_str *out)
{
	const char *open = strrchr(cell, '[');
	const char *at = open ? strrchr(open, '@') : NULL;
	struct ft_word time = at ? ft_word_until(at + 1, "]") : ft_word_of("");

	ft_str_add(out, "anonymised");
	if (!time.len || strspn(time.at, "0123456789-:T") != time.len)
		return;
	ft_str_add(out, " [");
	add_name(pass, FT_PSEUDONYM_USER,
	    (struct ft_word){ open + 1, (size_t)(at - open - 1) }, out);
	ft_str_add_char(out, '@');
	add_word(out, time);
	ft_str_add_char(out, ']');
}
