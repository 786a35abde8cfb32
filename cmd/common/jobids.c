#include "common/jobids.h"

#include "sim/world/array.h"

#define TASKS_MAX 4000001 /* as MaxArraySize */

/* "3" or "[1-4,7]" after the underscore */
static bool
read_tasks(struct ft_jobid *id, const char *text)
{
	struct ft_job job = { 0 };
	bool good = *text && !strchr(text, '%') &&
		    ft_array_parse(&job, text, TASKS_MAX) == FT_REFUSE_NONE;

	id->task = job.tasks;
	id->n_task = good ? job.n_tasks : 0;
	return good;
}

/* "all of 12" is also written 12_* */
static bool
read_id(struct ft_jobid *id)
{
	const char *line = strchr(id->text, '_');
	char *number = line ? ft_strndup(id->text, (size_t)(line - id->text))
			    : ft_strdup(id->text);
	bool good = ft_num_u32(number, &id->number) && id->number > 0;

	ft_free(number);
	if (!good || !line || !strcmp(line, "_*"))
		return good;
	return read_tasks(id, line + 1);
}

static size_t
word_length(const char *text)
{
	size_t len = 0;
	bool inside = false;

	for (; text[len] && (inside || text[len] != ','); len++) {
		if (text[len] == '[')
			inside = true;
		else if (text[len] == ']')
			inside = false;
	}
	return len;
}

bool
ft_jobids_add(struct ft_jobids *ids, const char *text)
{
	bool good = true;

	do {
		size_t len = word_length(text);
		struct ft_jobid id = { .text = ft_strndup(text, len) };

		id.bad = !read_id(&id);
		good = good && !id.bad;
		*ft_vec_add(ids->item, ids->n, ids->cap) = id;
		text += len + (text[len] == ',');
	} while (*text);
	return good;
}

void
ft_jobids_free(struct ft_jobids *ids)
{
	for (size_t i = 0; i < ids->n; i++) {
		ft_free(ids->item[i].text);
		ft_free(ids->item[i].task);
	}
	ft_free(ids->item);
	*ids = (struct ft_jobids){ 0 };
}
