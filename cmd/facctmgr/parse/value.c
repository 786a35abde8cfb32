/* value.c - values of words, and complaints about bad ones. */

#include "facctmgr/parse/private.h"
#include "facctmgr/store/store.h"
#include "model/account/qos.h"

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
	return attr->type == FT_ATTR_LIMIT && !attr->tres &&
	       ft_limit_infos[attr->limit].type == type;
}

static bool
is_tres(const struct ft_attr *attr)
{
	return is_limit(attr, FT_LIMIT_TRES);
}

static bool
is_count(const struct ft_attr *attr)
{
	return attr->type == FT_ATTR_COUNT || is_limit(attr, FT_LIMIT_COUNT);
}

static bool
is_time(const struct ft_attr *attr)
{
	return attr->type == FT_ATTR_SECONDS ||
	       attr->type == FT_ATTR_DURATION ||
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

	request->status = 1;
	if (!reading->acct->context->slurm) {
		facctmgr_error(reading->acct, "%s", err->text);
		return;
	}
	complain_slurm(reading, attr, err);
	if (attr->type == FT_ATTR_QOS || (unread && attr->type == FT_ATTR_WORD))
		return;
	if (unread && is_tres(attr)) {
		request->status = 0;
		request->set.given++;
	} else if (!reading->grammar->qos) {
		facctmgr_unknown(reading);
	} else if (is_count(attr) || attr->type == FT_ATTR_REAL ||
		   (is_time(attr) && err->status == FT_EINVAL)) {
		/* sacctmgr ignores a bad number and goes on */
		request->status = 0;
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

/* ---- words with a value --------------------------------------------------------------- */

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

/* sacctmgr refuses a condition with an unknown QOS. */
static void
check_qos_names(struct facctmgr_reading *reading)
{
	struct facctmgr *acct = reading->acct;
	const struct ft_admin_names *names =
	    &reading->request->where.key[FT_KEY_QOS];
	struct ft_admin_set set;
	struct ft_error err;

	if (!begin(reading))
		return;
	ft_admin_set_init(&set, FT_ENTITY_ASSOC);
	for (size_t i = 0; i < names->n; i++)
		if (ft_admin_set_option(&set,
			ft_attr_find(FT_ENTITY_ASSOC, "QosLevel", 8),
			ft_admin_lookup(acct->admin),
			(struct ft_admin_words){ '=', names->item[i] },
			&err) != FT_OK) {
			facctmgr_error(acct, "%s", err.text);
			facctmgr_unknown(reading);
			break;
		}
	ft_admin_set_free(&set);
}

uint32_t
facctmgr_account_flags(const char *value)
{
	struct ft_word word;
	uint32_t flags = 0;

	while (ft_word_next(&value, ",", &word))
		if (ft_word_cuts(word, "UsersAreCoords", 1))
			flags |= 1;
	return flags;
}

static void
read_list(struct facctmgr_reading *reading, const struct facctmgr_word *row)
{
	struct facctmgr_request *request = reading->request;
	const char *value =
	    row->type == WORD_NAMES
		? ft_arena_strdup(&request->arena, reading->list)
		: facctmgr_lower(&request->arena, reading->list);

	if (!facctmgr_split_names(
		reading->acct, request, &request->where.key[row->key], value))
		request->status = 1;
	if (row->flags & WORD_QOS && reading->acct->context->slurm)
		check_qos_names(reading);
	if (row->flags & WORD_ACCOUNT_FLAGS &&
	    ft_release_has(reading->acct->context->release,
		FT_RULE_ACCOUNT_FLAGS_CHECKED) &&
	    !facctmgr_account_flags(value))
		request->status =
		    facctmgr_fail(reading->acct, " Unknown Flag(s)=%s\n",
			"no flag of an account: '%s'", reading->value);
}

/* Fields add up; one given again moves to the end. */
static void
read_format(struct facctmgr_reading *reading)
{
	struct facctmgr_request *request = reading->request;
	struct ft_admin_names *names = &request->where.key[FT_KEY_FORMAT];
	struct ft_str all = { 0 };

	if (!facctmgr_split_names(reading->acct, request, names,
		facctmgr_lower(&request->arena, reading->list)))
		request->status = 1;
	for (size_t i = 0; i < names->n; i++)
		ft_str_addf(&all, "%s%s", i ? "," : "", names->item[i]);
	request->format = ft_arena_strdup(&request->arena, ft_str_text(&all));
	ft_str_free(&all);
	names->given = false; /* it selects nothing */
}

/* A comma list of numbers. */
static void
read_ids(struct facctmgr_reading *reading, const struct facctmgr_word *row)
{
	struct facctmgr_request *request = reading->request;
	const struct ft_admin_names *names = &request->where.key[row->key];
	uint32_t id;

	read_list(reading, row);
	for (size_t i = 0; i < names->n; i++) {
		if (ft_num_u32(names->item[i], &id))
			continue;
		if (reading->acct->context->slurm && *names->item[i] == '-' &&
		    ft_num_u32(names->item[i] + 1, &id))
			continue; /* no record has a negative number */
		request->status = 1;
		facctmgr_error(reading->acct, "Invalid value for %s (%s)",
		    reading->grammar->id    ? reading->grammar->id
		    : reading->grammar->qos ? "QOS ID"
					    : "AssocId",
		    names->item[i]);
		return;
	}
}

/* Returns whether it counts as a setting: sacctmgr passes over a bad number. */
static bool
read_raw_usage(struct facctmgr_reading *reading)
{
	struct facctmgr *acct = reading->acct;
	struct facctmgr_request *request = reading->request;
	bool slurm = acct->context->slurm;
	bool minus = slurm && *reading->value == '-';

	if (ft_num_u64(reading->value + minus, &request->raw_usage) &&
	    (slurm || request->raw_usage <= FT_USAGE_MAX)) {
		if (minus) /* as slurmdbd takes it: a large number */
			request->raw_usage = UINT64_MAX;
		request->raw_usage_given = true;
		return true;
	}
	if (slurm) {
		facctmgr_error(
		    acct, "Invalid value for RawUsage (%s)", reading->value);
		return false;
	}
	request->status = 1;
	facctmgr_error(acct,
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
	bool minus = *value == '-';
	unsigned long number;
	char *end;

	number = strtoul(value + minus, &end, 10);
	if (!*value && reading->acct->context->slurm)
		return true;
	if (end == value + minus || (*end && !reading->acct->context->slurm) ||
	    (minus && !reading->acct->context->slurm)) {
		facctmgr_error(reading->acct, "Invalid value for %s (%s)",
		    row->key == NUMBER_COUNT ? "count" : row->name, value);
		if (!reading->acct->context->slurm)
			request->status = 1;
		return false;
	}
	request->number[row->key] = minus ? UINT32_MAX : (uint32_t)number;
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

void
facctmgr_read_value(
    struct facctmgr_reading *reading, const struct facctmgr_word *row)
{
	struct facctmgr_request *request = reading->request;
	const char **text = (const char **)((char *)request + row->key);

	if (row->flags & WORD_ASSOC)
		request->assoc_words = true;
	if (row->flags & WORD_LOUD)
		request->loud = true;
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
	case WORD_TEXT:
	case WORD_ONCE:
		if (row->flags & WORD_AS_IS &&
		    ft_release_has(reading->acct->context->release,
			FT_RULE_JOB_COMMENT_CASE))
			*text = reading->value;
		else if (row->type == WORD_TEXT || !*text)
			*text = facctmgr_lower(&request->arena, reading->value);
		/* among the accounts, at its place in the command line */
		if (row->flags & WORD_HOME &&
		    reading->grammar->names_in_settings)
			ft_admin_names_add(
			    &request->where.key[FT_KEY_ACCOUNT], *text);
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
		ft_admin_set_number(&request->account, FT_ACCOUNT_flags,
		    facctmgr_account_flags(reading->value));
		break;
	case WORD_FLAG:
	case WORD_NOTHING:
	case WORD_IGNORE:
		return;
	}
	if (reading->setting)
		request->n_settings++;
	else
		request->n_conditions++;
}

/* ---- settings of associations and QOS ---------------------------------------------------- */

void
facctmgr_read_option(
    struct facctmgr_reading *reading, const struct ft_attr *attr)
{
	struct facctmgr *acct = reading->acct;
	struct facctmgr_request *request = reading->request;
	char op = reading->op == '=' ? '=' : reading->op;
	enum ft_status status;
	struct ft_error err;

	if (!begin(reading))
		return;
	if (attr->type != FT_ATTR_QOS_LIST && attr->type != FT_ATTR_FLAGS &&
	    op != '=' && !acct->context->slurm) {
		request->status = 1;
		facctmgr_error(acct, "'%s' takes = only", attr->name);
		return;
	}
	/* sacctmgr knows texts, such as comments, in lower case only */
	status = ft_admin_set_option(&request->set, attr,
	    ft_admin_lookup(acct->admin),
	    (struct ft_admin_words){
		op, attr->type == FT_ATTR_TEXT && acct->context->slurm
			? facctmgr_lower(&request->arena, reading->value)
			: reading->value },
	    &err);
	if (status == FT_OK)
		request->loud = true;
	else if (attr->type == FT_ATTR_FLAGS)
		bad_flags(reading, err.text);
	else
		bad_value(reading, attr, &err);
}
