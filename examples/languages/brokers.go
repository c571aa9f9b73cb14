// brokers.go - which broker has which replica of a log's partitions, few of which move: as even as
// possible, and the replicas of a partition on different brokers.  Reads a line for each replica, the
// leader first: its load (such as MB/s), topic-partition, present broker or - for none; writes the JSON
// that kafka-reassign-partitions.sh --reassignment-json-file takes, and to standard error what it gains.
//
//	go build -o brokers examples/languages/brokers.go
//	./brokers 101,102,107 .05 < replicas.txt
//
// cgo compiles what this program calls of fpm.h, in some ten seconds of processor time, so it needs no
// shared library.
//
// The brokers are all ids that shall have replicas, without one that leaves (3: brokers 0, 1 and 2);
// .05: the largest load may be 5 % above the least, for fewer moves.
//
// Without Go, and with the same lines: fpm-tool items -p 3 --from --slack .05 --groups FILE --apart 1.
package main

/*
#cgo CFLAGS: -O1 -I${SRCDIR}/../..
#cgo LDFLAGS: -lm
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdlib.h>
*/
import "C"
import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unsafe"
)

type replica struct {
	load      int64 // in thousandths
	partition int
	broker    int // its place among the ids, or one of these
}

const (
	none = -1 // it is new
	gone = -2 // its broker is not in the list
)

func fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, "brokers: "+format+"\n", values...)
	os.Exit(1)
}

// The ids of `3`, which are 0, 1 and 2, or of `101,102,107`.
func identities(text string) (ids []int) {
	words := strings.Split(text, ",")
	if count, err := strconv.Atoi(text); err == nil && count >= 1 && count <= 100000 {
		words = nil
		for k := 0; k < count; k++ {
			ids = append(ids, k)
		}
	}
	for _, word := range words {
		id, err := strconv.ParseInt(word, 10, 32)
		if err != nil || id < 0 {
			fail("brokers %s: neither how many there are nor their ids, such as 101,102,107", text)
		}
		ids = append(ids, int(id))
	}
	return ids
}

// The place of each id.
func places(ids []int) map[int]int {
	place := map[int]int{}
	for k, id := range ids {
		if _, known := place[id]; known {
			fail("broker %d stands in the list twice", id)
		}
		place[id] = k
	}
	return place
}

// The replicas of standard input, and the partitions' names in the order in which they come.
func read(place map[int]int, listed bool) (all []replica, name []string) {
	number := map[string]int{}
	lines := bufio.NewScanner(os.Stdin)
	for at := 1; lines.Scan(); at++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		field := strings.Fields(text)
		if len(field) == 0 {
			continue
		}
		if len(field) != 3 {
			fail("line %d: a load, topic-partition and a broker (or -) are needed", at)
		}
		load, err := strconv.ParseFloat(field[0], 64)
		if err != nil || !(load >= 0 && load < 1e9) {
			fail("line %d: %s is no load", at, field[0])
		}
		dash := strings.LastIndex(field[1], "-")
		if dash < 1 || strings.ContainsAny(field[1], `"\`) {
			fail("line %d: %s is not topic-partition, such as orders-3", at, field[1])
		}
		if _, err := strconv.ParseUint(field[1][dash+1:], 10, 31); err != nil {
			fail("line %d: %s does not end with the number of a partition", at, field[1])
		}
		broker := none
		if field[2] != "-" {
			id, err := strconv.ParseUint(field[2], 10, 31)
			at_id, known := place[int(id)]
			if err != nil {
				fail("line %d: %s is no broker's id, and not - for none", at, field[2])
			}
			broker = gone
			if known {
				broker = at_id
			} else if !listed {
				fail("line %d: %s is no broker from 0 to %d: give their ids, such as 101,102,107", at, field[2], len(place)-1)
			}
		}
		if _, known := number[field[1]]; !known {
			number[field[1]] = len(name)
			name = append(name, field[1])
		}
		all = append(all, replica{int64(load*1000 + .5), number[field[1]], broker})
	}
	return all, name
}

// C's memory for so many ints: structs of C may not point into Go's memory.
func ints(count int) []C.int {
	return unsafe.Slice((*C.int)(C.calloc(C.size_t(count+1), C.sizeof_int)), count+1)
}

func main() {
	if len(os.Args) != 3 {
		fail("usage: brokers BROKERS SLACK < LINES")
	}
	ids := identities(os.Args[1])
	slack, err := strconv.ParseFloat(os.Args[2], 64)
	if err != nil {
		fail("usage: brokers BROKERS SLACK < LINES")
	}
	brokers := len(ids)
	all, name := read(places(ids), strings.Contains(os.Args[1], ","))
	load := make([]C.int64_t, len(all)+1)
	group, from, owner := ints(len(all)), ints(len(all)), make([]C.int, len(all)+1)
	before := make([]int64, brokers)
	for i, r := range all {
		load[i], group[i], from[i] = C.int64_t(r.load), C.int(r.partition), none
		if r.broker >= 0 {
			from[i] = C.int(r.broker)
			before[r.broker] += r.load
		}
	}
	groups := (*C.fpm_items_groups)(C.calloc(1, C.sizeof_fpm_items_groups))
	groups.of, groups.most = &group[0], 1
	opts := (*C.fpm_items_options)(C.calloc(1, C.sizeof_fpm_items_options))
	opts.groups, opts.from, opts.slack = groups, &from[0], C.double(slack)
	var info C.fpm_info
	status := C.fpm_items_assign(C.int64_t(len(all)), &load[0], C.int(brokers), opts, &owner[0], nil, &info)
	if status == C.FPM_E_INFEASIBLE && info.at >= 0 {
		fail("%s has more replicas than there are brokers", name[all[info.at].partition])
	}
	if status < 0 {
		var text [400]C.char
		C.fpm_explain(&info, &text[0], 400)
		fail("%s", C.GoString(&text[0]))
	}
	write(all, name, owner, ids)
	moved, largest := 0, int64(0)
	for i, r := range all {
		if r.broker != none && int(owner[i]) != r.broker {
			moved++
		}
	}
	for _, sum := range before {
		if sum > largest {
			largest = sum
		}
	}
	fmt.Fprintf(os.Stderr, "largest load %g, was %g; %d of %d replicas move\n",
		float64(info.makespan)/1000, float64(largest)/1000, moved, len(all))
}

func write(all []replica, name []string, owner []C.int, ids []int) {
	brokers := make([][]string, len(name))
	for i, r := range all {
		brokers[r.partition] = append(brokers[r.partition], strconv.Itoa(ids[owner[i]]))
	}
	fmt.Print(`{"version": 1, "partitions": [`)
	for i, n := range name {
		if i > 0 {
			fmt.Print(",")
		}
		dash := strings.LastIndex(n, "-")
		fmt.Printf("\n  {\"topic\": \"%s\", \"partition\": %s, \"replicas\": [%s]}", n[:dash], n[dash+1:], strings.Join(brokers[i], ", "))
	}
	fmt.Println("\n]}")
}
