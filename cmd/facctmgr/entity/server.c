/*
 * server.c - list configuration and list stats.  There is no accounting server:
 * under the Slurm name the answer is that of an idle one.
 */
#include <pwd.h>

#include "base/text/timefmt.h"
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
		facctmgr_print(printer->acct, "%-*s= %s\n", width, key,
		    *value ? value : "(null)");
}

static void
print_key(struct printer *printer, const char *key, const char *value)
{
	print_padded(printer, key, 23, value);
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
		    "AccountingStorageBackupHost", 2 },
		{ FT_CONF_ACCOUNTING_STORAGE_HOST, "AccountingStorageHost", 2 },
		{ FT_CONF_ACCOUNTING_STORAGE_PARAMETERS,
		    "AccountingStorageParameters", 1 },
		{ FT_CONF_ACCOUNTING_STORAGE_PASS, "AccountingStoragePass", 2 },
		{ FT_CONF_ACCOUNTING_STORAGE_PORT, "AccountingStoragePort", 2 },
		{ FT_CONF_ACCOUNTING_STORAGE_TYPE, "AccountingStorageType", 2 },
	};
	const struct facctmgr *acct = printer->acct;
	const struct ft_conf *conf = &acct->session.conf;
	const char *user = ft_conf_text(conf, FT_CONF_SLURM_USER);
	const char *file = acct->session.conf_file;
	const struct passwd *known = getpwnam(user);
	struct ft_str text = { 0 };

	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		print_padded(printer, first[i].name,
		    (int)strlen(first[i].name) + first[i].pad,
		    ft_conf_text(conf, first[i].key));
	print_key(printer, "AccountingStorageUser", "N/A");
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
static void
print_server(struct printer *printer)
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
	unsigned hidden =
	    ft_visibility_private_data(&printer->acct->session.conf, true);

	if (!printer->table.rows)
		facctmgr_print(printer->acct, "\nSlurmDBD configuration:\n");
	/* slurmdbd.conf has no "cloud", but has "all" */
	if (hidden != FT_VISIBILITY_ALL)
		hidden &= ~FT_VISIBILITY_BIT(CLOUD);
	for (size_t i = 0; i < sizeof line / sizeof *line; i++)
		if (strcmp(line[i].key, "PrivateData") == 0)
			print_private(printer, hidden);
		else
			print_key(printer, line[i].key,
			    line[i].value ? line[i].value
					  : printer->acct->session.path);
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
	facctmgr_print(acct, "%s%s show stats output at %s (%lld)\n", line,
	    acct->context->program, date, (long long)acct->session.wall);
	facctmgr_print(acct, "Data since                    %s (%lld)\n", date,
	    (long long)acct->session.wall);
	facctmgr_print(acct,
	    "All statistics are in microseconds\n%s\n"
	    "Internal DBD rollup last ran Unknown (0)\n"
	    "\nRemote Procedure Call statistics by message type\n"
	    "\nRemote Procedure Call statistics by user\n",
	    line);
	return 0;
}

const struct facctmgr_entity facctmgr_config = {
	.instead = { [ACTION_LIST] = list_config },
};
const struct facctmgr_entity facctmgr_stats = {
	.instead = { [ACTION_LIST] = list_stats },
};
