/*
 * Lines of nodes and partitions, and what jobs ask for (after the first NUL):
 * what was read is consistent, and host lists name the same nodes again.
 */
#include "fuzz/fuzz.h"
#include "io/slurm/slurmconf.h"
#include "model/machine/machine.h"

static const struct ft_tres all[] = { { 1, "cpu", "" }, { 2, "mem", "" },
	{ 3, "energy", "" }, { 4, "node", "" }, { 5, "billing", "" },
	{ 6, "fs", "disk" }, { 7, "vmem", "" }, { 8, "pages", "" },
	{ 1001, "gres", "gpu" } };
static const struct ft_tres_table table = { all, FT_COUNT(all) };

/* The host list of a partition gives its nodes again. */
static void
must_fold(
    const struct ft_machine *machine, const struct ft_partition *partition)
{
	struct ft_str str = { 0 };
	struct ft_error err = { 0 };
	uint32_t *node;
	size_t n;

	ft_machine_add_hosts(&str, machine, partition->node, partition->n_node);
	must(ft_machine_hosts(machine, ft_str_text(&str), &node, &n, &err) ==
		 FT_OK,
	    "a host list that can be read");
	must(n == partition->n_node, "as many nodes");
	must(!n || !memcmp(node, partition->node, n * sizeof *node),
	    "the same nodes");
	ft_free(node);
	ft_str_free(&str);
}

static void
must_hold(const struct ft_machine *machine)
{
	uint64_t cpus = 0;
	int defaults = 0;

	for (size_t i = 0; i < machine->n_node; i++) {
		const struct ft_node *node = &machine->node[i];

		must(node->cpus > 0 && node->memory > 0, "a size");
		must(ft_machine_node(machine, node->name) == i,
		    "a node by its name");
		if (node->state != FT_NODE_FUTURE)
			cpus += node->cpus;
	}
	must(machine->cpus == (uint32_t)cpus, "the sum of CPUs");
	for (size_t i = 0; i < machine->n_partition; i++) {
		const struct ft_partition *partition = &machine->partition[i];

		for (size_t k = 0; k < partition->n_node; k++) {
			must(partition->node[k] < machine->n_node, "a node");
			must(!k || partition->node[k - 1] < partition->node[k],
			    "ascending nodes");
		}
		must_fold(machine, partition);
		defaults += partition->is_default;
	}
	must(defaults <= 1, "one default partition");
}

static void
ask(const struct ft_machine *machine, const char *text)
{
	struct ft_job_count *count;
	struct ft_error err = { 0 };
	uint32_t *node;
	size_t n;

	if (ft_machine_parse_gres(machine, text, &count, &n, &err) == FT_OK) {
		for (size_t i = 0; i < n; i++)
			must(count[i].index < machine->n_gres, "a gres");
		ft_free(count);
	}
	if (ft_machine_parse_licenses(machine, text, &count, &n, &err) ==
	    FT_OK) {
		for (size_t i = 0; i < n; i++)
			must(count[i].index < machine->n_license, "a license");
		ft_free(count);
	}
	if (ft_machine_hosts(machine, text, &node, &n, &err) == FT_OK)
		ft_free(node);
	for (size_t i = 0; i < machine->n_node; i++)
		ft_node_has_features(&machine->node[i], text);
	ft_machine_knows_features(machine, text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	const char *end = size ? memchr(text, '\0', size) : NULL;
	struct ft_machine machine;
	struct ft_conf conf;
	struct ft_error err = { 0 };
	char *rest = NULL;

	if (end) {
		rest = ft_strndup(end + 1, size - (size_t)(end + 1 - text));
		size = (size_t)(end - text);
	}
	ft_conf_init(&conf);
	if (ft_slurmconf_parse(&conf,
		&(struct ft_slurmconf_source){
		    .file = "fuzz", .text = text, .size = size },
		&err) == FT_OK) {
		if (ft_machine_read(&machine, &conf, &table, &err) == FT_OK) {
			must_hold(&machine);
			if (rest)
				ask(&machine, rest);
		} else {
			must(!strncmp(err.text, "fuzz:", 5), "a place");
			must(!strchr(err.text, '\n'), "a message of one line");
		}
		ft_machine_free(&machine);
	}
	ft_conf_free(&conf);
	ft_free(rest);
	return 0;
}
