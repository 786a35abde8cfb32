/*
 * grid.c - keys and values become points.
 */

#include "cli/spelling.h"
#include "cli/opt.h"
#include "fsim/sweep/sweep.h"

#define SEED_MAX INT64_C(1000000000000)
#define SHARES   "fairshare."
#define TRACE    "trace." /* with an option of fsim trace */

#define FT_SETTINGS struct fsim_trial

static ft_opt_fn set_limits, set_outages, set_cut;

static const struct {
	enum sweep_kind kind;
	const char *name; /* of the option for all points, if there is one */
	struct ft_option row; /* how a value is put into a trial */
} own[] = {
	{ SWEEP_POLICY, "policy",
	    { 0, "grid policy", FT_REPLAY_POLICIES, FT_INTO_CHOICE(policy) } },
	{ SWEEP_ORDER, "order",
	    { 0, "grid order", ft_pool_orders, FT_INTO_CHOICE(order) } },
	{ SWEEP_DEPTH, "depth",
	    { 0, "grid depth", FT_INTO_NUMBER(depth, 1, FSIM_SOURCE_MOST) } },
	{ SWEEP_NODES, "nodes",
	    { 0, "nodes", FT_INTO_NUMBER(nodes, 1, FSIM_SOURCE_MOST) } },
	{ SWEEP_CPUS, "cpus",
	    { 0, "cpus", FT_INTO_NUMBER(cpus, 1, FSIM_SOURCE_MOST) } },
	{ SWEEP_OVERRUN, "overrun",
	    { 0, "grid overrun", FT_OVERRUNS, FT_INTO_CHOICE(rules.overrun) } },
	{ SWEEP_FEEDBACK, "feedback",
	    { 0, "grid feedback", "no|yes", FT_INTO_CHOICE(rules.feedback) } },
	{ SWEEP_OUTAGES, "outages",
	    { 0, "grid outages", FT_INTO_CALL_AT(set_outages, outage_file) } },
	{ SWEEP_ON_FAILURE, "on-failure",
	    { 0, "grid on-failure", FT_ON_FAILURES,
		FT_INTO_CHOICE(rules.on_failure) } },
	{ SWEEP_LIMITS, "limits",
	    { 0, "grid limits", FT_INTO_CALL_AT(set_limits, limits) } },
	{ SWEEP_BOUND, "bound",
	    { 0, "grid bound", FT_INTO_CALL_AT(fsim_source_seconds, bound) } },
	{ SWEEP_WARMUP, "warmup",
	    { 0, "grid warmup", FT_INTO_CALL_AT(set_cut, warmup) } },
	{ SWEEP_COOLDOWN, "cooldown",
	    { 0, "grid cooldown", FT_INTO_CALL_AT(set_cut, cooldown) } },
	{ SWEEP_SEED, "seed",
	    { 0, "seed", FT_INTO_NUMBER(seed, 0, SEED_MAX) } },
	{ SWEEP_USERS, "resample.users",
	    { 0, "grid resample.users", FT_INTO_NUMBER(seed, 1, SEED_MAX) } },
	{ SWEEP_WEEKS, "resample.weeks",
	    { 0, "grid resample.weeks", FT_INTO_NUMBER(seed, 1, SEED_MAX) } },
};
#define OWN  FT_COUNT(own)
#define NONE "none"

/* Nothing is drawn for NONE. */
static enum ft_status
set_limits(const struct ft_opt_use *use)
{
	struct ft_estimate *limits = ft_opt_member(use);

	if (strcmp(use->arg, NONE) != 0)
		return fsim_source_set_limits(use);
	limits->kind = FT_ESTIMATE_NONE;
	return FT_OK;
}

static enum ft_status
set_outages(const struct ft_opt_use *use)
{
	const char **file = ft_opt_member(use);

	*file = strcmp(use->arg, NONE) != 0 ? use->arg : NULL;
	return FT_OK;
}

/* 0: nothing is cut. */
static enum ft_status
set_cut(const struct ft_opt_use *use)
{
	int64_t *seconds = ft_opt_member(use);

	*seconds = 0;
	return strcmp(use->arg, "0") == 0 ? FT_OK : fsim_source_seconds(use);
}

void
sweep_grid_init(struct sweep_grid *grid)
{
	*grid = (struct sweep_grid){ .points = 1 };
}

void
sweep_grid_free(struct sweep_grid *grid)
{
	for (size_t i = 0; i < grid->n; i++)
		ft_free(grid->key[i].value);
	ft_free(grid->key);
	ft_free(grid->given);
	ft_arena_clear(&grid->arena);
}

/* ---- keys ---------------------------------------------------------------- */

/* Append "; did you mean ...?", or else WHAT exists. */
static enum ft_status
unknown(const struct ft_spelling *near, const char *of, const char *what,
    struct ft_error *err)
{
	if (near->best)
		return ft_fail(err, FT_EINVAL,
		    "--grid: unknown %s '%s'; did you mean '%s'?", of,
		    near->word, near->best);
	return ft_fail(
	    err, FT_EINVAL, "--grid: unknown %s '%s'%s", of, near->word, what);
}

static enum ft_status
unknown_key(const char *word, struct ft_error *err)
{
	struct ft_spelling near = { .word = word };
	struct ft_str what FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_listkey part;

	for (size_t i = 0; i < OWN; i++)
		ft_spelling_offer(&near, own[i].name);
	for (size_t i = 0; i < FT_CONF_KEYS; i++)
		ft_spelling_offer(&near, ft_conf_infos[i].name);
	for (size_t i = 0; ft_listkey_at(i, &part); i++)
		ft_spelling_offer(&near, part.name);
	ft_str_add(&what,
	    " (use a parameter of slurm.conf with a line of its own, an option "
	    "of one that is a list, fairshare.ACCOUNT");
	for (size_t i = 0; i < OWN; i++)
		ft_str_addf(
		    &what, "%s%s", i + 1 < OWN ? ", " : " or ", own[i].name);
	ft_str_add_char(&what, ')');
	return unknown(&near, "setting", ft_str_text(&what), err);
}

/* ---- words of lists ------------------------------------------------------ */

/* Append "SchedulerParameters.bf_interval"; the word alone if no other list has
 * it. */
static const char *
part_name(struct sweep_grid *grid, const struct ft_listkey *part)
{
	struct ft_listkey other;
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	size_t n = 0;

	for (size_t i = 0; ft_listkey_at(i, &other); i++)
		n += !strcasecmp(other.name, part->name);
	if (n != 1)
		ft_str_addf(&name, "%s.", ft_conf_infos[part->list].name);
	ft_str_add(&name, part->name);
	return ft_arena_strdup(&grid->arena, ft_str_text(&name));
}

/* A word without its list must occur in one list only. */
static enum ft_status
find_part(struct sweep_grid *grid, struct sweep_key *key, const char *word,
    struct ft_error *err)
{
	struct ft_listkey part;
	struct ft_str lists FT_CLEANUP(ft_str_free) = { 0 };
	size_t n = 0;

	for (size_t i = 0; ft_listkey_at(i, &part); i++) {
		if (!strcasecmp(part.name, word)) {
			ft_str_addf(&lists, "%s%s.%s", n++ ? " or " : "",
			    ft_conf_infos[part.list].name, part.name);
			key->part = part;
		}
	}
	if (n == 0)
		FT_TRY(unknown_key(word, err));
	else if (n > 1)
		return ft_fail(err, FT_EINVAL,
		    "--grid: '%s' is ambiguous: use %s", word,
		    ft_str_text(&lists));
	else
		key->name = part_name(grid, &key->part);
	return FT_OK;
}

/* LIST.WORD, with its dot */
static enum ft_status
find_part_of(struct sweep_grid *grid, struct sweep_key *key, const char *word,
    const char *dot, struct ft_error *err)
{
	const char *name =
	    ft_arena_strndup(&grid->arena, word, (size_t)(dot - word));
	enum ft_conf_key list = ft_conf_find(name);
	struct ft_spelling near = { .word = dot + 1 };
	/* any TRES will do: ft_conf_check knows which exist */
	bool found = list == FT_CONF_PRIORITY_WEIGHT_TRES && dot[1];
	struct ft_listkey part = { .list = list, .name = dot + 1 };
	struct ft_str of FT_CLEANUP(ft_str_free) = { 0 };
	size_t n = 0;

	if (list == FT_CONF_KEYS)
		return unknown_key(name, err);
	for (size_t i = 0; !found && ft_listkey_at(i, &part); i++)
		if (part.list == list) {
			n++;
			ft_spelling_offer(&near, part.name);
			found = !strcasecmp(part.name, dot + 1);
		}
	if (found) {
		key->part = part;
		key->name = part_name(grid, &part);
		return FT_OK;
	}
	name = ft_conf_infos[list].name;
	if (!n && list != FT_CONF_PRIORITY_WEIGHT_TRES)
		return ft_fail(err, FT_EINVAL,
		    "--grid: %s has no options that can be swept: '%s'", name,
		    word);
	ft_str_addf(&of, "option of %s", name);
	(void)unknown(&near, ft_str_text(&of), "", err);
	return FT_EINVAL;
}

/* trace.OPTION */
static enum ft_status
find_generator(struct sweep_grid *grid, struct sweep_key *key, const char *word,
    struct ft_error *err)
{
	const char *name = word + strlen(TRACE);
	struct ft_spelling near = { .word = name };

	key->kind = SWEEP_GENERATOR;
	key->option = fsim_generator_find(ft_word_of(name));
	for (size_t i = 0; fsim_generator_options[i].name; i++)
		ft_spelling_offer(&near, fsim_generator_options[i].name);
	if (key->option == SIZE_MAX)
		return unknown(&near, "option of fsim trace", "", err);
	key->name = ft_arena_text(
	    &grid->arena, TRACE "%s", fsim_generator_options[key->option].name);
	return FT_OK;
}

static enum ft_status
find_key(struct sweep_grid *grid, struct sweep_key *key, const char *word,
    struct ft_error *err)
{
	const char *dot;

	for (size_t i = 0; i < OWN; i++)
		if (!strcasecmp(own[i].name, word)) {
			key->name = own[i].name;
			key->kind = own[i].kind;
			return FT_OK;
		}
	if (strncasecmp(word, SHARES, strlen(SHARES)) == 0 &&
	    word[strlen(SHARES)]) {
		key->name = word;
		key->kind = SWEEP_SHARES;
		return FT_OK;
	}
	if (strncasecmp(word, TRACE, strlen(TRACE)) == 0)
		return find_generator(grid, key, word, err);
	key->kind = SWEEP_PART;
	dot = strchr(word, '.');
	if (dot)
		return find_part_of(grid, key, word, dot, err);
	key->setting = ft_conf_find(word);
	if (key->setting == FT_CONF_KEYS)
		return find_part(grid, key, word, err);
	key->kind = SWEEP_SETTING;
	if (key->setting == FT_CONF_CLUSTER_NAME)
		return ft_fail(err, FT_EINVAL,
		    "--grid: ClusterName selects the tree and cannot be swept");
	key->name = ft_conf_infos[key->setting].name;
	return FT_OK;
}

/* ---- values -------------------------------------------------------------- */

/* Put VALUE of a word into its list in CONF. */
static enum ft_status
set_part(const struct ft_listkey *part, const char *value, struct ft_conf *conf,
    struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	int64_t on = 1;

	if (part->is_switch)
		(void)ft_conf_parse_bool(value, &on);
	ft_listkey_put(
	    &text, ft_conf_text(conf, part->list), part, on ? value : NULL);
	return ft_conf_set(conf, part->list, ft_str_text(&text), "--grid", err);
}

/* Slurm replaces a bad value by the default; here it is refused. */
static enum ft_status
check_part(const struct sweep_key *key, const char *value, struct ft_error *err)
{
	const struct ft_listkey *part = &key->part;
	struct ft_conf trial;
	int64_t number;
	enum ft_status status = FT_OK;

	if (part->is_switch)
		return ft_conf_parse_bool(value, &number)
			   ? FT_OK
			   : ft_fail(err, FT_EINVAL,
				 "--grid %s: bad value '%s': expected yes or "
				 "no",
				 key->name, value);
	if (part->list != FT_CONF_PRIORITY_WEIGHT_TRES)
		return ft_num_i64(value, &number) && number >= part->low &&
			       number <= part->high
			   ? FT_OK
			   : ft_fail(err, FT_EINVAL,
				 "--grid %s: bad value '%s': expected %" PRId64
				 " to %" PRId64,
				 key->name, value, part->low, part->high);
	ft_conf_init(&trial);
	status = set_part(part, value, &trial, err);
	if (status != FT_OK)
		ft_error_prefix(err, "--grid %s: ", key->name);
	ft_conf_free(&trial);
	return status;
}

/* Put VALUE of a key of fsim's own into TRIAL. */
static enum ft_status
set_own(enum sweep_kind kind, const char *value, struct fsim_trial *trial,
    struct ft_error *err)
{
	struct ft_opt_use use = { .settings = trial, .arg = value, .err = err };

	for (size_t i = 0; i < OWN; i++)
		if (own[i].kind == kind)
			use.row = &own[i].row;
	return ft_opt_read(&use);
}

static bool
is_own(enum sweep_kind kind)
{
	return kind != SWEEP_SETTING && kind != SWEEP_PART &&
	       kind != SWEEP_SHARES && kind != SWEEP_TRACE &&
	       kind != SWEEP_GENERATOR;
}

static enum ft_status
check_value(
    const struct sweep_key *key, const char *value, struct ft_error *err)
{
	struct fsim_trial own_trial = { .depth = 0 };
	struct ft_conf trial;
	enum ft_status status;
	uint32_t shares;

	if (key->kind == SWEEP_PART)
		return check_part(key, value, err);
	if (key->kind == SWEEP_SHARES)
		return ft_num_u32(value, &shares)
			   ? FT_OK
			   : ft_fail(err, FT_EINVAL,
				 "--grid %s: '%s' is no number of shares",
				 key->name, value);
	if (key->kind == SWEEP_GENERATOR) {
		status = fsim_generator_set(
		    &own_trial.generator, key->option, value, err);
		if (status != FT_OK)
			ft_error_prefix(err, "--grid %s: ", key->name);
		return status;
	}
	if (key->kind != SWEEP_SETTING)
		return set_own(key->kind, value, &own_trial, err);
	ft_conf_init(&trial);
	status = ft_conf_set(&trial, key->setting, value, "--grid", err);
	if (status != FT_OK)
		ft_error_prefix(err, "--grid %s: ", key->name);
	ft_conf_free(&trial);
	return status;
}

static enum ft_status
add_value(struct sweep_grid *grid, struct sweep_key *key, const char *value,
    size_t len, struct ft_error *err)
{
	const char *copy = ft_arena_strndup(&grid->arena, value, len);

	if (!len)
		return ft_fail(
		    err, FT_EINVAL, "--grid %s: empty value", key->name);
	for (size_t i = 0; i < key->n; i++)
		if (!strcmp(key->value[i], copy))
			return ft_fail(err, FT_EINVAL,
			    "--grid %s: '%s' is repeated", key->name, copy);
	FT_TRY(check_value(key, copy, err));
	*ft_vec_add(key->value, key->n, key->cap) = copy;
	return FT_OK;
}

/* Add a range "1..5" of a numeric key. */
static bool
is_range(const struct sweep_key *key, const char *value, size_t len,
    uint64_t *low, uint64_t *high)
{
	char text[64];
	char *dots;

	if (key->kind == SWEEP_SETTING || len >= sizeof text)
		return false;
	memcpy(text, value, len);
	text[len] = '\0';
	dots = strstr(text, "..");
	if (!dots)
		return false;
	*dots = '\0';
	return ft_num_u64(text, low) && ft_num_u64(dots + 2, high);
}

static enum ft_status
add_some(struct sweep_grid *grid, struct sweep_key *key, const char *value,
    size_t len, struct ft_error *err)
{
	uint64_t low, high;

	if (!is_range(key, value, len, &low, &high))
		return add_value(grid, key, value, len, err);
	if (low > high || high - low >= SWEEP_POINTS_MAX)
		return ft_fail(err, FT_EINVAL, "--grid %s: bad range '%.*s'",
		    key->name, (int)len, value);
	for (uint64_t i = low; i <= high; i++) {
		char number[32];
		int n = snprintf(number, sizeof number, "%" PRIu64, i);

		FT_TRY(add_value(grid, key, number, (size_t)n, err));
	}
	return FT_OK;
}

static enum ft_status
add_values(struct sweep_grid *grid, struct sweep_key *key, const char *text,
    struct ft_error *err)
{
	/* a value may contain commas: SchedulerParameters */
	const char *part = strchr(text, '|') ? "|" : ",";

	for (;; text++) {
		size_t len = strcspn(text, part);

		FT_TRY(add_some(grid, key, text, len, err));
		text += len;
		if (!*text)
			break;
	}
	return FT_OK;
}

/* Returns whether a key's values are seeds. */
static bool
is_seed(const struct sweep_key *key)
{
	return key->kind == SWEEP_SEED || key->kind == SWEEP_USERS ||
	       key->kind == SWEEP_WEEKS;
}

static enum ft_status
check_key(const struct sweep_grid *grid, const struct sweep_key *key,
    struct ft_error *err)
{
	for (size_t i = 0; i < grid->n; i++) {
		const struct sweep_key *other = &grid->key[i];

		if (!strcmp(other->name, key->name))
			return ft_fail(err, FT_EINVAL,
			    "--grid: '%s' is repeated", key->name);
		if (is_seed(other) && is_seed(key))
			return ft_fail(err, FT_EINVAL,
			    "--grid: %s and %s exclude each other", other->name,
			    key->name);
	}
	return FT_OK;
}

enum ft_status
sweep_grid_add(struct sweep_grid *grid, const char *text, struct ft_error *err)
{
	const char *equals = strchr(text, '=');
	struct sweep_key key = { 0 };
	enum ft_status status;

	if (!equals || equals == text)
		return ft_fail(err, FT_EINVAL,
		    "--grid needs KEY=VALUE,VALUE,..., not '%s'", text);
	FT_TRY(find_key(grid, &key,
	    ft_arena_strndup(&grid->arena, text, (size_t)(equals - text)),
	    err));
	assert(key.name);
	FT_TRY(check_key(grid, &key, err));
	status = add_values(grid, &key, equals + 1, err);
	if (status == FT_OK && key.n > SWEEP_POINTS_MAX / grid->points)
		status = ft_fail(err, FT_EINVAL, "--grid: more than %d points",
		    SWEEP_POINTS_MAX);
	if (status != FT_OK) {
		ft_free(key.value);
		return status;
	}
	*ft_vec_add(grid->key, grid->n, grid->cap) = key;
	grid->points *= key.n;
	return FT_OK;
}

enum ft_status
sweep_grid_option(const struct ft_opt_use *use)
{
	return sweep_grid_add(ft_opt_member(use), use->arg, use->err);
}

enum ft_status
sweep_grid_add_traces(
    struct sweep_grid *grid, char *const *file, size_t n, struct ft_error *err)
{
	struct sweep_key key = { .name = "trace", .kind = SWEEP_TRACE };

	if (n > SWEEP_POINTS_MAX / grid->points)
		return ft_fail(err, FT_EINVAL, "--grid: more than %d points",
		    SWEEP_POINTS_MAX);
	for (size_t i = 0; i < n; i++)
		*ft_vec_add(key.value, key.n, key.cap) = file[i];
	(void)*ft_vec_add(grid->key, grid->n, grid->cap);
	memmove(grid->key + 1, grid->key, (grid->n - 1) * sizeof key);
	grid->key[0] = key;
	grid->points *= n;
	return FT_OK;
}

/* ---- options for all points ----------------------------------------------- */

void
sweep_grid_met(struct sweep_grid *grid, const struct ft_option *row)
{
	if (row->name)
		*ft_vec_add(grid->given, grid->n_given, grid->cap_given) =
		    row->name;
}

/* A key must not have an option for all points, too. */
static enum ft_status
check_given(const struct sweep_grid *grid,
    const struct fsim_generator *generator, struct ft_error *err)
{
	for (size_t i = 0; i < grid->n; i++)
		if (grid->key[i].kind == SWEEP_GENERATOR &&
		    generator->given & 1U << grid->key[i].option)
			return ft_fail(err, FT_EINVAL,
			    "--generate %s and --grid %s exclude each other",
			    fsim_generator_options[grid->key[i].option].name,
			    grid->key[i].name);
	for (size_t i = 0; i < grid->n; i++)
		for (size_t k = 0; k < grid->n_given; k++)
			if (grid->key[i].kind != SWEEP_SETTING &&
			    !strcmp(grid->key[i].name, grid->given[k]))
				return ft_fail(err, FT_EINVAL,
				    "--%s and --grid %s exclude each other",
				    grid->given[k], grid->key[i].name);
	return FT_OK;
}

/* Whether another policy than BEST can use more options. */
static bool
uses_more(enum ft_replay_policy policy, enum ft_replay_policy best)
{
	return policy == FT_REPLAY_EASY ||
	       (policy != FT_REPLAY_SLURM && best == FT_REPLAY_SLURM);
}

/* Give SOURCE the value of KEY that can use most options. */
static enum ft_status
use_most(const struct sweep_key *key, struct fsim_source *source,
    struct ft_error *err)
{
	struct fsim_trial *trial = &source->trial;

	for (size_t i = 0; i < key->n; i++) {
		struct fsim_trial other = *trial;

		FT_TRY(set_own(key->kind, key->value[i], &other, err));
		if (key->kind == SWEEP_POLICY &&
		    (!i || uses_more(other.policy, trial->policy)))
			trial->policy = other.policy;
		trial->rules.feedback |= other.rules.feedback;
		if (other.outage_file)
			trial->outage_file = other.outage_file;
		if (other.limits.kind != FT_ESTIMATE_NONE)
			trial->limits.kind = other.limits.kind;
	}
	if (key->kind == SWEEP_ORDER)
		source->ordered = true;
	if (key->kind == SWEEP_DEPTH)
		trial->depth = 1;
	if (key->kind == SWEEP_ON_FAILURE)
		source->failing = true;
	return FT_OK;
}

enum ft_status
sweep_grid_prepare(const struct sweep_grid *grid, struct fsim_source *source,
    struct ft_error *err)
{
	struct fsim_source most = *source;

	FT_TRY(check_given(grid, &source->trial.generator, err));
	for (size_t i = 0; i < grid->n; i++) {
		const struct sweep_key *key = &grid->key[i];

		if (is_own(key->kind))
			FT_TRY(use_most(key, &most, err));
		for (size_t k = 0; key->kind == SWEEP_OUTAGES && k < key->n;
		     k++)
			if (strcmp(key->value[k], NONE) != 0)
				fsim_source_want_outages(source, key->value[k]);
	}
	source->redrawn = sweep_grid_has(grid, SWEEP_GENERATOR);
	source->generated |= source->redrawn;
	source->limits_later = sweep_grid_has(grid, SWEEP_LIMITS);
	return fsim_source_check(&most, err);
}

bool
sweep_grid_is_real(const struct sweep_grid *grid)
{
	static const enum sweep_kind kinds[] = { SWEEP_POLICY, SWEEP_OVERRUN,
		SWEEP_FEEDBACK, SWEEP_OUTAGES, SWEEP_LIMITS };

	for (size_t i = 0; i < FT_COUNT(kinds); i++)
		if (sweep_grid_has(grid, kinds[i]))
			return false;
	return true;
}

/* ---- points -------------------------------------------------------------- */

/* Returns which value of KEY that is. */
static size_t
at(const struct sweep_grid *grid, size_t point, size_t key)
{
	for (size_t i = grid->n - 1; i > key; i--)
		point /= grid->key[i].n;
	return point % grid->key[key].n;
}

const char *
sweep_grid_value(const struct sweep_grid *grid, size_t point, size_t key)
{
	return grid->key[key].value[at(grid, point, key)];
}

size_t
sweep_grid_trace(const struct sweep_grid *grid, size_t point)
{
	return sweep_grid_has(grid, SWEEP_TRACE) ? at(grid, point, 0) : 0;
}

enum ft_resample
sweep_grid_resample(const struct sweep_grid *grid)
{
	return sweep_grid_has(grid, SWEEP_USERS)   ? FT_RESAMPLE_USERS
	       : sweep_grid_has(grid, SWEEP_WEEKS) ? FT_RESAMPLE_WEEKS
						   : FT_RESAMPLE_NONE;
}

const char *
sweep_shares_name(const struct sweep_key *key)
{
	return key->name + strlen(SHARES);
}

void
sweep_grid_name(const struct sweep_grid *grid, size_t point, struct ft_str *str)
{
	for (size_t i = 0; i < grid->n; i++)
		ft_str_addf(str, "%s%s=%s", i ? " " : "", grid->key[i].name,
		    sweep_grid_value(grid, point, i));
	if (!grid->n)
		ft_str_add(str, "the trace");
}

bool
sweep_grid_has(const struct sweep_grid *grid, enum sweep_kind kind)
{
	for (size_t i = 0; i < grid->n; i++)
		if (grid->key[i].kind == kind)
			return true;
	return false;
}

enum ft_status
sweep_grid_set(const struct sweep_grid *grid, size_t point,
    struct fsim_trial *trial, struct ft_conf *conf, struct ft_error *err)
{
	for (size_t i = 0; i < grid->n; i++) {
		const struct sweep_key *key = &grid->key[i];
		const char *value = sweep_grid_value(grid, point, i);

		if (key->kind == SWEEP_SETTING)
			FT_TRY(ft_conf_set(
			    conf, key->setting, value, "--grid", err));
		else if (key->kind == SWEEP_GENERATOR)
			FT_TRY(fsim_generator_set(
			    &trial->generator, key->option, value, err));
		else if (is_own(key->kind))
			FT_TRY(set_own(key->kind, value, trial, err));
	}
	/* suggest lists that may be swept as a whole */
	for (size_t i = 0; i < grid->n; i++)
		if (grid->key[i].kind == SWEEP_PART)
			FT_TRY(set_part(&grid->key[i].part,
			    sweep_grid_value(grid, point, i), conf, err));
	return ft_conf_check(conf, err);
}

enum ft_status
sweep_grid_check(const struct sweep_grid *grid, struct fsim_source *source,
    size_t *first_come, struct ft_error *err)
{
	struct fsim_trial trial = source->trial;
	struct ft_conf *conf = &source->session.conf;
	struct ft_conf_value were[FT_CONF_KEYS];
	enum ft_status status = FT_OK;

	memcpy(were, conf->value, sizeof were);
	for (size_t i = 0; i < grid->points && status == FT_OK; i++) {
		struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

		status = sweep_grid_set(grid, i, &trial, conf, err);
		if (first_come)
			first_come[fsim_trial_first_come(&trial, conf)]++;
		sweep_grid_name(grid, i, &name);
		if (status != FT_OK)
			ft_error_prefix(err, "%s: ", ft_str_text(&name));
	}
	memcpy(conf->value, were, sizeof were);
	return status;
}
