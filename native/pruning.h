/* Shader text without what no kernel uses. */
#ifndef ML_PRUNING_H
#define ML_PRUNING_H

#include "metallink.h"

/* Takes out of the text, in place, the functions, types and constants outside of all braces but those of namespaces that no kernel
 * reaches: what a compiler does not read costs nothing. Names decide, so overloads stay together. Where memory is short it is left
 * as it is. */
void ml_prune(char *text);

#endif
