#include "control/record.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

void
control_records_open(struct control_records *records, struct control *control,
    const char *name, const char *indent, bool apart)
{
	struct ft_str schema;

	*records = (struct control_records){
		.control = control,
		.indent = indent,
		.apart = apart,
	};
	ft_out_init(&records->out, control->context->out);
	if (control->format != FT_FORMAT_JSON &&
	    control->format != FT_FORMAT_YAML)
		return;
	ft_str_init(&schema);
	ft_str_addf(&schema, "fairtree.%s/1", name);
	records->doc = ft_doc_open(&records->out, control->format);
	ft_doc_head(records->doc, ft_str_text(&schema));
	ft_doc_begin_list(records->doc, name);
	ft_str_free(&schema);
}

void
control_records_close(struct control_records *records)
{
	if (records->doc) {
		ft_doc_end(records->doc);
		ft_doc_tail(records->doc);
		ft_doc_close(records->doc);
	}
	ft_out_free(&records->out);
}

void
control_record_begin(struct control_records *records)
{
	records->blank = false;
	if (records->doc)
		ft_doc_begin(records->doc, NULL);
}

void
control_record_end(struct control_records *records)
{
	if (records->doc) {
		ft_doc_end(records->doc);
		return;
	}
	ft_str_add_char(&records->out.text, '\n');
	if (records->apart && !records->control->one_line)
		ft_str_add_char(&records->out.text, '\n');
	ft_out_step(&records->out);
}

void
control_record_break(struct control_records *records)
{
	if (records->doc)
		return;
	records->blank = false;
	if (records->control->one_line)
		ft_str_add_char(&records->out.text, ' ');
	else
		ft_str_addf(&records->out.text, "\n%s", records->indent);
}

/* Whether a word starts at KEY[I]; the s of "CPUs" does not start one. */
static bool
is_edge(const char *key, size_t i)
{
	bool upper = isupper((unsigned char)key[i]);
	unsigned char last = i ? (unsigned char)key[i - 1] : '_';
	unsigned char next = (unsigned char)key[i + 1];

	if (strcmp(key, "QoS") == 0)
		return false;
	if (!upper || islower(last))
		return upper && i > 0;
	return isupper(last) && islower(next) &&
	       (next != 's' || islower((unsigned char)key[i + 2]));
}

/* "CPUTot" is "cpu_tot" in documents. */
static void
add_snake(struct ft_str *str, const char *key)
{
	for (size_t i = 0; key[i]; i++) {
		unsigned char c = (unsigned char)key[i];

		if (is_edge(key, i))
			ft_str_add_char(str, '_');
		ft_str_add_char(str, isalnum(c) ? (char)tolower(c) : '_');
	}
}

static bool
is_number(const char *value)
{
	size_t len = strspn(value, "0123456789");

	return len && len < 19 && !value[len];
}

static void
add_to_doc(struct ft_doc *doc, const char *key, const char *value)
{
	static const char *const none[] = { "(null)", "N/A", "Unknown",
		"None" };
	struct ft_str name;
	uint64_t number = 0;

	ft_str_init(&name);
	add_snake(&name, key);
	key = ft_str_text(&name);
	for (size_t i = 0; value && i < sizeof none / sizeof *none; i++)
		if (strcmp(value, none[i]) == 0)
			value = NULL;
	if (value && is_number(value)) {
		for (; *value; value++)
			number = number * 10 + (uint64_t)(*value - '0');
		ft_doc_u64(doc, key, number);
	} else if (value && strcmp(key, "over_subscribe") != 0 &&
		   (!strcmp(value, "YES") || !strcmp(value, "NO"))) {
		ft_doc_bool(doc, key, *value == 'Y');
	} else {
		ft_doc_text(doc, key, value);
	}
	ft_str_free(&name);
}

void
control_record_add(
    struct control_records *records, const char *key, const char *value)
{
	struct ft_str *text = &records->out.text;

	if (records->doc) {
		add_to_doc(records->doc, key, value);
		return;
	}
	if (records->blank)
		ft_str_add_char(text, ' ');
	records->blank = true;
	ft_str_addf(text, "%s=%s", key, value ? value : "(null)");
}

void
control_record_addf(
    struct control_records *records, const char *key, const char *format, ...)
{
	struct ft_str value;
	va_list args;

	ft_str_init(&value);
	va_start(args, format);
	ft_str_addv(&value, format, args);
	va_end(args);
	control_record_add(records, key, ft_str_text(&value));
	ft_str_free(&value);
}

void
control_record_space(struct control_records *records)
{
	if (!records->doc)
		ft_str_add_char(&records->out.text, ' ');
}
