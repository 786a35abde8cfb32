#include "io/slurm/slurmconf.h"

#include "base/bound.h"
#include "io/text/logical.h"
#include "model/machine/machine.h"
#include "model/conf/slurmkey.h"

/* Depth of nested Includes; more is taken for a circle. */
#define DEPTH_MAX 16
/* Number of Includes; files that name each other twice would double without end. */
#define INCLUDES_MAX 1000

/* One reading of a file with all its includes. */
struct reading {
	struct ft_conf *conf;
	const char *top; /* the first file's name */
	ft_slurmconf_include *include;
	void *ctx;
	struct ft_str *copy; /* text without Include lines, or NULL */
	int n_include;
	struct ft_bound_sum sum; /* of their sizes */
	bool strict; /* refuse unknown keys on lines of nodes, too */
	const struct ft_slurmconf_reporter
	    *reporter; /* NULL: the first error ends it */
	struct ft_str key, value, line, origin; /* scratch */
	struct ft_str first; /* key of a line of nodes, partitions; "" none */
	struct ft_str good;  /* ... and its valid pairs */
};

/* Keys whose line has only keys of their own. */
static const char *const line_keys[] = { "NodeName", "PartitionName", "NodeSet",
	"DownNodes" };

bool
ft_slurmconf_is_line_key(const char *key)
{
	for (size_t i = 0; i < FT_COUNT(line_keys); i++)
		if (!strcasecmp(key, line_keys[i]))
			return true;
	return false;
}

static bool
is_key_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static void
set_text(struct ft_str *str, const char *at, size_t len)
{
	ft_str_clear(str);
	ft_str_add_n(str, at, len);
}

static const char *
skip_blanks(const char *at, const char *end)
{
	while (at < end && ft_is_blank(*at))
		at++;
	return at;
}

/* Read Key= at *AT into reading->key and advance to the value. */
static enum ft_status
take_key(struct reading *reading, const struct ft_logical *logical,
    const char **at, struct ft_error *err)
{
	const char *end = logical->at + logical->len;
	const char *start = *at, *stop = start;

	while (stop < end && is_key_char(*stop))
		stop++;
	set_text(&reading->key, start, (size_t)(stop - start));
	*at = skip_blanks(stop, end);
	if (stop == start || *at == end ||
	    (*at == stop && *stop != '=' && !strchr("+-*/", *stop))) {
		while (stop < end && !ft_is_blank(*stop))
			stop++;
		return ft_logical_fail(logical, start, err,
		    "expected Key=Value, found '%.*s'", (int)(stop - start),
		    start);
	}
	if (strchr("+-*/", **at) && *at + 1 < end && (*at)[1] == '=')
		return ft_logical_fail(logical, *at, err,
		    "operator '%.2s' is not allowed with '%s', write '='", *at,
		    ft_str_text(&reading->key));
	if (**at != '=')
		return ft_logical_fail(logical, *at, err,
		    "expected '=' after '%s'", ft_str_text(&reading->key));
	*at = skip_blanks(*at + 1, end);
	return FT_OK;
}

/* Read a value at *AT into reading->value and advance past it. */
static enum ft_status
take_value(struct reading *reading, const struct ft_logical *logical,
    const char **at, struct ft_error *err)
{
	const char *end = logical->at + logical->len;
	const char *start = *at, *stop = start;

	if (start == end)
		return ft_logical_fail(logical, start, err,
		    "no value for '%s', write \"\" for an empty one",
		    ft_str_text(&reading->key));
	if (*start != '"') {
		while (stop < end && !ft_is_blank(*stop))
			stop++;
		set_text(&reading->value, start, (size_t)(stop - start));
		*at = stop;
		return FT_OK;
	}
	stop = memchr(start + 1, '"', (size_t)(end - start - 1));
	if (!stop)
		return ft_logical_fail(
		    logical, start, err, "quote is never closed");
	set_text(&reading->value, start + 1, (size_t)(stop - start - 1));
	*at = stop + 1;
	if (*at < end && !ft_is_blank(**at))
		return ft_logical_fail(
		    logical, *at, err, "expected a blank after the quote");
	return FT_OK;
}

/* ---- reporting ------------------------------------------------------------ */

/* Returns the position of PLACE, with its column if columns are reported. */
static void
set_origin(struct reading *reading, const struct ft_logical *logical,
    const char *place)
{
	size_t line, column;

	ft_str_clear(&reading->origin);
	ft_str_addf(
	    &reading->origin, "%s:%zu", logical->cursor.file, logical->line);
	if (!reading->reporter)
		return;
	ft_logical_where(logical, place, &line, &column);
	ft_str_clear(&reading->origin);
	ft_str_addf(
	    &reading->origin, "%s:%zu:%zu", logical->cursor.file, line, column);
}

static void
report(const struct reading *reading, enum ft_slurmconf_kind kind,
    const char *place, const char *text)
{
	const struct ft_slurmconf_finding finding = { .kind = kind,
		.place = place,
		.line =
		    reading->first.len ? ft_str_text(&reading->first) : NULL,
		.key = ft_str_text(&reading->key),
		.text = text };

	if (reading->reporter)
		reading->reporter->report(reading->reporter->ctx, &finding);
}

static void
report_line(struct reading *reading, const struct ft_logical *logical)
{
	ft_str_clear(&reading->origin);
	ft_str_addf(
	    &reading->origin, "%s:%zu", logical->cursor.file, logical->line);
	report(reading, FT_SLURMCONF_LINE, ft_str_text(&reading->origin), "");
}

/* An error ends the reading, unless all errors are reported. */
static enum ft_status
forgive(const struct reading *reading, enum ft_status status,
    const struct ft_error *err)
{
	struct ft_str place FT_CLEANUP(ft_str_free) = { 0 };

	if (status == FT_OK || !reading->reporter)
		return status;
	ft_str_add_n(&place, err->text, err->place);
	report(
	    reading, FT_SLURMCONF_BAD, ft_str_text(&place), ft_error_what(err));
	return FT_OK;
}

/* ---- pairs ----------------------------------------------------------------------- */

/* The positions of a pair: key, value and end. */
struct pair {
	const char *key, *value, *end;
};

/* Set or keep the pair just read. */
static enum ft_status
use_pair(struct reading *reading, const struct ft_logical *logical,
    const struct pair *pair, struct ft_error *err)
{
	const char *key = ft_str_text(&reading->key);
	const char *value = ft_str_text(&reading->value);
	enum ft_conf_key known = ft_conf_find(key);

	set_origin(reading, logical, pair->key);
	if (known == FT_CONF_KEYS) {
		ft_str_clear(&reading->line);
		ft_str_addf(&reading->line, "%s=%s", key, value);
		ft_conf_add_line(reading->conf, key,
		    ft_str_text(&reading->line), ft_str_text(&reading->origin),
		    false);
		report(reading, FT_SLURMCONF_IGNORED,
		    ft_str_text(&reading->origin), "");
		return FT_OK;
	}
	if (ft_conf_set(reading->conf, known, value,
		ft_str_text(&reading->origin), err) != FT_OK)
		return forgive(
		    reading, ft_logical_blame(logical, pair->value, err), err);
	return FT_OK;
}

/*
 * Keep a pair of a line of nodes or partitions.  Its value is checked by the reader
 * of the line or, if all errors are reported, here.
 */
static enum ft_status
check_pair(struct reading *reading, const struct ft_logical *logical,
    const struct pair *pair, struct ft_error *err)
{
	const char *line = ft_str_text(&reading->first);
	const char *key = ft_str_text(&reading->key);
	enum ft_status status;

	if (!reading->strict)
		return FT_OK;
	status =
	    ft_machine_check_pair(line, key, ft_str_text(&reading->value), err);
	if (status == FT_ENOENT && !reading->reporter)
		return ft_logical_blame(logical, pair->key, err);
	if (!reading->reporter)
		return FT_OK;
	set_origin(reading, logical, pair->key);
	if (status == FT_ENOENT) {
		report(reading, FT_SLURMCONF_UNKNOWN,
		    ft_str_text(&reading->origin), err->text);
		return FT_OK;
	}
	if (status != FT_OK)
		return forgive(
		    reading, ft_logical_blame(logical, pair->value, err), err);
	if (ft_slurm_knows(FT_SLURM_NODE, key) ||
	    ft_slurm_knows(FT_SLURM_PARTITION, key))
		report(reading, FT_SLURMCONF_IGNORED,
		    ft_str_text(&reading->origin), "");
	/* bad pairs are left out of the line */
	ft_str_addf(&reading->good, "%s%.*s", reading->good.len ? " " : "",
	    (int)(pair->end - pair->key), pair->key);
	return FT_OK;
}

/* Keep the line of nodes or partitions that begins at START. */
static void
keep_line(struct reading *reading, const struct ft_logical *logical,
    const char *start)
{
	const char *last = logical->at + logical->len;

	while (ft_is_blank(last[-1]))
		last--;
	set_text(&reading->value, start, (size_t)(last - start));
	set_origin(reading, logical, start);
	ft_conf_add_line(reading->conf, ft_str_text(&reading->first),
	    ft_str_text(reading->reporter ? &reading->good : &reading->value),
	    ft_str_text(&reading->origin), true);
}

/* Read one pair at *AT and use it; the first one decides what the line is. */
static enum ft_status
parse_pair(struct reading *reading, const struct ft_logical *logical,
    const char **at, bool first, struct ft_error *err)
{
	const char *end = logical->at + logical->len;
	struct pair pair = { .key = *at };
	enum ft_status status = take_key(reading, logical, at, err);

	pair.value = *at;
	if (status == FT_OK)
		status = take_value(reading, logical, at, err);
	if (status != FT_OK)
		return status;
	pair.end = *at;
	if (first && ft_slurmconf_is_line_key(ft_str_text(&reading->key)))
		ft_str_add(&reading->first, ft_str_text(&reading->key));
	*at = skip_blanks(*at, end);
	return reading->first.len ? check_pair(reading, logical, &pair, err)
				  : use_pair(reading, logical, &pair, err);
}

static enum ft_status
parse_pairs(struct reading *reading, const struct ft_logical *logical,
    const char *at, struct ft_error *err)
{
	const char *end = logical->at + logical->len, *start = at;
	enum ft_status status = FT_OK;

	ft_str_clear(&reading->first);
	ft_str_clear(&reading->good);
	while (at < end && status == FT_OK)
		status = parse_pair(reading, logical, &at, at == start, err);
	if (reading->first.len && (status == FT_OK || reading->reporter))
		keep_line(reading, logical, start);
	status = forgive(reading, status, err);
	ft_str_clear(&reading->first);
	return status;
}

/* Append NAME to STR with %c replaced by the name of the cluster. */
static void
add_include_name(const struct ft_conf *conf, struct ft_str *str,
    const char *name, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (name[i] == '%' && i + 1 < len && name[i + 1] == 'c') {
			ft_str_add(
			    str, ft_conf_text(conf, FT_CONF_CLUSTER_NAME));
			i++;
		} else {
			ft_str_add_char(str, name[i]);
		}
	}
}

static enum ft_status parse_file(struct reading *reading,
    const struct ft_input *input, int depth, struct ft_error *err);

/* The bound is on the size of all files together. */
static enum ft_status
read_include(struct reading *reading, const char *name, struct ft_str *text,
    struct ft_error *err)
{
	enum ft_status status = reading->include(reading->ctx, name, text, err);

	if (status != FT_OK)
		return status;
	reading->sum.line = 0;
	status = ft_bound_count(
	    FT_BOUND_CONF, &reading->sum, ft_str_text(text), text->len, err);
	if (status != FT_OK)
		ft_error_prefix(err, "with all included files: ");
	return status;
}

/* Parse the file with NAME, which is at AT in the line. */
static enum ft_status
parse_include(struct reading *reading, const struct ft_logical *logical,
    const char *at, int depth, struct ft_error *err)
{
	const char *end = logical->at + logical->len;
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *slash;
	enum ft_status status = FT_EPARSE;

	while (end > at && ft_is_blank(end[-1]))
		end--;
	if (end - at >= 2 && *at == '"' && end[-1] == '"') {
		at++;
		end--;
	}
	if (at >= end)
		return ft_logical_fail(
		    logical, at, err, "no file name after Include");
	if (!reading->include)
		return ft_logical_fail(
		    logical, at, err, "Include is not allowed here");
	if (depth >= DEPTH_MAX)
		return ft_logical_fail(logical, at, err,
		    "Include is nested more than %d deep", DEPTH_MAX);
	if (++reading->n_include > INCLUDES_MAX)
		return ft_logical_fail(logical, at, err,
		    "more than %d files are included", INCLUDES_MAX);
	add_include_name(reading->conf, &name, at, (size_t)(end - at));
	slash = strrchr(reading->top, '/');
	if (slash && *ft_str_text(&name) != '/')
		ft_str_add_n(
		    &path, reading->top, (size_t)(slash - reading->top) + 1);
	ft_str_add(&path, ft_str_text(&name));
	if (reading->copy)
		ft_str_addf(
		    reading->copy, "# Include %s\n", ft_str_text(&name));
	if (read_include(reading, ft_str_text(&name), &text, err) != FT_OK)
		ft_logical_blame(logical, at, err);
	else
		status = parse_file(reading,
		    &(struct ft_input){
			ft_str_text(&path), ft_str_text(&text), text.len },
		    depth + 1, err);
	if (reading->copy)
		ft_str_addf(reading->copy, "# end of %s\n", ft_str_text(&name));
	return status;
}

/* Append the current line to the copy, with a newline. */
static void
copy_line(struct reading *reading, const struct ft_logical *logical)
{
	struct ft_str *copy = reading->copy;

	if (!copy)
		return;
	ft_str_add_n(copy, logical->cursor.text + logical->from,
	    logical->to - logical->from);
	if (copy->len && copy->data[copy->len - 1] != '\n')
		ft_str_add_char(copy, '\n');
	if (logical->open)
		ft_str_add_char(copy, '\n');
}

static enum ft_status
parse_line(struct reading *reading, const struct ft_logical *logical, int depth,
    struct ft_error *err)
{
	static const char word[] = "Include";
	const char *end = logical->at + logical->len;
	const char *at = skip_blanks(logical->at, end);
	size_t len = sizeof word - 1;

	report_line(reading, logical);
	if ((size_t)(end - at) >= len && !strncasecmp(at, word, len) &&
	    (at + len == end || !is_key_char(at[len]))) {
		const char *after = skip_blanks(at + len, end);

		if (after < end && *after == '=')
			return forgive(reading,
			    ft_logical_fail(logical, after, err,
				"expected a blank after Include, found '='"),
			    err);
		return forgive(reading,
		    parse_include(reading, logical, after, depth, err), err);
	}
	copy_line(reading, logical);
	return parse_pairs(reading, logical, at, err);
}

static enum ft_status
parse_file(struct reading *reading, const struct ft_input *input, int depth,
    struct ft_error *err)
{
	struct ft_logical logical FT_CLEANUP(ft_logical_free);
	enum ft_status status;
	bool more;

	ft_logical_init(&logical, input->file, input->text, input->size);
	for (;;) {
		status = ft_logical_next(&logical, &more, err);
		if (status != FT_OK || !more)
			break;
		status = parse_line(reading, &logical, depth, err);
		if (status != FT_OK)
			break;
	}
	return forgive(reading, status, err);
}

static enum ft_status
parse(struct reading *reading, const struct ft_slurmconf_source *source,
    struct ft_error *err)
{
	enum ft_status status;

	reading->top = source->file;
	reading->include = source->include;
	reading->ctx = source->ctx;
	status = parse_file(reading,
	    &(struct ft_input){ source->file, source->text, source->size }, 0,
	    err);
	ft_str_free(&reading->key);
	ft_str_free(&reading->value);
	ft_str_free(&reading->line);
	ft_str_free(&reading->origin);
	ft_str_free(&reading->first);
	ft_str_free(&reading->good);
	return status;
}

void
ft_slurmconf_look(struct ft_conf *conf,
    const struct ft_slurmconf_source *source,
    const struct ft_slurmconf_reporter *reporter)
{
	struct reading reading = {
		.conf = conf, .strict = true, .reporter = reporter
	};
	struct ft_error err = { 0 };

	(void)parse(&reading, source, &err);
}

enum ft_status
ft_slurmconf_parse_kept(struct ft_conf *conf, const char *file,
    const char *text, size_t size, struct ft_error *err)
{
	const struct ft_slurmconf_source source = {
		.file = file, .text = text, .size = size
	};
	struct reading reading = { .conf = conf };

	return parse(&reading, &source, err);
}

enum ft_status
ft_slurmconf_expand(struct ft_conf *conf,
    const struct ft_slurmconf_source *source, struct ft_str *copy,
    struct ft_error *err)
{
	struct reading reading = { .conf = conf, .strict = true, .copy = copy };

	return parse(&reading, source, err);
}

enum ft_status
ft_slurmconf_parse(struct ft_conf *conf,
    const struct ft_slurmconf_source *source, struct ft_error *err)
{
	return ft_slurmconf_expand(conf, source, NULL, err);
}
