/* report.c - the table of reports. */

#include "freport/freport.h"

#define FREPORT_SIZE_WORDS                                                     \
	(FREPORT_BIT(ACCOUNTS) | FREPORT_BIT(ACCT) |                           \
	    FREPORT_BIT(ACCT_AS_PARENT) | FREPORT_BIT(FLATVIEW) |              \
	    FREPORT_BIT(GID) | FREPORT_BIT(GROUPING) | FREPORT_BIT(JOBS) |     \
	    FREPORT_BIT(NODES) | FREPORT_BIT(PARTITIONS) |                     \
	    FREPORT_BIT(PRINT_JOB_COUNT) | FREPORT_BIT(USERS) |                \
	    FREPORT_BIT(WCKEYS))

const struct freport_kind freport_kinds[FREPORT_REPORTS] = {
#define REPORT(id, type, name, letters, title, family, words, fields, since,   \
    until, sentence)                                                           \
	{ type, name, letters, title, family, words, fields, since, until },
#include "freport/report.def"
};
