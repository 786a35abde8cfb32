/*
 * Dependencies: in a cluster without jobs everything that is taken is fulfilled;
 * one with a job that waits keeps what names it, and writes it so that it reads
 * the same.
 */
#include "base/mem.h"
#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "sim/depend/depend.h"
#include "sim/run/life.h"
#include "sim/world/world.h"

static struct ft_world world;
static struct ft_job waiting, *list[] = { &waiting };

static void
prepare(void)
{
	static struct ft_conf conf;

	if (world.n_job)
		return;
	ft_conf_init(&conf);
	ft_world_init(&world, &conf);
	ft_job_init(&waiting);
	waiting.number = 1;
	waiting.name = waiting.user = "x";
	waiting.array_job = 1;
	waiting.array_task = 1;
	world.job = list;
	world.waiting = list;
	world.n_job = world.n_waiting = 1;
}

/* Take the states off that are written behind each element. */
static char *
without_states(const char *text)
{
	struct ft_str str = { 0 };

	for (; *text; text++)
		if (*text == '(')
			text = strchr(text, ')');
		else
			ft_str_add_char(&str, *text);
	return ft_str_take(&str);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size), *again;
	struct ft_job job, other;
	struct ft_str first = { 0 }, second = { 0 };

	/* tasks of arrays are looked up in an index that is not there */
	if (strchr(text, '_')) {
		ft_free(text);
		return 0;
	}
	prepare();
	ft_job_init(&job);
	ft_job_init(&other);
	job.name = other.name = "x";
	job.user = other.user = "x";
	if (ft_world_set_dependency(&world, &job, text) == FT_REFUSE_NONE &&
	    job.n_depend) {
		ft_job_add_dependency(&first, &job);
		again = without_states(first.data);
		for (char *c = again; (c = strchr(c, '_'));)
			memmove(c, c + 2, strlen(c + 2) + 1);
		must(ft_world_set_dependency(&world, &other, again) ==
			 FT_REFUSE_NONE,
		    "it is taken again");
		ft_job_add_dependency(&second, &other);
		must(!strcmp(first.data, ft_str_text(&second)),
		    "and means the same");
		ft_free(again);
	}
	ft_str_free(&first);
	ft_str_free(&second);
	ft_job_clear(&job);
	ft_job_clear(&other);
	ft_free(text);
	return 0;
}
