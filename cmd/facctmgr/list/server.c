/*
 * facctmgr words about the accounting server: its settings, statistics,
 * archives, rollup.  There is none here; called as sacctmgr they answer and
 * refuse as one would that has nothing to do.
 */
#include <pwd.h>
#include <sys/stat.h>

#include "facctmgr/facctmgr.h"
#include "base/text/timefmt.h"

enum ft_admin_level
facctmgr_actor_level(const struct facctmgr *acct, const struct ft_book *book)
{
	if (ft_session_is_root(&acct->session))
		return FT_ADMIN_ADMINISTRATOR;
	for (size_t i = 0; i < book->n_user; i++)
		if (!book->user[i].deleted &&
		    strcmp(book->user[i].name, acct->session.user) == 0)
			return book->user[i].admin_level;
	return FT_ADMIN_NONE;
}

/* Sets *level; false with a message. */
static bool
read_level(struct facctmgr *acct, enum ft_admin_level *level)
{
	struct ft_book book = { 0 };
	struct ft_error err;
	bool done;

	if (!facctmgr_open(acct, false))
		return false;
	done = ft_store_read_book(acct->session.store, false, &book, &err) ==
	       FT_OK;
	if (done)
		*level = facctmgr_actor_level(acct, &book);
	else
		ft_cmd_fail(acct->context, &err);
	ft_book_free(&book);
	return done;
}

/* ---- show configuration ------------------------------------------------------------ */

/* A setting and where it is printed: as a line like sacctmgr's, or as a row. */
struct teller {
	const struct teller *self;
	const char *name, *value;
	struct facctmgr *acct;
	struct facctmgr_table table;
};

/* schema, rows: what they are called in documents. */
static void
teller_open(struct teller *teller, struct facctmgr *acct,
    struct ft_table_options options)
{
	static const struct ft_column columns[] = {
		{ .name = "Name",
		    .width = 22,
		    .key = "name",
		    FT_MEMBER(struct teller, name) },
		{ .name = "Value",
		    .width = 22,
		    .key = "value",
		    .none = "",
		    FT_MEMBER(struct teller, value) },
	};

	*teller = (struct teller){ .self = teller, .acct = acct };
	if (!acct->context->slurm && acct->format != FT_FORMAT_TABLE)
		facctmgr_table_open(&teller->table, acct, options, columns, 2);
}

static void
say_padded(struct teller *teller, const char *key, int width, const char *value)
{
	teller->name = key;
	teller->value = value;
	if (teller->table.rows)
		ft_table_put(teller->table.rows, teller);
	else
		facctmgr_say(teller->acct, "%-*s= %s\n", width, key,
		    *value ? value : "(null)");
}

static void
say_key(struct teller *teller, const char *key, const char *value)
{
	say_padded(teller, key, 23, value);
}

static void
say_private(struct teller *teller, unsigned kinds)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_sight_add_words(&text, kinds);
	say_key(teller, "PrivateData", ft_str_text(&text));
}

static void
say_local(struct teller *teller)
{
	/* sacctmgr pads the first ones oddly */
	static const struct {
		enum ft_conf_key key;
		const char *name;
		int pad;
	} first[] = {
		{ FT_CONF_ACCOUNTING_STORAGE_BACKUP_HOST,
		    "AccountingStorageBackupHost", 2 },
		{ FT_CONF_ACCOUNTING_STORAGE_HOST, "AccountingStorageHost", 2 },
		{ FT_CONF_ACCOUNTING_STORAGE_PARAMETERS,
		    "AccountingStorageParameters", 1 },
		{ FT_CONF_ACCOUNTING_STORAGE_PASS, "AccountingStoragePass", 2 },
		{ FT_CONF_ACCOUNTING_STORAGE_PORT, "AccountingStoragePort", 2 },
		{ FT_CONF_ACCOUNTING_STORAGE_TYPE, "AccountingStorageType", 2 },
	};
	const struct facctmgr *acct = teller->acct;
	const struct ft_conf *conf = &acct->session.conf;
	const char *user = ft_conf_text(conf, FT_CONF_SLURM_USER);
	const char *file = acct->session.conf_file;
	const struct passwd *known = getpwnam(user);
	struct ft_str text = { 0 };

	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		say_padded(teller, first[i].name,
		    (int)strlen(first[i].name) + first[i].pad,
		    ft_conf_text(conf, first[i].key));
	say_key(teller, "AccountingStorageUser", "N/A");
	say_key(teller, "AuthType", "auth/munge");
	say_key(teller, "MessageTimeout", "10 sec");
	say_key(teller, "PluginDir", "");
	say_private(teller, ft_sight_words(conf, false));
	ft_str_addf(&text, "%s(%d)", user, known ? (int)known->pw_uid : 0);
	say_key(teller, "SlurmUserId", ft_str_text(&text));
	ft_str_free(&text);
	say_key(teller, "SLURM_CONF", file ? file : "");
	say_key(
	    teller, "SLURM_VERSION", acct->context->slurm ? "22.05.8" : "none");
	say_key(teller, "TCPTimeout", "2 sec");
	say_key(teller, "TrackWCKey",
	    ft_conf_bool(conf, FT_CONF_TRACK_WCKEY) ? "Yes" : "No");
}

/* What a server that has PrivateData, and no settings else, would say. */
static void
say_server(struct teller *teller)
{
	static const struct {
		const char *key, *value; /* NULL: the store */
	} line[] = { { "AllowNoDefAcct", "No" }, { "ArchiveDir", "/tmp" },
		{ "ArchiveEvents", "No" }, { "ArchiveJobs", "No" },
		{ "ArchiveResvs", "No" }, { "ArchiveScript", "" },
		{ "ArchiveSteps", "No" }, { "ArchiveSuspend", "No" },
		{ "ArchiveTXN", "No" }, { "ArchiveUsage", "No" },
		{ "AuthAltTypes", "" }, { "AuthAltParameters", "" },
		{ "AuthInfo", "" }, { "AuthType", "auth/munge" },
		{ "BOOT_TIME", "Unknown" }, { "CommitDelay", "No" },
		{ "CommunicationParameters", "" }, { "DbdAddr", "localhost" },
		{ "DbdBackupHost", "" }, { "DbdHost", "localhost" },
		{ "DbdPort", "6819" }, { "DebugFlags", "" },
		{ "DebugLevel", "info" }, { "DebugLevelSyslog", "" },
		{ "DefaultQOS", "" }, { "LogFile", "" },
		{ "MaxQueryTimeRange", "UNLIMITED" },
		{ "MessageTimeout", "10 secs" }, { "Parameters", "" },
		{ "PidFile", "" }, { "PluginDir", "" }, { "PrivateData", "" },
		{ "PurgeEventAfter", "NONE" }, { "PurgeJobAfter", "NONE" },
		{ "PurgeResvAfter", "NONE" }, { "PurgeStepAfter", "NONE" },
		{ "PurgeSuspendAfter", "NONE" }, { "PurgeTXNAfter", "NONE" },
		{ "PurgeUsageAfter", "NONE" }, { "SLURMDBD_CONF", "" },
		{ "SLURMDBD_VERSION", "22.05.8" }, { "SlurmUser", "root(0)" },
		{ "StorageBackupHost", "" }, { "StorageHost", "localhost" },
		{ "StorageLoc", NULL }, { "StorageParameters", "" },
		{ "StoragePort", "0" },
		{ "StorageType", "accounting_storage/fairtree" },
		{ "StorageUser", "" }, { "TCPTimeout", "2 secs" },
		{ "TrackWCKey", "No" }, { "TrackSlurmctldDown", "No" } };
	unsigned hidden = ft_sight_words(&teller->acct->session.conf, true);

	if (!teller->table.rows)
		facctmgr_say(teller->acct, "\nSlurmDBD configuration:\n");
	/* slurmdbd.conf has no cloud, but knows all */
	if (hidden != FT_SIGHT_ALL)
		hidden &= ~FT_SIGHT_BIT(CLOUD);
	for (size_t i = 0; i < sizeof line / sizeof *line; i++)
		if (strcmp(line[i].key, "PrivateData") == 0)
			say_private(teller, hidden);
		else
			say_key(teller, line[i].key,
			    line[i].value ? line[i].value
					  : teller->acct->session.path);
}

static int
list_config(struct facctmgr *acct, struct facctmgr_request *request)
{
	struct teller teller;
	char date[32];

	(void)request;
	if (!facctmgr_open(acct, false))
		return 1;
	teller_open(&teller, acct,
	    (struct ft_table_options){ FACCTMGR_ROWS("server_config") });
	if (!teller.table.rows)
		facctmgr_say(acct, "Configuration data as of %s\n",
		    ft_time_format_date(date, sizeof date, acct->session.wall));
	say_local(&teller);
	/* a server that is not there */
	if (!teller.table.rows)
		say_server(&teller);
	facctmgr_table_close(&teller.table);
	return 0;
}

/* ---- statistics --------------------------------------------------------------------- */

static int
list_stats(struct facctmgr *acct, struct facctmgr_request *request)
{
	static const char line[] = "****************************************"
				   "***************************\n";
	enum ft_admin_level level;
	struct teller teller;
	char date[32];

	(void)request;
	if (!read_level(acct, &level))
		return 1;
	if (level < FT_ADMIN_ADMINISTRATOR && acct->context->slurm) {
		facctmgr_complain(acct,
		    "%s: accounting_storage/slurmdbd: "
		    "acct_storage_p_get_stats: RC:2002 Your user doesn't have "
		    "privilege to perform this action\n",
		    acct->context->program);
		return 1;
	}
	ft_time_format_date(date, sizeof date, acct->session.wall);
	teller_open(&teller, acct,
	    (struct ft_table_options){ FACCTMGR_ROWS("server_stats") });
	if (teller.table.rows) {
		say_key(&teller, "DataSince", date);
		facctmgr_table_close(&teller.table);
		return 0;
	}
	facctmgr_say(acct, "%s%s show stats output at %s (%lld)\n", line,
	    acct->context->program, date, (long long)acct->session.wall);
	facctmgr_say(acct, "Data since                    %s (%lld)\n", date,
	    (long long)acct->session.wall);
	facctmgr_say(acct,
	    "All statistics are in microseconds\n%s\n"
	    "Internal DBD rollup last ran Unknown (0)\n"
	    "\nRemote Procedure Call statistics by message type\n"
	    "\nRemote Procedure Call statistics by user\n",
	    line);
	return 0;
}

const struct facctmgr_subject facctmgr_config = {
	.instead = { [DEED_LIST] = list_config },
};
const struct facctmgr_subject facctmgr_stats = {
	.instead = { [DEED_LIST] = list_stats },
};

int
facctmgr_clear(struct facctmgr *acct, int argc, char **argv)
{
	enum ft_admin_level level;

	if (argc == 0 ||
	    !ft_abbreviates(argv[0], strlen(argv[0]), "Stats", 1)) {
		return facctmgr_fail(acct,
		    "No valid entity in list command\n"
		    "Input line must include \"Stats\"\n",
		    "clear needs stats");
	}
	if (!read_level(acct, &level))
		return 1;
	return acct->context->slurm && level < FT_ADMIN_ADMINISTRATOR;
}

/* ---- archives ------------------------------------------------------------------------ */

static bool
names(const char *word, const char *name, unsigned min)
{
	return ft_abbreviates(word, strcspn(word, "="), name, min);
}

/* A folder or program that must be there; complains. */
static bool
is_there(struct facctmgr *acct, const char *word, const char *what)
{
	const char *path = strchr(word, '=') + 1;
	struct stat found;

	if (stat(path, &found) == 0)
		return true;
	facctmgr_complain(acct,
	    " dump: Failed to stat %s: %s\n"
	    " Note: For archive dump, the %s must be on the calling host.\n",
	    path, strerror(errno), what);
	return false;
}

static bool
good_dump_word(struct facctmgr *acct, const char *word)
{
	static const struct {
		const char *name;
		unsigned min;
	} list[] = { { "Clusters", 1 }, { "Accounts", 2 },
		{ "Associations", 2 }, { "End", 1 }, { "Gid", 2 },
		{ "Jobs", 1 }, { "Partitions", 2 }, { "Start", 2 },
		{ "Users", 1 } };
	const char *value = strchr(word, '=');

	if (value == NULL)
		return true; /* a flag or a cluster */
	if (names(word, "Directory", 2))
		return is_there(acct, word, "directory");
	if (names(word, "Script", 2))
		return is_there(acct, word, "script");
	if (strncasecmp(word, "purge", 5) == 0) {
		if (value[1] >= '0' && value[1] <= '9')
			return true;
		facctmgr_error(acct, "Invalid purge string '%s'", value + 1);
		return false;
	}
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (names(word, list[i].name, list[i].min))
			return true;
	facctmgr_complain(acct, " Unknown condition: %s\n", word);
	return false;
}

/* Returns whether the actor may; complains in sacctmgr's words. */
static bool
may_archive(struct facctmgr *acct, const char *problem)
{
	enum ft_admin_level level;

	if (!read_level(acct, &level))
		return false;
	if (level == FT_ADMIN_ADMINISTRATOR)
		return true;
	facctmgr_error(
	    acct, "Your user doesn't have privilege to perform this action");
	facctmgr_complain(
	    acct, " Problem %s: Access/permission denied\n", problem);
	return false;
}

static int
archive_dump(struct facctmgr *acct, int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		if (!good_dump_word(acct, argv[i]))
			return 1;
	/* nothing is old enough */
	return !may_archive(acct, "dumping archive");
}

static int
archive_load(struct facctmgr *acct, int argc, char **argv)
{
	const char *file = NULL;

	for (int i = 0; i < argc; i++) {
		if (names(argv[i], "File", 1) && strchr(argv[i], '=')) {
			file = strchr(argv[i], '=') + 1;
		} else if (!names(argv[i], "Insert", 2)) {
			facctmgr_complain(
			    acct, " Unknown option: %s\n", argv[i]);
			return 1;
		}
	}
	if (!may_archive(acct, "loading archive file"))
		return 1;
	facctmgr_error(acct,
	    file ? "No archive file given to recover." : "Error with request.");
	facctmgr_complain(acct, " Problem loading archive file: %s\n",
	    file ? "No such file or directory\n Note: For archive load, the "
		   "file must be accessible on the slurmdbd host."
		 : "Unspecified error");
	return 1;
}

int
facctmgr_archive(struct facctmgr *acct, int argc, char **argv)
{
	if (!acct->context->slurm) {
		facctmgr_error(acct,
		    "there is nothing to archive here: copy the "
		    "store's file");
		return 1;
	}
	if (argc && ft_abbreviates(argv[0], strlen(argv[0]), "dump", 1))
		return archive_dump(acct, argc - 1, argv + 1);
	if (argc && ft_abbreviates(argv[0], strlen(argv[0]), "load", 1))
		return archive_load(acct, argc - 1, argv + 1);
	facctmgr_complain(acct,
	    "No valid entity in archive command\n"
	    "Input line must include, \"Dump\", or \"load\"\n");
	return 1;
}

/* ---- rollup ---------------------------------------------------------------------------- */

int
facctmgr_rollup(struct facctmgr *acct, int argc, char **argv)
{
	enum ft_admin_level level;
	int status = 0;

	if (argc > 3) {
		facctmgr_complain(
		    acct, "too many arguments for rollup keyword\n");
		status = 1;
	}
	if (!read_level(acct, &level))
		return 1;
	for (int i = 0; i < argc && i < 2; i++) {
		int64_t when;

		if (ft_time_date(argv[i], acct->session.wall, true, &when))
			continue;
		if (!acct->context->slurm) {
			facctmgr_error(acct, "bad time '%s'", argv[i]);
			return 1;
		}
		facctmgr_complain(
		    acct, "Invalid time specification (pos=0): %s\n", argv[i]);
	}
	if (acct->context->slurm && level >= FT_ADMIN_OPERATOR)
		facctmgr_complain(acct,
		    "%s: accounting_storage/slurmdbd: "
		    "acct_storage_p_roll_usage: SUCCESS\n",
		    acct->context->program);
	return status;
}
