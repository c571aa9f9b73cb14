/* file.c - files that are read as a whole, files that are written. */
#include "file.h"

int file_read(const char *name, int any, char **text, size_t *length) {
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

FILE *file_create(const char *name) {
    FILE *file = fopen(name, "wb");
    if (!file) no_answer("%s: %s", name, strerror(errno));
    return file;
}

int file_finish(FILE *file, const char *name, int status) {
    int failed = ferror(file) || fflush(file);
    if (name) failed |= fclose(file);
    if (!failed || status != ANSWERED) return status;
    return no_answer("%s: %s", name ? name : "standard output", strerror(errno));
}
