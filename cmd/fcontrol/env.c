/*
 * env.c - fcontrol env: a store in a folder of its own, and lines of sh that make
 * it the cluster of a shell.  The folder has links with the names of all programs,
 * so it does not matter where these are installed.
 */

#include <sys/stat.h>
#include <unistd.h>

#include "base/text/text.h"
#include "fcontrol/cluster.h"
#include "files/outfile.h"
#include "files/siblings.h"

#define STORE    "fairtree.db"
#define ACCOUNTS "cluster.cfg"
#define SETTINGS "slurm.conf"
#define PREFIX   "fairtree."

static const struct {
	const char *own, *slurm;
} programs[] = {
#define CMD(object, name, slurm) { name, slurm },
#include "cmd.def"
#undef CMD
};

/* What is in the store that is not empty. */
static const char accounts[] =
    "Cluster - 'cluster':Fairshare=1:QOS='normal'\n"
    "Parent - 'root'\n"
    "Account - 'bedrock':Fairshare=500\n"
    "Account - 'managers':Fairshare=500\n"
    "Parent - 'bedrock'\n"
    "User - 'fred':DefaultAccount='bedrock':Fairshare=25\n"
    "User - 'wilma':DefaultAccount='bedrock':Fairshare=25\n"
    "Parent - 'managers'\n"
    "User - 'slate':DefaultAccount='managers':Fairshare=1\n";
static const char settings[] =
    "ClusterName=cluster\n"
    "NodeName=n[1-4] CPUs=16 RealMemory=64000\n"
    "PartitionName=main Nodes=ALL Default=YES MaxTime=2-00:00:00\n"
    "PartitionName=debug Nodes=n1 MaxTime=30\n";

/* ---- files ------------------------------------------------------------------ */

/* Remove FOLDER with what env and the commands put there, and nothing else. */
static bool
remove_folder(const char *folder)
{
	static const char *const files[] = { "", "-wal", "-shm", "-journal",
		"-lock", ".lock", "-run", ".fault" };
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < FT_COUNT(files); i++) {
		ft_str_clear(&path);
		ft_str_addf(&path, "%s/" STORE "%s", folder, files[i]);
		(void)unlink(ft_str_text(&path));
	}
	for (size_t i = 0; i < 2 * FT_COUNT(programs); i++) {
		ft_str_clear(&path);
		ft_str_addf(&path, "%s/bin/%s", folder,
		    i % 2 ? programs[i / 2].slurm : programs[i / 2].own);
		(void)unlink(ft_str_text(&path));
	}
	for (size_t i = 0; i < 2; i++) {
		ft_str_clear(&path);
		ft_str_addf(&path, "%s/%s", folder, i ? SETTINGS : ACCOUNTS);
		(void)unlink(ft_str_text(&path));
	}
	ft_str_clear(&path);
	ft_str_addf(&path, "%s/bin", folder);
	(void)rmdir(ft_str_text(&path));
	return rmdir(folder) == 0;
}

static enum ft_status
link_one(const char *target, const char *folder, const char *name,
    struct ft_error *err)
{
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&path, "%s/bin/%s", folder, name);
	if (!*name || symlink(target, ft_str_text(&path)) == 0)
		return FT_OK;
	return ft_fail(err, FT_EIO, "cannot make '%s': %s", ft_str_text(&path),
	    strerror(errno));
}

/* Link the programs beside this one, under both names. */
static enum ft_status
link_programs(const char *folder, struct ft_error *err)
{
	char *own FT_CLEANUP(ft_free_at) = ft_siblings_folder();

	if (!own)
		return ft_fail(
		    err, FT_EIO, "cannot find the programs in /proc/self/exe");
	for (size_t i = 0; i < FT_COUNT(programs); i++) {
		struct ft_str target FT_CLEANUP(ft_str_free) = { 0 };

		ft_str_addf(&target, "%s/%s", own, programs[i].own);
		/* the viewer may be missing */
		if (access(ft_str_text(&target), X_OK) != 0)
			continue;
		FT_TRY(link_one(
		    ft_str_text(&target), folder, programs[i].own, err));
		FT_TRY(link_one(
		    ft_str_text(&target), folder, programs[i].slurm, err));
	}
	return FT_OK;
}

static enum ft_status
fill(const char *folder, bool empty, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&text, "%s/bin", folder);
	if (mkdir(ft_str_text(&text), 0700) != 0)
		return ft_fail(err, FT_EIO, "cannot make folder '%s': %s",
		    ft_str_text(&text), strerror(errno));
	FT_TRY(link_programs(folder, err));
	if (empty)
		return FT_OK;
	ft_str_clear(&text);
	ft_str_add(&text, accounts);
	FT_TRY(ft_outfile_write_in(folder, ACCOUNTS, &text, err));
	ft_str_clear(&text);
	ft_str_add(&text, settings);
	return ft_outfile_write_in(folder, SETTINGS, &text, err);
}

/* A folder that only the user can read, in FOLDER. */
static enum ft_status
make_folder(struct ft_str *folder, struct ft_error *err)
{
	const char *place = ft_cmd_variable("TMPDIR");

	place = place ? place : "/tmp";
	if (*place != '/' || strchr(place, ':') ||
	    ft_text_unsafe(place, strlen(place), FT_TEXT_WORD))
		return ft_fail(err, FT_EINVAL,
		    "TMPDIR is no absolute path that PATH can hold");
	ft_str_addf(folder, "%s/" PREFIX "XXXXXX", place);
	if (mkdtemp(folder->data))
		return FT_OK;
	return ft_fail(err, FT_EIO, "cannot make a folder in '%s': %s", place,
	    strerror(errno));
}

/* ---- the verb --------------------------------------------------------------- */

static void
print_lines(FILE *out, const char *folder, bool empty, const char *slurm)
{
	struct ft_str quoted FT_CLEANUP(ft_str_free) = { 0 };
	const char *at;

	ft_str_add_shell(&quoted, folder);
	at = ft_str_text(&quoted);
	fprintf(out,
	    "FAIRTREE_DB=%s/" STORE "\nFAIRTREE_USER=root\n"
	    "PATH=%s/bin:$PATH\nexport FAIRTREE_DB FAIRTREE_USER PATH\n"
	    "unset FAIRTREE_CONF FAIRTREE_SLURM SLURM_CONF\n",
	    at, at);
	if (empty)
		fputs("fcontrol reconfigure >/dev/null", out);
	else
		fprintf(out,
		    "fimport dump %s/" ACCOUNTS " >/dev/null &&\n"
		    "fimport conf %s/" SETTINGS " >/dev/null",
		    at, at);
	if (slurm)
		fprintf(out,
		    " &&\nfcontrol update config FairTreeSlurm=%s >/dev/null",
		    slurm);
	fputc('\n', out);
}

/* Whether FOLDER is one that env made for this user. */
static bool
is_ours(const char *folder)
{
	const char *name = strrchr(folder, '/');
	struct stat info;

	return name && strncmp(name + 1, PREFIX, strlen(PREFIX)) == 0 &&
	       lstat(folder, &info) == 0 && S_ISDIR(info.st_mode) &&
	       info.st_uid == geteuid() && (info.st_mode & 077) == 0;
}

static int
remove_env(struct fcontrol *control)
{
	struct ft_error err = { 0 };
	char *path, *end;

	if (ft_session_find(&control->session, false, &err) != FT_OK)
		return fcontrol_fail(control, &err);
	path = control->session.path;
	end = strrchr(path, '/');
	if (!end || strcmp(end + 1, STORE) != 0)
		return ft_cmd_error(control->context,
		    "'%s' is no store that env has made", path);
	*end = '\0';
	if (!is_ours(path))
		return ft_cmd_error(control->context,
		    "'%s' is no folder that env has made", path);
	if (!remove_folder(path))
		return ft_cmd_error(control->context, "folder '%s' is kept: %s",
		    path, strerror(errno));
	return 0;
}

/* There is no store for the shell: let eval fail. */
static int
fail(struct fcontrol *control, const struct ft_error *err)
{
	fputs("false\n", control->context->out);
	return fcontrol_fail(control, err);
}

int
fcontrol_env(struct fcontrol *control, int argc, char **argv)
{
	struct ft_str folder FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_error err = { 0 };
	enum ft_release release;
	enum ft_status status = FT_OK;
	const char *slurm = NULL;
	bool empty = false;

	if (argc == 1 && strcmp(argv[0], "remove") == 0)
		return remove_env(control);
	for (int i = 0; i < argc; i++) {
		if (strcmp(argv[i], "empty") == 0)
			empty = true;
		else if (strncmp(argv[i], "slurm=", 6) == 0 &&
			 ft_release_parse(argv[i] + 6, &release))
			slurm = ft_releases[release].name;
		else
			status = ft_fail(&err, FT_EINVAL,
			    "env: want empty, slurm=RELEASE or remove, not "
			    "'%s'",
			    argv[i]);
	}
	if (status != FT_OK || make_folder(&folder, &err) != FT_OK)
		return fail(control, &err);
	if (fill(ft_str_text(&folder), empty, &err) != FT_OK) {
		(void)remove_folder(ft_str_text(&folder));
		return fail(control, &err);
	}
	print_lines(control->context->out, ft_str_text(&folder), empty, slurm);
	return 0;
}
