/* Tables of sacctmgr and sshare: the cells, written with bars, are read the same. */
#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "io/slurm/listtable.h"

/* Write the table as -p does.  Returns false: it would be read in another way,
 * for a cell has a bar, or the first a byte order mark. */
static bool
write_table(const struct ft_input *input, struct ft_str *str, bool *refused)
{
	struct ft_listtable table;
	struct ft_error err = { 0 };
	bool more = true, bars = false;
	enum ft_status status =
	    ft_listtable_open(&table, input, "a table", &err);

	for (size_t i = 0; !status && i < table.n; i++) {
		bars |= strchr(table.title[i], '|') != NULL;
		bars |= i == 0 && !strncmp(table.title[i], "\xef\xbb\xbf", 3);
		ft_str_addf(str, "%s|", table.title[i]);
	}
	while (!status && more) {
		status = ft_listtable_next(&table, &more, &err);
		if (status || !more)
			break;
		must(table.row.n == table.n, "as many cells as titles");
		ft_str_add_char(str, '\n');
		for (size_t i = 0; i < table.n; i++) {
			const char *cell = ft_listtable_cell(&table, i);

			bars |= strchr(cell, '|') != NULL;
			must(ft_listtable_column(&table, i) <=
				 table.cursor.len + 1,
			    "a place in the line");
			ft_str_addf(str, "%s|", cell);
		}
	}
	*refused = status != FT_OK;
	if (status)
		must_have_place(err.text);
	ft_listtable_close(&table);
	return !bars;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_str first = { 0 }, second = { 0 };
	bool refused, again;
	bool plain =
	    write_table(&(struct ft_input){ "fuzz", (const char *)data, size },
		&first, &refused);

	if (plain && !refused) {
		write_table(&(struct ft_input){ "fuzz", ft_str_text(&first),
				first.len },
		    &second, &again);
		must(!again, "what was written can be read");
		must(!strcmp(ft_str_text(&first), ft_str_text(&second)),
		    "the same cells");
	}
	ft_str_free(&first);
	ft_str_free(&second);
	return 0;
}
