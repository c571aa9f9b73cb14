# lock.sh: one make check at a time in a tree, as each begins by deleting build/check.  Read by check.sh.
#
# lock FILE: FILE holds the number of this process until it ends.  Where another process holds it, one line
# says so, and lock is false.  What a killed process has left is taken over.
lock() {
    if ! lock_make "$1"; then
        holder=$(cat "$1" 2> /dev/null)
        # Between the file and the number in it there is a moment.
        [ -n "$holder" ] || { sleep 1; holder=$(cat "$1" 2> /dev/null); }
        if lock_alive "$holder"; then
            echo "make check runs in this tree already, as process $holder: wait for it, or remove $1"
            return 1
        fi
        # Of several that find a dead one each may delete the file of one before it, so the last has it.
        rm -f "$1"
        lock_make "$1"
        sleep 1
        holder=$(cat "$1" 2> /dev/null)
        [ "$holder" = $$ ] || { echo "make check begins in this tree, as process $holder: wait for it"; return 1; }
    fi
    locked=$1
    trap 'rm -f "$locked"' EXIT
    trap 'exit 1' HUP INT TERM
}
# lock_make FILE: write it, unless it is there.
lock_make() { (set -C; echo $$ > "$1") 2> /dev/null; }
# lock_alive NUMBER: this process runs, and where the system says what it runs, that is check.sh.
lock_alive() {
    [ -n "$1" ] && kill -0 "$1" 2> /dev/null || return 1
    [ ! -r "/proc/$1/cmdline" ] || tr '\0' ' ' < "/proc/$1/cmdline" | grep -q 'check\.sh'
}
