/*
 * anonymise_json.c - `sshare --json` with the members that are read
 * (io/slurm/sharejson.c), each association on a line.
 */
#include <jansson.h>

#include "io/site/anonymise_private.h"
#include "io/text/jsonfile.h"

/* So many digits that a double is read back as it was. */
#define DIGITS 17

/* Returns a copy of VALUE, a number, a switch, or numbers and switches by name;
 * NULL: it is something else. */
static json_t *
copy_number(const json_t *value)
{
	static const char *const keys[] = { "set", "infinite", "number" };
	json_t *copy;

	if (json_is_number(value) || json_is_boolean(value))
		return json_deep_copy(value);
	if (!json_is_object(value))
		return NULL;
	copy = json_object();
	for (size_t i = 0; i < FT_COUNT(keys); i++) {
		const json_t *member = json_object_get(value, keys[i]);

		if (json_is_number(member) || json_is_boolean(member))
			json_object_set_new(
			    copy, keys[i], json_deep_copy(member));
	}
	return copy;
}

static void
put_number(json_t *to, const json_t *from, const char *key)
{
	json_t *copy = copy_number(json_object_get(from, key));

	if (copy)
		json_object_set_new(to, key, copy);
}

/* A name, which is a user's or an account's. */
static void
put_name(struct ft_anonymise_pass *pass, json_t *to, const json_t *from,
    const char *key, ft_anonymise_fn *fn)
{
	const char *name = json_string_value(json_object_get(from, key));

	ft_str_clear(&pass->value);
	fn(pass, name ? name : "", &pass->value);
	json_object_set_new(to, key, json_string(ft_str_text(&pass->value)));
}

/* A list of TRES. */
static void
put_tres(struct ft_anonymise_pass *pass, json_t *to, const json_t *from,
    const char *key)
{
	const json_t *item;
	json_t *list = json_array();
	size_t i;

	json_array_foreach(json_object_get(from, key), i, item)
	{
		json_t *tres = json_object();
		const json_t *name = json_object_get(item, "name");

		if (json_is_string(name))
			put_name(pass, tres, item, "name", ft_anonymise_keep);
		put_number(tres, item, "value");
		json_array_append_new(list, tres);
	}
	json_object_set_new(to, key, list);
}

/* Returns what is left of an association. */
static json_t *
copy_element(struct ft_anonymise_pass *pass, const json_t *element)
{
	static const char *const numbers[] = { "shares", "shares_of_parent",
		"shares_normalized", "usage", "usage_normalized",
		"effective_usage" };
	const json_t *tres = json_object_get(element, "tres");
	const json_t *fair = json_object_get(element, "fairshare");
	bool user = ft_jsonfile_has(element, "type", "USER");
	json_t *copy = json_object(), *part;

	put_name(pass, copy, element, "name",
	    user ? ft_anonymise_user : ft_anonymise_account);
	put_name(pass, copy, element, "parent", ft_anonymise_account);
	put_name(pass, copy, element, "partition", ft_anonymise_partitions);
	for (size_t i = 0; i < FT_COUNT(numbers); i++)
		put_number(copy, element, numbers[i]);
	part = json_object();
	put_tres(pass, part, tres, "usage");
	put_tres(pass, part, tres, "group_minutes");
	json_object_set_new(copy, "tres", part);
	part = json_object();
	put_number(part, fair, "factor");
	put_number(part, fair, "level");
	json_object_set_new(copy, "fairshare", part);
	part = json_array();
	json_array_append_new(part, json_string(user ? "USER" : "ASSOCIATION"));
	json_object_set_new(copy, "type", part);
	return copy;
}

static void
add_element(
    struct ft_anonymise_pass *pass, const json_t *element, struct ft_str *out)
{
	json_t *copy = copy_element(pass, element);
	char *text =
	    json_dumps(copy, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS));

	/* NULL: a name is not UTF-8 before it has a pseudonym */
	ft_str_add(out, text ? text : "{}");
	free(text);
	json_decref(copy);
}

enum ft_status
ft_anonymise_shares(const struct ft_input *input,
    struct ft_anonymise_pass *pass, struct ft_str *out, struct ft_error *err)
{
	const json_t *element;
	json_t *root, *list;
	size_t i;

	FT_TRY(ft_jsonfile_parse(input, &root, err));
	list = json_object_get(json_object_get(root, "shares"), "shares");
	ft_str_add(out, "{\"shares\":{\"shares\":[");
	json_array_foreach(list, i, element)
	{
		ft_str_add(out, i ? ",\n" : "\n");
		add_element(pass, element, out);
	}
	ft_str_add(out, "\n]}}\n");
	json_decref(root);
	return FT_OK;
}
