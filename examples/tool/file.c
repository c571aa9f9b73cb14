/* file.c - files as a whole. */
#include "file.h"

/* The whole of a file, or of standard input for "-"; bytes of value 0 only where any are allowed.
   The caller frees *text. */
int read_bytes(const char *name, int any, char **text, size_t *length) {
    FILE *file = strcmp(name, "-") != 0 ? fopen(name, "rb") : stdin;
    size_t room = 0, got = 1;
    int failed = 0, binary = 0;
    *text = NULL;
    *length = 0;
    if (!file) return no_answer("%s: %s", name, strerror(errno));
    while (got > 0 && !binary && !failed) {
        if (*length == room) {
            char *bigger = (char *)(room > SIZE_MAX / 2 ? NULL : realloc(*text, room * 2 + 65536));
            if (!bigger) {
                failed = ENOMEM;
                break;
            }
            *text = bigger;
            room = room * 2 + 65536;
        }
        errno = 0;
        got = fread(*text + *length, 1, room - *length, file);
        if (ferror(file)) failed = errno ? errno : EIO;
        binary = !any && got > 0 && memchr(*text + *length, '\0', got) != NULL;
        *length += got;
    }
    if (file != stdin) fclose(file);
    if (!failed && !binary) return ANSWERED;
    free(*text);
    *text = NULL;
    return no_answer("%s: %s", name, failed ? strerror(failed) : "not a text file");
}

int read_file(const char *name, char **text, size_t *length) {
    return read_bytes(name, 0, text, length);
}

/* Close a file that was written to (NULL name: standard output stays open). */
int finish_file(FILE *file, const char *name) {
    int failed = ferror(file) || fflush(file);
    if (name) failed |= fclose(file);
    return failed ? no_answer("%s: %s", name ? name : "standard output", strerror(errno))
                  : ANSWERED;
}
