#include "control/limits.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/str.h"
#include "model/limits.h"
#include "sim/policy.h"

bool
control_limit(const struct control_owner *owner, uint16_t kind, uint32_t tres,
    uint64_t *value)
{
	const struct ft_book *book = &owner->world->book;
	const struct ft_limit *limit;
	size_t n;

	if (!owner->is_qos)
		return ft_policy_limit(
		    owner->world, owner->id, kind, tres, value);
	limit =
	    ft_book_limits(book->qos_limit, book->n_qos_limit, owner->id, &n);
	for (size_t i = 0; i < n; i++) {
		if (limit[i].kind != kind || limit[i].tres != tres)
			continue;
		*value = limit[i].value;
		return true;
	}
	return false;
}

void
control_add_count(struct ft_str *str, const struct control_owner *owner,
    const char *name, uint16_t kind, uint64_t used)
{
	uint64_t value;

	if (control_limit(owner, kind, 0, &value))
		ft_str_addf(
		    str, "%s=%" PRIu64 "(%" PRIu64 ")", name, value, used);
	else
		ft_str_addf(str, "%s=N(%" PRIu64 ")", name, used);
}

void
control_add_own_count(struct ft_str *str, const struct control_owner *owner,
    const char *name, uint16_t kind, uint64_t used)
{
	uint64_t value;

	ft_str_addf(str, "%s=", name);
	if (control_limit(owner, kind, 0, &value))
		ft_str_addf(str, "%" PRIu64 "(%" PRIu64 ")", value, used);
}

void
control_add_wall(
    struct ft_str *str, const struct control_owner *owner, double used)
{
	uint64_t value;

	if (control_limit(owner, FT_LIMIT_GRP_WALL, 0, &value))
		ft_str_addf(str, "GrpWall=%" PRIu64 "(%.2f)", value, used);
	else
		ft_str_addf(str, "GrpWall=N(%.2f)", used);
}

void
control_add_tres_used(struct ft_str *str, const struct control_owner *owner,
    const char *name, uint16_t kind, const uint64_t *used)
{
	const struct ft_tres_table *table = &owner->world->tres;

	ft_str_addf(str, "%s=", name);
	for (size_t i = 0; i < table->n; i++) {
		uint64_t value;

		if (i)
			ft_str_add_char(str, ',');
		ft_tres_add_name(str, &table->item[i]);
		if (control_limit(owner, kind, table->item[i].id, &value))
			ft_str_addf(
			    str, "=%" PRIu64 "(%" PRIu64 ")", value, used[i]);
		else
			ft_str_addf(str, "=N(%" PRIu64 ")", used[i]);
	}
}

void
control_add_plain(struct ft_str *str, const struct control_owner *owner,
    const char *name, uint16_t kind)
{
	uint64_t value;

	ft_str_addf(str, "%s=", name);
	if (control_limit(owner, kind, 0, &value))
		ft_str_addf(str, "%" PRIu64, value);
}

void
control_add_tres_plain(struct ft_str *str, const struct control_owner *owner,
    const char *name, uint16_t kind)
{
	const struct ft_tres_table *table = &owner->world->tres;
	const char *comma = "";

	ft_str_addf(str, "%s=", name);
	for (size_t i = 0; i < table->n; i++) {
		uint64_t value;

		if (!control_limit(owner, kind, table->item[i].id, &value))
			continue;
		ft_str_add(str, comma);
		ft_tres_add_name(str, &table->item[i]);
		ft_str_addf(str, "=%" PRIu64, value);
		comma = ",";
	}
}

bool
control_listed(const char *names, const char *name)
{
	size_t len = strlen(name);

	if (!names)
		return true;
	while (*names) {
		size_t part = strcspn(names, ",");

		if (part == len && strncasecmp(names, name, len) == 0)
			return true;
		names += part + (names[part] == ',');
	}
	return false;
}
