/* Jobs of the game: what was read, written anew, is read the same. */
#include "io/research/gamefile.h"

#include <inttypes.h>

#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "report/format/format.h"

static void
write_jobs(struct ft_str *str, const struct ft_game_jobs *jobs)
{
	ft_str_add(str, "name,nodes,planned,real\n");
	for (size_t i = 0; i < jobs->n; i++) {
		const struct ft_game_job *job = &jobs->job[i];

		must(job->nodes >= 1 && job->nodes <= FT_GAME_MOST_NODES &&
			 job->planned >= 1 &&
			 job->planned <= FT_GAME_MOST_MINUTES &&
			 job->real >= 1 && job->real <= FT_GAME_MOST_MINUTES,
		    "numbers within bounds");
		must(*job->name, "a job has a name");
		ft_str_add_csv(str, job->name);
		ft_str_addf(str, ",%" PRIu32 ",%" PRId64 ",%" PRId64 "\n",
		    job->nodes, job->planned, job->real);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct ft_str first = { 0 }, second = { 0 };
	struct ft_game_jobs jobs = { 0 }, again;
	struct ft_error err = { 0 };

	again = (struct ft_game_jobs){ 0 };
	if (ft_gamefile_read(&jobs, "fuzz", text, size, &err) != FT_OK) {
		must_have_place(err.text);
	} else {
		must(ft_gamefile_is(text, size), "known by its first line");
		write_jobs(&first, &jobs);
		must(ft_gamefile_read(&again, "again", ft_str_text(&first),
			 first.len, &err) == FT_OK,
		    "what was written can be read");
		write_jobs(&second, &again);
		must(!strcmp(ft_str_text(&first), ft_str_text(&second)),
		    "the same jobs");
	}
	ft_game_jobs_free(&jobs);
	ft_game_jobs_free(&again);
	ft_str_free(&first);
	ft_str_free(&second);
	return 0;
}
