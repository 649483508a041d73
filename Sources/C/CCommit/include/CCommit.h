#ifndef CCOMMIT_H
#define CCOMMIT_H

/* The first eight digits of the commit that a package was built of; empty in every other build.
   Package.swift gets them from ./package. */
const char *ccommit(void);

#endif
