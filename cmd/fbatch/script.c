/*
 * script.c - the batch script: a file, standard input, or --wrap.  It is read,
 * not executed.
 */
#include <limits.h>
#include <unistd.h>

#include "fbatch/fbatch.h"
#include "cli/sanitize.h"
#include "files/infile.h"
#include "io/slurm/scriptfile.h"

/* What sbatch calls fatal. */
static enum ft_status
bad_quote(
    struct fbatch *batch, const struct ft_script *script, const char *name)
{
	const char *slash = strrchr(name, '/');

	batch->status = 1;
	fprintf(batch->context->err,
	    "%s: fatal: %s: line %u: Unmatched `%c` in [%s]\n",
	    batch->context->program, slash ? slash + 1 : name, script->bad_line,
	    script->quote, script->bad_text);
	return FT_EPARSE;
}

static enum ft_status
bad_script(
    struct fbatch *batch, enum ft_script_problem problem, struct ft_error *err)
{
	static const char *const lines[][3] = {
		[FT_SCRIPT_EMPTY] = { "Batch script is empty!" },
		[FT_SCRIPT_BLANK] = { "Batch script contains only "
				      "whitespace!" },
		[FT_SCRIPT_NO_INTERPRETER] = { "This does not look like a "
					       "batch script.  The first",
		    "line must start with #! followed by the path to an "
		    "interpreter.",
		    "For instance: #!/bin/sh" },
		[FT_SCRIPT_DOS] = { "Batch script contains DOS line breaks "
				    "(\\r\\n)",
		    "instead of expected UNIX line breaks (\\n)." },
		[FT_SCRIPT_NUL] = { "The Slurm controller does not allow "
				    "scripts that",
		    "contain a NULL character '\\0'." },
	};
	const char *const *line = lines[problem];

	batch->status = 1;
	for (; line < lines[problem] + 2 && line[1]; line++)
		ft_cmd_error(batch->context, "%s", *line);
	return ft_fail(err, FT_EINVAL, "%s", *line);
}

/* A job of several parts: `:` between their options, or a directive. */
static enum ft_status
refuse_parts(struct fbatch *batch, const char *word, struct ft_error *err)
{
	batch->status = 1;
	return ft_fail(err, FT_EINVAL,
	    "'%s' separates the parts of a heterogeneous job; jobs have one "
	    "part here",
	    word);
}

static bool
separates_parts(const char *word)
{
	return !strcmp(word, "hetjob") || !strcmp(word, "packjob");
}

static enum ft_status
script_options(
    struct fbatch *batch, const struct ft_script *script, struct ft_error *err)
{
	size_t argc = script->n;
	char **argv FT_CLEANUP(ft_free_at) = ft_calloc(argc + 1, sizeof *argv);
	enum ft_status status = FT_OK;
	int operand = 0;

	argv[0] = fbatch_keep(batch, batch->context->program);
	for (size_t i = 1; i < argc; i++)
		argv[i] = fbatch_keep(batch, script->word[i]);
	batch->script_words = true;
	batch->status = FBATCH_BAD_WORD;
	switch (
	    ft_opt_parse(batch->context, (int)argc, argv, batch, &operand)) {
	case FT_OPT_GO:
		if ((size_t)operand < argc && separates_parts(argv[operand]))
			status = refuse_parts(batch, argv[operand], err);
		else if ((size_t)operand < argc)
			status = ft_fail(err, FT_EINVAL,
			    "Invalid directive found in batch script: %s",
			    argv[operand]);
		break;
	case FT_OPT_DONE:
	case FT_OPT_BAD:
		/* a message was printed */
		status = FT_EPARSE;
		break;
	}
	batch->script_words = false;
	return status;
}

static bool
ignores_others(const struct fbatch *batch)
{
	bool ignores = fbatch_has(batch, FBATCH_IGNORE_PBS);

	for (size_t i = 0; i < batch->n_given && !ignores; i++)
		ignores = batch->given[i].key == FBATCH_IGNORE_PBS;
	return ignores;
}

/* Lines of other batch systems count wherever they are. */
static enum ft_status
other_options(struct fbatch *batch, const char *name, struct ft_error *err)
{
	enum ft_status status = FT_OK;
	const char *directive;

	for (size_t k = 0; status == FT_OK && !ignores_others(batch) &&
			   (directive = fbatch_other_directive(k)) != NULL;
	     k++) {
		struct ft_script script;

		status = ft_script_lines(&script, directive,
			     ft_str_text(&batch->text), batch->text.len)
			     ? fbatch_other_words(batch, k, &script, err)
			     : bad_quote(batch, &script, name);
		ft_script_free(&script);
	}
	return status;
}

static enum ft_status
read_text(struct fbatch *batch, const char *path, struct ft_error *err)
{
	enum ft_status status =
	    ft_infile_read(FT_BOUND_SCRIPT, path, &batch->text, err);

	if (status == FT_OK)
		return FT_OK;
	batch->status = 1;
	if (status == FT_EINVAL)
		return status;
	/* a folder reads as nothing for sbatch */
	if (access(path, R_OK) == 0)
		return batch->context->slurm ? FT_OK : FT_EIO;
	return ft_fail(err, FT_ENOENT, "Unable to open file %s", path);
}

static void
name_command(struct fbatch *batch, int argc, char **argv)
{
	struct ft_str command = { 0 };
	/* sbatch keeps a path that begins with a dot */
	bool kept = batch->context->slurm && *argv[0] == '.';
	char *path = kept ? NULL : realpath(argv[0], NULL);
	char *shown = ft_sanitize_name(path ? path : argv[0]);
	const char *slash = strrchr(shown, '/');

	batch->script_name = fbatch_keep(batch, slash ? slash + 1 : shown);
	ft_str_add(&command, shown);
	ft_free(shown);
	free(path);
	/* under our own name it is kept with its arguments */
	if (batch->context->slurm &&
	    ft_release_has(batch->context->release, FT_RULE_COMMAND_BARE))
		argc = 1;
	for (int i = 1; i < argc; i++) {
		ft_str_add_char(&command, ' ');
		ft_str_add(&command, argv[i]);
	}
	batch->command = ft_str_take(&command);
}

enum ft_status
fbatch_script(struct fbatch *batch, int argc, char **argv, struct ft_error *err)
{
	const char *name = argc > 0 ? argv[0] : "stdin";
	struct ft_script script = { 0 };
	enum ft_script_problem problem;
	enum ft_status status;

	if (argc > 0 && !strcmp(argv[0], ":"))
		return refuse_parts(batch, argv[0], err);
	if (fbatch_has(batch, FBATCH_WRAP)) {
		batch->script_name = "wrap";
		ft_str_add(&batch->text, batch->value[FBATCH_WRAP]);
		batch->status = 1;
		if (argc > 0)
			return ft_fail(err, FT_EINVAL,
			    "Script arguments not permitted with --wrap "
			    "option");
		return FT_OK;
	}
	batch->script_name = "sbatch";
	if (argc > 0)
		name_command(batch, argc, argv);
	status = read_text(batch, argc > 0 ? argv[0] : "-", err);
	if (status != FT_OK)
		return status;
	problem = ft_script_parse(&script,
	    ft_release_has(batch->context->release, FT_RULE_SCRIPT_JOINS),
	    ft_str_text(&batch->text), batch->text.len);
	if (problem == FT_SCRIPT_GOOD)
		status = script_options(batch, &script, err);
	else if (problem == FT_SCRIPT_QUOTE)
		status = bad_quote(batch, &script, name);
	else
		status = bad_script(batch, problem, err);
	ft_script_free(&script);
	return status ? status : other_options(batch, name, err);
}
