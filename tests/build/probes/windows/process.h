/* _beginthreadex is in windows.h, beside what it needs. */
