#include "model/account/attr.h"

#include "base/text/timefmt.h"
#include "model/account/qos.h"

#define RECORD_ASSOC    struct ft_assoc
#define RECORD_QOS      struct ft_qos
#define RECORD_CLUSTER  struct ft_cluster
#define RECORD_ACCOUNT  struct ft_account
#define RECORD_USER     struct ft_user
#define RECORD_RESOURCE struct ft_resource

/* ---- words ---- */

static const struct ft_keyword admin_levels[] = {
	{ .name = "Not Set", .dbd = FT_ADMIN_NOTSET },
	{ .name = "None", .dbd = FT_ADMIN_NONE },
	{ .name = "Operator", .dbd = FT_ADMIN_OPERATOR },
	{ .name = "Administrator", .dbd = FT_ADMIN_ADMINISTRATOR },
};
static const struct ft_keyword account_flags[] = { { .name =
							 "UsersAreCoords" } };
static const struct ft_keyword resource_flags[] = { { .name = "Absolute",
    .dbd = 1 } };
const struct ft_keywords ft_admin_level_words = { admin_levels, 4 };
static const struct ft_keywords account_flag_words = { account_flags, 1 };
const struct ft_keywords ft_resource_flag_words = { resource_flags, 1 };

#define ROW(entity_, type_, ...)                                               \
	{ .entity = FT_ENTITY_##entity_, .type = FT_ATTR_##type_, __VA_ARGS__ },
#define ATTR(entity, member, type, ...)                                        \
	ROW(entity, type, .offset = offsetof(RECORD_##entity, member),         \
	    .column = #member, __VA_ARGS__)
#define LIMIT(entity, kind, ...)                                               \
	ROW(entity, LIMIT, .limit = FT_LIMIT_##kind, __VA_ARGS__)
#define ALSO(entity, kind, ...) LIMIT(entity, kind, .also = true, __VA_ARGS__)
#define OTHER                   ROW
#define ALL_ROWS
static const struct ft_attr attrs[] = {
#include "model/account/entity.def"
};

/* Whether ATTR, a row or the end of them, is one of ENTITY: these are side by side. */
static bool
is_of(const struct ft_attr *attr, enum ft_entity entity)
{
	return attr < attrs + FT_COUNT(attrs) && attr->entity == entity;
}

/* Returns the first row of ENTITY, the end of all if it has none. */
static const struct ft_attr *
first_of(enum ft_entity entity)
{
	const struct ft_attr *attr = attrs;

	while (attr < attrs + FT_COUNT(attrs) && attr->entity != entity)
		attr++;
	return attr;
}

const struct ft_attr *
ft_attrs(enum ft_entity entity, size_t *n)
{
	const struct ft_attr *first = first_of(entity);

	*n = 0;
	while (is_of(first + *n, entity))
		++*n;
	return first;
}

const struct ft_attr *
ft_members(enum ft_entity entity, size_t *n)
{
	size_t all;
	const struct ft_attr *attr = ft_attrs(entity, &all);

	for (*n = 0; *n < all && attr[*n].column &&
		     (attr[*n].letters || attr[*n].clear);
	     ++*n)
		;
	return attr;
}

const struct ft_attr *
ft_attr_find(enum ft_entity entity, struct ft_word word)
{
	const struct ft_attr *attr = first_of(entity);

	for (; is_of(attr, entity); attr++)
		if (attr->letters &&
		    (ft_word_abbreviates(word, attr->name, attr->letters) ||
			(attr->other && ft_word_abbreviates(
					    word, attr->other, attr->letters))))
			return attr;
	return NULL;
}

const struct ft_attr *
ft_attr_headed(enum ft_entity entity, const char *header)
{
	size_t n;
	const struct ft_attr *attr = ft_attrs(entity, &n);

	for (; n > 0; n--, attr++)
		if (attr->header && !strcasecmp(attr->header, header))
			return attr;
	return ft_attr_find(entity, ft_word_of(header));
}

/* One function for each kind of place. */
#define BY_PLACE(place_)                                                       \
	const struct ft_attr *ft_attr_##place_(                                \
	    enum ft_entity entity, unsigned place)                             \
	{                                                                      \
		size_t n;                                                      \
		const struct ft_attr *attr = ft_attrs(entity, &n);             \
                                                                               \
		for (; n > 0; n--, attr++)                                     \
			if (attr->place_ == place)                             \
				return attr;                                   \
		return NULL;                                                   \
	}
BY_PLACE(set_order)
BY_PLACE(dumped)

/* For each association that is added: without looking for each place. */
size_t
ft_attrs_noted(enum ft_entity entity, const struct ft_attr *row[FT_ATTRS_NOTED])
{
	size_t noted = 0;
	const struct ft_attr *attr = first_of(entity);

	for (; is_of(attr, entity); attr++) {
		assert(attr->txn_order <= FT_ATTRS_NOTED);
		if (!attr->txn_order)
			continue;
		row[attr->txn_order - 1] = attr;
		noted++;
	}
	return noted;
}

const struct ft_attr *
ft_attr_row(enum ft_entity entity, size_t place)
{
	return &first_of(entity)[place];
}

const struct ft_attr *
ft_attr_in(enum ft_entity entity, const char *column)
{
	size_t n;
	const struct ft_attr *attr = ft_attrs(entity, &n);

	for (; n > 0; n--, attr++)
		if (attr->column && strcmp(attr->column, column) == 0)
			return attr;
	return NULL;
}

size_t
ft_attr_place(const struct ft_attr *attr)
{
	return (size_t)(attr - first_of(attr->entity));
}

const char *
ft_attr_label(const struct ft_attr *attr)
{
	return attr->label ? attr->label : attr->name;
}

/* ---- values ---- */

/* Whether the member is a text, 64 bits, a real; else it is 32 bits. */
static bool
is_text(const struct ft_attr *attr)
{
	return attr->type == FT_ATTR_TEXT || attr->type == FT_ATTR_NAME;
}

static bool
is_wide(const struct ft_attr *attr)
{
	return attr->type == FT_ATTR_SECONDS || attr->type == FT_ATTR_DURATION;
}

struct ft_attr_value
ft_attr_get(const struct ft_attr *attr, const void *record)
{
	const char *at = (const char *)record + attr->offset;
	struct ft_attr_value value = { .text = "" };
	uint32_t number;

	if (is_text(attr)) {
		memcpy(&value.text, at, sizeof value.text);
		value.text = value.text ? value.text : "";
	} else if (attr->type == FT_ATTR_REAL) {
		memcpy(&value.real, at, sizeof value.real);
	} else if (is_wide(attr)) {
		memcpy(&value.number, at, sizeof value.number);
	} else if (attr->type == FT_ATTR_FLAG) {
		value.number = *(const bool *)at;
	} else {
		memcpy(&number, at, sizeof number);
		value.number = number;
	}
	return value;
}

void
ft_attr_set(
    const struct ft_attr *attr, void *record, struct ft_attr_value value)
{
	char *at = (char *)record + attr->offset;
	uint32_t number = (uint32_t)value.number;

	if (is_text(attr))
		memcpy(at, &value.text, sizeof value.text);
	else if (attr->type == FT_ATTR_REAL)
		memcpy(at, &value.real, sizeof value.real);
	else if (is_wide(attr))
		memcpy(at, &value.number, sizeof value.number);
	else if (attr->type == FT_ATTR_FLAG)
		*(bool *)at = value.number != 0;
	else
		memcpy(at, &number, sizeof number);
}

struct ft_attr_value
ft_attr_unset(const struct ft_attr *attr)
{
	bool real = attr->type == FT_ATTR_REAL;

	return (struct ft_attr_value){ .text = "",
		.number = real ? 0 : (int64_t)attr->unset,
		.real = real ? attr->unset : 0 };
}

bool
ft_attr_same(struct ft_attr_value left, struct ft_attr_value right)
{
	return left.number == right.number && !(left.real < right.real) &&
	       !(left.real > right.real) && strcmp(left.text, right.text) == 0;
}

bool
ft_attr_is_none(const struct ft_attr *attr, struct ft_attr_value value)
{
	if (attr->type == FT_ATTR_FLAGS || attr->type == FT_ATTR_QOS)
		return value.number == 0;
	if (is_text(attr))
		return *value.text == 0;
	return value.number < 0 || value.real < 0;
}

bool
ft_members_same(enum ft_entity entity, const void *left, const void *right)
{
	size_t n;
	const struct ft_attr *attr = ft_members(entity, &n);
	bool same = true;

	for (; n > 0 && same; n--, attr++)
		same = ft_attr_same(
		    ft_attr_get(attr, left), ft_attr_get(attr, right));
	return same;
}

void
ft_members_clear(enum ft_entity entity, void *record)
{
	size_t n;
	const struct ft_attr *attr = ft_members(entity, &n);

	for (; n > 0; n--, attr++)
		ft_attr_set(attr, record, ft_attr_unset(attr));
}

/* ---- texts ---- */

void
ft_attr_setting(
    struct ft_str *str, const struct ft_attr *attr, struct ft_attr_value value)
{
	if (ft_attr_is_none(attr, value))
		return;
	switch (attr->type) {
	case FT_ATTR_TEXT:
	case FT_ATTR_NAME:
	case FT_ATTR_QOS:
		ft_str_add(str, value.text);
		break;
	case FT_ATTR_SHARES:
		if (value.number == FT_SHARES_PARENT) {
			ft_str_add(str, "parent");
			break;
		}
		ft_str_addf(str, "%" PRId64, value.number);
		break;
	case FT_ATTR_COUNT:
	case FT_ATTR_SECONDS:
		ft_str_addf(str, "%" PRId64, value.number);
		break;
	case FT_ATTR_DURATION:
		ft_time_add_duration(str, value.number);
		break;
	case FT_ATTR_REAL:
		ft_str_add_real(str, value.real);
		break;
	case FT_ATTR_FLAGS:
		ft_keywords_add(
		    str, attr->words, (uint32_t)value.number, FT_RELEASE_ANY);
		break;
	case FT_ATTR_WORD:
		ft_str_add(str, attr->words->word[value.number].name);
		break;
	case FT_ATTR_FLAG:
	case FT_ATTR_LIMIT:
	case FT_ATTR_QOS_LIST:
	case FT_ATTR_PARENT:
		break;
	}
}

void
ft_attr_text(
    struct ft_str *str, const struct ft_attr *attr, struct ft_attr_value value)
{
	if (attr->type == FT_ATTR_SECONDS)
		ft_time_add_duration(str, value.number);
	else
		ft_attr_setting(str, attr, value);
}
