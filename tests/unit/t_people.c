#include "model/account/people.h"

#include "tap/tap.h"

int
main(void)
{
	struct ft_people people = { 0 };
	size_t physics, chem;

	ft_people_add_person(&people, "ann", 1001, 100, "/bin/sh");
	ft_people_add_person(&people, "ann", 2002, 200, "/bin/false");
	ft_people_add_person(&people, "bob", 1002, 100, "");
	is_u64(people.n_person, 2, "the second ann does not count");
	is_u64(ft_people_person(&people, "ann")->uid, 1001, "the first does");
	is_str(ft_people_person(&people, "bob")->shell, "", "no shell");
	ok(!ft_people_person(&people, "Ann"), "names are as they are");

	physics = ft_people_add_group(&people, "physics", 100);
	ft_people_add_member(&people, physics, "ann,bob", 3);
	chem = ft_people_add_group(&people, "chem", 200);
	is_u64(ft_people_add_group(&people, "physics", 300), physics,
	    "the same group again");
	ft_people_add_member(&people, physics, "cid", 3);
	is_u64(people.n_group, 2, "two groups");
	is_u64(
	    ft_people_group(&people, "physics")->gid, 100, "its first number");
	is_u64(ft_people_group(&people, "physics")->n_member, 2,
	    "members of both");
	is_str(people.group[physics].member[0], "ann", "cut at the length");
	is_str(people.group[physics].member[1], "cid", "then cid");
	is_u64(people.group[chem].n_member, 0, "nobody in the other");
	ok(!ft_people_group(&people, "math"), "no such group");
	ft_people_free(&people);
	return done_testing();
}
