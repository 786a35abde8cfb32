#include "io/research/tracemap.h"

#include "base/map.h"
#include "io/text/logical.h"

#define NONE UINT32_MAX
/* No account or user of Slurm has a longer name. */
#define NAME_MAX_BYTES 200

/* The new user or account; NONE: unchanged. */
struct target {
	uint32_t name, account;
};

struct mapping {
	struct ft_trace *trace;
	struct ft_logical lines;
	struct target *user, *group; /* by index of the name */
	uint32_t n_user, n_group;    /* names the trace came with */
	struct ft_map users, groups;
	struct target others, other_groups;
	struct ft_tracemap_report report;
};

/* ---- words --------------------------------------------------------------------- */

static bool
next_word(const struct ft_logical *lines, const char **at, struct ft_word *word)
{
	const char *end = lines->at + lines->len;

	while (*at < end && ft_is_blank(**at))
		(*at)++;
	word->at = *at;
	while (*at < end && !ft_is_blank(**at))
		(*at)++;
	word->len = (size_t)(*at - word->at);
	return word->len > 0;
}

/* Names of the trace only, without those that rules add. */
static void
index_names(struct ft_map *index, const struct ft_trace_names *names)
{
	for (uint32_t i = 0; i < names->n; i++)
		ft_map_put(index, names->name[i], i);
}

/* ---- one rule ---------------------------------------------------------------------- */

static enum ft_status
check_name(const struct mapping *mapping, const struct ft_word *word,
    const char *what, struct ft_error *err)
{
	if (word->len && word->len <= NAME_MAX_BYTES &&
	    !memchr(word->at, '@', word->len))
		return FT_OK;
	return ft_logical_fail(&mapping->lines, word->at, err,
	    word->len ? "'%.*s' is not a name for %s"
		      : "%.*smissing name of %s",
	    (int)(word->len > 40 ? 40 : word->len), word->at, what);
}

/* NAME or, of users, NAME@ACCOUNT. */
static enum ft_status
read_target(struct mapping *mapping, const struct ft_word *word, bool group,
    struct target *target, struct ft_error *err)
{
	struct ft_word name = *word, account = { 0 };
	struct ft_trace *trace = mapping->trace;
	bool sign = !group && ft_word_split(&name, '@', &account);

	FT_TRY(
	    check_name(mapping, &name, group ? "an account" : "a user", err));
	if (sign)
		FT_TRY(check_name(mapping, &account, "an account", err));
	target->name = ft_trace_name(
	    trace, group ? &trace->account : &trace->user, name.at, name.len);
	target->account = sign ? ft_trace_name(trace, &trace->account,
				     account.at, account.len)
			       : NONE;
	return FT_OK;
}

/*
 * The index of a name of the trace.  17 is also what a trace of numbers calls
 * u17, or g17 of groups.
 */
static bool
find_name(const struct mapping *mapping, const struct ft_word *who, bool group,
    uint64_t *at)
{
	const struct ft_map *names = group ? &mapping->groups : &mapping->users;
	char number[24];
	size_t digits = 0;

	if (ft_map_get_n(names, who->at, who->len, at))
		return true;
	while (digits < who->len && who->at[digits] >= '0' &&
	       who->at[digits] <= '9')
		digits++;
	if (digits < who->len || digits + 2 > sizeof number)
		return false;
	number[0] = group ? 'g' : 'u';
	memcpy(number + 1, who->at, digits);
	return ft_map_get_n(names, number, digits + 1, at);
}

/* Find what the rule for WHO sets; *target NULL: it is not in the trace. */
static enum ft_status
find_place(struct mapping *mapping, const struct ft_word *who, bool group,
    struct target **target, struct ft_error *err)
{
	uint64_t at;

	if (ft_word_equals(*who, "*")) {
		*target = group ? &mapping->other_groups : &mapping->others;
	} else {
		bool known = find_name(mapping, who, group, &at);

		*target = !known  ? NULL
			  : group ? &mapping->group[at]
				  : &mapping->user[at];
		mapping->report.unknown += !known;
	}
	if (*target && (*target)->name != NONE)
		return ft_logical_fail(&mapping->lines, who->at, err,
		    "a second rule for '%.*s'", (int)who->len, who->at);
	return FT_OK;
}

static enum ft_status
read_rule(struct mapping *mapping, struct ft_error *err)
{
	const struct ft_logical *lines = &mapping->lines;
	const char *at = lines->at;
	struct ft_word kind, who, to, more;
	struct target *target = NULL, unused;
	bool group;

	if (!next_word(lines, &at, &kind))
		return FT_OK;
	group = ft_word_equals(kind, "group");
	if (!group && !ft_word_equals(kind, "user"))
		return ft_logical_fail(lines, kind.at, err,
		    "a rule must begin with user or group");
	if (!next_word(lines, &at, &who))
		return ft_logical_fail(lines, who.at, err,
		    "missing %s of the trace", group ? "group" : "user");
	if (!next_word(lines, &at, &to))
		return ft_logical_fail(
		    lines, to.at, err, "missing name on the cluster");
	if (next_word(lines, &at, &more))
		return ft_logical_fail(
		    lines, more.at, err, "unexpected text after the rule");
	FT_TRY(find_place(mapping, &who, group, &target, err));
	return read_target(mapping, &to, group, target ? target : &unused, err);
}

/* ---- all of them -------------------------------------------------------------------- */

static struct target *
no_targets(uint32_t n)
{
	struct target *target = ft_alloc(n * sizeof *target);

	for (uint32_t i = 0; i < n; i++)
		target[i] = (struct target){ NONE, NONE };
	return target;
}

/* Rules for all others, where there is none of one's own. */
static size_t
settle(struct target *target, uint32_t n, const struct target *others)
{
	size_t mapped = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (target[i].name == NONE)
			target[i] = *others;
		mapped += target[i].name != NONE && i > 0;
	}
	return mapped;
}

static void
map_jobs(struct mapping *mapping)
{
	struct ft_trace *trace = mapping->trace;

	mapping->report.users =
	    settle(mapping->user, mapping->n_user, &mapping->others);
	mapping->report.groups =
	    settle(mapping->group, mapping->n_group, &mapping->other_groups);
	for (size_t i = 0; i < trace->n; i++) {
		struct ft_trace_job *job = &trace->job[i];
		const struct target *user = &mapping->user[job->user];
		const struct target *group = &mapping->group[job->account];

		if (group->name != NONE)
			job->account = group->name;
		if (user->account != NONE)
			job->account = user->account;
		if (user->name != NONE)
			job->user = user->name;
	}
}

static void
free_mapping(struct mapping *mapping)
{
	ft_logical_free(&mapping->lines);
	ft_map_clear(&mapping->users);
	ft_map_clear(&mapping->groups);
	ft_free(mapping->user);
	ft_free(mapping->group);
}

enum ft_status
ft_tracemap_apply(struct ft_trace *trace, const struct ft_input *input,
    struct ft_tracemap_report *report, struct ft_error *err)
{
	struct mapping mapping FT_CLEANUP(free_mapping) = { .trace = trace,
		.n_user = trace->user.n,
		.n_group = trace->account.n,
		.user = no_targets(trace->user.n),
		.group = no_targets(trace->account.n),
		.others = { NONE, NONE },
		.other_groups = { NONE, NONE } };
	bool more = true;

	index_names(&mapping.users, &trace->user);
	index_names(&mapping.groups, &trace->account);
	ft_logical_init(&mapping.lines, input->file, input->text, input->size);
	while (more) {
		FT_TRY(ft_logical_next(&mapping.lines, &more, err));
		if (more)
			FT_TRY(read_rule(&mapping, err));
	}
	map_jobs(&mapping);
	if (report)
		*report = mapping.report;
	return FT_OK;
}
