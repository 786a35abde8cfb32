#include "io/site/groupfile.h"

#include <inttypes.h>
#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

static const char *
groups(const char *text, struct ft_error *err)
{
	static struct ft_str str;
	struct ft_people people = { 0 };

	ft_str_clear(&str);
	if (ft_groupfile_parse(&people, "g", text, strlen(text), err) != FT_OK)
		ft_str_add(&str, err->text);
	else
		for (size_t i = 0; i < people.n_group; i++) {
			ft_str_addf(&str, "%s%s=%" PRIu32, i ? "; " : "",
			    people.group[i].name, people.group[i].gid);
			for (size_t m = 0; m < people.group[i].n_member; m++)
				ft_str_addf(
				    &str, " %s", people.group[i].member[m]);
		}
	ft_people_free(&people);
	return ft_str_text(&str);
}

static const char *
users(const char *text, struct ft_error *err)
{
	static struct ft_str str;
	struct ft_people people = { 0 };

	ft_str_clear(&str);
	if (ft_groupfile_parse_passwd(&people, "p", text, strlen(text), err) !=
	    FT_OK)
		ft_str_add(&str, err->text);
	else
		for (size_t i = 0; i < people.n_person; i++)
			ft_str_addf(&str, "%s%s %" PRIu32 " %" PRIu32 " %s",
			    i ? "; " : "", people.person[i].name,
			    people.person[i].uid, people.person[i].gid,
			    people.person[i].shell);
	ft_people_free(&people);
	return ft_str_text(&str);
}

static void
test_groups(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "", "" },
		{ "\n  \n# physics:x:1:\n", "" },
		{ "physics:x:5000:ann,bob\n", "physics=5000 ann bob" },
		{ "physics:x:5000:", "physics=5000" },
		{ "a::0:x\r\nb:*:4294967295:\n", "a=0 x; b=4294967295" },
		{ "a:x:1:ann\na:x:1:bob\n", "a=1 ann bob" },
		{ "a:x:1:,ann,,bob,\n", "a=1 ann bob" },
		{ "domain users:x:1:DOM\\ann\n", "domain users=1 DOM\\ann" },
		{ "a:x:1\n", "g:1:1: expected name:password:gid:members" },
		{ "\na\n", "g:2:1: expected name:password:gid:members" },
		{ "a:x:1::\n", "g:1:7: more fields than expected" },
		{ ":x:1:\n", "g:1:1: no name" },
		{ "a:x::\n", "g:1:5: a gid is a number, not ''" },
		{ "a:x:-1:\n", "g:1:5: a gid is a number, not '-1'" },
		{ "a:x:4294967296:\n",
		    "g:1:5: a gid is a number, not '4294967296'" },
		{ "+:::\n", "g:1:1: NIS entries are not resolved here (use the "
			    "output of getent)" },
		{ "a:x:1:b\001\n", "g:1:8: control character 0x01" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_error err = { 0 };

		is_str(groups(row[i].text, &err), row[i].want, "group text %zu",
		    i);
	}
}

static void
test_users(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "", "" },
		{ "ann:x:1001:100:Ann A.,,:/home/ann:/bin/sh\n",
		    "ann 1001 100 /bin/sh" },
		{ "ann:x:1:2:::\n", "ann 1 2 " },
		{ "ann:x:1:2:::\nann:x:3:4:::/x\n", "ann 1 2 " },
		{ "ann:x:1:2::\n", "p:1:1: expected "
				   "name:password:uid:gid:comment:home:shell" },
		{ "ann:x:1:2::::\n", "p:1:13: more fields than expected" },
		{ "ann:x:a:2:::\n", "p:1:7: a uid is a number, not 'a'" },
		{ "ann:x:1: 2:::\n", "p:1:9: a gid is a number, not ' 2'" },
		{ "-ann:x:1:2:::\n",
		    "p:1:1: NIS entries are not resolved here (use the "
		    "output of getent)" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_error err = { 0 };

		is_str(users(row[i].text, &err), row[i].want, "passwd text %zu",
		    i);
	}
}

int
main(void)
{
	test_groups();
	test_users();
	return done_testing();
}
