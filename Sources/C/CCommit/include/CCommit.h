#ifndef CCOMMIT_H
#define CCOMMIT_H

/* The commit that a package was built of, as its first eight digits; empty in every other build. Package.swift
   gets it from ./package, and only this file is compiled anew for another one. */
const char *ccommit(void);

#endif
