/*
 * fairtree.h - the public face of libfairtree; the only header installed.
 *
 * Everything else in the library is hidden from programs that link it.
 */
#ifndef FAIRTREE_H
#define FAIRTREE_H

/* While the major number is 0, every minor version may change the ABI. */
#define FT_VERSION "0.1.0"

#define FT_API __attribute__((visibility("default")))

#endif
