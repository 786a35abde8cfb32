#include "model/account/people.h"

void
ft_people_free(struct ft_people *people)
{
	for (size_t i = 0; i < people->n_group; i++)
		ft_free(people->group[i].member);
	ft_free(people->group);
	ft_free(people->person);
	ft_map_clear(&people->person_at);
	ft_map_clear(&people->group_at);
	ft_arena_clear(&people->arena);
	memset(people, 0, sizeof *people);
}

void
ft_people_add_person(struct ft_people *people, const char *name, uint32_t uid,
    uint32_t gid, const char *shell)
{
	if (ft_map_get(&people->person_at, name, NULL))
		return;
	ft_map_put(&people->person_at, name, people->n_person);
	*ft_vec_add(people->person, people->n_person, people->cap_person) =
	    (struct ft_person){
		    .name = ft_arena_strdup(&people->arena, name),
		    .uid = uid,
		    .gid = gid,
		    .shell = ft_arena_strdup(&people->arena, shell),
	    };
}

size_t
ft_people_add_group(struct ft_people *people, const char *name, uint32_t gid)
{
	uint64_t at;

	if (ft_map_get(&people->group_at, name, &at))
		return (size_t)at;
	ft_map_put(&people->group_at, name, people->n_group);
	people->group = ft_vec_grow(people->group, &people->cap_group,
	    people->n_group + 1, sizeof *people->group);
	people->group[people->n_group] = (struct ft_people_group){
		.name = ft_arena_strdup(&people->arena, name),
		.gid = gid,
	};
	return people->n_group++;
}

void
ft_people_add_member(
    struct ft_people *people, size_t group, const char *name, size_t len)
{
	struct ft_people_group *to = &people->group[group];

	*ft_vec_add(to->member, to->n_member, to->cap_member) =
	    ft_arena_strndup(&people->arena, name, len);
}

const struct ft_person *
ft_people_person(const struct ft_people *people, const char *name)
{
	uint64_t at;

	return ft_map_get(&people->person_at, name, &at) ? &people->person[at]
							 : NULL;
}

const struct ft_people_group *
ft_people_group(const struct ft_people *people, const char *name)
{
	uint64_t at;

	return ft_map_get(&people->group_at, name, &at) ? &people->group[at]
							: NULL;
}
