/* Batch scripts: any bytes are read or refused; times are never absurd. */
#include "fuzz/fuzz.h"
#include "io/slurm/scriptfile.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct ft_script script;
	uint32_t status = 0;
	int64_t seconds;

	if (ft_script_parse(&script, false, text, size) == FT_SCRIPT_GOOD) {
		must(script.n >= 1 && !script.word[script.n], "words end");
		for (size_t i = 1; i < script.n; i++)
			must(script.line[i] >= script.line[i - 1] &&
				 script.line[i] >= 2,
			    "lines in order, behind the first");
	}
	ft_script_free(&script);
	seconds = ft_script_run_time(text, size, &status);
	must(seconds >= -1 && status < 256, "a time and a status");
	must(seconds >= 0 || status == 0, "unknown: no status");
	return 0;
}
