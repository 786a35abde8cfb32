/*
 * answer.h - what counts as the answer to a yes-or-no question.
 */
#ifndef FT_CMD_CLI_ANSWER_H
#define FT_CMD_CLI_ANSWER_H

enum ft_answer {
	FT_ANSWER_NO,
	FT_ANSWER_YES,
	FT_ANSWER_EMPTY,  /* only blanks */
	FT_ANSWER_NEITHER /* ask again */
};

/*
 * Returns what LINE, all that was typed up to the line end, answers: y, yes, n
 * or no in any case and nothing else.  A y inside of other text is no answer.
 */
enum ft_answer ft_answer_of(const char *line);

#endif
