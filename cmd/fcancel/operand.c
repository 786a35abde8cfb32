/* operand.c - the jobs that operands name, as scancel reads them and as we do. */

#include "fcancel/fcancel.h"

/* scancel takes 12+ and 12+1 for a component of job 12, and adds no text to the
 * list 12_[1-2]. */
static bool
add_whole(struct fcancel *cancel, const char *text)
{
	const char *digits = "0123456789", *close = strchr(text, ']');
	size_t len = strspn(text, digits);
	struct ft_jobid id = { 0 };
	unsigned long number;

	if (len && text[len] == '+' &&
	    !text[len + 1 + strspn(text + len + 1, digits)]) {
		id.part = true;
		number = strtoul(text, NULL, 10);
		id.number = number <= UINT32_MAX ? (uint32_t)number : 0;
	} else if (close && close[1]) {
		id.bad = true;
	} else {
		return false;
	}
	id.text = ft_strdup(text);
	*ft_vec_add(cancel->ids.item, cancel->ids.n, cancel->ids.cap) = id;
	return true;
}

/*
 * scancel knows steps (12.0) and numbers too large for a job, of which there are
 * none here, and takes "12." for 12 and "12_" for its task 0.
 */
static bool
is_odd(struct fcancel *cancel, const char *text)
{
	const char *digits = "0123456789";
	size_t len = strspn(text, digits), end;

	if (!len)
		return false;
	if (!text[len])
		return len > 10;
	end = len;
	if (text[end] == '_' && strspn(text + end + 1, digits))
		end += 1 + strspn(text + end + 1, digits);
	if (text[end] != '.' || !strspn(text + end + 1, digits) ||
	    text[end + 1 + strspn(text + end + 1, digits)])
		return false;
	ft_cmd_error(cancel->context, "Kill job error on job step id %s: %s",
	    text, ft_refusal_text(FT_REFUSE_JOB_ID));
	cancel->status = 1;
	return true;
}

void
fcancel_operand(struct fcancel *cancel, const char *text)
{
	struct ft_str id FT_CLEANUP(ft_str_free) = { 0 };
	size_t len;

	if (!cancel->context->slurm) {
		(void)ft_jobids_add(&cancel->ids, text);
		return;
	}
	text += strspn(text, " ");
	if (add_whole(cancel, text))
		return;
	if (is_odd(cancel, text)) {
		cancel->n_odd++;
		return;
	}
	len = strspn(text, "0123456789");
	ft_str_add(&id, text);
	if (len && !strcmp(text + len, "_"))
		ft_str_add_char(&id, '0');
	else if (len && !strcmp(text + len, "."))
		id.data[id.len = len] = '\0';
	(void)ft_jobids_add(&cancel->ids, ft_str_text(&id));
}

/* 12_1-4, which scancel takes only as 12_[1-4], or 12_[1-4:2] */
static bool
is_bare_range(const char *text)
{
	const char *task = strchr(text, '_');

	return task &&
	       (strchr(task, ':') || (task[1] != '[' && strchr(task, '-')));
}

/* scancel says first what is wrong inside the brackets of 12_[x]. */
static void
complain_of_range(const struct ft_context *context, const char *text)
{
	const char *open = strchr(text, '[');
	const char *close = open ? strchr(open, ']') : NULL;

	if (context->slurm && close && !close[1])
		ft_cmd_error(context,
		    "_parse_single_range: Invalid range: `%.*s'",
		    (int)(close - open - 1), open + 1);
}

bool
fcancel_operands_are_good(const struct fcancel *cancel)
{
	const struct ft_context *context = cancel->context;

	for (size_t i = 0; i < cancel->ids.n; i++) {
		const struct ft_jobid *id = &cancel->ids.item[i];

		if (!id->bad && !(context->slurm && is_bare_range(id->text)))
			continue;
		complain_of_range(context, id->text);
		ft_cmd_error(context, "Invalid job id %s", id->text);
		return false;
	}
	return true;
}
