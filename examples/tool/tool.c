/* tool.c - messages, and lists that grow. */
#include "tool.h"

int no_answer(const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs("fpm-tool: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return NO_ANSWER;
}

int out_of_memory(void) { return no_answer("out of memory"); }

void *more_room(void *list, size_t count, size_t each) {
    size_t room = count < 8 ? 8 : 2 * count;
    if (count >= 8 ? (count & (count - 1)) != 0 : count != 0) return list; /* not full */
    return room > SIZE_MAX / each ? NULL : realloc(list, room * each);
}
