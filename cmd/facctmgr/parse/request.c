/* request.c - read words into a request: which word is which. */

#include "facctmgr/parse/private.h"

void
facctmgr_request_init(struct facctmgr_request *request)
{
	*request = (struct facctmgr_request){ 0 };
	ft_admin_result_init(&request->result);
	ft_admin_where_init(&request->where);
	ft_admin_set_init(&request->set, FT_ENTITY_ASSOC);
	ft_admin_set_init(&request->account, FT_ENTITY_ACCOUNT);
	ft_admin_set_init(&request->user, FT_ENTITY_USER);
	ft_admin_set_init(&request->resource, FT_ENTITY_RESOURCE);
}

void
facctmgr_request_free(struct facctmgr_request *request)
{
	ft_admin_result_free(&request->result);
	ft_admin_where_free(&request->where);
	ft_admin_set_free(&request->set);
	ft_arena_clear(&request->arena);
}

bool
facctmgr_has_conditions(const struct facctmgr_request *request)
{
	for (int i = 0; i < FT_KEYS; i++)
		if (request->where.key[i].given)
			return true;
	return false;
}

/* ---- words ------------------------------------------------------------------------------ */

const struct facctmgr_word *
facctmgr_find_word(
    const struct facctmgr_word *table, struct ft_word word, bool value)
{
	for (; table && table->name; table++)
		if ((table->type != WORD_FLAG) == value &&
		    ft_word_abbreviates(word, table->name, table->min))
			return table;
	return NULL;
}

const struct facctmgr_word *
facctmgr_bare_word(const struct facctmgr_word *table)
{
	for (; table && table->name; table++)
		if (table->flags & WORD_BARE)
			return table;
	return NULL;
}

/* Returns whether the mirrored release knows the name; ours know all. */
static bool
is_known(const struct facctmgr *acct, const struct facctmgr_word *row,
    const struct ft_attr *attr)
{
	if (row && !ft_release_within(acct->context->release,
		       (enum ft_release)(row->flags >> 16), 0))
		return false;
	if (row &&
	    (row->type == WORD_FLAGS_SET || row->flags & WORD_ACCOUNT_FLAGS))
		attr = ft_attr_row(FT_ENTITY_ACCOUNT, FT_ACCOUNT_flags);
	return attr == NULL || ft_release_within(acct->context->release,
				   attr->since, attr->until);
}

/* Whether the word takes += and -=: lists of QOS, flags of a QOS, features, the
 * clusters of a federation. */
static bool
takes_signs(
    const struct facctmgr_word *row, const struct ft_attr *attr, bool setting)
{
	return attr ? attr->type == FT_ATTR_QOS_LIST ||
			  attr->type == FT_ATTR_FLAGS
		    : row && (row->key == FACCTMGR_TO(resource_flags) ||
				 !strcmp(row->name, "Features") ||
				 (setting && !strcmp(row->name, "Clusters")));
}

/* A job's comment is only set; strict releases refuse signs elsewhere, too, even
 * those of unknown conditions. */
static bool
is_bad_operator(struct facctmgr_reading *reading,
    const struct facctmgr_word *row, const struct ft_attr *attr)
{
	struct facctmgr *acct = reading->acct;
	bool job = reading->grammar->goes_on && reading->setting;

	if (reading->op == '=' || !facctmgr_jobs_strict(acct) ||
	    !(job || acct->context->slurm) ||
	    takes_signs(row, attr, reading->setting))
		return false;
	reading->request->status =
	    facctmgr_fail(acct, " Invalid operator '%c=' in %s\n",
		"no %c= in '%s'", reading->op, reading->word);
	return true;
}

/* name=value */
static void
read_pair(struct facctmgr_reading *reading)
{
	const struct facctmgr_grammar *grammar = reading->grammar;
	bool slurm = reading->acct->context->slurm;
	bool setting = reading->setting || grammar->names_in_settings;
	const struct facctmgr_word *row = facctmgr_find_word(
	    setting ? grammar->settings : grammar->conditions,
	    (struct ft_word){ reading->word, reading->len }, true);
	const struct ft_attr *attr =
	    setting && !row
		? ft_attr_find(grammar->options,
		      (struct ft_word){ reading->word, reading->len })
		: NULL;

	if (row && !slurm &&
	    (row->type == WORD_NOTHING || row->type == WORD_FIXED))
		row = NULL;
	if (!setting && slurm && is_bad_operator(reading, row, attr))
		return;
	if (!(row || attr) || !is_known(reading->acct, row, attr))
		facctmgr_unknown(reading);
	else if (is_bad_operator(reading, row, attr))
		return;
	else if (row)
		facctmgr_read_value(reading, row);
	else
		facctmgr_read_option(reading, attr);
}

/* A flag, or the value of the word that takes bare values. */
static void
read_bare(struct facctmgr_reading *reading)
{
	const struct facctmgr_grammar *grammar = reading->grammar;
	struct facctmgr *acct = reading->acct;
	const struct facctmgr_word *table = grammar->names_in_settings
						? grammar->settings
						: grammar->conditions;
	const struct facctmgr_word *row = facctmgr_bare_word(grammar->settings);

	if (reading->setting && row && row->type == WORD_NOTHING &&
	    acct->context->slurm)
		return;
	if (reading->setting && row && row->type == WORD_FIXED &&
	    acct->context->slurm) {
		facctmgr_read_value(reading, row);
		return;
	}
	if (reading->setting && !grammar->names_in_settings) {
		reading->request->status = facctmgr_fail(acct,
		    " Bad format on %s: End your option with an '=' sign\n",
		    "setting '%s' has no value", reading->word);
		return;
	}
	row = facctmgr_find_word(
	    table, (struct ft_word){ reading->word, reading->len }, false);
	if (row) {
		reading->request->flags |= (unsigned)row->key;
		return;
	}
	row = facctmgr_bare_word(table);
	if (row && (!grammar->goes_on || facctmgr_jobs_strict(acct)))
		facctmgr_read_value(reading, row);
	else
		facctmgr_unknown(reading);
}

static void
read_word(struct facctmgr_reading *reading, const char *word)
{
	const char *equal = strchr(word, '=');
	const char *value = equal ? equal + 1 : word;

	/* == is =, unless the release is strict */
	if (equal && *value == '=' &&
	    !(reading->acct->context->slurm &&
		facctmgr_jobs_strict(reading->acct)))
		value++;
	reading->word = word;
	reading->op = 0;
	reading->len = strlen(word);
	if (equal) {
		reading->op = '=';
		if (equal > word + 1 && (equal[-1] == '+' || equal[-1] == '-'))
			reading->op = equal[-1];
		reading->len = (size_t)(equal - word) - (reading->op != '=');
	}
	reading->raw = value;
	reading->value = facctmgr_clean_text(&reading->request->arena, value);
	reading->list =
	    facctmgr_clean_list(reading->acct, &reading->request->arena, value);
	if (reading->op)
		read_pair(reading);
	else
		read_bare(reading);
}

/* Mark the settings that were given as texts, and the admin level. */
static void
mark_given(struct facctmgr_request *request)
{
	uint32_t level = request->user.to.user.admin_level;

	ft_admin_set_texts(&request->account);
	ft_admin_set_texts(&request->user);
	if (level != FT_ADMIN_NOTSET)
		ft_admin_set_number(&request->user, FT_USER_admin_level, level);
}

/* Whether word N, `where` or `set`, is only a name: to sacctmgr's add user. */
static bool
is_name(
    const struct facctmgr *acct, const struct facctmgr_grammar *grammar, int n)
{
	return grammar->add_user && acct->context->slurm &&
	       (n > 0 || !ft_release_has(
			     acct->context->release, FT_RULE_ADD_USER_KEYWORD));
}

void
facctmgr_read_words(struct facctmgr *acct, struct facctmgr_request *request,
    int argc, char **argv)
{
	const struct facctmgr_grammar *grammar = &request->grammar;
	struct facctmgr_reading reading = { .acct = acct,
		.grammar = grammar,
		.request = request,
		.setting = grammar->names_in_settings };

	if (grammar->options)
		request->set.entity = grammar->options;
	for (int i = 0; i < argc; i++) {
		struct ft_word word = ft_word_of(argv[i]);
		bool name = is_name(acct, grammar, i);

		if (!name && ft_word_abbreviates(word, "where", 5)) {
			reading.setting = grammar->names_in_settings;
			continue;
		}
		if (!name && ft_word_abbreviates(word, "set", 3)) {
			if (grammar->settings)
				reading.setting = true;
			continue;
		}
		read_word(&reading, argv[i]);
	}
	mark_given(request);
	if (acct->with_assoc)
		request->flags |= FACCTMGR_WITH_ASSOC;
	if (request->flags & FACCTMGR_WITH_SUB)
		request->where.sub_accounts = true;
	if (request->flags & FACCTMGR_ONLY_DEFAULTS)
		request->where.only_defaults = true;
}
