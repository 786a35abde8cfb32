/* Parsing the options of a line of a dump, and errors in them. */
#include "admin/flat/internal.h"

#include "model/account/qos.h"

/* ---- trouble ---- */

enum ft_status
ft_loader_trouble(struct ft_admin_load *load,
    enum ft_admin_load_trouble trouble, struct ft_loader_place place,
    struct ft_error *err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ft_failv(&load->detail, FT_EPARSE, format, args);
	va_end(args);
	load->trouble = trouble;
	load->line = place.line;
	load->option = place.option;
	if (err)
		*err = load->detail;
	return ft_error_locate(err,
	    place.line->file ? place.line->file : place.file, place.line->line,
	    place.option ? place.option->column : 1);
}

static struct ft_loader_place
place_of(const struct ft_loader *loader, const struct ft_flat_line *line,
    const struct ft_flat_option *option)
{
	return (struct ft_loader_place){ loader->flat->file, line, option };
}

/* ---- words ---- */

const char *
ft_loader_lower(struct ft_arena *arena, const char *text)
{
	size_t clean = 0;
	char *copy;

	while (text[clean] && text[clean] != '"' &&
	       !(text[clean] >= 'A' && text[clean] <= 'Z'))
		clean++;
	if (text[clean] == 0)
		return text;
	copy = ft_arena_strdup(arena, text);
	for (char *at = copy + clean; *at; at++) {
		if (*at == '"')
			*at = '`';
		else if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at + ('a' - 'A'));
	}
	return copy;
}

static const struct {
	const char *name;
	unsigned char min;
	bool as_written; /* else in lower case */
} words[FT_LOAD_WORDS] = {
	[FT_LOAD_ADMIN_LEVEL] = { "AdminLevel", 2, true },
	[FT_LOAD_COORDINATOR] = { "Coordinator", 2, false },
	[FT_LOAD_CLASSIFICATION] = { "Classification", 2, true },
	[FT_LOAD_DEFAULT_ACCOUNT] = { "DefaultAccount", 8, false },
	[FT_LOAD_DEFAULT_WCKEY] = { "DefaultWCKey", 8, false },
	[FT_LOAD_DESCRIPTION] = { "Description", 3, false },
	[FT_LOAD_ORGANIZATION] = { "Organization", 1, false },
	[FT_LOAD_PARTITION] = { "Partition", 4, false },
	[FT_LOAD_WCKEYS] = { "WCKeys", 2, false },
};

enum ft_loader_word
ft_loader_find_word(const char *key)
{
	struct ft_word given = ft_word_of(key);
	int word = 0;

	while (word < FT_LOAD_WORDS &&
	       !ft_word_abbreviates(given, words[word].name, words[word].min))
		word++;
	return (enum ft_loader_word)word;
}

const char *
ft_loader_get(const struct ft_loader *loader, enum ft_loader_word word)
{
	return loader->word[word] ? loader->word[word] : "";
}

/* Returns whether OPTION is one of the words. */
static bool
take_word(struct ft_loader *loader, const struct ft_flat_option *option)
{
	enum ft_loader_word word = ft_loader_find_word(option->key);

	if (word == FT_LOAD_WORDS)
		return false;
	if ((word == FT_LOAD_WCKEYS || word == FT_LOAD_DEFAULT_WCKEY) &&
	    *option->value)
		ft_str_addf(&loader->wckeys, "%s%s",
		    loader->wckeys.len ? "," : "",
		    ft_loader_lower(&loader->load->arena, option->value));
	if (*option->value)
		loader->word[word] =
		    words[word].as_written
			? option->value
			: ft_loader_lower(&loader->load->arena, option->value);
	return true;
}

/* ---- options ---- */

static void
clear_line(struct ft_loader *loader)
{
	struct ft_admin_set *set = &loader->set;
	struct ft_admin_set empty = { .entity = set->entity,
		.arena = set->arena,
		.limit = set->limit,
		.cap_limit = set->cap_limit };

	empty.list.item = set->list.item;
	empty.list.cap = set->list.cap;
	*set = empty;
	memset(loader->word, 0, sizeof loader->word);
	ft_str_clear(&loader->wckeys);
}

static enum ft_status
unknown_option(struct ft_loader *loader, struct ft_loader_place place,
    struct ft_error *err)
{
	return ft_loader_trouble(loader->load, FT_TROUBLE_UNKNOWN, place, err,
	    "unknown option '%s'", place.option->key);
}

static enum ft_status
bad_value(struct ft_loader *loader, const struct ft_attr *attr,
    struct ft_loader_place place, const struct ft_error *why,
    struct ft_error *err)
{
	bool tres = why->status == FT_ENOENT && attr->type == FT_ATTR_LIMIT;

	(void)ft_loader_trouble(loader->load, FT_TROUBLE_OPTION, place, err,
	    "%s%s", why->text,
	    tres ? " (AccountingStorageTRES of the settings names more)" : "");
	loader->load->attr = attr;
	loader->load->detail = *why;
	return FT_EPARSE;
}

static enum ft_status
check_sign(struct ft_loader *loader, const struct ft_attr *attr,
    struct ft_loader_place place, struct ft_error *err)
{
	if (place.option->sign == 0 || attr->type == FT_ATTR_QOS_LIST ||
	    !loader->options->strict)
		return FT_OK;
	return ft_loader_trouble(loader->load, FT_TROUBLE_SIGN, place, err,
	    "'%s' takes = only", attr->name);
}

/* sacctmgr also reads the rest of a line with a bad default QOS, and takes the
 * numbers of TRES without their bad units. */
static bool
reads_on(const struct ft_loader *loader, const struct ft_attr *attr,
    const struct ft_error *why)
{
	if (!loader->options->slurm)
		return false;
	return attr->type == FT_ATTR_QOS ||
	       (why->status == FT_EPARSE && attr->type == FT_ATTR_LIMIT &&
		   ft_limit_infos[attr->limit].type == FT_LIMIT_TRES);
}

enum ft_status
ft_loader_read_options(struct ft_loader *loader,
    const struct ft_flat_line *line, struct ft_error *err)
{
	bool bad_qos = false;

	clear_line(loader);
	for (uint32_t i = 0; i < line->n_option; i++) {
		const struct ft_flat_option *option = &line->option[i];
		const struct ft_attr *attr =
		    ft_attr_find(FT_ENTITY_ASSOC, ft_word_of(option->key));
		const struct ft_admin_words given = {
			option->sign ? option->sign : '=', option->value
		};
		struct ft_error why;

		if (option->bare)
			return ft_loader_trouble(loader->load, FT_TROUBLE_BARE,
			    place_of(loader, line, option), err,
			    "expected Option=value, found no '='");
		if (attr && loader->options->slurm &&
		    !ft_release_within(
			loader->admin->release, attr->since, attr->until))
			attr = NULL;
		if (attr == NULL && !take_word(loader, option))
			return unknown_option(
			    loader, place_of(loader, line, option), err);
		if (attr == NULL || *option->value == 0)
			continue;
		if (ft_admin_set_option(&loader->set, attr,
			&loader->admin->lookup, given, &why) == FT_OK) {
			FT_TRY(check_sign(
			    loader, attr, place_of(loader, line, option), err));
			continue;
		}
		if (!reads_on(loader, attr, &why))
			return bad_value(loader, attr,
			    place_of(loader, line, option), &why, err);
		bad_qos = bad_qos || attr->type == FT_ATTR_QOS;
		ft_str_addf(&loader->load->said, "%s%s\n",
		    attr->type == FT_ATTR_QOS ? "" : "sacctmgr: error: ",
		    why.text);
	}
	if (bad_qos)
		return ft_loader_trouble(loader->load, FT_TROUBLE_WORDS,
		    place_of(loader, line, NULL), err, "a bad default QOS");
	return FT_OK;
}

/* ---- QOS lines ---- */

static enum ft_status
bad_flags(struct ft_loader *loader, struct ft_loader_place place,
    struct ft_error *err)
{
	struct ft_str valid FT_CLEANUP(ft_str_free) = { 0 };

	ft_keywords_add(&valid, &ft_qos_flag_words, UINT32_MAX, FT_RELEASE_ANY);
	return ft_loader_trouble(loader->load, FT_TROUBLE_UNKNOWN, place, err,
	    "unknown QOS flag in '%s' (flags: %s)", place.option->value,
	    ft_str_text(&valid));
}

/* Slurm dumps it in seconds; ours has colons. */
static void
read_seconds(
    struct ft_admin_set *set, const struct ft_attr *attr, const char *value)
{
	if (attr->type == FT_ATTR_DURATION && *value &&
	    value[strspn(value, "0123456789")] == 0)
		ft_attr_set(attr, &set->to,
		    (struct ft_attr_value){ .number = atoll(value) });
}

enum ft_status
ft_loader_read_qos(struct ft_loader *loader, const struct ft_flat_line *line,
    struct ft_admin_set *set, struct ft_error *err)
{
	for (uint32_t i = 0; i < line->n_option; i++) {
		const struct ft_flat_option *option = &line->option[i];
		struct ft_loader_place place = place_of(loader, line, option);
		const struct ft_attr *attr =
		    ft_attr_find(FT_ENTITY_QOS, ft_word_of(option->key));
		struct ft_error why;

		if (attr == NULL)
			return unknown_option(loader, place, err);
		if (*option->value &&
		    ft_admin_set_option(set, attr, &loader->admin->lookup,
			(struct ft_admin_words){ '=', option->value },
			&why) != FT_OK)
			return attr->type == FT_ATTR_FLAGS
				   ? bad_flags(loader, place, err)
				   : bad_value(loader, attr, place, &why, err);
		if (!loader->options->slurm)
			read_seconds(set, attr, option->value);
		if (attr->type == FT_ATTR_NAME) /* case is kept */
			ft_attr_set(attr, &set->to,
			    (struct ft_attr_value){ .text = option->value });
	}
	return FT_OK;
}

enum ft_status
ft_loader_qos_line(struct ft_loader *loader, const struct ft_flat_line *line,
    struct ft_error *err)
{
	struct ft_admin_where where FT_CLEANUP(ft_admin_where_free) = { 0 };
	struct ft_admin_result result FT_CLEANUP(ft_admin_result_free) = { 0 };
	struct ft_admin_set set FT_CLEANUP(ft_admin_set_free);
	const struct ft_admin_request request = {
		.entity = FT_ENTITY_QOS, .where = &where, .to = &set
	};
	const char *name = ft_loader_lower(&loader->load->arena, line->name);
	bool old = ft_admin_find_qos(&loader->admin->lookup, name) != NULL;

	ft_admin_set_init(&set, FT_ENTITY_QOS);
	ft_admin_names_add(&where.key[FT_KEY_QOS], name);
	FT_TRY(ft_loader_read_qos(loader, line, &set, err));
	FT_TRY((old ? ft_admin_modify : ft_admin_add)(
	    loader->admin, &request, &result, err));
	loader->load->n_qos_new += !old;
	return ft_admin_relookup(loader->admin, err);
}
