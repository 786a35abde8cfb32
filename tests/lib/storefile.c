/* storefile.c - stores for tests. */
#define _DEFAULT_SOURCE /* setgroups */
#include "lib/storefile.h"

#include <dirent.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "tap/tap.h"

#define NOBODY 65534

static char folder[64];
static pid_t owner;

static void
remove_folder(void)
{
	DIR *dir;
	struct dirent *entry;

	if (getpid() != owner || !*folder)
		return;
	(void)chmod(folder, 0700);
	dir = opendir(folder);
	while (dir && (entry = readdir(dir))) {
		char path[512];

		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		if (unlink(path) && *entry->d_name != '.')
			(void)rmdir(path);
	}
	if (dir)
		closedir(dir);
	(void)rmdir(folder);
}

char *
storefile_path(const char *name)
{
	struct ft_str path = { 0 };

	if (!*folder) {
		strcpy(folder, "/tmp/ft-store-XXXXXX");
		if (!mkdtemp(folder))
			bail("mkdtemp: no folder");
		(void)umask(022); /* others are to read what is made there */
		(void)chmod(folder, 0755);
		owner = getpid();
		atexit(remove_folder);
	}
	ft_str_addf(&path, "%s/%s", folder, name);
	return ft_str_take(&path);
}

struct ft_store *
storefile_open(const char *path)
{
	const struct ft_store_options options = { .create = true,
		.cluster = "cluster",
		.now = STOREFILE_NOW,
		.lock_seconds = 600 };
	struct ft_error err = { 0 };
	struct ft_store *store;

	if (ft_store_open(&store, path, &options, &err))
		bail("open: %s", err.text);
	return store;
}

struct ft_store *
storefile_memory(void)
{
	return storefile_open(NULL);
}

struct ft_registry *
storefile_begin(struct ft_store *store)
{
	const struct ft_store_actor actor = { "root", "test",
		STOREFILE_NOW + 5 };
	struct ft_error err = { 0 };
	struct ft_registry *registry;

	if (ft_store_begin(store, &actor, &registry, &err))
		bail("begin: %s", err.text);
	return registry;
}

void
storefile_commit(struct ft_store *store)
{
	struct ft_error err = { 0 };

	if (ft_store_commit(store, NULL, &err))
		bail("commit: %s", err.text);
}

uint32_t
storefile_account(
    struct ft_registry *registry, const char *name, uint32_t parent)
{
	struct ft_account account = {
		.name = name, .description = name, .organization = name
	};
	struct ft_assoc assoc = { .cluster = 1,
		.parent = parent,
		.shares = 1,
		.partition = "",
		.comment = "" };
	struct ft_error err = { 0 };
	uint32_t id = 0;

	if (FT_ADD(registry, &account, &assoc.account, &err) ||
	    FT_ADD(registry, &assoc, &id, &err))
		bail("account: %s", err.text);
	return id;
}

uint32_t
storefile_user(
    struct ft_registry *registry, const char *name, uint32_t account_assoc)
{
	struct ft_user user = {
		.name = name, .default_wckey = "", .admin_level = FT_ADMIN_NONE
	};
	struct ft_assoc parent = { 0 };
	struct ft_assoc assoc = { .cluster = 1,
		.parent = account_assoc,
		.shares = 1,
		.partition = "",
		.comment = "" };
	struct ft_error err = { 0 };
	uint32_t id = 0;

	if (FT_GET(registry, account_assoc, &parent, &err) ||
	    FT_ADD(registry, &user, &assoc.user, &err))
		bail("user: %s", err.text);
	assoc.account = parent.account;
	if (FT_ADD(registry, &assoc, &id, &err))
		bail("user: %s", err.text);
	return id;
}

static sqlite3 *
connect_to(const char *path)
{
	sqlite3 *db;

	if (sqlite3_open(path, &db))
		bail("%s: %s", path, sqlite3_errmsg(db));
	sqlite3_busy_timeout(db, 600000);
	return db;
}

char *
storefile_ask(const char *path, const char *sql)
{
	sqlite3 *db = connect_to(path);
	sqlite3_stmt *stmt = NULL;
	struct ft_str text = { 0 };

	ft_str_add(&text, "");
	if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL))
		bail("%s: %s", sql, sqlite3_errmsg(db));
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		if (text.len)
			ft_str_add_char(&text, ' ');
		for (int i = 0; i < sqlite3_column_count(stmt); i++) {
			const void *value = sqlite3_column_text(stmt, i);

			if (i)
				ft_str_add_char(&text, '|');
			ft_str_add(&text, value ? value : "NULL");
		}
	}
	if (sqlite3_finalize(stmt))
		ft_str_addf(&text, "error: %s", sqlite3_errmsg(db));
	sqlite3_close(db);
	return ft_str_take(&text);
}

void
storefile_answers(const char *path, const char *sql, const char *want)
{
	char *got = storefile_ask(path, sql);

	is_str(got, want, "%s", sql);
	ft_free(got);
}

bool
storefile_is_sound(const char *path)
{
	char *check = storefile_ask(path, "PRAGMA integrity_check");
	char *keys = storefile_ask(path, "PRAGMA foreign_key_check");
	bool sound = !strcmp(check, "ok") && !*keys;

	if (!sound)
		diag("%s / %s", check, keys);
	ft_free(check);
	ft_free(keys);
	return sound;
}

void
storefile_do(const char *path, const char *sql)
{
	sqlite3 *db = connect_to(path);
	char *message = NULL;

	if (sqlite3_exec(db, sql, NULL, NULL, &message))
		bail("%s: %s", sql, message);
	sqlite3_close(db);
}

void
storefile_write(const char *path, const void *data, size_t size)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(data, 1, size, file) != size || fclose(file))
		bail("%s: cannot be written", path);
}

long
storefile_read(const char *path, unsigned char **data)
{
	FILE *file = fopen(path, "rb");
	long size;

	*data = NULL;
	if (!file)
		return -1;
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	*data = ft_alloc((size_t)size + 1);
	if (fread(*data, 1, (size_t)size, file) != (size_t)size)
		bail("%s: cannot be read", path);
	fclose(file);
	return size;
}

bool
storefile_exists(const char *path, const char *suffix)
{
	char name[512];

	snprintf(name, sizeof name, "%s%s", path, suffix);
	return !access(name, F_OK);
}

int
storefile_as_nobody(int (*test)(void *ctx), void *ctx)
{
	int status = 0;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		if (geteuid() == 0 &&
		    (setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY)))
			_exit(99);
		exit(test(ctx)); /* as a program ends: coverage counts */
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		bail("fork failed");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
