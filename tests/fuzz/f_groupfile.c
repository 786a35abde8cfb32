/* group(5) and passwd(5): what was read, written anew, is read the same. */
#include "io/site/groupfile.h"

#include <inttypes.h>

#include "base/text/str.h"
#include "fuzz/fuzz.h"

static void
write_groups(struct ft_str *str, const struct ft_people *people)
{
	for (size_t i = 0; i < people->n_group; i++) {
		const struct ft_people_group *group = &people->group[i];

		must(*group->name, "a group has a name");
		ft_str_addf(str, "%s:x:%" PRIu32 ":", group->name, group->gid);
		for (size_t m = 0; m < group->n_member; m++)
			ft_str_addf(str, "%s,", group->member[m]);
		ft_str_add_char(str, '\n');
	}
}

static void
write_users(struct ft_str *str, const struct ft_people *people)
{
	for (size_t i = 0; i < people->n_person; i++) {
		const struct ft_person *person = &people->person[i];

		must(ft_people_person(people, person->name) == person,
		    "names are there once");
		ft_str_addf(str, "%s:x:%" PRIu32 ":%" PRIu32 ":::%s\n",
		    person->name, person->uid, person->gid, person->shell);
	}
}

typedef enum ft_status parse_fn(struct ft_people *people, const char *file,
    const char *text, size_t size, struct ft_error *err);

static void
try(const char *text, size_t size, parse_fn *parse,
    void (*write)(struct ft_str *, const struct ft_people *))
{
	struct ft_str first = { 0 }, second = { 0 };
	struct ft_people people = { 0 }, again;
	struct ft_error err = { 0 };

	again = (struct ft_people){ 0 };
	if (parse(&people, "fuzz", text, size, &err) != FT_OK) {
		must_have_place(err.text);
	} else {
		/* a name may begin with what is a mark at a file's start */
		ft_str_add(&first, "#\n");
		write(&first, &people);
		must(parse(&again, "again", ft_str_text(&first), first.len,
			 &err) == FT_OK,
		    "what was written can be read");
		ft_str_add(&second, "#\n");
		write(&second, &again);
		must(!strcmp(ft_str_text(&first), ft_str_text(&second)),
		    "the same names");
	}
	ft_people_free(&people);
	ft_people_free(&again);
	ft_str_free(&first);
	ft_str_free(&second);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try((const char *)data, size, ft_groupfile_parse, write_groups);
	try((const char *)data, size, ft_groupfile_parse_passwd, write_users);
	return 0;
}
