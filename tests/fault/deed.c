#include "fault/deed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "main/run.h"
#include "lib/storefile.h"
#include "tap/tap.h"

extern const struct ft_cmd ft_cmd_facct, ft_cmd_facctmgr, ft_cmd_fauction,
    ft_cmd_fbatch, ft_cmd_fcancel, ft_cmd_fcontrol, ft_cmd_feff, ft_cmd_fimport,
    ft_cmd_finfo, ft_cmd_fprio, ft_cmd_fqueue, ft_cmd_freport, ft_cmd_fshare,
    ft_cmd_fdiag, ft_cmd_fsim, ft_cmd_fwhy;

/* All but the viewer, which a machine may not have. */
static const struct ft_cmd *const programs[] = { &ft_cmd_facct,
	&ft_cmd_facctmgr, &ft_cmd_fauction, &ft_cmd_fbatch, &ft_cmd_fcancel,
	&ft_cmd_fcontrol, &ft_cmd_feff, &ft_cmd_fimport, &ft_cmd_finfo,
	&ft_cmd_fprio, &ft_cmd_fqueue, &ft_cmd_freport, &ft_cmd_fshare,
	&ft_cmd_fdiag, &ft_cmd_fsim, &ft_cmd_fwhy };

enum { WORDS = 32 };

static const struct ft_cmd *
find_program(const char *name)
{
	for (size_t i = 0; i < FT_COUNT(programs); i++)
		if (strcmp(programs[i]->name, name) == 0)
			return programs[i];
	bail("%s?", name);
}

/* The words of LINE in argv; the line they are in, the caller's. */
static char *
split(const char *line, const char *folder, char **argv, int *argc)
{
	struct ft_str str = { 0 };
	bool quoted = false;
	char *end;

	for (; *line; line++) {
		if (*line == '@')
			ft_str_add(&str, folder);
		else if (*line == '\'')
			quoted = !quoted;
		else
			ft_str_add_char(
			    &str, *line == ' ' && !quoted ? '\0' : *line);
	}
	*argc = 0;
	end = str.data + str.len;
	for (char *word = str.data; word < end; word += strlen(word) + 1)
		argv[(*argc)++] = word;
	argv[*argc] = NULL;
	return str.data;
}

static FILE *
input_of(const char *text)
{
	FILE *file = tmpfile();

	if (!file || fputs(text, file) == EOF)
		bail("no input");
	rewind(file);
	return file;
}

void
deed_run(
    const struct deed *deed, const char *folder, struct deed_answer *answer)
{
	char *argv[WORDS];
	struct ft_context context = { .release = FT_RELEASE_ANY,
		.argv = argv,
		.in = input_of(deed->input) };
	char *line = split(deed->line, folder, argv, &context.argc);
	size_t n;

	if (!argv[0])
		bail("no command");
	context.cmd = find_program(argv[0]);
	context.program = argv[0];
	context.out = fopen("/dev/null", "w");
	context.err = tmpfile();
	if (!context.out || !context.err)
		bail("streams");
	answer->status = ft_cmd_run(&context, context.argc, argv);
	rewind(context.err);
	n = fread(answer->err, 1, sizeof answer->err - 1, context.err);
	answer->err[n] = '\0';
	fclose(context.err);
	fclose(context.out);
	fclose(context.in);
	ft_free(line);
}

/* The store before: people, nodes, jobs that wait and that run. */
static const struct deed making[] = {
	{ "fimport sshare " DEED_EXAMPLES "bedrock.sshare", "", false },
	{ "fimport conf " DEED_EXAMPLES "bedrock.conf", "", false },
	{ "facctmgr -i add account quarry", "", false },
	{ "facctmgr -i add user dino account=quarry", "", false },
	{ "fcontrol update clock=2030-01-01T00:00:00", "", false },
	{ "fbatch --experiment @/first.exp", "", false },
	{ "fsim run --until 2030-01-01T01:00:00", "", true },
};

void
deed_make_base(const char *path, const char *folder)
{
	static const char first[] =
	    "Seed=1 Duration=1:30:00\n"
	    "Jobs=some User=@bedrock Count=60 Arrival=every:1m "
	    "Runtime=10m..80m Tasks=1..16 Time=90\n";
	struct deed_answer answer;
	struct ft_str name = { 0 };

	ft_str_addf(&name, "%s/first.exp", folder);
	storefile_write(ft_str_text(&name), first, strlen(first));
	ft_str_free(&name);
	setenv("FAIRTREE_DB", path, 1);
	setenv("FAIRTREE_USER", "root", 1);
	setenv("TZ", "UTC", 1);
	unsetenv("FAIRTREE_CONF");
	unsetenv("SLURM_CONF");
	for (size_t i = 0; i < FT_COUNT(making); i++) {
		deed_run(&making[i], folder, &answer);
		if (answer.status)
			bail("%s: %s", making[i].line, answer.err);
	}
}
