/*
 * lessonfile.h - a lesson: a small cluster with its settings and usage, and texts
 * for the steps of its ranking.
 *
 *     # a comment
 *     Title: Two tied accounts
 *
 *     [about]
 *     Text shown before the first step.  Lines are joined,
 *
 *     an empty line starts a new paragraph.
 *
 *     [settings]                 lines of slurm.conf
 *     FairTreeTies=slurm
 *
 *     [tree]                     lines as of sacctmgr dump; of the options only
 *     Cluster - 'lesson'         Fairshare and Partition count
 *     Parent - 'root'
 *     Account - 'chem':Fairshare=40
 *     Parent - 'chem'
 *     User - 'ann':Fairshare=1
 *
 *     [usage]                    account user usage; user - is the account
 *     chem ann 300
 *
 *     [note sort root]           text shown after this step
 *     ...
 *
 * A note names the step: a kind of event.def, then the account, user or
 * user@account it is about (none or *: any), then, if it is not the first such
 * step, its number.  Siblings are in the order of the file, the nested set.  There is
 * no user root unless the tree has one.
 *
 * The film is the sequence of events of the ranking; a note finds its step when the
 * events are passed to it.
 * Not here: running the algorithm (load), finding files (cmd).
 */
#ifndef FT_IO_LESSON_LESSONFILE_H
#define FT_IO_LESSON_LESSONFILE_H

#include "base/text/real.h"
#include "model/conf/conf.h"
#include "model/tree/event.h"
#include "model/tree/tree.h"

#define FT_LESSON_NOWHERE SIZE_MAX

struct ft_lesson_note {
	const char *text; /* paragraphs, separated by "\n\n" */
	size_t at;        /* number of events before it is shown: 0 before the
	                     first; FT_LESSON_NOWHERE: not found yet */
	/* the step it waits for */
	enum ft_event_kind kind; /* FT_EVENT_COUNT: none, it is [about] */
	const char *name;        /* of the node, as written; NULL: any */
	uint32_t node;           /* FT_NODE_NONE: any */
	uint32_t nth;            /* which of these steps, from 1 */
	uint32_t left;           /* how many of them are still to come */
	uint32_t line;           /* of the file */
};

struct ft_lesson {
	struct ft_arena arena;
	const char *file;  /* for messages */
	const char *title; /* one line */
	const char *about; /* the same as the first note; "" none */
	const char *cluster;
	struct ft_conf conf; /* defaults and [settings] */
	struct ft_tree *tree;
	struct ft_names_set names;
	ft_real *own;                /* own usage, by node */
	ft_real *usage;              /* totals */
	struct ft_lesson_note *note; /* as in the file; sorted by `at` when all
	                                are found */
	size_t n_note, cap_note;
	size_t n_event; /* so far */
};

void ft_lesson_init(struct ft_lesson *lesson);
void ft_lesson_free(struct ft_lesson *lesson);

/*
 * Read TEXT (SIZE bytes), the file FILE, into LESSON (initialised, empty).
 * FT_EPARSE "file:line:column: ..."
 */
enum ft_status ft_lesson_parse(struct ft_lesson *lesson, const char *file,
    const char *text, size_t size, struct ft_error *err);

/* Put sibling accounts into ORDER, before the film. */
enum ft_status ft_lesson_reorder(
    struct ft_lesson *lesson, enum ft_siblings order, struct ft_error *err);

/* Returns what receives the events of the film; its ctx: the lesson. */
struct ft_event_sink ft_lesson_sink(struct ft_lesson *lesson);
/*
 * The film is over: sort the notes by their steps.
 * FT_EPARSE: a note whose step did not come; it is the last then.
 */
enum ft_status ft_lesson_place(struct ft_lesson *lesson, struct ft_error *err);

#endif
