/* cdl.h - loads from CDL, the text of a NetCDF file that ncdump writes. */
#ifndef CDL_H
#define CDL_H
#include "loads.h"

/* The values of l->variable, or of the only variable that holds a field: two dimensions (more, if
   the first ones have a length of 1), or for a chain one as well.  Where a variable has several
   layers, l->variable says which: `tmask:0`, or `tmask:sum` for the sum of all.  What is missing,
   as _FillValue and missing_value say, is a load of 0. */
int cdl_read(loads *l, const char *text, size_t length);

#endif
