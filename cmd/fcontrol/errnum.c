/* errnum.c - fcontrol errnumstr: what Slurm calls an error. */

#include "base/text/num.h"
#include "fcontrol/cluster.h"

#define FT_RELEASE_ALWAYS 0

static const struct row {
	uint32_t number;
	enum ft_release since, until;
	const char *text;
} rows[] = {
#define ERRNUM(number, since, until, text)                                     \
	{ number, FT_RELEASE_##since, FT_RELEASE_##until, text },
#include "fcontrol/errnum.def"
	{ 0, 0, 0, "No error" },
};

static const char *
find(enum ft_release release, uint32_t number)
{
	for (size_t i = 0; i < FT_COUNT(rows); i++)
		if (rows[i].number == number &&
		    ft_release_within(release, rows[i].since, rows[i].until))
			return rows[i].text;
	return strerror((int)number);
}

int
fcontrol_error_text(struct fcontrol *control, int argc, char **argv)
{
	const char *wrong = NULL;
	uint32_t number = 0;

	if (argc != 1)
		wrong = "one arguments required";
	else if (!ft_num_u32(argv[0], &number) || number > INT32_MAX)
		wrong = "numeric arguments required";
	if (wrong) {
		fprintf(control->context->err, "%s for keyword:%s\n", wrong,
		    control->word);
		return 1;
	}
	fprintf(control->context->out, "%s\n",
	    find(control->context->release, number));
	return 0;
}
