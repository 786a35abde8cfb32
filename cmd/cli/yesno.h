/*
 * yesno.h - what counts as the answer to a yes-or-no question.
 */
#ifndef FT_CMD_CLI_YESNO_H
#define FT_CMD_CLI_YESNO_H

enum ft_yesno {
	FT_YESNO_NO,
	FT_YESNO_YES,
	FT_YESNO_EMPTY,  /* only blanks */
	FT_YESNO_NEITHER /* ask again */
};

/*
 * Returns the answer in LINE, everything typed up to the end of the line: y, yes,
 * n or no, in any case, with nothing else in the line.
 */
enum ft_yesno ft_yesno_of(const char *line);

#endif
