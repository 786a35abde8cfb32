#include "lib/fixture.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/tree/usage.h"
#include "tap/tap.h"

#define LINES_MAX 2048
#define DEPTH_MAX 64

/* What the text holds, line by line; row 0 is the root. */
struct reading {
	struct ft_tree_row row[LINES_MAX];
	ft_real own[LINES_MAX];
	uint32_t n;
	struct ft_names_set *names;
	uint32_t names_n; /* ids given out */
};

/* Returns the id of NAME (LEN bytes) in NAMES, which is made if need be. */
static uint32_t
name_id(struct reading *reading, struct ft_names *names, const char *name,
    size_t len)
{
	char *text = ft_strndup(name, len);
	uint32_t id = ft_names_find(names, text);

	if (!id) {
		id = ++reading->names_n;
		ft_names_put(names, id, name, len);
	}
	ft_free(text);
	return id;
}

static void
read_name(struct reading *reading, struct ft_tree_row *row, const char *word)
{
	size_t len = strcspn(word, " @\n");

	if (strncmp(word, "u:", 2)) {
		row->who =
		    name_id(reading, &reading->names->account, word, len);
		return;
	}
	row->flags |= FT_NODE_USER;
	row->who = name_id(reading, &reading->names->user, word + 2, len - 2);
	if (word[len] == '@')
		row->partition = name_id(reading, &reading->names->partition,
		    word + len + 1, strcspn(word + len + 1, " \n"));
}

static void
read_line(struct reading *reading, const char *line, uint32_t parent)
{
	struct ft_tree_row *row = &reading->row[reading->n];
	const char *shares = line + strcspn(line, " \n"), *usage;

	*row = (struct ft_tree_row){ .id = reading->n + 1,
		.parent = parent,
		.position = (int32_t)reading->n };
	read_name(reading, row, line);
	if (*shares != ' ')
		bail("fixture: no shares in '%.20s'", line);
	shares++;
	if (!strncmp(shares, "parent", 6))
		row->flags |= FT_NODE_PARENT;
	else
		row->shares = (uint32_t)strtoul(shares, NULL, 10);
	usage = shares + strcspn(shares, " \n");
	reading->own[reading->n] = 0;
	if (!strncmp(usage, " usage=", 7))
		reading->own[reading->n] = strtold(usage + 7, NULL);
	reading->n++;
}

static void
read_text(struct reading *reading, const char *text)
{
	uint32_t above[DEPTH_MAX] = { 1 };

	while (*text) {
		size_t indent = strspn(text, " "), depth = indent / 2;

		if (text[indent] != '\n' && text[indent] != '\0') {
			if (reading->n == LINES_MAX || depth + 2 > DEPTH_MAX)
				bail("fixture: too many lines or levels");
			read_line(reading, text + indent, above[depth]);
			above[depth + 1] = reading->n;
		}
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
}

void
fixture_init(struct fixture *fixture, const char *text)
{
	struct reading *reading = ft_calloc(1, sizeof *reading);
	struct ft_error err;

	*fixture = (struct fixture){ 0 };
	reading->names = &fixture->names;
	reading->row[0] = (struct ft_tree_row){ .id = 1,
		.shares = 1,
		.who = name_id(reading, &fixture->names.account, "root", 4) };
	reading->n = 1;
	read_text(reading, text);
	if (ft_tree_build(&fixture->tree, reading->row, reading->n, &err))
		bail("fixture: %s", err.text);
	fixture->own = ft_alloc(reading->n * sizeof *fixture->own);
	for (uint32_t i = 0; i < reading->n; i++)
		fixture->own[i] = reading->own[fixture->tree->id[i] - 1];
	fixture->usage = ft_alloc(reading->n * sizeof *fixture->usage);
	memcpy(
	    fixture->usage, fixture->own, reading->n * sizeof *fixture->usage);
	ft_usage_roll_up(fixture->tree, fixture->usage);
	ft_free(reading);
}

void
fixture_free(struct fixture *fixture)
{
	ft_tree_free(fixture->tree);
	ft_names_set_free(&fixture->names);
	ft_free(fixture->own);
	ft_free(fixture->usage);
}

const char *
fixture_name(const struct fixture *fixture, uint32_t node)
{
	const char *user = ft_tree_user(fixture->tree, &fixture->names, node);

	return user ? user
		    : ft_tree_account(fixture->tree, &fixture->names, node);
}

uint32_t
fixture_node(const struct fixture *fixture, const char *path)
{
	const char *slash = strchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	for (uint32_t i = 0; i < fixture->tree->n; i++) {
		const char *account =
		    ft_tree_account(fixture->tree, &fixture->names, i);

		if (strcmp(fixture_name(fixture, i), name))
			continue;
		if (slash && (strlen(account) != (size_t)(slash - path) ||
				 strncmp(account, path, strlen(account))))
			continue;
		/* the user root, not the account */
		if (slash && !ft_tree_is_user(fixture->tree, i))
			continue;
		return i;
	}
	bail("fixture: no node '%s'", path);
}

struct ft_share_input
fixture_input(const struct fixture *fixture, enum ft_ties ties)
{
	return (struct ft_share_input){ .tree = fixture->tree,
		.usage = fixture->usage,
		.params = { .ties = ties, .dampening = 1, .levels = 4 } };
}

void
fixture_run(
    struct fixture_run *run, const struct ft_algo *algo, const char *text)
{
	struct ft_share_input input;

	fixture_init(&run->fixture, text);
	input = fixture_input(&run->fixture, FT_TIES_DOCUMENTED);
	run->share = (struct ft_share){ 0 };
	if (ft_share_run(algo, &input, &run->share, NULL, NULL))
		bail("run failed");
	run->side = (struct ft_compare_side){ run->fixture.tree, &run->share,
		&run->fixture.names };
}

void
fixture_run_free(struct fixture_run *run)
{
	ft_share_free(&run->share);
	fixture_free(&run->fixture);
}
