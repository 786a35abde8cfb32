/* fcontrol check: what is wrong with settings, all of it at once. */
#include "control/check.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "control/cluster.h"
#include "io/slurmconf.h"
#include "report/doc.h"

#define SCHEMA "fairtree.check/1"

/* What weights of a partition may name: what every cluster counts. */
static const struct ft_tres standard[] = { { 1, "cpu", "" }, { 2, "mem", "" },
	{ 3, "energy", "" }, { 4, "node", "" }, { 5, "billing", "" },
	{ 6, "fs", "disk" }, { 7, "vmem", "" }, { 8, "pages", "" } };
static const struct ft_tres_table tres = { standard,
	sizeof standard / sizeof *standard };

void
check_add(struct check *check, bool refused, const char *kind,
    const char *place, const char *text)
{
	struct ft_arena *arena = &check->arena;

	check->finding = ft_vec_grow(
	    check->finding, &check->cap, check->n + 1, sizeof *check->finding);
	check->finding[check->n++] = (struct check_finding){ refused, kind,
		ft_arena_strdup(arena, place), "",
		ft_arena_strdup(arena, text) };
	check->refused += refused;
}

/* An error message, which has its place in front if it is about a file. */
static void
add_error(struct check *check, const struct ft_error *err)
{
	const char *text = strstr(err->text, ": ");
	char *place;

	if (!text || !memchr(err->text, ':', (size_t)(text - err->text))) {
		check_add(check, true, "settings", "", err->text);
		return;
	}
	place = ft_strndup(err->text, (size_t)(text - err->text));
	check_add(check, true, "settings", place, text + 2);
	ft_free(place);
}

/* ---- looking ----------------------------------------------------------------------- */

/* The settings of the file at PATH; false: it cannot be read. */
static bool
read_file(struct check *check, const char *path, struct ft_error *err)
{
	struct ft_error found = { 0 };
	struct ft_str text = { 0 };
	char *name = ft_strdup(path);
	bool readable = ft_session_read_file(path, &text, err) == FT_OK;

	ft_conf_init(&check->own);
	check->conf = &check->own;
	if (readable &&
	    (ft_slurmconf_parse(&check->own, path, ft_str_text(&text), text.len,
		 ft_session_include, name, &found) != FT_OK ||
		ft_conf_check(&check->own, &found) != FT_OK))
		add_error(check, &found);
	ft_str_free(&text);
	ft_free(name);
	return readable;
}

/* Those in force; a session that cannot be opened says why. */
static bool
read_session(struct check *check, struct ft_error *err)
{
	struct ft_session *session = &check->control->session;
	enum ft_status status = ft_session_open(
	    session, check->control->context, FT_SESSION_READ, err);

	check->conf = &session->conf;
	if (status == FT_EPARSE || status == FT_EINVAL) {
		add_error(check, err);
		return true;
	}
	return status == FT_OK;
}

static void
look(struct check *check)
{
	struct ft_error err = { 0 };
	size_t refused = check->refused;
	enum ft_status status;

	check_keys(check);
	if (refused)
		return;
	status = ft_machine_read(&check->machine, check->conf, &tres, &err);
	check_queues(check);
	/* else it was one of those */
	if (status != FT_OK && check->refused == refused)
		add_error(check, &err);
	if (status == FT_OK)
		check_machine(check);
}

/* What the store knows. */
static void
look_in_store(struct check *check)
{
	struct ft_world_load how = { 0 };
	struct ft_error err = { 0 };

	if (check->refused || check->conf == &check->own)
		return;
	if (control_read(check->control, &how, &err) == FT_OK)
		check_names(check, &check->control->world.book);
	else
		add_error(check, &err);
}

/* ---- telling ------------------------------------------------------------------------ */

static void
print_count(FILE *out, size_t n, const char *what)
{
	fprintf(out, "%zu %s%s", n, what, n == 1 ? "" : "s");
}

static void
print(const struct check *check)
{
	const struct ft_machine *machine = &check->machine;
	FILE *out = check->control->context->out;

	for (size_t i = 0; i < check->n; i++) {
		const struct check_finding *finding = &check->finding[i];

		fprintf(out, "%s%s%s: %s\n", finding->place,
		    *finding->place ? ": " : "",
		    finding->refused ? "refused" : "warning", finding->text);
	}
	if (check->control->quiet)
		return;
	print_count(out, machine->n_node, "node");
	fputs(", ", out);
	print_count(out, machine->n_partition, "partition");
	fputs(", ", out);
	print_count(out, machine->n_queue, "queue");
	fprintf(out, ": %zu refused, ", check->refused);
	print_count(out, check->n - check->refused, "warning");
	fputc('\n', out);
}

static void
print_document(const struct check *check)
{
	struct ft_out out;
	struct ft_doc *doc;

	ft_out_init(&out, check->control->context->out);
	doc = ft_doc_open(&out, check->control->format);
	ft_doc_head(doc, SCHEMA);
	ft_doc_begin_list(doc, "findings");
	for (size_t i = 0; i < check->n; i++) {
		const struct check_finding *finding = &check->finding[i];

		ft_doc_begin(doc, NULL);
		ft_doc_bool(doc, "refused", finding->refused);
		ft_doc_text(doc, "kind", finding->kind);
		ft_doc_text(doc, "place", finding->place);
		ft_doc_text(doc, "node", finding->node);
		ft_doc_text(doc, "text", finding->text);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_u64(doc, "refused", check->refused);
	ft_doc_u64(doc, "warned", check->n - check->refused);
	ft_doc_tail(doc);
	ft_doc_close(doc);
	ft_out_free(&out);
}

int
control_check(struct control *control, int argc, char **argv)
{
	struct check check = { .control = control };
	struct ft_error err = { 0 };
	bool readable;
	int status = 1;

	if (control->context->slurm) {
		fprintf(control->context->err, "invalid keyword: check\n");
		return 1;
	}
	if (argc > 1)
		return ft_cmd_misuse(
		    control->context, "unexpected word '%s'", argv[1]);
	ft_arena_init(&check.arena);
	readable = argc == 1 ? read_file(&check, argv[0], &err)
			     : read_session(&check, &err);
	if (readable) {
		look(&check);
		look_in_store(&check);
		if (control->format == FT_FORMAT_TABLE)
			print(&check);
		else
			print_document(&check);
		status = check.refused > 0;
	} else {
		control_fail(control, &err);
	}
	ft_machine_free(&check.machine);
	if (check.conf == &check.own)
		ft_conf_free(&check.own);
	ft_free(check.finding);
	ft_arena_clear(&check.arena);
	return status;
}
