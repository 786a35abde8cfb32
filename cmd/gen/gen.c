/*
 * gen.c - rewrite the marked regions of man/ and completions/, and pictures.
 *
 *     gen ROOT
 *     gen --keys     print the keys of documents from the tables of fields
 *
 * A region is what is between two comment lines that end in "BEGIN NAME" and
 * "END NAME"; it is replaced.  The pictures of data/pictures are made as a whole
 * (picture.c).
 */
#include "gen/completion_private.h"

#include <glob.h>

#include "base/text/path.h"
#include "files/infile.h"
#include "common/session.h"
#include "report/format/column.h"

static int
fail(const char *path, const char *what, const char *name)
{
	fprintf(
	    stderr, "gen: %s: %s%s%s\n", path, what, *name ? " " : "", name);
	return 1;
}

/* The command that PATH, "man/NAME.1", is the page of. */
static const struct ft_cmd *
page_of(const char *path)
{
	const char *name = ft_path_last(path);
	size_t len = strcspn(name, ".");

	for (const struct ft_cmd *const *cmd = gen_cmds; *cmd; cmd++) {
		if (strncmp((*cmd)->name, name, len) == 0 &&
		    (*cmd)->name[len] == '\0')
			return *cmd;
	}
	return NULL;
}

/*
 * Returns the name that follows WORD (" BEGIN " or " END ") at the end of a
 * comment line; NULL: there is none.
 */
static const char *
marker(const char *line, const char *word, struct ft_str *name)
{
	const char *at = strstr(line, word);

	if (!at || (strncmp(line, ".\\\"", 3) != 0 && *line != '#'))
		return NULL;
	ft_str_clear(name);
	at += strlen(word);
	ft_str_add_n(name, at, strcspn(at, " \n"));
	return ft_str_text(name);
}

/* The next line of *TEXT into LINE, with its end; returns false at the end. */
static bool
next_line(const char **text, struct ft_str *line)
{
	size_t len = strcspn(*text, "\n");

	len += (*text)[len] == '\n';
	ft_str_clear(line);
	ft_str_add_n(line, *text, len);
	*text += len;
	return len > 0;
}

/* Append the region NAME of a file of completions; false: there is none. */
static bool
add_completion(struct ft_str *str, const char *name)
{
	if (strcmp(name, "BASH") == 0)
		completion_bash(str);
	else if (strcmp(name, "ZSH") == 0)
		completion_zsh(str);
	else if (strcmp(name, "FISH") == 0)
		completion_fish(str);
	else
		return false;
	return true;
}

/* The first line of the file of zsh names all commands. */
static void
add_compdef(struct ft_str *str)
{
	ft_str_add(str, "#compdef");
	completion_add_commands(str);
	ft_str_add_char(str, '\n');
}

/* Copy TEXT to TO with its regions regenerated; returns 0, or 1 after a message. */
static int
rewrite(const char *path, bool page, const char *text, struct ft_str *to)
{
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str end FT_CLEANUP(ft_str_free) = { 0 };
	int status = 0;

	while (status == 0 && next_line(&text, &line)) {
		bool found = false;

		if (strncmp(line.data, "#compdef ", 9) == 0)
			add_compdef(to);
		else
			ft_str_add_n(to, line.data, line.len);
		if (!marker(line.data, " BEGIN ", &name))
			continue;
		if (!(page ? gen_man(to, page_of(path), name.data) ||
				 gen_control(to, name.data)
			   : add_completion(to, name.data))) {
			status = fail(path, "no region", name.data);
			break;
		}
		while (!found && next_line(&text, &line))
			found = marker(line.data, " END ", &end) &&
				strcmp(name.data, end.data) == 0;
		if (!found)
			status = fail(path, "no END of region", name.data);
		ft_str_add_n(to, line.data, line.len);
	}
	return status;
}

static int
write_file(const char *path, const struct ft_str *text)
{
	FILE *file = fopen(path, "w");
	bool good;

	if (!file)
		return fail(path, strerror(errno), "");
	good = fwrite(ft_str_text(text), 1, text->len, file) == text->len;
	if (fclose(file) != 0 || !good)
		return fail(path, "cannot write", "");
	return 0;
}

/* A file that is up to date is not written, so its time stays. */
static int
update(const char *path, bool page)
{
	struct ft_str old FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str new FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_error err = { 0 };
	int status;

	if (ft_infile_read(FT_BOUND_LESSON, path, &old, &err) != FT_OK)
		return fail(path, err.text, "");
	status = rewrite(path, page, ft_str_text(&old), &new);
	if (status == 0 && strcmp(ft_str_text(&old), ft_str_text(&new)) != 0)
		status = write_file(path, &new);
	return status;
}

static int
update_all(const char *root, const char *folder)
{
	struct ft_str pattern FT_CLEANUP(ft_str_free) = { 0 };
	glob_t files;
	int status = 0;

	ft_str_addf(&pattern, "%s/%s/*", root, folder);
	if (glob(pattern.data, 0, NULL, &files) == 0) {
		for (size_t i = 0; i < files.gl_pathc; i++)
			status |= update(
			    files.gl_pathv[i], strcmp(folder, "man") == 0);
		globfree(&files);
	}
	return status;
}

/* "fshare level real": tests/data/schema/fields.txt keeps them stable. */
static void
print_keys(const char *name, const struct ft_column *row)
{
	static const char *const types[] = {
		[FT_COLUMN_TEXT] = "text",
		[FT_COLUMN_UINT] = "uint",
		[FT_COLUMN_REAL] = "real",
		[FT_COLUMN_TRES] = "tres",
		[FT_COLUMN_LIST] = "list",
		[FT_COLUMN_TIME] = "time",
		[FT_COLUMN_BOOL] = "bool",
	};

	for (; row && row->name; row++) {
		bool seconds = row->flags & FT_COLUMN_SECONDS;
		const char *set = row->flags & FT_COLUMN_UNION ? "?" : "";

		if (!row->key || row->flags & FT_COLUMN_ALIAS)
			continue;
		printf("%s %s %s%s\n", name, row->key, types[row->type],
		    seconds ? "" : set);
		if (seconds)
			printf("%s %s_seconds uint%s\n", name, row->key, set);
	}
}

int
main(int argc, char **argv)
{
	if (argc != 2) {
		fputs("usage: gen ROOT | gen --keys\n", stderr);
		return 2;
	}
	if (strcmp(argv[1], "--keys") == 0) {
		for (const struct ft_cmd *const *cmd = gen_cmds; *cmd; cmd++)
			print_keys((*cmd)->name, (*cmd)->fields);
		return 0;
	}
	return update_all(argv[1], "man") | update_all(argv[1], "completions") |
	       gen_pictures(argv[1]);
}
