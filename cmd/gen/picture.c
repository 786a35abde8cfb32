/*
 * The pictures of README.md: the commands that make them, run here on the
 * bundled example.
 */
#include <unistd.h>

#include "gen/gen.h"
#include "main/run.h"

#define MOST_WORDS 16

extern const struct ft_cmd ft_cmd_fbatch, ft_cmd_fcontrol, ft_cmd_fimport,
    ft_cmd_fsim, ft_cmd_fview;

/* Who is at the cursor, then a what-if. */
static const char cursor_keys[] =
    "<Wait 1500>/<Wait 500>f<Wait 1500>\\n<Wait 4500>"
    "k<Wait 500>k<Wait 500>k<Wait 500>k<Wait 4500>"
    "w<Wait 1000>8<Wait 300>0<Wait 300>0<Wait 800>"
    "\\n<Wait 4000>";

/* %s: the root of the tree. */
static const struct {
	const struct ft_cmd *cmd;
	const char *word[MOST_WORDS];
} steps[] = {
	{ &ft_cmd_fimport,
	    { "fimport", "sshare", "%s/data/examples/bedrock.sshare" } },
	{ &ft_cmd_fview, { "fview", "--svg", "%s/data/pictures/walk.svg",
			     "--size", "84x24", "--at", "betty" } },
	{ &ft_cmd_fview,
	    { "fview", "--svg", "%s/data/pictures/light.svg", "--size", "84x24",
		"--at", "betty", "--theme", "light" } },
	{ &ft_cmd_fview, { "fview", "--svg", "%s/data/pictures/film.svg",
			     "--size", "84x24", "--from", "0" } },
	{ &ft_cmd_fview,
	    { "fview", "--svg", "%s/data/pictures/cursor.svg", "--size",
		"84x24", "--frame", "100%", "--keys", cursor_keys } },
	{ &ft_cmd_fimport,
	    { "fimport", "conf", "%s/data/examples/bedrock.conf" } },
	{ &ft_cmd_fcontrol,
	    { "fcontrol", "update", "clock=2030-01-07T08:00" } },
	{ &ft_cmd_fbatch,
	    { "fbatch", "--experiment", "%s/data/examples/bedrock.exp" } },
	{ &ft_cmd_fsim, { "fsim", "run", "--for", "10:00:00", "--quiet" } },
	{ &ft_cmd_fview,
	    { "fview", "--svg", "%s/data/pictures/queue.svg", "--page", "queue",
		"--size", "96x26", "--keys", "j\\n" } },
	{ &ft_cmd_fsim,
	    { "fsim", "replay", "%s/data/examples/month.swf", "--policy",
		"easy", "--quiet", "--charts", "utilisation,share,fairness",
		"--svg", "%s/data/pictures/replay.svg" } },
};

static int
run(size_t step, const char *root, FILE *out)
{
	char *argv[MOST_WORDS + 1] = { NULL };
	struct ft_context context = { .cmd = steps[step].cmd,
		.release = FT_RELEASE_ANY,
		.program = steps[step].cmd->name,
		.in = stdin,
		.out = out,
		.err = stderr,
		.argv = argv };
	int status;

	while (context.argc < MOST_WORDS && steps[step].word[context.argc]) {
		const char *word = steps[step].word[context.argc];
		struct ft_str str = { 0 };

		if (strncmp(word, "%s", 2) == 0) {
			ft_str_add(&str, root);
			word += 2;
		}
		ft_str_add(&str, word);
		argv[context.argc++] = ft_str_take(&str);
	}
	status = ft_cmd_run(&context, context.argc, argv);
	for (int i = 0; i < context.argc; i++)
		ft_free(argv[i]);
	return status;
}

/* A store of its own; nothing of who calls is to be seen in a picture. */
static int
prepare(const char *path)
{
	if (setenv("FAIRTREE_DB", path, 1) != 0 ||
	    setenv("FAIRTREE_USER", "root", 1) != 0 ||
	    unsetenv("FAIRTREE_CONF") != 0 || unsetenv("SLURM_CONF") != 0 ||
	    unsetenv("FAIRTREE_SLURM") != 0 ||
	    unsetenv("FAIRTREE_THEME") != 0 || unsetenv("COLORFGBG") != 0) {
		fprintf(stderr, "gen: %s\n", strerror(errno));
		return 1;
	}
	return 0;
}

static void
remove_store(const char *folder, const char *path)
{
	static const char *const ends[] = { "", "-wal", "-shm", "-lock",
		".lock", "-run" };

	for (size_t i = 0; i < FT_COUNT(ends); i++) {
		struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

		ft_str_addf(&name, "%s%s", path, ends[i]);
		unlink(name.data);
	}
	rmdir(folder);
}

int
gen_pictures(const char *root)
{
	const char *place = getenv("TMPDIR");
	struct ft_str folder FT_CLEANUP(ft_str_free) = { 0 },
			     path FT_CLEANUP(ft_str_free) = { 0 };
	FILE *nothing = fopen("/dev/null", "w");
	int status = 0;

	ft_str_addf(&folder, "%s/fairtree-gen.XXXXXX",
	    place && *place ? place : "/tmp");
	if (!nothing || !mkdtemp(folder.data)) {
		fprintf(stderr, "gen: %s: %s\n", folder.data, strerror(errno));
		status = 1;
	} else {
		ft_str_addf(&path, "%s/example.db", folder.data);
		status = prepare(path.data);
		for (size_t i = 0; status == 0 && i < FT_COUNT(steps); i++)
			status = run(i, root, nothing);
		remove_store(folder.data, path.data);
	}
	if (nothing)
		fclose(nothing);
	return status;
}
