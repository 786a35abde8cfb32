/*
 * anonymise.c - which files of a site are kept, and the copies of tables, of
 * records and of what scontrol show config prints.
 */
#include "io/site/anonymise_private.h"

#include "io/slurm/listtable.h"
#include "io/slurm/recordfile.h"

#define LFT "LFT"

static const struct ft_anonymise_part parts[] = {
#define PART(name, shape, command) { name, command, FT_ANONYMISE_##shape },
#define KEEP(part, treatment, columns)
#include "io/site/anonymise.def"
#undef PART
#undef KEEP
};

static const struct {
	const char *part;
	ft_anonymise_fn *fn;
	const char *columns;
} kept[] = {
#define PART(name, shape, command)
#define KEEP(part, treatment, columns)                                         \
	{ part, ft_anonymise_##treatment, columns },
#include "io/site/anonymise.def"
#undef PART
#undef KEEP
};

/* ---- rows of the table --------------------------------------------------------- */

const struct ft_anonymise_part *
ft_anonymise_find(const char *name)
{
	for (size_t i = 0; i < FT_COUNT(parts); i++) {
		size_t len = strlen(parts[i].name);
		const char *rest = name + len;

		if (strncmp(name, parts[i].name, len) != 0)
			continue;
		if (parts[i].name[len - 1] != '/'
			? !*rest
			: *rest && !rest[strspn(rest, "0123456789")])
			return &parts[i];
	}
	return NULL;
}

ft_anonymise_fn *
ft_anonymise_treatment(const char *part, const char *key)
{
	for (size_t i = 0; i < FT_COUNT(kept); i++)
		if (!strcasecmp(kept[i].part, part) &&
		    ft_list_has(kept[i].columns, ft_word_of(key)))
			return kept[i].fn;
	return NULL;
}

ft_anonymise_fn *
ft_anonymise_parameter(const char *key)
{
	enum ft_conf_key known = ft_conf_find(key);

	if (known == FT_CONF_KEYS)
		return ft_anonymise_treatment("conf", key);
	switch (ft_conf_infos[known].type) {
	case FT_CONF_TEXT:
	case FT_CONF_LOWER:
	case FT_CONF_WEIGHTS:
	case FT_CONF_LIST:
		return ft_anonymise_treatment("conf", key);
	case FT_CONF_BOOL:
	case FT_CONF_U32:
	case FT_CONF_MINUTES:
	case FT_CONF_DURATION:
	case FT_CONF_SECONDS:
	case FT_CONF_CHOICE:
	case FT_CONF_WORDS:
	case FT_CONF_RELEASE:
		break;
	}
	return ft_anonymise_keep;
}

/* ---- tables --------------------------------------------------------------------- */

struct copying {
	const struct ft_anonymise_part *part;
	struct ft_anonymise_pass pass;
	struct ft_listtable table;
	ft_anonymise_fn **column; /* [n]; NULL: left out */
	size_t user;              /* the column of the user */
	bool places;              /* a column LFT is added */
	struct ft_str *out;
};

/* Append a bar between cells, and a newline at the end. */
static void
end_row(struct copying *copying, size_t from)
{
	struct ft_str *out = copying->out;

	/* without the last bar */
	if (out->len > from)
		out->len--;
	ft_str_add_char(out, '\n');
}

static enum ft_status
copy_titles(struct copying *copying, struct ft_error *err)
{
	const struct ft_listtable *table = &copying->table;
	size_t from = copying->out->len;

	copying->column = ft_calloc(table->n + 1, sizeof *copying->column);
	for (size_t i = 0; i < table->n; i++) {
		copying->column[i] = ft_anonymise_treatment(
		    copying->part->name, table->title[i]);
		if (copying->column[i])
			ft_str_addf(copying->out, "%s|", table->title[i]);
	}
	copying->user = ft_listtable_find(table, "User");
	copying->places = copying->pass.names->placed &&
			  ft_anonymise_treatment(copying->part->name, LFT) &&
			  ft_listtable_find(table, LFT) == FT_LISTTABLE_NONE;
	if (copying->places)
		ft_str_add(copying->out, LFT "|");
	if (copying->out->len == from)
		return ft_listtable_fail(table, FT_LISTTABLE_NONE, err,
		    "no column of %s", copying->part->command);
	end_row(copying, from);
	return FT_OK;
}

/* Append the place of the account, of users nothing, and a bar. */
static void
add_place(struct copying *copying)
{
	const struct ft_listtable *table = &copying->table;
	const char *account =
	    ft_listtable_cell(table, ft_listtable_find(table, "Account"));
	uint64_t place =
	    ft_pseudonyms_place(copying->pass.names, ft_word_of(account));

	if (place && !*copying->pass.user)
		ft_str_addf(copying->out, "%llu", (unsigned long long)place);
	ft_str_add_char(copying->out, '|');
}

static void
copy_row(struct copying *copying)
{
	const struct ft_listtable *table = &copying->table;
	size_t from = copying->out->len;

	copying->pass.user = ft_listtable_cell(table, copying->user);
	for (size_t i = 0; i < table->n; i++) {
		if (!copying->column[i])
			continue;
		copying->column[i](
		    &copying->pass, table->row.cell[i], copying->out);
		ft_str_add_char(copying->out, '|');
	}
	if (copying->places)
		add_place(copying);
	end_row(copying, from);
}

/* The name of a job is its last cell, and may have bars in it. */
static bool
is_named(const struct copying *copying)
{
	const struct ft_listtable *table = &copying->table;

	return table->row.n > table->n &&
	       copying->column[table->n - 1] == ft_anonymise_job_name;
}

static enum ft_status
copy_table(
    struct copying *copying, const struct ft_input *input, struct ft_error *err)
{
	struct ft_listtable *table = &copying->table;
	bool more = true;

	FT_TRY(ft_listtable_open(table, input, copying->part->command, err));
	FT_TRY(copy_titles(copying, err));
	for (;;) {
		enum ft_status status = ft_listtable_next(table, &more, err);

		if (status != FT_OK && !is_named(copying))
			return status;
		if (!more)
			return FT_OK;
		*err = (struct ft_error){ 0 };
		copy_row(copying);
	}
}

/* ---- records of scontrol ---------------------------------------------------------- */

static void
copy_record(struct ft_anonymise_pass *pass, const struct ft_record *record,
    struct ft_str *out)
{
	/* by enum ft_record_kind */
	static const struct {
		const char *part, *key;
	} kinds[] = { { "node", "NodeName" }, { "partition", "PartitionName" },
		{ "reservation", "ReservationName" },
		{ "license", "LicenseName" } };
	const char *part = kinds[record->kind].part;
	size_t from = out->len, name;

	ft_str_addf(out, "%s=", kinds[record->kind].key);
	name = out->len;
	ft_anonymise_treatment(part, "name")(pass, record->name, out);
	name = out->len - name;
	for (size_t i = 0; i < record->n; i++) {
		const struct ft_record_field *field = &record->field[i];
		ft_anonymise_fn *fn = ft_anonymise_treatment(part, field->key);

		if (!fn)
			continue;
		ft_str_addf(out, " %s=", field->key);
		fn(pass, field->value, out);
	}
	ft_str_add_char(out, '\n');
	/* a name that cannot be read */
	if (!name)
		out->len = from;
}

static enum ft_status
copy_records(
    struct copying *copying, const struct ft_input *input, struct ft_error *err)
{
	struct ft_recordfile file FT_CLEANUP(ft_recordfile_free) = { 0 };

	FT_TRY(ft_recordfile_parse(&file, input, err));
	for (size_t i = 0; i < file.n; i++)
		copy_record(&copying->pass, &file.record[i], copying->out);
	/* an empty file would be taken for one that is missing */
	if (!copying->out->len)
		ft_str_add(copying->out, "No records in the system\n");
	return FT_OK;
}

/* ---- texts -------------------------------------------------------------------------- */

/* A line "Key   = value". */
static void
copy_setting(struct copying *copying, struct ft_word line)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	ft_anonymise_fn *fn;
	struct ft_word value;
	char key[64];

	if (!ft_word_split(&line, '=', &value))
		return;
	while (line.len && line.at[line.len - 1] == ' ')
		line.len--;
	while (value.len && *value.at == ' ') {
		value.at++;
		value.len--;
	}
	if (!ft_word_copy(line, key, sizeof key))
		return;
	fn = ft_anonymise_parameter(key);
	if (!fn)
		return;
	ft_str_add_n(&text, value.at, value.len);
	ft_str_addf(copying->out, "%s = ", key);
	fn(&copying->pass, ft_str_text(&text), copying->out);
	ft_str_add_char(copying->out, '\n');
}

static void
copy_settings(struct copying *copying, const struct ft_input *input)
{
	static const char head[] = "Configuration data as of ";
	struct ft_cursor cursor;

	ft_cursor_init(&cursor, input->file, input->text, input->size);
	while (ft_cursor_line(&cursor)) {
		struct ft_word line = { cursor.at, cursor.len };

		if (line.len > strlen(head) &&
		    strncmp(line.at, head, strlen(head)) == 0) {
			line.at += strlen(head);
			line.len -= strlen(head);
			ft_str_addf(copying->out, "%s%.*s\n", head,
			    (int)strspn(line.at, "0123456789-:T"), line.at);
		} else {
			copy_setting(copying, line);
		}
	}
	if (copying->pass.names->placed)
		ft_str_add(copying->out, FT_ANONYMISE_TIES "\n");
}

/* "slurm-wlm 24.11.5": the number. */
static void
copy_version(const struct ft_input *input, struct ft_str *out)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *at;

	ft_str_add_n(&text, input->text, input->size);
	at = ft_str_text(&text);
	at += strcspn(at, "0123456789");
	if (*at)
		ft_str_addf(
		    out, "slurm %.*s\n", (int)strspn(at, "0123456789."), at);
}

/* ---- all of it ------------------------------------------------------------------------ */

static void
free_copying(struct copying *copying)
{
	ft_listtable_close(&copying->table);
	ft_free(copying->column);
	ft_map_clear(&copying->pass.job);
	ft_str_free(&copying->pass.value);
}

enum ft_status
ft_anonymise(const struct ft_anonymise_part *part, const struct ft_input *input,
    struct ft_pseudonyms *names, struct ft_str *out, struct ft_error *err)
{
	struct copying copying FT_CLEANUP(free_copying) = {
		.part = part, .pass = { .names = names, .user = "" }, .out = out
	};

	switch (part->shape) {
	case FT_ANONYMISE_TABLE:
		return copy_table(&copying, input, err);
	case FT_ANONYMISE_RECORDS:
		return copy_records(&copying, input, err);
	case FT_ANONYMISE_SHARES:
		return ft_anonymise_shares(input, &copying.pass, out, err);
	case FT_ANONYMISE_SHOWN:
		copy_settings(&copying, input);
		break;
	case FT_ANONYMISE_VERSION:
		copy_version(input, out);
		break;
	case FT_ANONYMISE_COPY:
		ft_str_add_n(out, input->text, input->size);
		break;
	case FT_ANONYMISE_CONF:
		break;
	}
	return FT_OK;
}
