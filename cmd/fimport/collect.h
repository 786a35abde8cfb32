/* collect.h - the script fairtree-collect. */
#ifndef FT_CMD_FIMPORT_COLLECT_H
#define FT_CMD_FIMPORT_COLLECT_H

#include "base/base.h"

void fimport_print_collect_script(FILE *out);

#endif
