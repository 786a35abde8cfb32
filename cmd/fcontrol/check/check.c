/*
 * check.c - fcontrol check: read the settings, run every check, and print all
 * findings at once.  What the checks look at is in key.c and machine.c.
 */
#include "fcontrol/check/private.h"

#include "files/infile.h"
#include "fcontrol/cluster.h"
#include "report/format/doc.h"

#define SCHEMA "fairtree.check/1"

/* The TRES of every cluster, which the weights of a partition may name. */
static const struct ft_tres standard[] = { { 1, "cpu", "" }, { 2, "mem", "" },
	{ 3, "energy", "" }, { 4, "node", "" }, { 5, "billing", "" },
	{ 6, "fs", "disk" }, { 7, "vmem", "" }, { 8, "pages", "" } };
static const char *const levels[FCONTROL_CHECK_LEVELS] = { "refused", "warning",
	"note" };
static const struct ft_tres_table tres = { standard, FT_COUNT(standard) };

static void
add_error(struct fcontrol_check *check, const struct ft_error *err)
{
	char *place FT_CLEANUP(ft_free_at) = ft_strndup(err->text, err->place);

	fcontrol_check_add(check, FCONTROL_CHECK_REFUSED, "settings", place,
	    ft_error_what(err));
}

/* ---- reading ----------------------------------------------------------------------- */

static void
receive(void *ctx, const struct ft_slurmconf_finding *finding)
{
	struct fcontrol_check *check = ctx;

	switch (finding->kind) {
	case FT_SLURMCONF_LINE:
		if (!ft_map_get(&check->lines, finding->place, NULL))
			ft_map_put(
			    &check->lines, finding->place, check->lines.n);
		break;
	case FT_SLURMCONF_BAD:
		fcontrol_check_add(check, FCONTROL_CHECK_REFUSED, "settings",
		    finding->place, finding->text);
		break;
	case FT_SLURMCONF_UNKNOWN:
	case FT_SLURMCONF_IGNORED:
		fcontrol_check_key(check, finding);
		break;
	}
}

static void
read_text(
    struct fcontrol_check *check, const struct ft_slurmconf_source *source)
{
	const struct ft_slurmconf_reporter reporter = { receive, check };

	check->conf = &check->own;
	ft_slurmconf_look(&check->own, source, &reporter);
	for (size_t i = 0; i < FT_CONF_RULES; i++) {
		struct ft_error err = { 0 };

		if (ft_conf_check_rule(&check->own, i, &err) != FT_OK)
			add_error(check, &err);
	}
}

/* Read the settings of the file at PATH; false if it cannot be read. */
static bool
read_file(struct fcontrol_check *check, const char *path, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	char *name FT_CLEANUP(ft_free_at) = ft_strdup(path);
	bool readable =
	    ft_infile_read(FT_BOUND_CONF, path, &text, err) == FT_OK;
	const struct ft_slurmconf_source source = { path, ft_str_text(&text),
		text.len, ft_session_include, name };

	if (readable)
		read_text(check, &source);
	return readable;
}

/* Read the settings of the store; a parse error of opening it is a finding. */
static bool
read_stored(struct fcontrol_check *check, struct ft_error *err)
{
	struct ft_session *session = &check->control->session;
	char *text = NULL;
	enum ft_status status = ft_session_open(
	    session, check->control->context, FT_SESSION_READ, err);

	check->conf = &session->conf;
	if (status == FT_OK)
		status = ft_store_read_conf(session->store, &text, err);
	if (status == FT_OK && text && *text) {
		const struct ft_slurmconf_source source = {
			.file = "stored", .text = text, .size = strlen(text)
		};

		read_text(check, &source);
	}
	ft_free(text);
	if (status == FT_EPARSE || status == FT_EINVAL) {
		add_error(check, err);
		return true;
	}
	return status == FT_OK;
}

static bool
read_settings(
    struct fcontrol_check *check, const char *named, struct ft_error *err)
{
	const char *path =
	    named ? named : ft_session_conf_file(&check->control->session);

	check->named = named;
	return path ? read_file(check, path, err) : read_stored(check, err);
}

static void
add_fault(void *ctx, const struct ft_error *err)
{
	add_error(ctx, err);
}

static void
check_all(struct fcontrol_check *check)
{
	const struct ft_machine_faults faults = { add_fault, check };
	size_t refused = check->count[FCONTROL_CHECK_REFUSED];

	ft_machine_read_all(&check->machine, check->conf, &tres, &faults);
	fcontrol_check_queues(check);
	if (check->count[FCONTROL_CHECK_REFUSED] == refused)
		fcontrol_check_machine(check);
}

/* Check names against the store, if these are the settings in force. */
static void
check_in_store(struct fcontrol_check *check)
{
	struct ft_error err = { 0 };

	if (check->count[FCONTROL_CHECK_REFUSED] || check->named)
		return;
	if (fcontrol_read(check->control, &err) == FT_OK)
		fcontrol_check_names(check, &check->control->world.acctdb);
	else
		add_error(check, &err);
}

/* ---- printing ------------------------------------------------------------------------ */

static void
print_count(FILE *out, size_t n, const char *what)
{
	fprintf(out, "%zu %s%s", n, what, n == 1 ? "" : "s");
}

static void
print(const struct fcontrol_check *check)
{
	const struct ft_machine *machine = &check->machine;
	FILE *out = check->control->context->out;

	for (size_t i = 0; i < check->n; i++) {
		const struct fcontrol_finding *finding = &check->finding[i];

		if (finding->level == FCONTROL_CHECK_NOTE &&
		    check->control->quiet)
			continue;
		fprintf(out, "%s%s%s: %s\n", finding->place,
		    *finding->place ? ": " : "", levels[finding->level],
		    finding->text);
	}
	if (check->control->quiet)
		return;
	print_count(out, machine->n_node, "node");
	fputs(", ", out);
	print_count(out, machine->n_partition, "partition");
	fputs(", ", out);
	print_count(out, machine->n_queue, "queue");
	fprintf(out, ": %zu refused, ", check->count[FCONTROL_CHECK_REFUSED]);
	print_count(out, check->count[FCONTROL_CHECK_WARNING], "warning");
	if (check->count[FCONTROL_CHECK_NOTE])
		fprintf(
		    out, ", %zu ignored", check->count[FCONTROL_CHECK_NOTE]);
	fputc('\n', out);
}

static void
print_document(const struct fcontrol_check *check)
{
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(check->control->context->out);
	struct ft_doc *doc;

	doc = ft_doc_open_ours(&out, check->control->format, SCHEMA);
	ft_doc_begin_list(doc, "findings");
	for (size_t i = 0; i < check->n; i++) {
		const struct fcontrol_finding *finding = &check->finding[i];

		ft_doc_begin(doc, NULL);
		ft_doc_bool(
		    doc, "refused", finding->level == FCONTROL_CHECK_REFUSED);
		ft_doc_text(doc, "level", levels[finding->level]);
		ft_doc_text(doc, "kind", finding->kind);
		ft_doc_text(doc, "place", finding->place);
		ft_doc_text(doc, "node", finding->node);
		ft_doc_text(doc, "text", finding->text);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_u64(doc, "refused", check->count[FCONTROL_CHECK_REFUSED]);
	ft_doc_u64(doc, "warned", check->count[FCONTROL_CHECK_WARNING]);
	ft_doc_u64(doc, "ignored", check->count[FCONTROL_CHECK_NOTE]);
	ft_doc_close(doc);
}

int
fcontrol_check(struct fcontrol *control, int argc, char **argv)
{
	struct fcontrol_check check = { .control = control };
	struct ft_error err = { 0 };
	bool readable;
	int status = 1;

	if (argc > 1)
		return ft_cmd_misuse(
		    control->context, "unexpected word '%s'", argv[1]);
	ft_conf_init(&check.own);
	readable = read_settings(&check, argc == 1 ? argv[0] : NULL, &err);
	if (readable) {
		check_all(&check);
		check_in_store(&check);
		fcontrol_check_sort(&check);
		if (control->format == FT_FORMAT_TABLE)
			print(&check);
		else
			print_document(&check);
		status = check.count[FCONTROL_CHECK_REFUSED] > 0;
	} else {
		fcontrol_fail(control, &err);
	}
	ft_machine_free(&check.machine);
	ft_conf_free(&check.own);
	ft_map_clear(&check.lines);
	ft_free(check.finding);
	ft_arena_clear(&check.arena);
	return status;
}
