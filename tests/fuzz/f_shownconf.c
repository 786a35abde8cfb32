/* What scontrol show config prints: the lines are as many, and are slurm.conf's
 * but for bad values. */
#include <string.h>

#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "io/slurm/shownconf.h"
#include "io/slurm/slurmconf.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct ft_str shown = { 0 };
	struct ft_error err = { 0 };
	struct ft_conf conf;

	ft_conf_init(&conf);
	if (ft_shownconf_convert(text, size, &shown)) {
		must(shown.len > 0, "a line for each line");
		if (ft_slurmconf_parse(&conf,
			&(struct ft_slurmconf_source){
			    "fuzz", shown.data, shown.len, NULL, NULL },
			&err) != FT_OK)
			must_have_place(err.text);
	}
	ft_conf_free(&conf);
	ft_str_free(&shown);
	return 0;
}
