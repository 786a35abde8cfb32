/*
 * Settings of associations and QOS, "Name=value" a line: what is taken and told
 * can be given again.
 */
#include "admin/option/option.h"
#include "base/mem.h"
#include "fuzz/fuzz.h"

static const struct ft_tres tres[] = {
	{ 1, "cpu", "" },
	{ 2, "mem", "" },
	{ 4, "node", "" },
	{ 5, "billing", "" },
	{ 1001, "gres", "gpu" },
};
static const struct ft_qos qos[] = {
	{ .id = 1, .name = "normal" },
	{ .id = 2, .name = "high" },
};

static void
must_be_text(void *ctx, const char *label, int width, const char *value)
{
	size_t *told = ctx;

	(void)width;
	must(label && *label && value, "a label and a value");
	++*told;
}

/*
 * One setting; op is what stands before '=' if that is + or -.  Returns whether
 * it was refused: of a list Slurm then has set what stands before the bad
 * element, so sacctmgr does; facctmgr refuses the whole command.
 */
static bool
put(struct ft_admin_set *set, const struct ft_admin_lookup *lookup,
    const char *line)
{
	const char *value = strchr(line, '=');
	struct ft_admin_words given = { .op = '=' };
	struct ft_error err = { 0 };
	const struct ft_attr *attr;
	size_t len;

	if (!value)
		return false;
	given.value = value + 1;
	len = (size_t)(value - line);
	if (len > 0 && strchr("+-", line[len - 1]))
		given.op = line[--len];
	attr = ft_attr_find(set->entity, (struct ft_word){ line, len });
	if (!attr ||
	    ft_admin_set_option(set, attr, lookup, given, &err) == FT_OK)
		return false;
	/* of flags the text is only what was given */
	must(*err.text || attr->type == FT_ATTR_FLAGS, "a reason");
	return true;
}

/* All lines of TEXT, as settings of ENTITY. */
static void
put_lines(enum ft_entity entity, const struct ft_admin_lookup *lookup,
    const char *text)
{
	struct ft_admin_set set;
	bool refused = false;
	size_t told = 0;

	ft_admin_set_init(&set, entity);
	while (*text) {
		size_t len = strcspn(text, "\n");
		char *line = ft_strndup(text, len);

		refused |= put(&set, lookup, line);
		ft_free(line);
		text += len + (text[len] == '\n');
	}
	ft_admin_set_describe(&set, lookup, must_be_text, &told);
	must(set.given > 0 || told == 0 || refused, "nothing told of nothing");
	for (size_t i = 0; i < set.n_limit; i++)
		must(set.limit[i].kind < FT_LIMIT_KINDS, "a limit");
	ft_admin_set_free(&set);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_admin_lookup lookup = {
		.tres = { tres, FT_COUNT(tres) },
		.qos = qos,
		.n_qos = FT_COUNT(qos),
		.lenient = size && data[0] & 1,
	};
	char *text = ft_strndup((const char *)data, size);

	put_lines(FT_ENTITY_ASSOC, &lookup, text);
	put_lines(FT_ENTITY_QOS, &lookup, text);
	ft_free(text);
	return 0;
}
