/*
 * partition_word.c - the words of `scontrol update partition`.
 * Source: what Slurm answered to each key with many values
 * (tests/oracle/cases/m87-partition-words).
 */
#include "fcontrol/update/partition_word.h"

#include "model/job/nodecount.h"

#define NUMBER_16                                                              \
	65533 /* the highest that Slurm takes for a number of 16 bits */
#define NUMBER_32    UINT64_C(4294967293)
#define KIBI         1024
#define SHARING_BITS 0x7fff

struct row;

/* One word being read. */
struct reading {
	const struct ft_context *context;
	const struct row *row;
	const char *text; /* the value */
	struct ft_str *value;
	bool said; /* a complaint was printed */
};
/* Returns whether the value is good, and appends what it means. */
typedef bool read_fn(struct reading *reading);

/* A key: how many letters it may be cut to, how its value is read. */
struct row {
	const char *key;
	size_t least;
	read_fn *read;
	/* of the complaint: acceptable values; "": that the input is invalid;
	 * NULL: that the value is */
	const char *values;
	enum ft_release since;
};

/* ---- values -------------------------------------------------------------- */

static bool
read_text(struct reading *reading)
{
	ft_str_add(reading->value, reading->text);
	return true;
}

/* One of N WORDS or what it begins with. */
static bool
read_word(struct reading *reading, const char *const *word, size_t n)
{
	size_t len = strlen(reading->text);

	for (size_t i = 0; len && i < n; i++)
		if (!strncasecmp(word[i], reading->text, len)) {
			ft_str_add(reading->value, word[i]);
			return true;
		}
	return false;
}

static bool
read_flag(struct reading *reading)
{
	static const char *const words[] = { "YES", "NO" };

	return read_word(reading, words, FT_COUNT(words));
}

static bool
read_state(struct reading *reading)
{
	static const char *const words[] = { "UP", "DOWN", "DRAIN",
		"INACTIVE" };

	return read_word(reading, words, FT_COUNT(words));
}

/* A decimal number of at most HIGH; blanks and a plus may precede it, and no
 * digit means 0. */
static bool
read_number(struct reading *reading, uint64_t high)
{
	const char *at = reading->text + strspn(reading->text, " \t");
	uint64_t number = 0;

	at += *at == '+';
	if (*at && (!ft_num_u64(at, &number) || number > high))
		return false;
	ft_str_addf(reading->value, "%" PRIu64, number);
	return true;
}

static bool
read_short(struct reading *reading)
{
	return read_number(reading, NUMBER_16);
}

static bool
read_seconds(struct reading *reading)
{
	return read_number(reading, NUMBER_32);
}

static bool
is_unlimited(const char *text)
{
	return !strcasecmp(text, "UNLIMITED") || !strcasecmp(text, "INFINITE");
}

static bool
read_limit(struct reading *reading)
{
	return is_unlimited(reading->text) ? read_text(reading)
					   : read_seconds(reading);
}

static bool
read_over_time(struct reading *reading)
{
	return is_unlimited(reading->text) ? read_text(reading)
					   : read_short(reading);
}

/* The settings know NONE, scontrol does not. */
static bool
read_time(struct reading *reading)
{
	return strcasecmp(reading->text, "NONE") != 0 && read_text(reading);
}

/* MiB; nothing means 0. */
static bool
read_memory(struct reading *reading)
{
	if (!strcasecmp(reading->text, "UNLIMITED"))
		return false;
	ft_str_add(reading->value, *reading->text ? reading->text : "0");
	return true;
}

/* Move *at behind a number and its K or M. */
static bool
take_count(const char **at, uint64_t *count)
{
	size_t digits = strspn(*at, "0123456789");
	char text[FCONTROL_KEY];

	if (!digits ||
	    !ft_word_copy((struct ft_word){ *at, digits }, text, sizeof text) ||
	    !ft_num_u64(text, count))
		return false;
	*at += digits;
	if (**at && strchr("kKmM", **at)) {
		*count = ft_num_times(
		    *count, (**at | 0x20) == 'k' ? KIBI : KIBI * KIBI);
		(*at)++;
	}
	return true;
}

/* MaxNodes: the first number of a range counts; nothing is 1. */
static bool
read_most_nodes(struct reading *reading)
{
	const char *at = reading->text;
	uint64_t first = 1, last;

	if (is_unlimited(at))
		return read_text(reading);
	reading->said = true;
	if ((*at && !take_count(&at, &first)) ||
	    (*at == '-' && (at++, !take_count(&at, &last))) || *at ||
	    first > INT32_MAX) {
		ft_cmd_error(reading->context,
		    "Invalid numeric value \"%s\" for MaxNodes.",
		    reading->text);
		return false;
	}
	ft_str_addf(reading->value, "%" PRIu64, first);
	return true;
}

/* MinNodes: the least number as sbatch reads it; a bad one is no error. */
static bool
read_least_nodes(struct reading *reading)
{
	struct ft_nodecount count;
	struct ft_error err = { 0 };
	const char *at = reading->text;
	uint64_t least = UINT32_MAX;

	if (ft_nodecount_read(at, ft_nodecount_lists(reading->context->release),
		&count, &err) == FT_OK) {
		least = count.least;
	} else {
		ft_cmd_error(reading->context, "%s", err.text);
		if (!take_count(&at, &least) || least > UINT32_MAX)
			least = UINT32_MAX;
	}
	ft_str_free(&count.sizes);
	ft_str_addf(reading->value, "%" PRIu64, least);
	return true;
}

/* NO, EXCLUSIVE, YES[:n], FORCE[:n], which may be cut; whatever n is, Slurm keeps
 * 15 bits of it. */
static bool
read_sharing(struct reading *reading)
{
	static const char *const words[] = { "NO", "EXCLUSIVE", "YES",
		"FORCE" };
	const char *count = strchr(reading->text, ':');
	struct ft_word word = ft_word_until(reading->text, ":");
	unsigned long n;
	size_t row = 0;

	while (
	    row < FT_COUNT(words) && !ft_word_abbreviates(word, words[row], 1))
		row++;
	if (row == FT_COUNT(words))
		return false;
	word = ft_word_of(words[row]);
	if (!count || row < 2) {
		ft_str_add(reading->value, words[row]);
		return true;
	}
	n = strtoul(count + 1, NULL, 10) & SHARING_BITS;
	if (!n)
		ft_str_add(reading->value, "EXCLUSIVE");
	else if (n == 1 && ft_word_is(word, "YES"))
		ft_str_add(reading->value, "NO");
	else
		ft_str_addf(
		    reading->value, "%.*s:%lu", (int)word.len, word.at, n);
	return true;
}

/* One kind of binding, with or without VERBOSE; OFF is none. */
static bool
read_binding(struct reading *reading)
{
	static const struct {
		const char *word, *shown;
		size_t least;
	} kinds[] = { { "NONE", "none", 4 }, { "SOCKETS", "sockets", 6 },
		{ "LDOMS", "ldoms", 4 }, { "CORES", "cores", 4 },
		{ "THREADS", "threads", 6 }, { "OFF", "", 3 } };
	const char *list = reading->text, *kind = NULL;
	bool verbose = false;
	struct ft_word word;

	while (ft_word_next(&list, ",", &word)) {
		size_t row = 0;

		if (ft_word_abbreviates(word, "VERBOSE", 1)) {
			verbose = true;
			continue;
		}
		while (row < FT_COUNT(kinds) &&
		       !ft_word_abbreviates(
			   word, kinds[row].word, kinds[row].least))
			row++;
		if (kind || row == FT_COUNT(kinds))
			return false;
		kind = kinds[row].shown;
	}
	ft_str_addf(reading->value, "%s%s%s", verbose ? "verbose" : "",
	    verbose && kind ? "," : "", kind ? kind : "");
	return true;
}

/* GANG and WITHIN concern the whole cluster; alone they change nothing. */
static bool
read_preempt(struct reading *reading)
{
	enum ft_release release = reading->context->release;
	const char *list = reading->text;
	struct ft_word word;

	while (ft_word_next(&list, ",", &word)) {
		bool gang = ft_word_is(word, "GANG");

		if (gang && ft_release_has(release, FT_RULE_PARTITION_GANG)) {
			reading->said = true;
			ft_cmd_error(reading->context,
			    "PreemptMode=GANG is a cluster-wide option and "
			    "cannot be set at partition level");
			return false;
		}
		if (ft_word_is(word, "PRIORITY") &&
		    !ft_release_has(release, FT_RULE_PARTITION_PRIORITY))
			return false;
		if (gang || ft_word_is(word, "WITHIN"))
			continue;
		if (reading->value->len)
			ft_str_add_char(reading->value, ',');
		ft_str_add_n(reading->value, word.at, word.len);
	}
	return true;
}

/* ---- keys ---------------------------------------------------------------- */

static const char flags[] = "YES and NO";

/* In the order in which scontrol tries them. */
static const struct row rows[] = {
	{ "MaxTime", 4, read_time, "", 0 },
	{ "DefaultTime", 8, read_time, "", 0 },
	{ "MaxCPUsPerNode", 4, read_limit, NULL, 0 },
	{ "MaxCPUsPerSocket", 11, read_limit, NULL, FT_RELEASE_24_11 },
	{ "MaxNodes", 4, read_most_nodes, NULL, 0 },
	{ "MinNodes", 2, read_least_nodes, NULL, 0 },
	{ "Default", 7, read_flag, flags, 0 },
	{ "DisableRootJobs", 1, read_flag, flags, 0 },
	{ "Exclusive", 9, read_text, "NO, NODE, USER, TOPO", FT_RELEASE_26_05 },
	{ "ExclusiveUser", 1, read_flag, flags, 0 },
	{ "ExclusiveTopo", 10, read_flag, flags, FT_RELEASE_24_11 },
	{ "Hidden", 1, read_flag, flags, 0 },
	{ "LLN", 1, read_flag, flags, 0 },
	{ "PowerDownOnIdle", 1, read_flag, flags, FT_RELEASE_24_11 },
	{ "RootOnly", 3, read_flag, flags, 0 },
	{ "ReqResv", 3, read_flag, flags, 0 },
	{ "OverSubscribe", 5, read_sharing, "NO, EXCLUSIVE, YES:#, and FORCE:#",
	    0 },
	{ "Shared", 2, read_sharing, "NO, EXCLUSIVE, YES:#, and FORCE:#", 0 },
	{ "OverTimeLimit", 5, read_over_time, NULL, 0 },
	{ "PreemptMode", 3, read_preempt, "", 0 },
	{ "Priority", 3, read_short, NULL, 0 },
	{ "PriorityJobFactor", 9, read_short, NULL, 0 },
	{ "PriorityTier", 9, read_short, NULL, 0 },
	{ "State", 2, read_state, "UP, DOWN, DRAIN and INACTIVE", 0 },
	{ "Nodes", 1, read_text, NULL, 0 },
	{ "AllowGroups", 6, read_text, NULL, 0 },
	{ "AllowAccounts", 6, read_text, NULL, 0 },
	{ "AllowQos", 6, read_text, NULL, 0 },
	{ "DenyAccounts", 5, read_text, NULL, 0 },
	{ "DenyQos", 5, read_text, NULL, 0 },
	{ "AllocNodes", 6, read_text, NULL, 0 },
	{ "Alternate", 3, read_text, NULL, 0 },
	{ "GraceTime", 5, read_seconds, NULL, 0 },
	{ "DefMemPerCPU", 10, read_memory, NULL, 0 },
	{ "DefMemPerNode", 10, read_memory, NULL, 0 },
	{ "MaxMemPerCPU", 10, read_memory, NULL, 0 },
	{ "MaxMemPerNode", 10, read_memory, NULL, 0 },
	{ "QOS", 3, read_text, NULL, 0 },
	{ "TRESBillingWeights", 1, read_text, NULL, 0 },
	{ "CpuBind", 7, read_binding, NULL, 0 },
	{ "JobDefaults", 3, read_text, NULL, 0 },
	{ "Topology", 4, read_text, NULL, FT_RELEASE_26_05 },
};

/* ---- words --------------------------------------------------------------- */

static const struct row *
find_row(const char *key, enum ft_release release)
{
	for (size_t i = 0; i < FT_COUNT(rows); i++)
		if (ft_word_abbreviates(
			ft_word_of(key), rows[i].key, rows[i].least) &&
		    ft_release_within(release, rows[i].since, 0))
			return &rows[i];
	return NULL;
}

static void
complain(const struct reading *reading, const char *text)
{
	const struct ft_context *context = reading->context;
	const struct row *row = reading->row;

	if (row->read == read_time || row->read == read_binding) {
		ft_cmd_error(context, "Invalid input %s", text);
	} else if (!row->values) {
		ft_cmd_error(
		    context, "Invalid %s value: %s", row->key, reading->text);
	} else {
		ft_cmd_error(context, "Invalid input: %s", text);
		if (*row->values)
			ft_cmd_error(context, "Acceptable %s values are %s",
			    row->read == read_sharing ? "OverSubscribe"
						      : row->key,
			    row->values);
	}
}

/* Put the SIGN of "Nodes+=" before each of the nodes; other keys ignore it. */
static void
add_sign(struct reading *reading, char sign)
{
	int depth = 0;

	ft_str_add_char(reading->value, sign);
	for (const char *at = reading->text; *at; at++) {
		depth += (*at == '[') - (*at == ']');
		ft_str_add_char(reading->value, *at);
		if (*at == ',' && !depth)
			ft_str_add_char(reading->value, sign);
	}
}

static bool
read_value(struct reading *reading, char sign)
{
	if (sign && !strcmp(reading->row->key, "Nodes")) {
		add_sign(reading, sign);
		return true;
	}
	return reading->row->read(reading);
}

bool
fcontrol_partition_signs(const struct ft_context *context)
{
	return ft_release_has(context->release, FT_RULE_PARTITION_NODES_SIGNED);
}

/* Cut WORD into *key and its value; *sign: of += and -=, which only later
 * releases know.  Returns NULL if that cannot be. */
static const char *
split(const struct ft_context *context, const char *word, char *key, char *sign)
{
	size_t len = strcspn(word, "=");

	*sign = 0;
	if (word[len] != '=' || len >= FCONTROL_KEY)
		return NULL;
	if (len && strchr("+-", word[len - 1]) &&
	    fcontrol_partition_signs(context))
		*sign = word[len - 1];
	ft_word_copy(
	    (struct ft_word){ word, len - (*sign != 0) }, key, FCONTROL_KEY);
	return word + len + 1;
}

/* What only slurmctld can refuse. */
static bool
is_text(const struct row *row)
{
	return row->read == read_text && !row->values;
}

bool
fcontrol_partition_word(const struct ft_context *context, const char *text,
    struct fcontrol_partition_word *to)
{
	char key[FCONTROL_KEY], sign;
	struct reading reading = { .context = context, .value = &to->value };
	struct ft_error err = { 0 };
	bool good;

	*to = (struct fcontrol_partition_word){ .text = text };
	if (!strchr(text, '=')) {
		ft_cmd_error(
		    context, "Invalid input: %s  Request aborted", text);
		return false;
	}
	reading.text = split(context, text, key, &sign);
	reading.row = reading.text ? find_row(key, context->release) : NULL;
	if (!reading.row) {
		ft_cmd_error(context,
		    "Update of this parameter is not supported: %s\n", text);
		ft_cmd_error(context, "Request aborted");
		return false;
	}
	to->count = reading.row->read == read_most_nodes;
	good = read_value(&reading, sign);
	if (strcmp(reading.row->key, "PowerDownOnIdle") != 0 &&
	    (to->value.len || reading.row->read != read_preempt))
		to->key = reading.row->key;
	good = good && (!to->key || is_text(reading.row) ||
			   ft_machine_check_pair("PartitionName", to->key,
			       ft_str_text(&to->value), &err) == FT_OK);
	if (!good && !reading.said)
		complain(&reading, text);
	return good;
}
