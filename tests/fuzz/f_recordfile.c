/* Records of scontrol: written on a line each, they are read the same. */
#include <string.h>

#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "io/slurm/recordfile.h"

static void
write_record(struct ft_str *str, const struct ft_record *record)
{
	static const char *const names[] = { "NodeName", "PartitionName",
		"ReservationName", "LicenseName" };

	must(record->kind < FT_RECORD_KINDS && *record->name && record->line,
	    "a record with a name");
	ft_str_addf(str, "%s=%s", names[record->kind], record->name);
	for (size_t i = 0; i < record->n; i++) {
		must(*record->field[i].key, "a key");
		ft_str_addf(str, "\n %s=", record->field[i].key);
		/* a text of several lines has indented ones */
		for (const char *at = record->field[i].value; *at; at++)
			ft_str_addf(str, *at == '\n' ? "%c " : "%c", *at);
	}
	ft_str_add_char(str, '\n');
}

static bool
read_and_write(const char *text, size_t size, struct ft_str *str)
{
	struct ft_recordfile file = { 0 };
	struct ft_error err = { 0 };
	bool good =
	    ft_recordfile_parse(
		&file, &(struct ft_input){ "fuzz", text, size }, &err) == FT_OK;

	if (!good)
		must_have_place(err.text);
	for (size_t i = 0; good && i < file.n; i++)
		write_record(str, &file.record[i]);
	ft_recordfile_free(&file);
	return good;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_str first = { 0 }, second = { 0 };

	if (read_and_write((const char *)data, size, &first) && first.len)
		must(read_and_write(first.data, first.len, &second) &&
			 !strcmp(first.data, second.data),
		    "what was written is read the same");
	ft_str_free(&first);
	ft_str_free(&second);
	return 0;
}
