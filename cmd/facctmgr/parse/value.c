/* value.c - values of words, and complaints about bad ones. */

#include "facctmgr/parse/private.h"
#include "facctmgr/entity/entity.h"
#include "facctmgr/store/store.h"
#include "model/account/qos.h"

/* The two above it mean "none" and "not set". */
#define COUNT_MAX (UINT32_MAX - 2)

bool
facctmgr_jobs_strict(const struct facctmgr *acct)
{
	return ft_release_has(acct->context->release, FT_RULE_JOBS_STRICT);
}

/* ---- complaints -------------------------------------------------------------------- */

void
facctmgr_unknown(struct facctmgr_reading *reading)
{
	struct facctmgr *acct = reading->acct;
	const struct facctmgr_grammar *grammar = reading->grammar;
	bool setting = reading->setting;
	const char *near =
	    facctmgr_suggest_word(grammar, setting, reading->word);

	if (!setting || !grammar->goes_on || facctmgr_jobs_strict(acct))
		reading->request->status = 1;
	if (!acct->context->slurm && near) {
		facctmgr_error(acct, "unknown %s '%s'; did you mean '%s'?",
		    setting ? "setting" : "condition", reading->word, near);
	} else if (!acct->context->slurm) {
		facctmgr_error(acct, "unknown %s '%s'%s",
		    setting ? "setting" : "condition", reading->word,
		    grammar->conditions && grammar->settings
			? setting ? ", conditions come after 'where'"
				  : ", settings come after 'set'"
			: "");
	} else if (!setting) {
		facctmgr_complain(
		    acct, " Unknown condition: %s\n", reading->word);
		if (!grammar->no_hint)
			facctmgr_complain(acct,
			    " Use keyword 'set' to modify %s\n",
			    grammar->qos ? "SLURM_PRINT_VALUE" : "value");
	} else {
		/* of QOS and jobs it says so on standard output */
		fprintf(grammar->qos || grammar->goes_on ? acct->context->out
							 : acct->context->err,
		    " Unknown option: %s\n%s", reading->word,
		    grammar->add_user
			? ""
			: " Use keyword 'where' to modify condition\n");
	}
}

/* Types of settings that sacctmgr reads with the same function. */
static bool
is_limit(const struct ft_attr *attr, enum ft_limit_type type)
{
	/* GrpCPUs=4 is a number, not a TRES */
	return attr->type == FT_ATTR_LIMIT &&
	       type == (attr->tres ? FT_LIMIT_COUNT
				   : ft_limit_infos[attr->limit].type);
}

static bool
is_tres(const struct ft_attr *attr)
{
	return is_limit(attr, FT_LIMIT_TRES);
}

static bool
is_number(const struct ft_attr *attr)
{
	return attr->type == FT_ATTR_COUNT || attr->type == FT_ATTR_REAL ||
	       attr->type == FT_ATTR_SECONDS || attr->type == FT_ATTR_SHARES ||
	       is_limit(attr, FT_LIMIT_COUNT);
}

static bool
is_time(const struct ft_attr *attr)
{
	return attr->type == FT_ATTR_DURATION ||
	       is_limit(attr, FT_LIMIT_MINUTES);
}

void
facctmgr_complain_value(struct facctmgr *acct, const struct ft_attr *attr,
    const char *word, const struct ft_error *err)
{
	bool unread = err->status == FT_EPARSE;

	if (attr->type == FT_ATTR_QOS)
		facctmgr_complain(acct, "%s\n", err->text);
	else if (unread && (attr->type == FT_ATTR_WORD || is_time(attr)))
		facctmgr_complain(acct, " %s: %s\n", err->text, word);
	else if (is_tres(attr) && err->status == FT_ENOENT)
		facctmgr_error(acct, "slurmdb_format_tres_str: %s", err->text);
	else if (unread || !is_tres(attr))
		facctmgr_error(acct, "%s", err->text);
}

/* Complain as sacctmgr of a value that setting ATTR does not take. */
static void
complain_slurm(struct facctmgr_reading *reading, const struct ft_attr *attr,
    const struct ft_error *err)
{
	struct facctmgr *acct = reading->acct;

	facctmgr_complain_value(acct, attr, reading->word, err);
	if (attr->type == FT_ATTR_QOS_LIST && reading->grammar->add_user &&
	    ft_release_has(acct->context->release, FT_RULE_ADD_USER_TWICE))
		facctmgr_error(acct, "%s", err->text);
}

/* Complain of a value that setting ATTR does not take, for the reason in ERR. */
static void
bad_value(struct facctmgr_reading *reading, const struct ft_attr *attr,
    const struct ft_error *err)
{
	struct facctmgr_request *request = reading->request;
	bool unread = err->status == FT_EPARSE;
	int before = request->status;

	request->status = 1;
	if (!reading->acct->context->slurm) {
		facctmgr_error(reading->acct, "%s", err->text);
		return;
	}
	complain_slurm(reading, attr, err);
	if (attr->type == FT_ATTR_QOS || (unread && attr->type == FT_ATTR_WORD))
		return;
	if (unread && is_tres(attr)) {
		request->status = before;
		request->set.given++;
	} else if (!reading->grammar->qos) {
		facctmgr_unknown(reading);
	} else if (is_number(attr)) {
		/* sacctmgr ignores a bad number and goes on */
		request->status = before;
	}
}

static void
bad_flags(struct facctmgr_reading *reading, const char *value)
{
	struct ft_str valid FT_CLEANUP(ft_str_free) = { 0 };

	ft_keywords_add(&valid, &ft_qos_flag_words, UINT32_MAX,
	    reading->acct->context->release);
	reading->request->status = 1;
	if (reading->acct->context->slurm)
		facctmgr_print(reading->acct,
		    " Unknown QOS flag used in:\n  '%s'\n"
		    " Valid QOS flags are\n  '%s'\n",
		    value, ft_str_text(&valid));
	else
		facctmgr_error(reading->acct,
		    "unknown QOS flag in '%s' (flags: %s)", value,
		    ft_str_text(&valid));
}

/* sacctmgr knows the value in lower case only, and complains of that. */
static void
lower_value(struct facctmgr_reading *reading)
{
	struct ft_arena *arena = &reading->request->arena;
	size_t name = strcspn(reading->word, "=");
	char *word;

	if (!reading->acct->context->slurm)
		return;
	reading->value = ft_arena_lower(arena, reading->value);
	word = ft_arena_lower(arena, reading->word);
	memcpy(word, reading->word, name);
	reading->word = word;
}

/* ---- words with a value ---------------------------------------------------- */

/* Report a store that does not open once, however many words need it. */
static bool
begin(struct facctmgr_reading *reading)
{
	struct facctmgr_request *request = reading->request;

	if (!request->no_store && facctmgr_begin(reading->acct))
		return true;
	request->no_store = !reading->acct->context->slurm;
	request->status = 1;
	return false;
}

/* sacctmgr refuses a condition with an unknown QOS; returns whether all are known. */
static bool
knows_qos(struct facctmgr_reading *reading)
{
	struct facctmgr *acct = reading->acct;
	struct ft_admin_set set;
	struct ft_error err;
	enum ft_status status;

	if (!begin(reading))
		return false;
	ft_admin_set_init(&set, FT_ENTITY_ASSOC);
	status = ft_admin_set_option(&set,
	    ft_attr_find(FT_ENTITY_ASSOC, ft_word_of("QosLevel")),
	    ft_admin_lookup(acct->admin),
	    (struct ft_admin_words){
		'=', ft_arena_lower(&reading->request->arena, reading->list) },
	    &err);
	ft_admin_set_free(&set);
	if (status == FT_OK)
		return true;
	facctmgr_error(acct, "%s", err.text);
	facctmgr_unknown(reading);
	return false;
}

/* sacctmgr refuses a condition with an unknown preempt mode, and any after a word
 * that was wrong; returns whether it takes this one, which is a list of modes. */
static bool
knows_modes(struct facctmgr_reading *reading)
{
	struct facctmgr *acct = reading->acct;
	const char *at = reading->value;
	bool known = reading->request->status == 0;
	struct ft_str modes = { 0 };
	struct ft_word word;

	if (known && !*at)
		return false; /* it selects all */

	while (ft_word_next(&at, ",", &word)) {
		char *mode = ft_arena_strndup(
		    &reading->request->arena, word.at, word.len);
		int found = ft_qos_preempt_mode_find(mode);

		if (found < 0) {
			facctmgr_error(
			    acct, "Unknown preempt_mode given '%s'", mode);
			known = false;
			break;
		}
		ft_str_addf(&modes, "%s%s", modes.len ? "," : "",
		    ft_qos_preempt_mode((uint32_t)found));
	}
	if (!known) {
		reading->request->status = 1;
		facctmgr_complain(
		    acct, " Bad Preempt Mode given: %s\n", reading->word);
	}
	reading->list =
	    ft_arena_strdup(&reading->request->arena, ft_str_text(&modes));
	ft_str_free(&modes);
	return known;
}

/* Returns whether sacctmgr takes the condition; ours takes any. */
static bool
takes_names(struct facctmgr_reading *reading, const struct facctmgr_word *row)
{
	if (!reading->acct->context->slurm)
		return true;
	if (row->flags & WORD_QOS && !knows_qos(reading))
		return false;
	/* it reads the rest as if it knew only ids */
	if (reading->grammar->sticks && reading->request->status &&
	    row->type != WORD_IDS) {
		facctmgr_unknown(reading);
		return false;
	}
	if (row->key == FT_KEY_PREEMPT_MODE)
		return knows_modes(reading);
	/* an unknown level selects all, and yet it is a condition */
	if (row->type == WORD_LEVEL &&
	    ft_admin_level_find(reading->value) == FT_ADMIN_NOTSET) {
		reading->request->where.key[row->key].given = true;
		return false;
	}
	return true;
}

bool
facctmgr_account_flags(const char *value, uint32_t *flags)
{
	struct ft_word word;
	bool known = true;

	*flags = 0;
	while (ft_word_next(&value, ",", &word))
		if (ft_word_abbreviates(word, "UsersAreCoords", 1))
			*flags |= 1;
		else
			known = known && ft_word_abbreviates(
					     word, "NoUsersAreCoords", 1);
	return known;
}

/* No cluster has any flag. */
static bool
knows_flags(const struct facctmgr_word *row, const char *value)
{
	uint32_t flags;

	return row->flags & WORD_CLUSTER_FLAGS
		   ? !*value
		   : facctmgr_account_flags(value, &flags);
}

/* What sacctmgr makes of a list that brings no name which it does not have yet. */
static void
refuse_repeated(
    struct facctmgr_reading *reading, const struct facctmgr_word *row)
{
	struct facctmgr *acct = reading->acct;

	if (!acct->context->slurm)
		return;
	if (row->flags & WORD_QOS && *reading->list)
		facctmgr_error(acct, "You gave me an empty qos list");
	else if (row->flags & WORD_QOS ||
		 !ft_release_has(acct->context->release, FT_RULE_NAMES_AGAIN))
		return;
	if (row->flags & (WORD_QOS | WORD_NEW))
		facctmgr_unknown(reading);
	else if (row->flags & WORD_NEW_OR_END)
		reading->request->status = 1;
}

static void
read_list(struct facctmgr_reading *reading, const struct facctmgr_word *row)
{
	struct facctmgr_request *request = reading->request;
	struct ft_admin_names *names = &request->where.key[row->key];
	size_t before = names->n;
	const char *value;

	if (!takes_names(reading, row))
		return;
	value = row->type == WORD_NAMES
		    ? ft_arena_strdup(&request->arena, reading->list)
		    : ft_arena_lower(&request->arena, reading->list);
	if (!facctmgr_split_names(reading->acct, request, names, value))
		request->status = 1;
	if (names->n == before)
		refuse_repeated(reading, row);
	if (row->flags & (WORD_ACCOUNT_FLAGS | WORD_CLUSTER_FLAGS) &&
	    ft_release_has(
		reading->acct->context->release, FT_RULE_FLAGS_CHECKED) &&
	    !knows_flags(row, value))
		request->status =
		    facctmgr_fail(reading->acct, " Unknown Flag(s)=%s\n",
			"no such flag: '%s'", reading->value);
}

/* Fields add up; one given again moves to the end. */
static void
read_format(struct facctmgr_reading *reading)
{
	struct facctmgr_request *request = reading->request;
	struct ft_admin_names *names = &request->where.key[FT_KEY_FORMAT];
	struct ft_str all = { 0 };

	if (!facctmgr_split_names(reading->acct, request, names,
		ft_arena_lower(&request->arena, reading->list)))
		request->status = 1;
	for (size_t i = 0; i < names->n; i++)
		ft_str_addf(&all, "%s%s", i ? "," : "", names->item[i]);
	request->format = ft_arena_strdup(&request->arena, ft_str_text(&all));
	ft_str_free(&all);
	names->given = false; /* it selects nothing */
}

/* Read a number as sacctmgr does; returns whether it is one. */
static bool
read_digits(
    const struct facctmgr_reading *reading, const char *value, uint64_t *number)
{
	char *end;

	*number = strtoull(value, &end, 10);
	return end > value &&
	       ft_admin_number_ends(reading->acct->context->release, end);
}

/* Take the id *ITEM as sacctmgr does, which looks for digits at the start, and
 * slurmdbd, which gets all of it.  Returns whether the query goes on. */
static bool
take_odd_id(struct facctmgr_reading *reading, const struct facctmgr_ids *ids,
    const char **item)
{
	struct facctmgr *acct = reading->acct;
	bool old = !ft_release_has(acct->context->release, FT_RULE_IDS_CHECKED);
	const char *digits = *item + (**item == '-');
	size_t n = strspn(digits, "0123456789");
	bool whole = n > 0 && !digits[n];
	char why[32] = "Unspecified error";

	/* no record has a negative number, or one above 32 bits */
	if (whole && (old || *item == digits))
		return true;
	if (ids->unused && (old || !**item))
		return true;
	if (old && ids->counts)
		*item =
		    n ? ft_arena_strndup(&reading->request->arena, digits, n)
		      : "0";
	if (ids->counts && (old || !**item))
		return true;
	reading->request->status = 1;
	if (old || !**item) {
		snprintf(
		    why, sizeof why, "Unknown error %d", **item ? 1054 : 1064);
		facctmgr_error(acct, "%s", why);
	} else {
		facctmgr_error(
		    acct, "Failed to unpack DBD_GET_%s message", ids->message);
	}
	if (ids->query)
		facctmgr_complain(acct, " Problem with query.\n");
	else
		facctmgr_complain(acct, " Error with request: %s\n", why);
	return false;
}

/* A comma list of numbers. */
static void
read_ids(struct facctmgr_reading *reading, const struct facctmgr_word *row)
{
	static const struct facctmgr_ids associations = { .label = "AssocId",
		.message = "ASSOCS" };
	struct facctmgr_request *request = reading->request;
	const struct ft_admin_names *names = &request->where.key[row->key];
	const struct facctmgr_ids *ids =
	    reading->grammar->ids ? reading->grammar->ids : &associations;
	size_t first = names->n;
	uint64_t number;
	uint32_t id;

	read_list(reading, row);
	for (size_t i = first; i < names->n; i++) {
		if (ft_num_u32(names->item[i], &id))
			continue;
		if (reading->acct->context->slurm &&
		    (!*names->item[i] || !ids->label ||
			read_digits(reading, names->item[i], &number))) {
			if (take_odd_id(reading, ids, &names->item[i]))
				continue;
			return;
		}
		request->status = 1;
		facctmgr_error(reading->acct, "Invalid value for %s (%s)",
		    ids->label ? ids->label : associations.label,
		    names->item[i]);
	}
	if (reading->acct->context->slurm && ids->unused &&
	    !(row->flags & WORD_ASSOC)) {
		request->where.key[row->key].n = 0;
		request->where.key[row->key].given = false;
	}
}

/* Complain in sacctmgr's words of a number that setting NAME does not take. */
static void
bad_number(const struct facctmgr_reading *reading, bool real, const char *name)
{
	struct ft_error err;

	ft_admin_fail_number(
	    reading->acct->context->release, real, name, reading->value, &err);
	facctmgr_error(reading->acct, "%s", err.text);
}

/* Of associations 32 bits are kept; that of a QOS is a real number in some releases.
 * Returns whether it is a number. */
static bool
read_slurm_usage(struct facctmgr_reading *reading)
{
	struct facctmgr *acct = reading->acct;
	const char *value = reading->value;
	bool qos = reading->grammar->qos, known;
	bool real =
	    qos && *value &&
	    ft_release_has(acct->context->release, FT_RULE_RAW_USAGE_BAD);
	char *end;
	int64_t number;
	double usage = strtod(value, &end);

	known = real ? end > value &&
			   ft_admin_number_ends(acct->context->release, end)
		     : ft_admin_slurm_number(
			   acct->context->release, value, &number);
	if (!known)
		bad_number(reading, qos, "RawUsage");
	if (!real) {
		reading->request->raw_usage = (uint32_t)number;
		return known;
	}
	if (!known || usage < 0 || usage == UINT32_MAX) {
		facctmgr_complain(acct, " Bad RawUsage value: %s\n", value);
		reading->request->status = 1;
		return false;
	}
	reading->request->raw_usage = usage > (double)FT_USAGE_MAX
					  ? FT_USAGE_MAX
				      : usage > 0 ? (uint64_t)usage
						  : 0;
	return true;
}

/* Returns whether it counts as a setting: sacctmgr passes over a bad number. */
static bool
read_raw_usage(struct facctmgr_reading *reading)
{
	struct facctmgr_request *request = reading->request;

	request->raw_usage_given =
	    reading->acct->context->slurm
		? read_slurm_usage(reading)
		: ft_num_u64(reading->value, &request->raw_usage) &&
		      request->raw_usage <= FT_USAGE_MAX;
	if (reading->acct->context->slurm || request->raw_usage_given)
		return request->raw_usage_given;
	request->status = 1;
	facctmgr_error(reading->acct,
	    "'rawusage' takes a whole number up to %" PRIu64 ", not '%s'",
	    FT_USAGE_MAX, reading->value);
	return true;
}

/* Returns whether it is a number; sacctmgr complains of a bad one and goes on. */
static bool
read_number(struct facctmgr_reading *reading, const struct facctmgr_word *row)
{
	struct facctmgr_request *request = reading->request;
	const char *value = reading->value;
	bool slurm = reading->acct->context->slurm;
	int64_t number;
	uint32_t ours = 0;

	if (slurm ? !ft_admin_slurm_number(
			reading->acct->context->release, value, &number)
		  : !ft_num_u32(value, &ours) || ours > COUNT_MAX) {
		bad_number(reading, false,
		    row->key == NUMBER_COUNT ? "count" : row->name);
		if (!slurm)
			request->status = 1;
		return false;
	}
	request->number[row->key] = !slurm       ? ours
				    : number < 0 ? UINT32_MAX
						 : (uint32_t)number;
	request->number_given[row->key] = true;
	return true;
}

static bool
read_figure(struct facctmgr_reading *reading, const struct facctmgr_word *row)
{
	return row->type == WORD_NUMBER ? read_number(reading, row)
					: read_raw_usage(reading);
}

/* sacctmgr ignores an unknown level. */
static void
read_level(struct facctmgr_reading *reading)
{
	struct facctmgr_request *request = reading->request;

	request->user.to.user.admin_level = ft_admin_level_find(reading->value);
	if (request->user.to.user.admin_level == FT_ADMIN_NOTSET &&
	    !reading->acct->context->slurm) {
		request->status = 1;
		facctmgr_error(reading->acct,
		    "unknown admin level '%s'; there are "
		    "None, Operator, Administrator",
		    reading->value);
	}
}

static void
read_text(struct facctmgr_reading *reading, const struct facctmgr_word *row)
{
	struct facctmgr_request *request = reading->request;
	const char **text = (const char **)((char *)request + row->key);

	if (row->type == WORD_TIME ||
	    (row->flags & WORD_AS_IS &&
		ft_release_has(
		    reading->acct->context->release, FT_RULE_JOB_COMMENT_CASE)))
		*text = reading->value;
	else if (row->type == WORD_TEXT || !*text)
		*text = ft_arena_lower(&request->arena, reading->value);
	if (row->key == FACCTMGR_TO(resource_flags))
		request->resource.op = reading->op;
	/* among the accounts, at its place in the command line */
	if (row->flags & WORD_HOME && reading->grammar->names_in_settings)
		ft_admin_names_add(&request->where.key[FT_KEY_ACCOUNT], *text);
}

void
facctmgr_read_value(
    struct facctmgr_reading *reading, const struct facctmgr_word *row)
{
	struct facctmgr_request *request = reading->request;
	uint32_t flags;

	if (row->flags & WORD_ASSOC)
		request->assoc_words = true;
	if (row->flags & WORD_LOUD)
		request->loud = true;
	if (row->type == WORD_NUMBER || row->type == WORD_RAW_USAGE)
		lower_value(reading);
	switch (row->type) {
	case WORD_LIST:
	case WORD_NAMES:
		read_list(reading, row);
		break;
	case WORD_IDS:
		read_ids(reading, row);
		break;
	case WORD_FORMAT:
		read_format(reading);
		return;
	case WORD_TIME:
	case WORD_TEXT:
	case WORD_ONCE:
		read_text(reading, row);
		break;
	case WORD_NUMBER:
	case WORD_RAW_USAGE:
		if (!read_figure(reading, row))
			return;
		break;
	case WORD_LEVEL:
		if (reading->setting)
			read_level(reading);
		else
			read_list(reading, row);
		break;
	case WORD_FLAGS_SET:
		(void)facctmgr_account_flags(reading->value, &flags);
		ft_admin_set_number(&request->account, FT_ACCOUNT_flags, flags);
		break;
	case WORD_FIXED:
		facctmgr_complain(reading->acct,
		    " Can't modify the %s of an %s\n",
		    strcmp(row->name, "Clusters") ? "name" : "cluster",
		    request->entity->add.one);
		request->status = 1;
		return;
	case WORD_NOTHING:
		(void)takes_names(reading, row);
		return;
	case WORD_FLAG:
	case WORD_IGNORE:
		return;
	}
	if (reading->setting)
		request->n_settings++;
	else
		request->n_conditions++;
}

/* ---- settings of associations and QOS ---------------------------------------------------- */

bool
facctmgr_root_takes(struct facctmgr *acct, enum ft_limit_kind kind)
{
	if (kind != FT_LIMIT_GRP_WALL && kind != FT_LIMIT_GRP_TRES_MINS &&
	    kind != FT_LIMIT_GRP_TRES_RUN_MINS)
		return true;
	facctmgr_complain(acct,
	    "%s is not a valid option for the root association of a "
	    "cluster.\n",
	    ft_limit_infos[kind].name);
	return false;
}

/* sacctmgr refuses some limits of a whole cluster before it reads their value;
 * modify reads what comes after as conditions. */
static bool
is_no_root_limit(struct facctmgr_reading *reading, const struct ft_attr *attr)
{
	if (!reading->acct->context->slurm || !reading->grammar->root ||
	    attr->type != FT_ATTR_LIMIT ||
	    facctmgr_root_takes(reading->acct, attr->limit))
		return false;
	reading->request->status = 1;
	reading->setting = reading->grammar->names_in_settings;
	return true;
}

/* sacctmgr drops neither quotes nor blanks around TRES and times, and no blanks
 * around lists of QOS. */
static const char *
option_value(const struct facctmgr_reading *reading, const struct ft_attr *attr)
{
	bool raw =
	    is_tres(attr) || is_time(attr) ||
	    (attr->type == FT_ATTR_QOS_LIST && !strpbrk(reading->raw, "\"'"));

	return reading->acct->context->slurm && raw ? reading->raw
						    : reading->value;
}

void
facctmgr_read_option(
    struct facctmgr_reading *reading, const struct ft_attr *attr)
{
	struct facctmgr *acct = reading->acct;
	struct facctmgr_request *request = reading->request;
	char op = reading->op == '=' ? '=' : reading->op;
	enum ft_status status;
	struct ft_error err;

	if (is_no_root_limit(reading, attr))
		return;
	if (!begin(reading))
		return;
	if (attr->type != FT_ATTR_QOS_LIST && attr->type != FT_ATTR_FLAGS &&
	    op != '=' && !acct->context->slurm) {
		request->status = 1;
		facctmgr_error(acct, "'%s' takes = only", attr->name);
		return;
	}
	/* comments, for instance */
	if (attr->type == FT_ATTR_TEXT || is_number(attr))
		lower_value(reading);
	status = ft_admin_set_option(&request->set, attr,
	    ft_admin_lookup(acct->admin),
	    (struct ft_admin_words){ op, option_value(reading, attr) }, &err);
	if (status == FT_OK)
		request->loud = true;
	else if (attr->type == FT_ATTR_FLAGS)
		bad_flags(reading, err.text);
	else
		bad_value(reading, attr, &err);
}
