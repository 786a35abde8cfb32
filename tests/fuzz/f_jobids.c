/*
 * IDs of jobs as sacct -j and scancel take them: what a later release of sacct
 * takes an earlier one took for the same, and no number is cut to another one.
 */
#include "base/mem.h"
#include "facct/facct.h"
#include "fcancel/fcancel.h"
#include "fuzz/fuzz.h"

struct asked {
	struct ft_context context;
	char *said; /* on standard error */
	size_t n_said;
};

static void
begin(struct asked *asked, bool slurm, enum ft_release release)
{
	asked->context = (struct ft_context){
		.program = "program", .slurm = slurm, .release = release
	};
	asked->context.err = open_memstream(&asked->said, &asked->n_said);
	must(asked->context.err != NULL, "a stream");
}

static void
end(struct asked *asked)
{
	fclose(asked->context.err);
	free(asked->said);
}

/* ---- sacct -j ---------------------------------------------------------------- */

static const struct ft_option *
option(void)
{
	const struct ft_option *row = facct_options;

	while (row->letter != 'j')
		row++;
	return row;
}

/* Returns whether TEXT is taken, and its IDs, *n, the caller's. */
static bool
take(const char *text, bool slurm, enum ft_release release,
    struct facct_id **id, size_t *n)
{
	struct asked asked;
	struct facct_args args = { .context = &asked.context };
	struct ft_error err = { 0 };
	const struct ft_opt_use use = { .context = &asked.context,
		.settings = &args,
		.row = option(),
		.arg = text,
		.err = &err };
	bool good;

	begin(&asked, slurm, release);
	good = ft_opt_read(&use) == FT_OK;
	fflush(asked.context.err);
	must(good == (!*err.text && !asked.n_said), "a word about what is bad");
	end(&asked);
	*id = args.id;
	*n = args.n_id;
	return good;
}

static void
look_at_sacct(const char *text)
{
	struct facct_id *early, *late, *ours;
	size_t n_early, n_late, n_ours;
	bool took_early = take(text, true, FT_RELEASE_22_05, &early, &n_early);
	bool took_late = take(text, true, FT_RELEASE_26_05, &late, &n_late);

	must(took_late == take(text, false, FT_RELEASE_ANY, &ours, &n_ours),
	    "ours is as strict as the last release");
	must(took_early || !took_late, "what is taken later was taken before");
	must(!took_late || n_early == n_late, "for as many jobs");
	for (size_t i = 0; i < n_late; i++) {
		must(late[i].number > 0, "a number");
		must(late[i].task == FT_TASK_NONE || late[i].task >= 0,
		    "a task");
		must(!late[i].batch || late[i].step, "the batch is a step");
		must(!took_late || (late[i].number == early[i].number &&
				       late[i].task == early[i].task &&
				       late[i].step == early[i].step),
		    "for the same jobs");
	}
	ft_free(early);
	ft_free(late);
	ft_free(ours);
}

/* ---- scancel ----------------------------------------------------------------- */

/* The number is what TEXT begins with; none is cut. */
static void
look_at_id(const struct ft_jobid *id)
{
	char number[16];
	size_t zeros = strspn(id->text, " 0");

	if (id->bad || id->number == 0)
		return;
	snprintf(number, sizeof number, "%u", id->number);
	must(!strncmp(id->text + zeros, number, strlen(number)), "the number");
	must(!strchr("0123456789", id->text[zeros + strlen(number)]) ||
		 !id->text[zeros + strlen(number)],
	    "and all of it");
}

static void
look_at_scancel(const char *text)
{
	struct asked asked;
	struct fcancel cancel = { .context = &asked.context };
	bool good;

	begin(&asked, true, FT_RELEASE_22_05);
	fcancel_operand(&cancel, text);
	must((cancel.ids.n > 0) != (cancel.n_odd > 0), "jobs, or no such job");
	for (size_t i = 0; i < cancel.ids.n; i++)
		look_at_id(&cancel.ids.item[i]);
	good = fcancel_operands_are_good(&cancel);
	fflush(asked.context.err);
	must(good || asked.n_said, "a word about what is bad");
	for (size_t i = 0; i < cancel.ids.n; i++)
		must(!good || !cancel.ids.item[i].bad, "no bad ID passes");
	ft_jobids_free(&cancel.ids);
	end(&asked);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size);

	look_at_sacct(text);
	look_at_scancel(text);
	ft_free(text);
	return 0;
}
