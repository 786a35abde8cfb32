/* dump.c - facctmgr dump: write a cluster as a flat file. */

#include "facctmgr/flat/flat.h"
#include "facctmgr/parse/keyword.h"
#include "facctmgr/store/store.h"
#include "files/outfile.h"
#include "io/slurm/flatfile.h"

struct dump_words {
	const char *cluster, *file;
};

#define TO(member) .to = offsetof(struct dump_words, member)
const struct facctmgr_keyword facctmgr_dump_keywords[] = {
	{ "Cluster", 1, FACCTMGR_KEY_NAME,
	    FACCTMGR_KEY_BARE | FACCTMGR_KEY_ONCE, TO(cluster), "cluster",
	    "Can only do one cluster at a time.  Already doing",
	    FT_COMPLETE_CLUSTER },
	{ "File", 1, FACCTMGR_KEY_TEXT, 0, TO(file),
	    .complete = FT_COMPLETE_FILE },
	{ 0 },
};

/* sacctmgr lets only administrators dump. */
static bool
may_dump(struct facctmgr *acct, const struct ft_acctdb *acctdb)
{
	const struct ft_user *user =
	    ft_acctdb_find_user(acctdb, acct->session.user);

	if (!acct->context->slurm ||
	    ft_session_level(&acct->session, acctdb) == FT_ADMIN_ADMINISTRATOR)
		return true;
	if (user && !user->deleted)
		facctmgr_complain(acct, " Your user does not have sufficient "
					"privileges to dump clusters.\n");
	else
		facctmgr_complain(acct,
		    " Your user (%s) is not in the accounting system, can't "
		    "dump cluster.\n",
		    acct->session.user);
	return false;
}

/* sacctmgr logs each line as it writes it, those of QOS with the cluster's. */
static void
log_lines(struct facctmgr *acct, const struct ft_flat *flat)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < flat->n && facctmgr_logs(acct); i++) {
		if (i == 0 || flat->line[i - 1].kind != FT_FLAT_QOS) {
			ft_str_add(&text, acct->context->program);
			ft_str_add(&text, ": ");
		}
		ft_flatfile_write_line(&text, &flat->line[i]);
	}
	if (text.len)
		fwrite(text.data, 1, text.len, acct->context->err);
}

static int
write_file(struct facctmgr *acct, const struct ft_flat *flat, const char *path)
{
	bool out = strcmp(path, "-") == 0 && !acct->context->slurm;
	struct ft_outfile file = { .file = acct->context->out };
	struct ft_str text = { 0 };
	struct ft_error err;
	enum ft_status status = FT_OK;

	/* to sacctmgr "-" is a file like any other */
	if (!out)
		status = ft_outfile_open(
		    &file, strcmp(path, "-") == 0 ? "./-" : path, &err);
	if (status != FT_OK && acct->context->slurm) {
		facctmgr_complain(
		    acct, "Can't open file %s, %s\n", path, strerror(errno));
		return ft_release_has(
		    acct->context->release, FT_RULE_DUMP_FAILS);
	}
	if (status != FT_OK)
		return ft_cmd_fail(acct->context, &err);
	ft_flatfile_write(&text, flat);
	(void)fwrite(text.data, 1, text.len, file.file);
	ft_str_free(&text);
	if (!out && ft_outfile_finish(&file, true, &err))
		return ft_cmd_fail(acct->context, &err);
	log_lines(acct, flat);
	return 0;
}

/* sacctmgr reads the clusters first, and reports a failure of that. */
static int
fail_open(struct facctmgr *acct)
{
	if (acct->unanswered) {
		facctmgr_error(
		    acct, "Sending PersistInit msg: Connection refused");
		facctmgr_error(
		    acct, "DBD_GET_CLUSTERS failure: Connection refused");
		facctmgr_complain(acct,
		    " Problem getting clusters from database.  "
		    "Contact your admin.\n");
	}
	return 1;
}

static enum ft_dump_as
dumped_as(const struct facctmgr *acct)
{
	if (!acct->context->slurm)
		return FT_DUMP_OURS;
	return ft_release_has(acct->context->release, FT_RULE_DUMP_QOS)
		   ? FT_DUMP_SLURM_QOS
	       : ft_release_has(acct->context->release, FT_RULE_DUMP_PARTITIONS)
		   ? FT_DUMP_PARTITIONS
		   : FT_DUMP_SLURM;
}

static int
dump(struct facctmgr *acct, const struct dump_words *words)
{
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	struct ft_flat flat;
	struct ft_error err;
	int status = 1;

	if (!facctmgr_open(acct, false))
		return fail_open(acct);
	ft_flat_init(&flat, "");
	ft_str_add(&path, words->file ? words->file : "./");
	if (words->file == NULL)
		ft_str_addf(&path, "%s.cfg", words->cluster);
	if (ft_store_read_book(acct->session.store, false, &acctdb, &err) !=
	    FT_OK) {
		ft_cmd_fail(acct->context, &err);
	} else if (!may_dump(acct, &acctdb)) {
		status = 1;
	} else if (ft_admin_dump(&acctdb, words->cluster, dumped_as(acct),
		       &flat, &err) != FT_OK) {
		if (acct->context->slurm)
			facctmgr_complain(acct, " Cluster %s doesn't exist.\n",
			    words->cluster);
		else
			ft_cmd_fail(acct->context, &err);
	} else {
		if (words->file == NULL)
			facctmgr_print(acct, " No filename given, using %s.\n",
			    ft_str_text(&path));
		status = write_file(acct, &flat, ft_str_text(&path));
	}
	ft_flat_free(&flat);
	return status;
}

int
facctmgr_dump(struct facctmgr *acct, int argc, char **argv)
{
	struct dump_words words = { 0 };
	bool good = true;

	/* sacctmgr goes on after a bad word, and fails in the end */
	for (int i = 0; i < argc && (good || acct->context->slurm); i++)
		good = facctmgr_read_keywords(
			   acct, facctmgr_dump_keywords, &words, 1, argv + i) &&
		       good;
	if (!good && !acct->context->slurm)
		return 1;
	if (words.cluster == NULL)
		return facctmgr_fail(acct, " We need a cluster to dump.\n",
		    "no cluster to dump");
	return dump(acct, &words) || !good;
}
