// quickstart.go - Go: make shared && go build -o quickstart-go examples/languages/quickstart.go
// && LD_LIBRARY_PATH=build ./quickstart-go.  cgo reads fpm.h itself.
package main

/*
#cgo CFLAGS: -I${SRCDIR}/../..
#cgo LDFLAGS: -L${SRCDIR}/../../build -lfpm -lm
#include "fpm.h"
#include <stdlib.h>
*/
import "C"
import (
	"fmt"
	"os"
	"unsafe"
)

type job struct { // in C's memory, since C's structs may not point into Go's
	points [2]C.fpm_points
	model  [2]C.fpm_model
	procs  [2]C.fpm_proc
	chain  C.fpm_chain
	loads  [8]C.int64_t
	sums   [9]C.int64_t
	info   C.fpm_info
}

func main() {
	j := (*job)(C.calloc(1, C.size_t(unsafe.Sizeof(job{}))))
	check := func(status C.int) { // each call returns a status; below 0 there is no answer
		var text [400]C.char
		if C.fpm_explain(&j.info, &text[0], 400); status < 0 {
			panic(C.GoString(&text[0]))
		}
	}
	for i, file := range []string{"examples/data/gpu.txt", "examples/data/core.txt"} {
		text, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		p := &j.points[i]
		check(C.fpm_points_parse(p, (*C.char)(unsafe.Pointer(&text[0])), C.size_t(len(text)), &j.info))
		check(C.fpm_points_sort(p, &j.info))
		check(C.fpm_model_from_points(&j.model[i], C.FPM_AKIMA, p, nil, &j.info))
		j.procs[i].model = &j.model[i]
	}
	var d [2]C.int64_t
	check(C.fpm_partition(60000, 2, &j.procs[0], nil, &d[0], &j.info))
	fmt.Printf("shares %d + %d, %.4f s\n", d[0], d[1], float64(j.info.makespan))

	j.loads = [8]C.int64_t{3, 1, 4, 1, 5, 9, 2, 6}
	var begin [4]C.int64_t
	var owner [8]C.int
	check(C.fpm_chain_init(&j.chain, 8, &j.loads[0], &j.sums[0], &j.info))
	check(C.fpm_chain_partition(&j.chain, 3, nil, &begin[0], nil, &j.info))
	fmt.Println("cuts", begin, "at most", j.info.makespan)
	check(C.fpm_items_assign(8, &j.loads[0], 3, nil, &owner[0], nil, &j.info))
	fmt.Println("owners", owner, "at most", j.info.makespan)
	for i := range j.model {
		C.fpm_model_free(&j.model[i])
		C.fpm_points_free(&j.points[i])
	}
	C.free(unsafe.Pointer(j))
}
