#ifndef CHASHING_H
#define CHASHING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The block function of SHA-256 (FIPS 180-4 section 6.2.2) by a processor's instructions for it. In C
   because Swift has no way to them. */

/* Whether this processor has the instructions: SHA, SSSE3 and SSE4.1 of x86-64, or SHA2 of AArch64.
   Asks the processor or the kernel each time. */
bool chashing_has_sha256(void);

/* Mixes `count` blocks of 64 bytes, from an address of any alignment, into the eight words a to h of
   the hash value. To be called only where `chashing_has_sha256` says yes; stops the program elsewhere. */
void chashing_sha256(uint32_t state[8], const void *blocks, size_t count);

#endif
