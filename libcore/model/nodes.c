/* Sums over the node lines of slurm.conf. */
#include "model/nodes.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/hostlist.h"
#include "base/mem.h"
#include "base/vec.h"

/* ---- settings of a line ------------------------------------------------------ */

enum {
	CPUS,
	BOARDS,
	SOCKETS,
	PER_BOARD, /* sockets */
	CORES,
	THREADS,
	MEMORY,
	SETTINGS
};

static const char *const settings[SETTINGS][2] = {
	[CPUS] = { "CPUs", "Procs" },
	[BOARDS] = { "Boards", NULL },
	[SOCKETS] = { "Sockets", NULL },
	[PER_BOARD] = { "SocketsPerBoard", NULL },
	[CORES] = { "CoresPerSocket", NULL },
	[THREADS] = { "ThreadsPerCore", NULL },
	[MEMORY] = { "RealMemory", NULL },
};

/* 0: not said. */
struct line {
	const char *text;
	uint64_t value[SETTINGS];
	char *gres; /* NULL: not said */
};

/* Returns the length of the value at TEXT, quotes included. */
static size_t
value_len(const char *text)
{
	size_t len = 0;

	if (*text == '"') {
		len = 1 + strcspn(text + 1, "\"");
		return len + (text[len] == '"');
	}
	return strcspn(text, " \t");
}

/* Returns the value of KEY in TEXT, a copy; NULL if it is not there. */
static char *
find_value(const char *text, const char *key)
{
	size_t len = strlen(key);

	while (*text) {
		size_t word, value;
		const char *at;

		text += strspn(text, " \t");
		word = strcspn(text, "= \t");
		at = text + word;
		if (*at != '=') {
			text = at;
			continue;
		}
		value = value_len(++at);
		if (word == len && strncasecmp(text, key, len) == 0) {
			bool quoted = value > 1 && *at == '"';

			return ft_strndup(at + quoted, value - 2 * quoted);
		}
		text = at + value;
	}
	return NULL;
}

/* What LINE says for setting KEY, else 0. */
static uint64_t
said(const char *line, int key)
{
	for (size_t i = 0; i < 2 && settings[key][i]; i++) {
		char *text = find_value(line, settings[key][i]);
		uint64_t value = text ? strtoull(text, NULL, 10) : 0;

		ft_free(text);
		if (text)
			return value;
	}
	return 0;
}

static void
read_line(struct line *line, const char *text, const struct line *usual)
{
	*line = *usual;
	line->text = text;
	for (int i = 0; i < SETTINGS; i++) {
		uint64_t value = said(text, i);

		if (value)
			line->value[i] = value;
	}
	line->gres = find_value(text, "Gres");
	if (line->gres == NULL && usual->gres)
		line->gres = ft_strdup(usual->gres);
}

static uint64_t
some(uint64_t value)
{
	return value ? value : 1;
}

/* CPUs of one node: its own number, else sockets by cores by threads. */
static uint64_t
cpus_of(const struct line *line)
{
	const uint64_t *value = line->value;
	uint64_t sockets = some(value[SOCKETS]);

	if (value[CPUS])
		return value[CPUS];
	if (said(line->text, PER_BOARD) ||
	    (value[PER_BOARD] && !value[SOCKETS]))
		sockets = some(value[BOARDS]) * value[PER_BOARD];
	return sockets * some(value[CORES]) * some(value[THREADS]);
}

/* ---- parts: "gpu:a100:2,fast:1", "matlab:7" ------------------------------------ */

static void
add_part(struct ft_nodes_part **part, size_t *n, size_t *cap, const char *name,
    size_t len, uint64_t count)
{
	for (size_t i = 0; i < *n; i++) {
		if (strlen((*part)[i].name) == len &&
		    strncasecmp((*part)[i].name, name, len) == 0) {
			(*part)[i].count += count;
			return;
		}
	}
	*part = ft_vec_grow(*part, cap, *n + 1, sizeof **part);
	(*part)[(*n)++] =
	    (struct ft_nodes_part){ ft_strndup(name, len), count };
}

/* Reads the number behind the last colon of WORD, if there is one, and sets
 * *len to what is before it. */
static uint64_t
read_count(const char *word, size_t *len)
{
	static const char units[] = "kmgt";
	const char *colon = memchr(word, ':', *len), *next;
	uint64_t count;
	char *end;

	while (colon && (next = memchr(colon + 1, ':',
			     *len - (size_t)(colon + 1 - word))) != NULL)
		colon = next;
	if (colon == NULL || !isdigit((unsigned char)colon[1]))
		return 1;
	count = strtoull(colon + 1, &end, 10);
	*len = (size_t)(colon - word);
	next = *end ? strchr(units, tolower((unsigned char)*end)) : NULL;
	return next ? count << 10 * (next - units + 1) : count;
}

static void
add_gres(struct ft_nodes *nodes, const char *text, uint64_t times)
{
	for (size_t len; *text; text += len + (text[len] == ',')) {
		size_t name = len = strcspn(text, ",");
		uint64_t count = read_count(text, &name) * times;
		size_t kind = strcspn(text, ":,");

		if (kind < name)
			add_part(&nodes->gres, &nodes->n_gres, &nodes->cap_gres,
			    text, kind, count);
		if (name)
			add_part(&nodes->gres, &nodes->n_gres, &nodes->cap_gres,
			    text, name, count);
	}
}

static void
add_licenses(struct ft_nodes *nodes, const char *text)
{
	const char *equal = strchr(text, '=');

	if (equal == NULL)
		return;
	text = equal + 1;
	for (size_t len; *text; text += len + (text[len] == ',')) {
		size_t name = len = strcspn(text, ",");
		uint64_t count = read_count(text, &name);

		add_part(&nodes->license, &nodes->n_license,
		    &nodes->cap_license, text, name, count);
	}
}

/* ---- names, put together again as a host list ----------------------------------- */

struct fold {
	struct ft_str *str;
	char *prefix; /* NULL: nothing yet */
	size_t width; /* digits of the first of the range */
	uint64_t low, high;
	bool numbered, bracket; /* a bracket is open */
};

static void
write_range(struct fold *fold)
{
	ft_str_addf(fold->str, "%0*" PRIu64, (int)fold->width, fold->low);
	if (fold->high != fold->low)
		ft_str_addf(
		    fold->str, "-%0*" PRIu64, (int)fold->width, fold->high);
}

/* Writes what is kept, NEXT: another range of the same prefix follows. */
static void
flush(struct fold *fold, bool next)
{
	if (fold->prefix == NULL)
		return;
	if (!fold->bracket) {
		if (fold->str->len)
			ft_str_add_char(fold->str, ',');
		ft_str_add(fold->str, fold->prefix);
		fold->bracket = next || fold->low != fold->high;
		if (fold->bracket)
			ft_str_add_char(fold->str, '[');
	} else {
		ft_str_add_char(fold->str, ',');
	}
	if (fold->numbered)
		write_range(fold);
	if (fold->bracket && !next) {
		ft_str_add_char(fold->str, ']');
		fold->bracket = false;
	}
}

/* Digits at the end of NAME, as many as fit into a number. */
static size_t
digits_of(const char *name, size_t len)
{
	size_t digits = 0;

	while (digits < len && digits < 18 &&
	       isdigit((unsigned char)name[len - digits - 1]))
		digits++;
	return digits;
}

static void
fold_name(struct fold *fold, const char *name)
{
	size_t len = strlen(name), digits = digits_of(name, len);
	uint64_t number;
	char wanted[32];
	bool same;

	number = digits ? strtoull(name + len - digits, NULL, 10) : 0;
	same = fold->prefix && fold->numbered && digits &&
	       strlen(fold->prefix) == len - digits &&
	       strncmp(fold->prefix, name, len - digits) == 0;
	snprintf(wanted, sizeof wanted, "%0*" PRIu64, (int)fold->width, number);
	if (same && number == fold->high + 1 && strlen(wanted) == digits) {
		fold->high = number;
		return;
	}
	flush(fold, same);
	if (!same) {
		ft_free(fold->prefix);
		fold->prefix = ft_strndup(name, len - digits);
	}
	fold->width = digits;
	fold->numbered = digits > 0;
	fold->low = fold->high = number;
}

/* By what is before the number, then by the number, then by its zeros. */
static int
by_name(const void *a, const void *b)
{
	const char *x = *(char *const *)a, *y = *(char *const *)b;
	size_t nx = strlen(x), ny = strlen(y);
	size_t dx = digits_of(x, nx), dy = digits_of(y, ny);
	size_t px = nx - dx, py = ny - dy;
	int order = strncmp(x, y, px < py ? px : py);
	unsigned long long vx, vy;

	if (order || px != py)
		return order ? order : px < py ? -1 : 1;
	vx = strtoull(x + px, NULL, 10);
	vy = strtoull(y + py, NULL, 10);
	if (vx != vy)
		return vx < vy ? -1 : 1;
	return dx < dy ? -1 : dx > dy;
}

struct names {
	char **item;
	size_t n, cap;
};

static enum ft_status
keep_name(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct names *names = ctx;

	(void)err;
	names->item = ft_vec_grow(
	    names->item, &names->cap, names->n + 1, sizeof *names->item);
	names->item[names->n++] = ft_strndup(name, len);
	return FT_OK;
}

/* Writes the names, sorted as Slurm shows them, and frees them. */
static void
fold_names(struct names *names, struct ft_str *str)
{
	struct fold fold = { .str = str };

	if (names->n)
		qsort(names->item, names->n, sizeof *names->item, by_name);
	for (size_t i = 0; i < names->n; i++) {
		fold_name(&fold, names->item[i]);
		ft_free(names->item[i]);
	}
	flush(&fold, false);
	ft_free(fold.prefix);
	ft_free(names->item);
}

/* ---- all lines ---------------------------------------------------------------- */

static enum ft_status
add_line(struct ft_nodes *nodes, struct names *all, const struct line *line,
    const char *names, struct ft_error *err)
{
	uint64_t before = all->n, n;
	enum ft_status status = ft_hostlist_each(names, keep_name, all, err);

	if (status != FT_OK)
		return status;
	n = all->n - before;
	nodes->n += n;
	nodes->cpus += n * cpus_of(line);
	nodes->memory += n * some(line->value[MEMORY]);
	if (line->gres)
		add_gres(nodes, line->gres, n);
	return FT_OK;
}

enum ft_status
ft_nodes_read(
    struct ft_nodes *nodes, const struct ft_conf *conf, struct ft_error *err)
{
	struct names all = { 0 };
	struct line usual = { 0 };
	enum ft_status status = FT_OK;

	*nodes = (struct ft_nodes){ .n = 0 };
	ft_str_init(&nodes->names);
	for (size_t i = 0; i < conf->n_line && status == FT_OK; i++) {
		const struct ft_conf_line *from = &conf->line[i];
		struct line line;
		char *names;

		if (strcasecmp(from->key, "Licenses") == 0)
			add_licenses(nodes, from->text);
		if (strcasecmp(from->key, "NodeName") != 0)
			continue;
		names = find_value(from->text, "NodeName");
		read_line(&line, from->text, &usual);
		if (names && strcasecmp(names, "DEFAULT") == 0) {
			ft_free(usual.gres);
			usual = line;
		} else {
			status = names
				     ? add_line(nodes, &all, &line, names, err)
				     : FT_OK;
			ft_free(line.gres);
		}
		ft_free(names);
	}
	fold_names(&all, &nodes->names);
	ft_free(usual.gres);
	return status;
}

static void
free_parts(struct ft_nodes_part *part, size_t n)
{
	for (size_t i = 0; i < n; i++)
		ft_free(part[i].name);
	ft_free(part);
}

void
ft_nodes_free(struct ft_nodes *nodes)
{
	ft_str_free(&nodes->names);
	free_parts(nodes->gres, nodes->n_gres);
	free_parts(nodes->license, nodes->n_license);
}

/* ---- as TRES ------------------------------------------------------------------ */

static uint64_t
part_count(const struct ft_nodes_part *part, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcasecmp(part[i].name, name) == 0)
			return part[i].count;
	return 0;
}

static uint64_t
count_of(const struct ft_nodes *nodes, const struct ft_tres *tres)
{
	if (!strcmp(tres->type, "cpu") || !strcmp(tres->type, "billing"))
		return nodes->cpus;
	if (!strcmp(tres->type, "mem"))
		return nodes->memory;
	if (!strcmp(tres->type, "node"))
		return nodes->n;
	if (!strcmp(tres->type, "gres"))
		return part_count(nodes->gres, nodes->n_gres, tres->name);
	if (!strcmp(tres->type, "license"))
		return part_count(nodes->license, nodes->n_license, tres->name);
	return 0;
}

/* The first eight are counted on every cluster. */
static bool
counted(const struct ft_conf *conf, const struct ft_tres *tres)
{
	struct ft_str name;
	bool has;

	if (tres->id <= 8)
		return true;
	ft_str_init(&name);
	ft_tres_add_name(&name, tres);
	has = ft_conf_has(
	    conf, FT_CONF_ACCOUNTING_STORAGE_TRES, ft_str_text(&name));
	ft_str_free(&name);
	return has;
}

void
ft_nodes_tres(const struct ft_nodes *nodes, const struct ft_conf *conf,
    const struct ft_tres_table *table, struct ft_str *str)
{
	struct ft_tres_amount *amount = ft_calloc(table->n + 1, sizeof *amount);
	size_t n = 0;

	for (size_t i = 0; i < table->n; i++)
		if (counted(conf, &table->item[i]))
			amount[n++] =
			    (struct ft_tres_amount){ .id = table->item[i].id,
				    .value = count_of(nodes, &table->item[i]) };
	ft_tres_format(str, table, amount, n, FT_TRES_BY_NAME | FT_TRES_UNITS);
	ft_free(amount);
}
