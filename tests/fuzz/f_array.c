/* Texts of job arrays: what is taken is written so that it reads the same. */
#include "base/mem.h"
#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "sim/world/array.h"
#include "sim/world/world.h"

#define MOST 1001

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size);
	struct ft_job first = { 0 }, second = { 0 };
	struct ft_str str = { 0 };

	if (ft_array_parse(&first, text, MOST) == FT_REFUSE_NONE) {
		must(first.n_tasks > 0, "a task");
		for (size_t i = 0; i < first.n_tasks; i++)
			must(first.tasks[i] < MOST &&
				 (!i || first.tasks[i - 1] < first.tasks[i]),
			    "ascending, below the limit");
		ft_array_add_tasks(&str, &first);
		must(ft_array_parse(&second, str.data, MOST) == FT_REFUSE_NONE,
		    "it is taken again");
		must(first.n_tasks == second.n_tasks &&
			 first.array_throttle == second.array_throttle &&
			 !memcmp(first.tasks, second.tasks,
			     first.n_tasks * sizeof *first.tasks),
		    "and means the same");
	} else {
		must(!first.n_tasks, "nothing of what is refused");
	}
	ft_free(first.tasks);
	ft_free(second.tasks);
	ft_str_free(&str);
	ft_free(text);
	return 0;
}
