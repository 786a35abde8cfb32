/*
 * other.c - the lines of other batch systems in a script, #PBS and #BSUB.  They
 * stand for options of sbatch, and count more than #SBATCH lines.
 */

#include "fbatch/fbatch.h"
#include "io/slurm/scriptfile.h"

/* What follows a letter: a value of the option KEY, unless READ reads it. */
struct letter {
	char letter;
	enum fbatch_key key;
	enum ft_status (*read)(
	    struct fbatch *batch, const char *value, struct ft_error *err);
	enum ft_release since; /* 0: all have it */
};

static enum ft_status
take(struct fbatch *batch, enum fbatch_key key, const char *value,
    struct ft_error *err)
{
	return fbatch_take(batch, key, fbatch_keep(batch, value), err);
}

/* ---- #PBS -l ------------------------------------------------------------------- */

/* "nodes=2:ppn=3+n1", "select=2:ncpus=4:mem=2gb" */
struct chunks {
	struct fbatch *batch;
	uint64_t nodes, tasks; /* tasks of each node */
	struct ft_str hosts;
	enum ft_status status;
	struct ft_error *err;
};

/* Returns the number TEXT begins with, capped so that sums do not overflow. */
static uint64_t
count_of(const char *text)
{
	uint64_t n = strtoull(text, NULL, 10);

	return n < UINT32_MAX ? n : UINT32_MAX;
}

static void
read_chunk_word(struct chunks *chunks, const char *word)
{
	size_t len = strcspn(word, "=");
	const char *value = word[len] ? word + len + 1 : word;
	char gpus[32];

	if (isdigit((unsigned char)*word)) {
		chunks->nodes += count_of(word);
	} else if (!strncmp(word, "ppn=", 4)) {
		chunks->tasks += count_of(value);
	} else if (!strncmp(word, "ncpus=", 6)) {
		chunks->status =
		    take(chunks->batch, FBATCH_MINCPUS, value, chunks->err);
	} else if (!strncmp(word, "mem=", 4)) {
		chunks->status =
		    take(chunks->batch, FBATCH_MEM, value, chunks->err);
	} else if (!strncmp(word, "gpus=", 5)) {
		snprintf(gpus, sizeof gpus, "gpu:%.20s", value);
		chunks->status =
		    take(chunks->batch, FBATCH_GRES, gpus, chunks->err);
	} else {
		ft_str_add(&chunks->hosts, chunks->hosts.len ? "," : "");
		ft_str_add(&chunks->hosts, word);
	}
}

/* Whether a chunk is a node's: "n1:ppn=2", neither a number nor empty. */
static bool
is_named(const char *chunk)
{
	return *chunk && *chunk != '+' && !isdigit((unsigned char)*chunk);
}

static enum ft_status
read_chunks(struct fbatch *batch, const char *text, struct ft_error *err)
{
	struct chunks chunks = { .batch = batch, .err = err };
	uint64_t named = is_named(text);
	char number[24];
	struct ft_word word;

	for (const char *at = text; (at = strchr(at, '+')) != NULL; at++)
		named += is_named(at + 1);
	while (chunks.status == FT_OK && ft_word_next(&text, ":+", &word)) {
		char *copy FT_CLEANUP(ft_free_at) =
		    ft_strndup(word.at, word.len);

		read_chunk_word(&chunks, copy);
	}
	chunks.nodes += named;
	snprintf(number, sizeof number, "%" PRIu64, chunks.nodes);
	if (chunks.status == FT_OK && chunks.nodes)
		chunks.status = take(batch, FBATCH_NODES, number, err);
	snprintf(number, sizeof number, "%" PRIu64,
	    ft_num_times(chunks.nodes, chunks.tasks));
	if (chunks.status == FT_OK && chunks.tasks)
		chunks.status = take(batch, FBATCH_NTASKS, number, err);
	if (chunks.status == FT_OK && chunks.hosts.len)
		chunks.status = take(
		    batch, FBATCH_NODELIST, ft_str_text(&chunks.hosts), err);
	ft_str_free(&chunks.hosts);
	return chunks.status;
}

static enum ft_status
read_resource(struct fbatch *batch, const char *text, struct ft_error *err)
{
	static const struct {
		const char *name;
		enum fbatch_key key;
	} names[] = {
		{ "walltime=", FBATCH_TIME },
		{ "cput=", FBATCH_TIME },
		{ "pcput=", FBATCH_TIME },
		{ "mem=", FBATCH_MEM },
		{ "file=", FBATCH_TMP },
		{ "ncpus=", FBATCH_MINCPUS },
		{ "nice=", FBATCH_NICE },
	};

	if (!strncmp(text, "nodes=", 6))
		return read_chunks(batch, text + 6, err);
	if (!strncmp(text, "select=", 7))
		return read_chunks(batch, text + 7, err);
	if (!strcmp(text, "accelerator=true"))
		return take(batch, FBATCH_GRES, "gpu:1", err);
	for (size_t i = 0; i < FT_COUNT(names); i++) {
		size_t len = strlen(names[i].name);

		if (strncmp(text, names[i].name, len) == 0)
			return take(batch, names[i].key, text + len, err);
	}
	return FT_OK;
}

static enum ft_status
read_resources(struct fbatch *batch, const char *value, struct ft_error *err)
{
	enum ft_status status = FT_OK;
	struct ft_word word;

	while (status == FT_OK && ft_word_next(&value, ",", &word)) {
		char *copy FT_CLEANUP(ft_free_at) =
		    ft_strndup(word.at, word.len);

		status = read_resource(batch, copy, err);
	}
	return status;
}

/* ---- other values -------------------------------------------------------------- */

/* -m abe */
static enum ft_status
read_mail(struct fbatch *batch, const char *value, struct ft_error *err)
{
	struct ft_str types FT_CLEANUP(ft_str_free) = { 0 };

	for (; *value; value++) {
		ft_str_add(&types, types.len ? "," : "");
		ft_str_add(&types, *value == 'a'   ? "FAIL"
				   : *value == 'b' ? "BEGIN"
				   : *value == 'e' ? "END"
				   : *value == 'n' ? "NONE"
						   : "?");
	}
	return take(batch, FBATCH_MAIL_TYPE, ft_str_text(&types), err);
}

/* -W depend=afterok:1 */
static enum ft_status
read_attribute(struct fbatch *batch, const char *value, struct ft_error *err)
{
	return strncmp(value, "depend=", 7) == 0
		   ? take(batch, FBATCH_DEPENDENCY, value + 7, err)
		   : FT_OK;
}

/* -n 2,4: at most 4 */
static enum ft_status
read_most(struct fbatch *batch, const char *value, struct ft_error *err)
{
	const char *comma = strrchr(value, ',');

	return take(batch, FBATCH_NTASKS, comma ? comma + 1 : value, err);
}

/* -M: KiB without a unit */
static enum ft_status
read_kib(struct fbatch *batch, const char *value, struct ft_error *err)
{
	struct ft_str size FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add(&size, value);
	if (value[strspn(value, "0123456789")] == '\0')
		ft_str_add_char(&size, 'K');
	return take(batch, FBATCH_MEM, ft_str_text(&size), err);
}

static enum ft_status
read_nothing(struct fbatch *batch, const char *value, struct ft_error *err)
{
	(void)batch;
	(void)value;
	(void)err;
	return FT_OK;
}

/* ---- lines ----------------------------------------------------------------------- */

static const struct letter pbs[] = {
	{ 'a', .key = FBATCH_BEGIN },
	{ 'A', .key = FBATCH_ACCOUNT },
	{ 'c', .key = FBATCH_KEYS, .read = read_nothing },
	{ 'C', .key = FBATCH_KEYS, .read = read_nothing },
	{ 'e', .key = FBATCH_ERROR },
	{ 'h', .key = FBATCH_HOLD },
	{ 'I', .key = FBATCH_KEYS },
	{ 'j', .key = FBATCH_KEYS, .read = read_nothing },
	{ 'J', .key = FBATCH_ARRAY },
	{ 'k', .key = FBATCH_KEYS, .read = read_nothing },
	{ 'l', .key = FBATCH_KEYS, .read = read_resources },
	{ 'm', .key = FBATCH_KEYS, .read = read_mail },
	{ 'M', .key = FBATCH_MAIL_USER },
	{ 'N', .key = FBATCH_JOB_NAME },
	{ 'o', .key = FBATCH_OUTPUT },
	{ 'p', .key = FBATCH_NICE },
	{ 'q', .key = FBATCH_PARTITION },
	{ 'r', .key = FBATCH_KEYS, .read = read_nothing },
	{ 'S', .key = FBATCH_KEYS, .read = read_nothing },
	{ 't', .key = FBATCH_ARRAY },
	{ 'u', .key = FBATCH_KEYS, .read = read_nothing },
	{ 'v', .key = FBATCH_EXPORT },
	{ 'V', .key = FBATCH_KEYS },
	{ 'W', .key = FBATCH_KEYS, .read = read_attribute },
	{ 'z', .key = FBATCH_KEYS },
	{ 'd', .key = FBATCH_CHDIR, .since = FT_RELEASE_24_11 },
	{ 'w', .key = FBATCH_CHDIR, .since = FT_RELEASE_24_11 },
	{ .letter = '\0' },
};
static const struct letter bsub[] = {
	{ 'e', .key = FBATCH_ERROR },
	{ 'J', .key = FBATCH_JOB_NAME },
	{ 'm', .key = FBATCH_NODELIST },
	{ 'M', .key = FBATCH_KEYS, .read = read_kib },
	{ 'n', .key = FBATCH_KEYS, .read = read_most },
	{ 'o', .key = FBATCH_OUTPUT },
	{ 'q', .key = FBATCH_PARTITION },
	{ 'W', .key = FBATCH_TIME },
	{ 'x', .key = FBATCH_EXCLUSIVE },
	{ .letter = '\0' },
};

static const struct letter cwd = { 'c', .key = FBATCH_CHDIR };

/* Returns the row of a letter; NULL: there is none. */
static const struct letter *
find(const struct fbatch *batch, const struct letter *row, char letter)
{
	for (; row->letter; row++)
		if (row->letter == letter &&
		    ft_release_within(batch->context->release, row->since, 0))
			return row;
	return NULL;
}

static bool
is_bare(const struct letter *row)
{
	return !row->read &&
	       (row->key == FBATCH_KEYS || row->key == FBATCH_HOLD ||
		   row->key == FBATCH_EXCLUSIVE);
}

static enum ft_status
bad_option(struct fbatch *batch, const char *why, const char *what,
    struct ft_error *err)
{
	batch->status = 1;
	fprintf(batch->context->err, "%s: %s%s'\n", batch->context->program,
	    why, what);
	return ft_fail(err, FT_EINVAL, "Unrecognized command line parameter ?");
}

/* Read the word I of SCRIPT, and what belongs to it; *i: the last word read. */
static enum ft_status
read_word(struct fbatch *batch, const struct letter *table,
    const struct ft_script *script, size_t *i, struct ft_error *err)
{
	const char *word = script->word[*i];
	const char letter[] = { *word ? word[1] : '\0', '\0' };
	const struct letter *row = find(batch, table, *letter);
	bool folder = table == bsub && strcmp(word, "-cwd") == 0;
	const char *value = *letter && !folder ? word + 2 : "";

	if (*word != '-' || !word[1])
		return ft_fail(err, FT_EINVAL, "Invalid argument: %s", word);
	if (word[1] == '-')
		return bad_option(batch, "unrecognized option '", word, err);
	if (folder)
		row = &cwd;
	if (!row)
		return bad_option(batch, "invalid option -- '", letter, err);
	if (is_bare(row))
		value = "";
	else if (!*value) {
		if (*i + 1 == script->n ||
		    script->line[*i + 1] != script->line[*i])
			return bad_option(batch,
			    "option requires an argument -- '", letter, err);
		value = script->word[++*i];
	}
	if (row->read)
		return row->read(batch, value, err);
	return row->key == FBATCH_KEYS ? FT_OK
				       : take(batch, row->key, value, err);
}

static const struct {
	const char *directive;
	const struct letter *table;
} kinds[] = { { "#PBS", pbs }, { "#BSUB", bsub } };

const char *
fbatch_other_directive(size_t kind)
{
	return kind < FT_COUNT(kinds) ? kinds[kind].directive : NULL;
}

enum ft_status
fbatch_other_words(struct fbatch *batch, size_t kind,
    const struct ft_script *script, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 1; i < script->n && status == FT_OK; i++) {
		batch->status = 1;
		status = read_word(batch, kinds[kind].table, script, &i, err);
	}
	return status;
}
