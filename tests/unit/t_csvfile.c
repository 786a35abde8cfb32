#include "io/text/csvfile.h"

#include <string.h>

#include "tap/tap.h"

/* "<1:1 a><1:3 b>/" for each record, or the message. */
static const char *
read_all(const char *text, size_t size)
{
	static struct ft_str str;
	struct ft_csvfile csv;
	struct ft_error err = { 0 };
	enum ft_status status;
	bool more;

	ft_str_clear(&str);
	ft_csvfile_init(&csv, "c", text, size);
	while ((status = ft_csvfile_next(&csv, &more, &err)) == FT_OK && more) {
		for (size_t i = 0; i < csv.n; i++)
			ft_str_addf(&str, "<%u:%u %s>",
			    (unsigned)csv.cell[i].line,
			    (unsigned)csv.cell[i].column,
			    ft_csvfile_text(&csv, i));
		ft_str_add_char(&str, '/');
	}
	if (status != FT_OK)
		ft_str_add(&str, err.text);
	ft_csvfile_free(&csv);
	return ft_str_text(&str);
}

int
main(void)
{
	/* clang-format off */
	static const struct { const char *text, *want; } row[] = {
		{ "", "" },
		{ "\n\r\n", "" },
		{ "a", "<1:1 a>/" },
		{ "a,b\r\nc,d\r\n", "<1:1 a><1:3 b>/<2:1 c><2:3 d>/" },
		{ "a,b\n\nc,d", "<1:1 a><1:3 b>/<3:1 c><3:3 d>/" },
		{ ",", "<1:1 ><1:2 >/" },
		{ " a , b ", "<1:1  a ><1:5  b >/" },
		{ "\"a,b\",c", "<1:1 a,b><1:7 c>/" },
		{ "\"\",x", "<1:1 ><1:4 x>/" },
		{ "\"say \"\"hi\"\"\",b", "<1:1 say \"hi\"><1:14 b>/" },
		{ "\"two\nlines\",b\nc", "<1:1 two\nlines><2:8 b>/<3:1 c>/" },
		{ "\"two\r\nlines\"\r\nc", "<1:1 two\nlines>/<3:1 c>/" },
		{ "\"a\n\nb\"", "<1:1 a\n\nb>/" },
		{ "\xef\xbb\xbf" "a,b", "<1:1 a><1:3 b>/" },
		{ "\xc3\xa9,b", "<1:1 \xc3\xa9><1:4 b>/" },
		{ "x,\"a\n", "c:1:3: this quote is not closed" },
		{ "x,\"a\"\"\n\n", "c:1:3: this quote is not closed" },
		{ "\"a\" ,b", "c:1:4: text after the closing quote" },
		{ "\"a\nb\"c", "c:2:3: text after the closing quote" },
		{ "a\"b\"",
		    "c:1:2: a quote inside a field without quotes" },
		{ "a,b\nc,\001", "<1:1 a><1:3 b>/c:2:3: control character 0x01" },
		{ "\"a\n\001\"", "c:2:1: control character 0x01" },
	};
	/* clang-format on */

	for (size_t i = 0; i < FT_COUNT(row); i++)
		is_str(read_all(row[i].text, strlen(row[i].text)), row[i].want,
		    "text %zu", i);
	is_str(read_all("a\0b", 3), "c:1:2: control character 0x00",
	    "no bytes of zero");
	return done_testing();
}
