#include "CCommit.h"

#ifndef DAYSTAMP_COMMIT
#define DAYSTAMP_COMMIT ""
#endif

const char *ccommit(void) { return DAYSTAMP_COMMIT; }
