#include "io/slurm/usagestate.h"

#include "base/idmap.h"

struct reading {
	const struct ft_input *input;
	size_t at;            /* the next byte */
	struct ft_str text;   /* the last one read */
	struct ft_idmap seen; /* numbers of associations */
	struct ft_usagestate_tres *tres;
	size_t n_tres, cap_tres;
	struct ft_error *err;
};

/* Error about the byte at PLACE. */
static enum ft_status
fail_at(const struct reading *reading, size_t place, const char *text)
{
	return ft_fail(reading->err, FT_EPARSE, "%s:1:%zu: %s",
	    reading->input->file, place + 1, text);
}

/* ---- integers and texts --------------------------------------------------------- */

/* Take an integer of SIZE bytes. */
static enum ft_status
take(struct reading *reading, size_t size, uint64_t *number)
{
	const char *at = reading->input->text + reading->at;

	if (reading->input->size - reading->at < size)
		return fail_at(reading, reading->input->size,
		    "the file ends inside a number");
	*number = 0;
	for (size_t i = 0; i < size; i++)
		*number = *number << 8 | (unsigned char)at[i];
	reading->at += size;
	return FT_OK;
}

static enum ft_status
take_u32(struct reading *reading, uint32_t *number)
{
	uint64_t wide = 0;

	FT_TRY(take(reading, 4, &wide));
	*number = (uint32_t)wide;
	return FT_OK;
}

/* Take a text into reading->text. */
static enum ft_status
take_text(struct reading *reading)
{
	size_t place = reading->at;
	const char *at;
	uint32_t len;

	FT_TRY(take_u32(reading, &len));
	ft_str_clear(&reading->text);
	if (!len)
		return FT_OK;
	if (reading->input->size - reading->at < len)
		return fail_at(reading, place,
		    "a text that is longer than the rest of the file");
	at = reading->input->text + reading->at;
	if (at[len - 1] || memchr(at, '\0', len - 1))
		return fail_at(reading, place,
		    "a text that does not end where its length says");
	ft_str_add_n(&reading->text, at, len - 1);
	reading->at += len;
	return FT_OK;
}

/* ---- usage --------------------------------------------------------------------- */

static enum ft_status
take_raw(struct reading *reading, struct ft_usagestate_record *record)
{
	size_t place = reading->at;

	FT_TRY(take_text(reading));
	if (!ft_num_micro(
		ft_str_text(&reading->text), &record->whole, &record->micro))
		return fail_at(reading, place,
		    "expected a usage, 0 or more with at most six decimals");
	return FT_OK;
}

/* Read one "5=1000.500000", which is changed. */
static bool
read_tres(struct reading *reading, char *word)
{
	struct ft_usagestate_tres tres;
	char *equal = strchr(word, '=');

	if (!equal)
		return false;
	*equal = '\0';
	if (!ft_num_u32(word, &tres.id) ||
	    !ft_num_micro(equal + 1, &tres.whole, &tres.micro))
		return false;
	*ft_vec_add(reading->tres, reading->n_tres, reading->cap_tres) = tres;
	return true;
}

static enum ft_status
take_tres(struct reading *reading, struct ft_usagestate_record *record)
{
	size_t place = reading->at;
	char *word;

	FT_TRY(take_text(reading));
	reading->n_tres = 0;
	for (word = reading->text.data; word && *word;) {
		char *end = word + strcspn(word, ",");
		bool more = *end == ',';

		*end = '\0';
		if (!read_tres(reading, word))
			return fail_at(reading, place,
			    "expected the usage of TRES, as 1=1000.000000");
		word = end + more;
	}
	record->tres = reading->tres;
	record->n_tres = reading->n_tres;
	return FT_OK;
}

static enum ft_status
take_record(struct reading *reading, struct ft_usagestate_record *record)
{
	size_t place = reading->at;

	*record = (struct ft_usagestate_record){ .position = place + 1 };
	FT_TRY(take_u32(reading, &record->assoc));
	if (ft_idmap_get(&reading->seen, record->assoc) != FT_IDMAP_NONE)
		return fail_at(
		    reading, place, "an association that was there already");
	ft_idmap_put(&reading->seen, record->assoc, 1);
	FT_TRY(take_raw(reading, record));
	FT_TRY(take_tres(reading, record));
	return take_u32(reading, &record->wall);
}

/* ---- the file ------------------------------------------------------------------- */

static enum ft_status
take_head(struct reading *reading, struct ft_usagestate *head)
{
	uint64_t version = 0, at = 0;
	int release = 0;

	FT_TRY(take(reading, 2, &version));
	while (release < FT_RELEASES && ft_releases[release].rpc != version)
		release++;
	if (release == FT_RELEASES)
		return ft_fail(reading->err, FT_EPARSE,
		    "%s:1:1: version %u is that of no known release: not the "
		    "assoc_usage of Slurm %s to %s",
		    reading->input->file, (unsigned)version,
		    ft_releases[0].name, ft_releases[FT_RELEASE_NEWEST].name);
	head->release = (enum ft_release)release;
	FT_TRY(take(reading, 8, &at));
	head->at = (int64_t)at;
	return FT_OK;
}

static void
free_reading(struct reading *reading)
{
	ft_str_free(&reading->text);
	ft_idmap_free(&reading->seen);
	ft_free(reading->tres);
}

enum ft_status
ft_usagestate_parse(const struct ft_input *input, struct ft_usagestate *head,
    ft_usagestate_fn *fn, void *ctx, struct ft_error *err)
{
	struct reading reading FT_CLEANUP(
	    free_reading) = { .input = input, .err = err };
	struct ft_usagestate_record record;

	FT_TRY(take_head(&reading, head));
	while (reading.at < input->size) {
		FT_TRY(take_record(&reading, &record));
		FT_TRY(fn(ctx, &record, err));
	}
	return FT_OK;
}
