/*
 * base.h - what every file needs: the C library, errors, memory, texts, vectors
 * and numbers.  Every other header of the project includes it.
 */
#ifndef FT_BASE_BASE_H
#define FT_BASE_BASE_H

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/text/num.h"
#include "base/sort.h"
#include "base/text/str.h"
#include "base/vec.h"
#include "base/text/word.h"

#endif
