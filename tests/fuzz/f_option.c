/*
 * Settings of associations and QOS, "Name=value" a line: what is taken and told
 * can be given again.
 */
#include "admin/option.h"
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
set(struct ft_admin_set *assoc, struct ft_admin_qos_set *set_qos,
    const struct ft_admin_lookup *lookup, char *line)
{
	char *value = strchr(line, '='), op = '=';
	const struct ft_admin_option *option;
	struct ft_error err = { 0 };
	bool refused = false;
	size_t len;

	if (!value)
		return false;
	len = (size_t)(value - line);
	if (len > 0 && strchr("+-", line[len - 1]))
		op = line[--len];
	option = ft_admin_option_find(ft_admin_assoc_options, line, len);
	if (option && ft_admin_set_option(assoc, option, lookup, op, value + 1,
			  &err) != FT_OK) {
		must(*err.text != '\0', "a reason");
		refused = true;
	}
	err.text[0] = '\0';
	option = ft_admin_option_find(ft_admin_qos_options, line, len);
	/* of flags the text is only what was given */
	if (option && ft_admin_qos_set_option(set_qos, option, lookup, op,
			  value + 1, &err) != FT_OK)
		must(
		    *err.text || option->type == FT_TYPE_QOS_FLAGS, "a reason");
	return refused;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_admin_lookup lookup = {
		.tres = { tres, sizeof tres / sizeof *tres },
		.qos = qos,
		.n_qos = sizeof qos / sizeof *qos,
		.lenient = size && data[0] & 1,
	};
	char *text = ft_strndup((const char *)data, size);
	struct ft_admin_qos_set set_qos;
	struct ft_admin_set assoc;
	bool refused = false;
	size_t told = 0;

	ft_admin_set_init(&assoc);
	ft_admin_qos_set_init(&set_qos);
	for (char *line = text; line;) {
		char *end = strchr(line, '\n');

		if (end)
			*end++ = '\0';
		refused |= set(&assoc, &set_qos, &lookup, line);
		line = end;
	}
	ft_admin_set_tell(&assoc, &lookup, must_be_text, &told);
	must(
	    assoc.given > 0 || told == 0 || refused, "nothing told of nothing");
	ft_admin_qos_set_tell(&set_qos, &lookup, must_be_text, &told);
	for (size_t i = 0; i < assoc.n_limit; i++)
		must(assoc.limit[i].kind < FT_LIMIT_KINDS, "a limit");
	ft_admin_set_free(&assoc);
	ft_admin_qos_set_free(&set_qos);
	ft_free(text);
	return 0;
}
