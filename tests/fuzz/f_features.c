/*
 * Features of a node on the first line, what a job asks for on the second: a
 * name that is asked for alone is had if it is in the list.
 */
#include "base/mem.h"
#include "fuzz/fuzz.h"
#include "model/machine/machine.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size);
	char *wish = strchr(text, '\n');
	struct ft_node node = { .name = "n1" };
	struct ft_machine machine = { .node = &node, .n_node = 1 };
	bool knows, has;

	if (wish)
		*wish++ = '\0';
	node.features = node.active = text;
	if (wish) {
		knows = ft_machine_knows_features(&machine, wish);
		has = ft_node_has_features(&node, wish);
		if (*wish && !strpbrk(wish, ",&|()[]*: \t"))
			must(
			    knows == has && has == ft_features_hold(text, wish),
			    "one name is had or not");
	}
	must(ft_features_hold(text, text), "each of its own");
	ft_free(text);
	return 0;
}
