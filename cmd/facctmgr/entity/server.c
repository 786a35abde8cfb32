/*
 * server.c - list configuration and list stats.  There is no accounting server:
 * under the Slurm name the answer is that of an idle one.
 */
#include <pwd.h>

#include "base/text/timefmt.h"
#include "common/timetext.h"
#include "facctmgr/entity/entity.h"
#include "facctmgr/store/store.h"

/* ---- show configuration ------------------------------------------------------------ */

/* A setting, and where it is printed: as sacctmgr's line, or as a row. */
struct printer {
	const struct printer *self;
	const char *name, *value;
	struct facctmgr *acct;
	struct facctmgr_table table;
};

/* schema, rows: their names in documents. */
static void
printer_open(struct printer *printer, struct facctmgr *acct,
    struct ft_table_options options)
{
	static const struct ft_column columns[] = {
		{ .name = "Name",
		    .width = 22,
		    .key = "name",
		    FT_MEMBER(struct printer, name) },
		{ .name = "Value",
		    .width = 22,
		    .key = "value",
		    .none = "",
		    FT_MEMBER(struct printer, value) },
	};

	*printer = (struct printer){ .self = printer, .acct = acct };
	if (!acct->context->slurm && acct->format != FT_FORMAT_TABLE)
		facctmgr_table_open(&printer->table, acct, options, columns, 2);
}

static void
print_padded(
    struct printer *printer, const char *key, int width, const char *value)
{
	printer->name = key;
	printer->value = value;
	if (printer->table.rows)
		ft_table_put(printer->table.rows, printer);
	else
		facctmgr_print(printer->acct, "%-*s = %s\n", width, key,
		    *value ? value : "(null)");
}

static void
print_key(struct printer *printer, const char *key, const char *value)
{
	print_padded(printer, key, 22, value);
}

/* A line of the configuration. */
struct server_key {
	const char *key, *value; /* NULL: the store; "version" */
	enum ft_release since, until;
};

static const char *
value_of(const struct printer *printer, const struct server_key *row)
{
	enum ft_release release = ft_conf_release(&printer->acct->session.conf);

	if (!row->value)
		return printer->acct->session.path;
	if (strcmp(row->value, "version") == 0)
		return ft_releases[release].version;
	if (strcmp(row->value, "No") == 0 &&
	    ft_release_has(release, FT_RULE_SERVER_SMALL_WORDS))
		return "no";
	return row->value;
}

static void
print_row(struct printer *printer, const struct server_key *row)
{
	if (ft_release_within(ft_conf_release(&printer->acct->session.conf),
		row->since, row->until))
		print_key(printer, row->key, value_of(printer, row));
}

static void
print_private(struct printer *printer, unsigned kinds)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_visibility_add_words(&text, kinds);
	print_key(printer, "PrivateData", ft_str_text(&text));
}

static void
print_local(struct printer *printer)
{
	/* sacctmgr pads the first ones oddly */
	static const struct {
		enum ft_conf_key key;
		const char *name;
		int pad;
	} first[] = {
		{ FT_CONF_ACCOUNTING_STORAGE_BACKUP_HOST,
		    "AccountingStorageBackupHost", 1 },
		{ FT_CONF_ACCOUNTING_STORAGE_HOST, "AccountingStorageHost", 1 },
		{ FT_CONF_ACCOUNTING_STORAGE_PARAMETERS,
		    "AccountingStorageParameters", 0 },
		{ FT_CONF_ACCOUNTING_STORAGE_PASS, "AccountingStoragePass", 1 },
		{ FT_CONF_ACCOUNTING_STORAGE_PORT, "AccountingStoragePort", 1 },
		{ FT_CONF_ACCOUNTING_STORAGE_TYPE, "AccountingStorageType", 1 },
	};
	static const struct server_key storage_user = {
		.key = "AccountingStorageUser",
		.value = "N/A",
		.until = FT_RELEASE_26_05
	};
	const struct facctmgr *acct = printer->acct;
	const struct ft_conf *conf = &acct->session.conf;
	const char *user = ft_conf_text(conf, FT_CONF_SLURM_USER);
	const char *file = acct->session.conf_file;
	const struct passwd *known = getpwnam(user);
	struct ft_str text = { 0 };

	for (size_t i = 0; i < FT_COUNT(first); i++)
		print_padded(printer, first[i].name,
		    (int)strlen(first[i].name) + first[i].pad,
		    ft_conf_text(conf, first[i].key));
	print_row(printer, &storage_user);
	print_key(printer, "AuthType", "auth/munge");
	print_key(printer, "MessageTimeout", "10 sec");
	print_key(printer, "PluginDir", "");
	print_private(printer, ft_visibility_private_data(conf, false));
	ft_str_addf(&text, "%s(%d)", user, known ? (int)known->pw_uid : 0);
	print_key(printer, "SlurmUserId", ft_str_text(&text));
	ft_str_free(&text);
	print_key(printer, "SLURM_CONF", file ? file : "");
	print_key(printer, "SLURM_VERSION",
	    acct->context->slurm ? ft_releases[acct->context->release].version
				 : "none");
	print_key(printer, "TCPTimeout", "2 sec");
	print_key(printer, "TrackWCKey",
	    ft_conf_bool(conf, FT_CONF_TRACK_WCKEY) ? "Yes" : "No");
}

/* What slurmdbd prints if PrivateData is its only setting. */
static const struct server_key server_keys[] = {
	/* clang-format off */
	{ .key = "AllowNoDefAcct", .value = "No" },
	{ .key = "ArchiveDir", .value = "/tmp" },
	{ .key = "ArchiveEvents", .value = "No" },
	{ .key = "ArchiveJobs", .value = "No" },
	{ .key = "ArchiveJobScript", .value = "No", .since = FT_RELEASE_26_05 },
	{ .key = "ArchiveJobEnv", .value = "No", .since = FT_RELEASE_26_05 },
	{ .key = "ArchiveResvs", .value = "No" },
	{ .key = "ArchiveScript", .value = "" },
	{ .key = "ArchiveSteps", .value = "No" },
	{ .key = "ArchiveSuspend", .value = "No" },
	{ .key = "ArchiveTXN", .value = "No" },
	{ .key = "ArchiveUsage", .value = "No" },
	{ .key = "AuthAltTypes", .value = "" },
	{ .key = "AuthAltParameters", .value = "" },
	{ .key = "AuthInfo", .value = "" },
	{ .key = "AuthType", .value = "auth/munge" },
	{ .key = "BOOT_TIME", .value = "Unknown", .until = FT_RELEASE_26_05 },
	{ .key = "CommitDelay", .value = "No", .until = FT_RELEASE_26_05 },
	{ .key = "CommitDelay", .value = "0", .since = FT_RELEASE_26_05 },
	{ .key = "CommunicationParameters", .value = "" },
	{ .key = "DbdAddr", .value = "localhost" },
	{ .key = "DbdBackupHost", .value = "" },
	{ .key = "DbdHost", .value = "localhost" },
	{ .key = "DbdPort", .value = "6819" },
	{ .key = "DebugFlags", .value = "" },
	{ .key = "DebugLevel", .value = "info" },
	{ .key = "DebugLevelSyslog", .value = "" },
	{ .key = "DefaultQOS", .value = "" },
	{ .key = "DisableCoordDBD", .value = "No", .since = FT_RELEASE_24_11 },
	{ .key = "DisableArchiveCommands", .value = "No", .since = FT_RELEASE_26_05 },
	{ .key = "DisableRollups", .value = "No", .since = FT_RELEASE_26_05 },
	{ .key = "HashPlugin", .value = "hash/k12", .since = FT_RELEASE_24_11 },
	{ .key = "LogFile", .value = "" },
	{ .key = "MaxPurgeLimit", .value = "50000", .since = FT_RELEASE_26_05 },
	{ .key = "MaxQueryTimeRange", .value = "UNLIMITED" },
	{ .key = "MessageTimeout", .value = "10 secs" },
	{ .key = "Parameters", .value = "" },
	{ .key = "PidFile", .value = "" },
	{ .key = "PluginDir", .value = "" },
	{ .key = "PrivateData", .value = "" },
	{ .key = "PurgeEventAfter", .value = "NONE" },
	{ .key = "PurgeJobAfter", .value = "NONE" },
	{ .key = "PurgeResvAfter", .value = "NONE" },
	{ .key = "PurgeStepAfter", .value = "NONE" },
	{ .key = "PurgeSuspendAfter", .value = "NONE" },
	{ .key = "PurgeTXNAfter", .value = "NONE" },
	{ .key = "PurgeUsageAfter", .value = "NONE" },
	{ .key = "PurgeJobScriptAfter", .value = "NONE", .since = FT_RELEASE_26_05 },
	{ .key = "PurgeJobEnvAfter", .value = "NONE", .since = FT_RELEASE_26_05 },
	{ .key = "SLURMDBD_CONF", .value = "" },
	{ .key = "SLURMDBD_VERSION", .value = "version" },
	{ .key = "SlurmUser", .value = "root(0)" },
	{ .key = "StorageBackupHost", .value = "" },
	{ .key = "StorageHost", .value = "localhost" },
	{ .key = "StorageLoc", .value = NULL },
	{ .key = "StorageParameters", .value = "" },
	{ .key = "StoragePassScript", .value = "", .since = FT_RELEASE_26_05 },
	{ .key = "StoragePort", .value = "0" },
	{ .key = "StorageType", .value = "accounting_storage/fairtree" },
	{ .key = "StorageUser", .value = "" },
	{ .key = "TCPTimeout", .value = "2 secs" },
	{ .key = "TLSParameters", .value = "", .since = FT_RELEASE_24_11 },
	{ .key = "TLSType", .value = "tls/none", .since = FT_RELEASE_24_11 },
	{ .key = "TrackWCKey", .value = "No" },
	{ .key = "TrackSlurmctldDown", .value = "No" },
	/* clang-format on */
};

static void
print_server(struct printer *printer)
{
	unsigned hidden =
	    ft_visibility_private_data(&printer->acct->session.conf, true);

	if (!printer->table.rows)
		facctmgr_print(printer->acct, "\nSlurmDBD configuration:\n");
	/* slurmdbd.conf has no "cloud", but has "all" */
	if (hidden != FT_VISIBILITY_ALL)
		hidden &= ~FT_VISIBILITY_BIT(CLOUD);
	for (size_t i = 0; i < FT_COUNT(server_keys); i++)
		if (strcmp(server_keys[i].key, "PrivateData") == 0)
			print_private(printer, hidden);
		else
			print_row(printer, &server_keys[i]);
}

static int
list_config(struct facctmgr *acct, struct facctmgr_request *request)
{
	struct printer printer;
	char date[32];

	(void)request;
	if (!facctmgr_open(acct, false))
		return 1;
	printer_open(&printer, acct,
	    (struct ft_table_options){ FACCTMGR_ROWS("server_config") });
	if (!printer.table.rows)
		facctmgr_print(acct, "Configuration data as of %s\n",
		    ft_time_format_date(date, sizeof date, acct->session.wall));
	print_local(&printer);
	/* programs do not get the settings of a server that does not exist */
	if (!printer.table.rows)
		print_server(&printer);
	facctmgr_table_close(&printer.table);
	return 0;
}

/* ---- statistics --------------------------------------------------------------------- */

static int
list_stats(struct facctmgr *acct, struct facctmgr_request *request)
{
	static const char line[] = "****************************************"
				   "***************************\n";
	enum ft_admin_level level;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct printer printer;
	char date[32];

	(void)request;
	if (!facctmgr_read_level(acct, &level))
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
	printer_open(&printer, acct,
	    (struct ft_table_options){ FACCTMGR_ROWS("server_stats") });
	if (printer.table.rows) {
		print_key(&printer, "DataSince", date);
		facctmgr_table_close(&printer.table);
		return 0;
	}
	ft_timetext_add_ctime(&text, acct->session.wall);
	ft_str_addf(&text, " (%lld)", (long long)acct->session.wall);
	facctmgr_print(acct,
	    "%s%s show stats output at %s\n"
	    "Data since                    %s\n"
	    "All statistics are in microseconds\n%s\n"
	    "Internal DBD rollup last ran Unknown (0)\n"
	    "\nRemote Procedure Call statistics by message type\n"
	    "\nRemote Procedure Call statistics by user\n",
	    line, acct->context->program, ft_str_text(&text),
	    ft_str_text(&text), line);
	return 0;
}

const struct facctmgr_entity facctmgr_config = {
	.instead = { [ACTION_LIST] = list_config },
};
const struct facctmgr_entity facctmgr_stats = {
	.instead = { [ACTION_LIST] = list_stats },
};
