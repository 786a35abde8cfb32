/*
 * Lines of PBS and LSF in a batch script: they are taken, or there is a word about
 * what is bad; what is taken is a good value of an option of sbatch.
 */
#include "base/mem.h"
#include "fbatch/fbatch.h"
#include "fuzz/fuzz.h"
#include "io/slurm/scriptfile.h"

static void
free_words(struct fbatch *batch)
{
	for (size_t i = 0; i < batch->n_kept; i++)
		ft_free(batch->kept[i]);
	ft_free(batch->kept);
	ft_free(batch->runtime);
	ft_free(batch->cpu_efficiency);
	ft_free(batch->mem_used);
}

static void
look_at(const char *text, size_t size, size_t kind, enum ft_release release)
{
	struct ft_context context = {
		.program = "sbatch", .slurm = true, .release = release
	};
	struct fbatch batch = { .context = &context };
	struct ft_error err = { 0 };
	struct ft_script script;
	char *said = NULL;
	size_t n_said = 0;

	context.err = open_memstream(&said, &n_said);
	must(context.err != NULL, "a stream");
	if (ft_script_lines(
		&script, fbatch_other_directive(kind), text, size)) {
		bool good =
		    fbatch_other_words(&batch, kind, &script, &err) == FT_OK;

		fflush(context.err);
		must(good || *err.text || n_said, "a word about what is bad");
		for (size_t i = 0; good && i < FBATCH_KEYS; i++)
			must(!batch.value[i] ||
				 fbatch_check(
				     &batch, (enum fbatch_key)i, &err) == FT_OK,
			    "a good value");
	}
	ft_script_free(&script);
	fclose(context.err);
	free(said);
	free_words(&batch);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (size_t kind = 0; fbatch_other_directive(kind); kind++) {
		look_at((const char *)data, size, kind, FT_RELEASE_22_05);
		look_at((const char *)data, size, kind, FT_RELEASE_NEWEST);
	}
	return 0;
}
