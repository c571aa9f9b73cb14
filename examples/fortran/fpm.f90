! fpm.h 0.5.0 for Fortran 2018, written from the header by tests/build/jobs/bindings.py.
! Copy this file; quickstart.f90 says how to compile the implementation.  NULL is an argument
! that is left out; what the library keeps (points of a model) must live as a target as long.
! A constant whose name is that of a call ends in `_`: FPM_MATRIX_COLUMNS_.
! Processors, elements, rows and columns count from 0, so processor k is that of d(k + 1), part k
! of a chain is elements begin(k + 1) + 1 to begin(k + 2) of an array from 1, and ranks of MPI
! need no change.  A grid of rows x cols loads is an array load(cols, rows), as Fortran stores it.
! A text is character(len=..): j = fpm_explain(info, text, len(text, c_size_t)), see recipe_mpi.f90.
module fpm
    use, intrinsic :: iso_c_binding
    implicit none

    integer(c_int), parameter :: FPM_CONSTANT = 1
    integer(c_int), parameter :: FPM_PIECEWISE = 2
    integer(c_int), parameter :: FPM_SHAPED = 3
    integer(c_int), parameter :: FPM_AKIMA = 4
    integer(c_int), parameter :: FPM_DISCRETE = 5
    integer(c_int), parameter :: FPM_SAFE = 1
    integer(c_int), parameter :: FPM_LITERAL = 2
    integer(c_int), parameter :: FPM_PLAIN = 4
    integer(c_int), parameter :: FPM_BORROW = 8
    integer(c_int), parameter :: FPM_SCALE_ADAPTIVE = 0
    integer(c_int), parameter :: FPM_SCALE_NONE = 1
    integer(c_int), parameter :: FPM_SCALE_GIVEN = 2
    integer(c_int), parameter :: FPM_AUTO = 0
    integer(c_int), parameter :: FPM_EVEN = 1
    integer(c_int), parameter :: FPM_PROPORTIONAL = 2
    integer(c_int), parameter :: FPM_GEOMETRIC = 3
    integer(c_int), parameter :: FPM_OPTIMAL = 4
    integer(c_int), parameter :: FPM_NUMERICAL = 5
    integer(c_int), parameter :: FPM_HPOPTA = 6
    integer(c_int), parameter :: FPM_LEAST_TOTAL = 1
    integer(c_int), parameter :: FPM_LEAST_COST = 2
    integer(c_int), parameter :: FPM_LEAST_BUSY = 3
    integer(c_int), parameter :: FPM_NEWTON = 0
    integer(c_int), parameter :: FPM_BISECTION = 1
    integer(c_int), parameter :: FPM_PIPELINE_LATEST = 0
    integer(c_int), parameter :: FPM_PIPELINE_TOTAL = 1
    integer(c_int), parameter :: FPM_PIPELINE_FILLED = 2
    integer(c_int), parameter :: FPM_ITEMS_EVEN = -1
    integer(c_int), parameter :: FPM_ITEMS_TOGETHER = -2
    integer(c_int), parameter :: FPM_RECT_AUTO = 0
    integer(c_int), parameter :: FPM_RECT_UNIFORM = 1
    integer(c_int), parameter :: FPM_RECT_NICOL = 2
    integer(c_int), parameter :: FPM_RECT_PQ_HEUR = 3
    integer(c_int), parameter :: FPM_RECT_PQ_OPT = 4
    integer(c_int), parameter :: FPM_RECT_M_HEUR = 5
    integer(c_int), parameter :: FPM_RECT_M_PROBE = 6
    integer(c_int), parameter :: FPM_RECT_M_ALLOC = 7
    integer(c_int), parameter :: FPM_RECT_M_HEUR_PROBE = 8
    integer(c_int), parameter :: FPM_RECT_M_OPT = 9
    integer(c_int), parameter :: FPM_RECT_HIER_RB = 10
    integer(c_int), parameter :: FPM_RECT_HIER_RELAXED = 11
    integer(c_int), parameter :: FPM_RECT_HIER_OPT = 12
    integer(c_int), parameter :: FPM_RECT_HIER_SEARCH = 13
    integer(c_int), parameter :: FPM_RECT_PEEL = 14
    integer(c_int), parameter :: FPM_RECT_NEAR = 15
    integer(c_int), parameter :: FPM_RECT_COMPACT = 16
    integer(c_int), parameter :: FPM_RECT_BEST = 0
    integer(c_int), parameter :: FPM_RECT_HOR = 1
    integer(c_int), parameter :: FPM_RECT_VER = 2
    integer(c_int), parameter :: FPM_RECT_BY_LOAD = 0
    integer(c_int), parameter :: FPM_RECT_BY_DIST = 1
    integer(c_int), parameter :: FPM_RECT_BY_HOR = 2
    integer(c_int), parameter :: FPM_RECT_BY_VER = 3
    integer(c_int), parameter :: FPM_FOLD_NONE = 0
    integer(c_int), parameter :: FPM_FOLD_FIRST = 1
    integer(c_int), parameter :: FPM_FOLD_LAST = 2
    integer(c_int), parameter :: FPM_TILES_EVEN = 0
    integer(c_int), parameter :: FPM_TILES_DIVIDE = 1
    integer(c_int), parameter :: FPM_TILES_SHORT = 2
    integer(c_int), parameter :: FPM_TILES_FMS = 3
    integer(c_int), parameter :: FPM_MATRIX_AUTO = 0
    integer(c_int), parameter :: FPM_MATRIX_COLUMNS = 1
    integer(c_int), parameter :: FPM_MATRIX_ROWS = 2
    integer(c_int), parameter :: FPM_MATRIX_CUTS = 3
    integer(c_int), parameter :: FPM_BALANCE_DEFAULT = 0
    integer(c_int), parameter :: FPM_BALANCE_CONSTANT = 1
    integer(c_int), parameter :: FPM_BALANCE_DFPA = 2
    integer(c_int), parameter :: FPM_BALANCE_NUMERICAL = 3
    integer(c_int), parameter :: FPM_KEEP = 0
    integer(c_int), parameter :: FPM_MOVE = 1
    integer(c_int), parameter :: FPM_CONVERGED = 2
    integer(c_int), parameter :: FPM_BALANCE_POINTS_ = 12
    integer(c_int), parameter :: FPM_OK = 0
    integer(c_int), parameter :: FPM_EXTRAPOLATED = 1
    integer(c_int), parameter :: FPM_WORK_LIMIT = 2
    integer(c_int), parameter :: FPM_STOPPED = 3
    integer(c_int), parameter :: FPM_FALLBACK = 4
    integer(c_int), parameter :: FPM_HEURISTIC = 5
    integer(c_int), parameter :: FPM_CLASS_OPTIMUM = 6
    integer(c_int), parameter :: FPM_NORMALISED = 7
    integer(c_int), parameter :: FPM_E_ARGUMENT = -1
    integer(c_int), parameter :: FPM_E_MEMORY = -2
    integer(c_int), parameter :: FPM_E_MAX_BYTES = -3
    integer(c_int), parameter :: FPM_E_OVERFLOW = -4
    integer(c_int), parameter :: FPM_E_NO_POINTS = -5
    integer(c_int), parameter :: FPM_E_SIZE = -6
    integer(c_int), parameter :: FPM_E_TIME = -7
    integer(c_int), parameter :: FPM_E_ORDER = -8
    integer(c_int), parameter :: FPM_E_WEIGHT = -9
    integer(c_int), parameter :: FPM_E_SYNTAX = -10
    integer(c_int), parameter :: FPM_E_MODEL = -11
    integer(c_int), parameter :: FPM_E_BOUNDS = -12
    integer(c_int), parameter :: FPM_E_INFEASIBLE = -13
    integer(c_int), parameter :: FPM_E_NOT_MONOTONE = -14
    integer(c_int), parameter :: FPM_E_UNSUPPORTED = -15
    integer(c_int), parameter :: FPM_E_WORK_LIMIT = -16
    integer(c_int), parameter :: FPM_E_STOPPED = -17
    integer(c_int), parameter :: FPM_E_CAPACITY = -18
    integer(c_int), parameter :: FPM_E_CALLBACK = -19
    integer(c_int), parameter :: FPM_E_LOAD = -20
    integer(c_int), parameter :: FPM_E_AREA = -21
    integer(c_int), parameter :: FPM_E_BLOCK = -22
    integer(c_int), parameter :: FPM_E_TILES = -23
    integer(c_int), parameter :: FPM_E_VIOLATED = -24
    integer(c_int), parameter :: FPM_E_STALLED = -25
    integer(c_int), parameter :: FPM_E_EVALUATION_LIMIT = -26
    integer(c_int), parameter :: FPM_VERSION_MAJOR = 0
    integer(c_int), parameter :: FPM_VERSION_MINOR = 5
    integer(c_int), parameter :: FPM_VERSION_PATCH = 0
    integer(c_int64_t), parameter :: FPM_SIZE_MAX = 9007199254740992_c_int64_t
    real(c_double), parameter :: FPM_TIME_MIN = 1d-60
    real(c_double), parameter :: FPM_TIME_MAX = 1d+60
    integer(c_int64_t), parameter :: FPM_NOTHING = -1_c_int64_t
    real(c_double), parameter :: FPM_EXACT = -1.0

    type, bind(c) :: fpm_info
        integer(c_int) :: status = 0
        integer(c_int) :: algorithm = 0
        real(c_double) :: makespan = 0
        real(c_double) :: lower_bound = 0
        real(c_double) :: gap = 0
        real(c_double) :: imbalance = 0
        real(c_double) :: cost = 0
        integer(c_int) :: fault = 0
        integer(c_int) :: other = 0
        integer(c_int64_t) :: at = 0
        type(c_ptr) :: argument = c_null_ptr
        type(c_ptr) :: reason = c_null_ptr
        integer(c_int) :: last = 0
        integer(c_int) :: extrapolated = 0
        integer(c_int) :: busy = 0
        integer(c_int64_t) :: iterations = 0
        integer(c_int64_t) :: evaluations = 0
        integer(c_int64_t) :: work = 0
        integer(c_size_t) :: bytes = 0
        real(c_double) :: moved = 0
        real(c_double) :: common_time = 0
        real(c_double) :: total = 0
        real(c_double) :: least = 0
        real(c_double) :: most = 0
    end type

    type, bind(c) :: fpm_alloc
        type(c_funptr) :: resize = c_null_funptr
        type(c_ptr) :: context = c_null_ptr
    end type

    type, bind(c) :: fpm_point
        integer(c_int64_t) :: size = 0
        real(c_double) :: seconds = 0
        real(c_double) :: half_width = 0
        integer(c_int64_t) :: reps = 0
    end type

    type, bind(c) :: fpm_points
        integer(c_int64_t) :: count = 0
        type(c_ptr) :: size = c_null_ptr
        type(c_ptr) :: seconds = c_null_ptr
        type(c_ptr) :: half_width = c_null_ptr
        type(c_ptr) :: reps = c_null_ptr
        integer(c_int64_t) :: capacity = 0
        type(fpm_alloc) :: alloc
    end type

    type, bind(c) :: fpm_model_options
        integer(c_int) :: flags = 0
        integer(c_int64_t) :: extent = 0
        integer(c_int64_t) :: at = 0
        type(c_ptr) :: half_width = c_null_ptr
        type(c_ptr) :: reps = c_null_ptr
        real(c_double) :: risk = 0
        type(c_ptr) :: alloc = c_null_ptr
    end type

    type, bind(c) :: fpm_model
        integer(c_int) :: kind = 0
        integer(c_int) :: flags = 0
        integer(c_int) :: monotone = 0
        integer(c_int) :: positive = 0
        integer(c_int64_t) :: count = 0
        type(c_ptr) :: size = c_null_ptr
        type(c_ptr) :: seconds = c_null_ptr
        type(c_ptr) :: half_width = c_null_ptr
        type(c_ptr) :: reps = c_null_ptr
        type(c_ptr) :: shaped = c_null_ptr
        integer(c_int64_t) :: extent = 0
        integer(c_int64_t) :: at = 0
        real(c_double) :: speed = 0
        real(c_double) :: change = 0
        real(c_double) :: risk = 0
        type(c_ptr) :: block = c_null_ptr
        integer(c_int64_t) :: capacity = 0
        type(fpm_alloc) :: alloc
    end type

    type, bind(c) :: fpm_model_report
        integer(c_int) :: positive = 0
        integer(c_int) :: monotone = 0
        integer(c_int) :: single_crossing = 0
        integer(c_int64_t) :: point = 0
        real(c_double) :: size = 0
    end type

    type, bind(c) :: fpm_cost
        real(c_double) :: per_unit = 0
        real(c_double) :: busy = 0
        real(c_double) :: rest = 0
        type(fpm_model) :: model
    end type

    type, bind(c) :: fpm_root_progress
        integer(c_int64_t) :: iteration = 0
        integer(c_int64_t) :: evaluations = 0
        integer(c_int) :: n = 0
        type(c_ptr) :: x = c_null_ptr
        type(c_ptr) :: f = c_null_ptr
        real(c_double) :: norm = 0
        real(c_double) :: radius = 0
    end type

    type, bind(c) :: fpm_root_options
        type(c_funptr) :: jacobian = c_null_funptr
        integer(c_int) :: scaling = 0
        type(c_ptr) :: scale = c_null_ptr
        real(c_double) :: radius = 0
        real(c_double) :: x_tol = 0
        real(c_double) :: f_tol = 0
        integer(c_int64_t) :: max_evaluations = 0
        integer(c_int) :: ladder = 0
        real(c_double) :: step = 0
        type(c_ptr) :: work = c_null_ptr
        integer(c_size_t) :: work_bytes = 0
        integer(c_size_t) :: max_bytes = 0
        type(c_ptr) :: alloc = c_null_ptr
        type(c_funptr) :: progress = c_null_funptr
        type(c_ptr) :: progress_context = c_null_ptr
    end type

    type, bind(c) :: fpm_root_info
        integer(c_int) :: status = 0
        integer(c_int) :: tries = 0
        integer(c_int) :: at = 0
        type(c_ptr) :: argument = c_null_ptr
        type(c_ptr) :: reason = c_null_ptr
        real(c_double) :: norm = 0
        integer(c_int64_t) :: iterations = 0
        integer(c_int64_t) :: evaluations = 0
        integer(c_int64_t) :: jacobians = 0
        integer(c_size_t) :: bytes = 0
    end type

    type, bind(c) :: fpm_proc
        type(c_ptr) :: model = c_null_ptr
        integer(c_int64_t) :: min = 0
        integer(c_int64_t) :: max = 0
        integer(c_int64_t) :: grain = 0
        real(c_double) :: fixed = 0
        integer(c_int) :: required = 0
        type(c_ptr) :: cost = c_null_ptr
        type(c_ptr) :: link = c_null_ptr
        integer(c_int) :: overlap = 0
    end type

    type, bind(c) :: fpm_progress
        integer(c_int64_t) :: iteration = 0
        integer(c_int64_t) :: work = 0
        real(c_double) :: best = 0
        real(c_double) :: bound = 0
        real(c_double) :: low = 0
        real(c_double) :: high = 0
        real(c_double) :: seconds = 0
        real(c_double) :: sum = 0
        type(c_ptr) :: real = c_null_ptr
    end type

    type, bind(c) :: fpm_options
        integer(c_int) :: algorithm = 0
        integer(c_int) :: search = 0
        integer(c_int) :: dense = 0
        integer(c_int) :: least = 0
        real(c_double) :: slack = 0
        real(c_double) :: limit = 0
        integer(c_size_t) :: max_bytes = 0
        integer(c_int64_t) :: max_work = 0
        type(c_ptr) :: alloc = c_null_ptr
        type(c_funptr) :: progress = c_null_funptr
        type(c_ptr) :: context = c_null_ptr
        real(c_double) :: runs = 0
    end type

    type, bind(c) :: fpm_partition_outputs
        type(c_ptr) :: real = c_null_ptr
        real(c_double) :: residual = 0
        integer(c_int64_t) :: nodes = 0
        integer(c_int64_t) :: cuts = 0
        integer(c_int64_t) :: hits = 0
    end type

    type, bind(c) :: fpm_interval
        real(c_double) :: low = 0
        real(c_double) :: high = 0
        real(c_double) :: mean = 0
        real(c_double) :: gain = 0
        integer(c_int) :: next = 0
    end type

    type, bind(c) :: fpm_chain
        integer(c_int64_t) :: n = 0
        type(c_ptr) :: whole = c_null_ptr
        type(c_ptr) :: real = c_null_ptr
        integer(c_int64_t) :: largest = 0
        integer(c_int64_t) :: chains = 0
        type(c_ptr) :: first = c_null_ptr
    end type

    type, bind(c) :: fpm_chain_limit
        type(c_ptr) :: whole = c_null_ptr
        type(c_ptr) :: real = c_null_ptr
        type(c_ptr) :: max = c_null_ptr
    end type

    type, bind(c) :: fpm_chain_options
        integer(c_int) :: free_order = 0
        type(c_ptr) :: speed = c_null_ptr
        type(c_ptr) :: procs = c_null_ptr
        integer(c_size_t) :: max_bytes = 0
        integer(c_int64_t) :: max_work = 0
        type(c_ptr) :: alloc = c_null_ptr
        integer(c_int64_t) :: min_items = 0
        integer(c_int64_t) :: grain = 0
        type(c_ptr) :: cut = c_null_ptr
        integer(c_int64_t) :: cuts = 0
        type(c_ptr) :: limit = c_null_ptr
        integer(c_int) :: limits = 0
        type(c_ptr) :: from = c_null_ptr
        real(c_double) :: slack = 0
        type(c_funptr) :: progress = c_null_funptr
        type(c_ptr) :: context = c_null_ptr
    end type

    type, bind(c) :: fpm_chain_outputs
        type(c_ptr) :: who = c_null_ptr
        type(c_ptr) :: proof = c_null_ptr
        type(c_ptr) :: low = c_null_ptr
        type(c_ptr) :: high = c_null_ptr
        real(c_double) :: shift = 0
    end type

    type, bind(c) :: fpm_pipeline
        integer(c_int64_t) :: n = 0
        integer(c_int) :: types = 0
        type(c_ptr) :: seconds = c_null_ptr
        type(c_ptr) :: bytes = c_null_ptr
        type(c_ptr) :: sent = c_null_ptr
    end type

    type, bind(c) :: fpm_tier
        integer(c_int64_t) :: max = 0
        real(c_double) :: seconds = 0
    end type

    type, bind(c) :: fpm_device
        integer(c_int) :: type = 0
        real(c_double) :: factor = 0
        integer(c_int64_t) :: max = 0
        integer(c_int64_t) :: held = 0
        real(c_double) :: fixed = 0
        real(c_double) :: latency = 0
        real(c_double) :: bandwidth = 0
        integer(c_int) :: required = 0
        type(c_ptr) :: tier = c_null_ptr
        integer(c_int) :: tiers = 0
        real(c_double) :: in_latency = 0
        real(c_double) :: in_bandwidth = 0
    end type

    type, bind(c) :: fpm_pipeline_options
        integer(c_int) :: goal = 0
        integer(c_int) :: overlap = 0
        integer(c_int) :: free_order = 0
        integer(c_int64_t) :: batches = 0
        integer(c_size_t) :: max_bytes = 0
        integer(c_int64_t) :: max_work = 0
        type(c_ptr) :: alloc = c_null_ptr
        type(c_funptr) :: progress = c_null_funptr
        type(c_ptr) :: context = c_null_ptr
    end type

    type, bind(c) :: fpm_pipeline_outputs
        type(c_ptr) :: who = c_null_ptr
        type(c_ptr) :: stage = c_null_ptr
    end type

    type, bind(c) :: fpm_items_limit
        type(c_ptr) :: load = c_null_ptr
        type(c_ptr) :: max = c_null_ptr
    end type

    type, bind(c) :: fpm_items_types
        integer(c_int) :: count = 0
        type(c_ptr) :: seconds = c_null_ptr
        type(c_ptr) :: type = c_null_ptr
    end type

    type, bind(c) :: fpm_items_groups
        type(c_ptr) :: of = c_null_ptr
        integer(c_int64_t) :: most = 0
    end type

    type, bind(c) :: fpm_items_options
        type(c_ptr) :: speed = c_null_ptr
        type(c_ptr) :: procs = c_null_ptr
        type(c_ptr) :: max = c_null_ptr
        type(c_ptr) :: max_pieces = c_null_ptr
        type(c_ptr) :: min_pieces = c_null_ptr
        type(c_ptr) :: limit = c_null_ptr
        integer(c_int) :: limits = 0
        type(c_ptr) :: types = c_null_ptr
        type(c_ptr) :: groups = c_null_ptr
        integer(c_int) :: equal_counts = 0
        integer(c_int) :: level = 0
        integer(c_int64_t) :: replicas = 0
        integer(c_int) :: colocate = 0
        type(c_ptr) :: from = c_null_ptr
        type(c_ptr) :: from_copies = c_null_ptr
        type(c_ptr) :: size = c_null_ptr
        real(c_double) :: slack = 0
        integer(c_int64_t) :: max_moved = 0
        real(c_double) :: gap = 0
        integer(c_size_t) :: max_bytes = 0
        integer(c_int64_t) :: max_work = 0
        type(c_ptr) :: alloc = c_null_ptr
        type(c_funptr) :: progress = c_null_funptr
        type(c_ptr) :: context = c_null_ptr
    end type

    type, bind(c) :: fpm_items_outputs
        type(c_ptr) :: copies = c_null_ptr
        integer(c_int64_t) :: least_moved = 0
    end type

    type, bind(c) :: fpm_grid
        integer(c_int64_t) :: rows = 0
        integer(c_int64_t) :: cols = 0
        integer(c_int64_t) :: total = 0
        integer(c_int64_t) :: largest = 0
        real(c_double) :: unit = 0
        real(c_double) :: rounded = 0
        type(c_ptr) :: fpm_private_at = c_null_ptr
        type(c_ptr) :: fpm_private_flip = c_null_ptr
        type(fpm_alloc) :: alloc
    end type

    type, bind(c) :: fpm_grid_options
        integer(c_size_t) :: max_bytes = 0
        type(c_ptr) :: alloc = c_null_ptr
    end type

    type, bind(c) :: fpm_rect
        integer(c_int64_t) :: r0 = 0
        integer(c_int64_t) :: r1 = 0
        integer(c_int64_t) :: c0 = 0
        integer(c_int64_t) :: c1 = 0
        integer(c_int64_t) :: load = 0
        real(c_double) :: amount = 0
    end type

    type, bind(c) :: fpm_rect_options
        integer(c_int) :: algorithm = 0
        integer(c_int) :: orientation = 0
        integer(c_int) :: direction = 0
        integer(c_int) :: stripes = 0
        type(c_ptr) :: cuts = c_null_ptr
        type(c_ptr) :: counts = c_null_ptr
        type(c_ptr) :: speed = c_null_ptr
        type(c_ptr) :: procs = c_null_ptr
        integer(c_int) :: free_order = 0
        integer(c_int64_t) :: max_work = 0
        integer(c_size_t) :: max_bytes = 0
        type(c_ptr) :: alloc = c_null_ptr
        real(c_double) :: border = 0
        integer(c_int64_t) :: min_rows = 0
        integer(c_int64_t) :: min_cols = 0
        type(c_ptr) :: from = c_null_ptr
        integer(c_int) :: parts = 0
        real(c_double) :: compact = 0
        real(c_double) :: slack = 0
        type(c_funptr) :: progress = c_null_funptr
        type(c_ptr) :: context = c_null_ptr
    end type

    type, bind(c) :: fpm_rect_outputs
        integer(c_int64_t) :: load = 0
        integer(c_int64_t) :: load_bound = 0
        integer(c_int64_t) :: class_bound = 0
        integer(c_int) :: orientation = 0
        integer(c_int) :: stripes = 0
        real(c_double) :: half_perimeter = 0
        integer(c_int64_t) :: half_max = 0
        integer(c_int64_t) :: min_extent = 0
        integer(c_int64_t) :: moved_cells = 0
        real(c_double) :: tolerance = 0
    end type

    type, bind(c) :: fpm_rect_index
        integer(c_int) :: p = 0
        type(c_ptr) :: part = c_null_ptr
        integer(c_int64_t) :: lines = 0
        integer(c_int64_t) :: leaves = 0
        integer(c_int64_t) :: items = 0
        type(c_ptr) :: line = c_null_ptr
        type(c_ptr) :: first = c_null_ptr
        type(c_ptr) :: owner = c_null_ptr
        type(fpm_alloc) :: alloc
    end type

    type, bind(c) :: fpm_rect_edges
        integer(c_int64_t) :: rows = 0
        integer(c_int64_t) :: cols = 0
        integer(c_int) :: wrap_rows = 0
        integer(c_int) :: wrap_cols = 0
        integer(c_int) :: fold = 0
    end type

    type, bind(c) :: fpm_tiles_options
        integer(c_int) :: form = 0
        integer(c_int64_t) :: halo = 0
        integer(c_int64_t) :: min_rows = 0
        integer(c_int64_t) :: min_cols = 0
        integer(c_int64_t) :: down = 0
        integer(c_int64_t) :: across = 0
        integer(c_int64_t) :: max_work = 0
        integer(c_size_t) :: max_bytes = 0
        type(c_ptr) :: alloc = c_null_ptr
        type(c_funptr) :: progress = c_null_funptr
        type(c_ptr) :: context = c_null_ptr
    end type

    type, bind(c) :: fpm_tiles
        integer(c_int) :: form = 0
        integer(c_int64_t) :: down = 0
        integer(c_int64_t) :: across = 0
        integer(c_int64_t) :: rows = 0
        integer(c_int64_t) :: cols = 0
        integer(c_int64_t) :: kept = 0
        integer(c_int64_t) :: dropped = 0
        integer(c_int64_t) :: cells = 0
    end type

    type, bind(c) :: fpm_model2d
        integer(c_int) :: kind = 0
        integer(c_int) :: rows = 0
        integer(c_int) :: cols = 0
        integer(c_int) :: monotone = 0
        type(c_ptr) :: m = c_null_ptr
        type(c_ptr) :: n = c_null_ptr
        type(c_ptr) :: speed = c_null_ptr
        type(c_ptr) :: plan = c_null_ptr
        type(c_ptr) :: beyond = c_null_ptr
        type(c_ptr) :: seconds = c_null_ptr
        integer(c_size_t) :: bytes = 0
        type(fpm_alloc) :: alloc
    end type

    type, bind(c) :: fpm_tile
        integer(c_int64_t) :: r0 = 0
        integer(c_int64_t) :: r1 = 0
        integer(c_int64_t) :: c0 = 0
        integer(c_int64_t) :: c1 = 0
    end type

    type, bind(c) :: fpm_matrix_options
        integer(c_int) :: arrangement = 0
        integer(c_int) :: columns = 0
        real(c_double) :: compact = 0
        integer(c_int64_t) :: block = 0
        type(c_ptr) :: max = c_null_ptr
        integer(c_int64_t) :: max_work = 0
        integer(c_size_t) :: max_bytes = 0
        type(c_ptr) :: alloc = c_null_ptr
        type(c_funptr) :: progress = c_null_funptr
        type(c_ptr) :: context = c_null_ptr
    end type

    type, bind(c) :: fpm_matrix_outputs
        integer(c_int) :: columns = 0
        real(c_double) :: half_perimeter = 0
        real(c_double) :: shape_bound = 0
        real(c_double) :: rectangle_bound = 0
        integer(c_int64_t) :: volume = 0
        integer(c_int64_t) :: least_volume = 0
        real(c_double) :: area_sum = 0
        real(c_double) :: class_bound = 0
    end type

    type, bind(c) :: fpm_proc2d
        type(c_ptr) :: model = c_null_ptr
        integer(c_int64_t) :: max = 0
        real(c_double) :: fixed = 0
    end type

    type, bind(c) :: fpm_balance_options
        integer(c_int) :: method = 0
        real(c_double) :: min_gain = 0
        integer(c_int64_t) :: iterations = 0
        real(c_double) :: trust = 0
        real(c_double) :: stale = 0
        integer(c_int) :: contiguous = 0
        integer(c_size_t) :: max_bytes = 0
        integer(c_int64_t) :: max_work = 0
        type(c_ptr) :: alloc = c_null_ptr
        type(c_ptr) :: chain = c_null_ptr
        integer(c_int64_t) :: min_items = 0
        type(c_ptr) :: from = c_null_ptr
    end type

    type, bind(c) :: fpm_balance
        integer(c_int64_t) :: n = 0
        integer(c_int) :: p = 0
        type(c_ptr) :: d = c_null_ptr
        integer(c_int64_t) :: steps = 0
        integer(c_int64_t) :: moves = 0
        integer(c_int64_t) :: moved = 0
        integer(c_int) :: verdict = 0
        integer(c_int) :: failed = 0
        real(c_double) :: predicted = 0
        integer(c_size_t) :: bytes = 0
        type(c_ptr) :: state = c_null_ptr
    end type

    interface
        integer(c_int) function fpm_version() bind(c)
            import
        end function
        integer(c_int) function fpm_abi_0_5() bind(c)
            import
        end function
        integer(c_int64_t) function fpm_capacity(bytes, bytes_per_unit) bind(c)
            import
            integer(c_int64_t), value :: bytes
            integer(c_int64_t), value :: bytes_per_unit
        end function
        type(c_ptr) function fpm_status_str(status) bind(c)
            import
            integer(c_int), value :: status
        end function
        integer(c_size_t) function fpm_explain(info, text, capacity) bind(c)
            import
            type(fpm_info), intent(in), optional :: info
            character(kind=c_char), optional :: text(*)
            integer(c_size_t), value :: capacity
        end function
        integer(c_int) function fpm_points_add(points, point) bind(c)
            import
            type(fpm_points), optional :: points
            type(fpm_point), intent(in), optional :: point
        end function
        integer(c_int) function fpm_points_sort(points, info) bind(c)
            import
            type(fpm_points), optional :: points
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_points_check(count, size, seconds, info) bind(c)
            import
            integer(c_int64_t), value :: count
            integer(c_int64_t), intent(in), optional :: size(*)
            real(c_double), intent(in), optional :: seconds(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_points_pad(count, size, seconds, least, to, info) bind(c)
            import
            integer(c_int64_t), value :: count
            integer(c_int64_t), intent(in), optional :: size(*)
            real(c_double), intent(in), optional :: seconds(*)
            real(c_double), optional :: least(*)
            integer(c_int64_t), optional :: to(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_points_parse(points, text, length, info) bind(c)
            import
            type(fpm_points), optional :: points
            character(kind=c_char), intent(in), optional :: text(*)
            integer(c_size_t), value :: length
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_points_format(points, buffer, capacity, length) bind(c)
            import
            type(fpm_points), intent(in), optional :: points
            character(kind=c_char), optional :: buffer(*)
            integer(c_size_t), value :: capacity
            integer(c_size_t), optional :: length(*)
        end function
        subroutine fpm_points_free(points) bind(c)
            import
            type(fpm_points), optional :: points
        end subroutine
        integer(c_int) function fpm_model_init(model, kind, count, size, seconds, opts, &
            info) bind(c)
            import
            type(fpm_model), optional :: model
            integer(c_int), value :: kind
            integer(c_int64_t), value :: count
            integer(c_int64_t), intent(in), optional :: size(*)
            real(c_double), intent(in), optional :: seconds(*)
            type(fpm_model_options), intent(in), optional :: opts
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_model_from_points(model, kind, points, opts, info) bind(c)
            import
            type(fpm_model), optional :: model
            integer(c_int), value :: kind
            type(fpm_points), intent(in), optional :: points
            type(fpm_model_options), intent(in), optional :: opts
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_model_add(model, point) bind(c)
            import
            type(fpm_model), optional :: model
            type(fpm_point), intent(in), optional :: point
        end function
        subroutine fpm_model_free(model) bind(c)
            import
            type(fpm_model), optional :: model
        end subroutine
        integer(c_int) function fpm_model_time(model, size, seconds) bind(c)
            import
            type(fpm_model), intent(in), optional :: model
            real(c_double), value :: size
            real(c_double), optional :: seconds(*)
        end function
        integer(c_int) function fpm_model_speed(model, size, speed) bind(c)
            import
            type(fpm_model), intent(in), optional :: model
            real(c_double), value :: size
            real(c_double), optional :: speed(*)
        end function
        integer(c_int) function fpm_model_slope(model, size, slope) bind(c)
            import
            type(fpm_model), intent(in), optional :: model
            real(c_double), value :: size
            real(c_double), optional :: slope(*)
        end function
        integer(c_int) function fpm_model_size(model, seconds, size) bind(c)
            import
            type(fpm_model), intent(in), optional :: model
            real(c_double), value :: seconds
            integer(c_int64_t), optional :: size(*)
        end function
        integer(c_int) function fpm_model_check(model, report) bind(c)
            import
            type(fpm_model), intent(in), optional :: model
            type(fpm_model_report), optional :: report
        end function
        integer(c_int) function fpm_cost_linear(cost, per_unit, busy, rest, info) bind(c)
            import
            type(fpm_cost), optional :: cost(*)
            real(c_double), value :: per_unit
            real(c_double), value :: busy
            real(c_double), value :: rest
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_cost_points(cost, kind, count, size, value, rest, opts, &
            info) bind(c)
            import
            type(fpm_cost), optional :: cost(*)
            integer(c_int), value :: kind
            integer(c_int64_t), value :: count
            integer(c_int64_t), intent(in), optional :: size(*)
            real(c_double), intent(in), optional :: value(*)
            real(c_double), value :: rest
            type(fpm_model_options), intent(in), optional :: opts
            type(fpm_info), optional :: info
        end function
        subroutine fpm_cost_free(cost) bind(c)
            import
            type(fpm_cost), optional :: cost(*)
        end subroutine
        integer(c_int) function fpm_root_solve(n, residual, context, opts, x, f, info) bind(c)
            import
            integer(c_int), value :: n
            type(c_funptr), value :: residual
            type(c_ptr), value :: context
            type(fpm_root_options), intent(in), optional :: opts
            real(c_double), optional :: x(*)
            real(c_double), optional :: f(*)
            type(fpm_root_info), optional :: info
        end function
        integer(c_size_t) function fpm_root_work_bytes(n) bind(c)
            import
            integer(c_int), value :: n
        end function
        integer(c_int) function fpm_partition(n, p, procs, opts, d, info) bind(c)
            import
            integer(c_int64_t), value :: n
            integer(c_int), value :: p
            type(fpm_proc), intent(in), optional :: procs(*)
            type(fpm_options), intent(in), optional :: opts
            integer(c_int64_t), optional :: d(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_partition_real(n, p, procs, opts, d, out, info) bind(c)
            import
            integer(c_int64_t), value :: n
            integer(c_int), value :: p
            type(fpm_proc), intent(in), optional :: procs(*)
            type(fpm_options), intent(in), optional :: opts
            integer(c_int64_t), optional :: d(*)
            type(fpm_partition_outputs), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_pareto(n, p, procs, opts, capacity, makespan, cost, count, &
            info) bind(c)
            import
            integer(c_int64_t), value :: n
            integer(c_int), value :: p
            type(fpm_proc), intent(in), optional :: procs(*)
            type(fpm_options), intent(in), optional :: opts
            integer(c_int64_t), value :: capacity
            real(c_double), optional :: makespan(*)
            real(c_double), optional :: cost(*)
            integer(c_int64_t), optional :: count(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_compose(p, procs, count, sizes, opts, points, info) bind(c)
            import
            integer(c_int), value :: p
            type(fpm_proc), intent(in), optional :: procs(*)
            integer(c_int64_t), value :: count
            integer(c_int64_t), intent(in), optional :: sizes(*)
            type(fpm_options), intent(in), optional :: opts
            type(fpm_points), optional :: points
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_partition_check(n, p, procs, opts, d, info) bind(c)
            import
            integer(c_int64_t), value :: n
            integer(c_int), value :: p
            type(fpm_proc), intent(in), optional :: procs(*)
            type(fpm_options), intent(in), optional :: opts
            integer(c_int64_t), intent(in), optional :: d(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_partition_interval(n, p, procs, opts, d, last, interval, &
            info) bind(c)
            import
            integer(c_int64_t), value :: n
            integer(c_int), value :: p
            type(fpm_proc), intent(in), optional :: procs(*)
            type(fpm_options), intent(in), optional :: opts
            integer(c_int64_t), intent(in), optional :: d(*)
            real(c_double), optional :: last(*)
            type(fpm_interval), optional :: interval
            type(fpm_info), optional :: info
        end function
        real(c_double) function fpm_risk(p) bind(c)
            import
            integer(c_int), value :: p
        end function
        integer(c_int) function fpm_export_counts(p, d, unit, counts, displs) bind(c)
            import
            integer(c_int), value :: p
            integer(c_int64_t), intent(in), optional :: d(*)
            integer(c_int64_t), value :: unit
            integer(c_int), optional :: counts(*)
            integer(c_int), optional :: displs(*)
        end function
        integer(c_int) function fpm_export_counts64(p, d, unit, counts, displs) bind(c)
            import
            integer(c_int), value :: p
            integer(c_int64_t), intent(in), optional :: d(*)
            integer(c_int64_t), value :: unit
            integer(c_int64_t), optional :: counts(*)
            integer(c_int64_t), optional :: displs(*)
        end function
        integer(c_int) function fpm_export_moves(p, from, to, unit, rank, send, send_at, &
            receive, receive_at) bind(c)
            import
            integer(c_int), value :: p
            integer(c_int64_t), intent(in), optional :: from(*)
            integer(c_int64_t), intent(in), optional :: to(*)
            integer(c_int64_t), value :: unit
            integer(c_int), value :: rank
            integer(c_int), optional :: send(*)
            integer(c_int), optional :: send_at(*)
            integer(c_int), optional :: receive(*)
            integer(c_int), optional :: receive_at(*)
        end function
        integer(c_int) function fpm_export_weights(p, d, weights) bind(c)
            import
            integer(c_int), value :: p
            integer(c_int64_t), intent(in), optional :: d(*)
            real(c_double), optional :: weights(*)
        end function
        integer(c_int) function fpm_export_weightsf(p, d, weights) bind(c)
            import
            integer(c_int), value :: p
            integer(c_int64_t), intent(in), optional :: d(*)
            real(c_float), optional :: weights(*)
        end function
        integer(c_int) function fpm_export_ratios(p, d, parts, ratios) bind(c)
            import
            integer(c_int), value :: p
            integer(c_int64_t), intent(in), optional :: d(*)
            integer(c_int64_t), value :: parts
            integer(c_int64_t), optional :: ratios(*)
        end function
        integer(c_int) function fpm_export_chunks(p, d, begin) bind(c)
            import
            integer(c_int), value :: p
            integer(c_int64_t), intent(in), optional :: d(*)
            integer(c_int64_t), optional :: begin(*)
        end function
        integer(c_int) function fpm_chain_init(chain, n, load, prefix, info) bind(c)
            import
            type(fpm_chain), optional :: chain
            integer(c_int64_t), value :: n
            integer(c_int64_t), intent(in), optional :: load(*)
            integer(c_int64_t), optional :: prefix(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_chain_init_real(chain, n, load, prefix, info) bind(c)
            import
            type(fpm_chain), optional :: chain
            integer(c_int64_t), value :: n
            real(c_double), intent(in), optional :: load(*)
            real(c_double), optional :: prefix(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_chain_partition(chain, p, opts, begin, out, info) bind(c)
            import
            type(fpm_chain), intent(in), optional :: chain
            integer(c_int), value :: p
            type(fpm_chain_options), intent(in), optional :: opts
            integer(c_int64_t), optional :: begin(*)
            type(fpm_chain_outputs), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_chain_check(chain, p, opts, begin, out, info) bind(c)
            import
            type(fpm_chain), intent(in), optional :: chain
            integer(c_int), value :: p
            type(fpm_chain_options), intent(in), optional :: opts
            integer(c_int64_t), intent(in), optional :: begin(*)
            type(fpm_chain_outputs), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_chain_fewest(chain, p, limit, price, opts, begin, &
            info) bind(c)
            import
            type(fpm_chain), intent(in), optional :: chain
            integer(c_int), value :: p
            real(c_double), value :: limit
            real(c_double), intent(in), optional :: price(*)
            type(fpm_chain_options), intent(in), optional :: opts
            integer(c_int64_t), optional :: begin(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_pipeline_partition(line, p, device, opts, begin, out, &
            info) bind(c)
            import
            type(fpm_pipeline), intent(in), optional :: line
            integer(c_int), value :: p
            type(fpm_device), intent(in), optional :: device(*)
            type(fpm_pipeline_options), intent(in), optional :: opts
            integer(c_int64_t), optional :: begin(*)
            type(fpm_pipeline_outputs), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_pipeline_fewest(line, p, device, limit, price, opts, begin, &
            out, info) bind(c)
            import
            type(fpm_pipeline), intent(in), optional :: line
            integer(c_int), value :: p
            type(fpm_device), intent(in), optional :: device(*)
            real(c_double), value :: limit
            real(c_double), intent(in), optional :: price(*)
            type(fpm_pipeline_options), intent(in), optional :: opts
            integer(c_int64_t), optional :: begin(*)
            type(fpm_pipeline_outputs), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_pipeline_check(line, p, device, opts, begin, out, &
            info) bind(c)
            import
            type(fpm_pipeline), intent(in), optional :: line
            integer(c_int), value :: p
            type(fpm_device), intent(in), optional :: device(*)
            type(fpm_pipeline_options), intent(in), optional :: opts
            integer(c_int64_t), intent(in), optional :: begin(*)
            type(fpm_pipeline_outputs), intent(in), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_items_assign(n, load, p, opts, owner, out, info) bind(c)
            import
            integer(c_int64_t), value :: n
            integer(c_int64_t), intent(in), optional :: load(*)
            integer(c_int), value :: p
            type(fpm_items_options), intent(in), optional :: opts
            integer(c_int), optional :: owner(*)
            type(fpm_items_outputs), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_items_check(n, load, p, opts, owner, out, info) bind(c)
            import
            integer(c_int64_t), value :: n
            integer(c_int64_t), intent(in), optional :: load(*)
            integer(c_int), value :: p
            type(fpm_items_options), intent(in), optional :: opts
            integer(c_int), intent(in), optional :: owner(*)
            type(fpm_items_outputs), intent(in), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_items_share(n, load, p, opts, owner, out, share, &
            info) bind(c)
            import
            integer(c_int64_t), value :: n
            integer(c_int64_t), intent(in), optional :: load(*)
            integer(c_int), value :: p
            type(fpm_items_options), intent(in), optional :: opts
            integer(c_int), intent(in), optional :: owner(*)
            type(fpm_items_outputs), intent(in), optional :: out
            integer(c_int64_t), optional :: share(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_items_fewest(n, load, p, limit, price, opts, owner, &
            info) bind(c)
            import
            integer(c_int64_t), value :: n
            integer(c_int64_t), intent(in), optional :: load(*)
            integer(c_int), value :: p
            real(c_double), value :: limit
            real(c_double), intent(in), optional :: price(*)
            type(fpm_items_options), intent(in), optional :: opts
            integer(c_int), optional :: owner(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_grid_init(grid, rows, cols, load, stride, opts, &
            info) bind(c)
            import
            type(fpm_grid), optional :: grid
            integer(c_int64_t), value :: rows
            integer(c_int64_t), value :: cols
            integer(c_int64_t), intent(in), optional :: load(*)
            integer(c_int64_t), value :: stride
            type(fpm_grid_options), intent(in), optional :: opts
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_grid_init_real(grid, rows, cols, load, stride, opts, &
            info) bind(c)
            import
            type(fpm_grid), optional :: grid
            integer(c_int64_t), value :: rows
            integer(c_int64_t), value :: cols
            real(c_double), intent(in), optional :: load(*)
            integer(c_int64_t), value :: stride
            type(fpm_grid_options), intent(in), optional :: opts
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_grid_init_sparse(grid, rows, cols, count, row, col, load, &
            opts, info) bind(c)
            import
            type(fpm_grid), optional :: grid
            integer(c_int64_t), value :: rows
            integer(c_int64_t), value :: cols
            integer(c_int64_t), value :: count
            integer(c_int64_t), intent(in), optional :: row(*)
            integer(c_int64_t), intent(in), optional :: col(*)
            integer(c_int64_t), intent(in), optional :: load(*)
            type(fpm_grid_options), intent(in), optional :: opts
            type(fpm_info), optional :: info
        end function
        integer(c_int64_t) function fpm_grid_load(grid, r0, r1, c0, c1) bind(c)
            import
            type(fpm_grid), intent(in), optional :: grid
            integer(c_int64_t), value :: r0
            integer(c_int64_t), value :: r1
            integer(c_int64_t), value :: c0
            integer(c_int64_t), value :: c1
        end function
        subroutine fpm_grid_free(grid) bind(c)
            import
            type(fpm_grid), optional :: grid
        end subroutine
        integer(c_int) function fpm_rect_partition(grid, p, opts, part, out, info) bind(c)
            import
            type(fpm_grid), intent(in), optional :: grid
            integer(c_int), value :: p
            type(fpm_rect_options), intent(in), optional :: opts
            type(fpm_rect), optional :: part(*)
            type(fpm_rect_outputs), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_rect_check(grid, p, opts, part, out, info) bind(c)
            import
            type(fpm_grid), intent(in), optional :: grid
            integer(c_int), value :: p
            type(fpm_rect_options), intent(in), optional :: opts
            type(fpm_rect), intent(in), optional :: part(*)
            type(fpm_rect_outputs), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_rect_fewest(grid, p, limit, opts, part, out, info) bind(c)
            import
            type(fpm_grid), intent(in), optional :: grid
            integer(c_int), value :: p
            real(c_double), value :: limit
            type(fpm_rect_options), intent(in), optional :: opts
            type(fpm_rect), optional :: part(*)
            type(fpm_rect_outputs), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_rect_index_init(index, p, part, alloc) bind(c)
            import
            type(fpm_rect_index), optional :: index
            integer(c_int), value :: p
            type(fpm_rect), intent(in), optional :: part(*)
            type(fpm_alloc), intent(in), optional :: alloc
        end function
        integer(c_int) function fpm_rect_owner(index, row, col) bind(c)
            import
            type(fpm_rect_index), intent(in), optional :: index
            integer(c_int64_t), value :: row
            integer(c_int64_t), value :: col
        end function
        subroutine fpm_rect_index_free(index) bind(c)
            import
            type(fpm_rect_index), optional :: index
        end subroutine
        integer(c_int) function fpm_rect_neighbours(p, part, edges, first, other, cells, &
            capacity, alloc) bind(c)
            import
            integer(c_int), value :: p
            type(fpm_rect), intent(in), optional :: part(*)
            type(fpm_rect_edges), intent(in), optional :: edges
            integer(c_int64_t), optional :: first(*)
            integer(c_int), optional :: other(*)
            integer(c_int64_t), optional :: cells(*)
            integer(c_int64_t), value :: capacity
            type(fpm_alloc), intent(in), optional :: alloc
        end function
        integer(c_int) function fpm_tiles_partition(grid, p, opts, part, tiles, info) bind(c)
            import
            type(fpm_grid), intent(in), optional :: grid
            integer(c_int), value :: p
            type(fpm_tiles_options), intent(in), optional :: opts
            type(fpm_rect), optional :: part(*)
            type(fpm_tiles), optional :: tiles
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_tiles_check(grid, p, opts, part, tiles, info) bind(c)
            import
            type(fpm_grid), intent(in), optional :: grid
            integer(c_int), value :: p
            type(fpm_tiles_options), intent(in), optional :: opts
            type(fpm_rect), intent(in), optional :: part(*)
            type(fpm_tiles), intent(in), optional :: tiles
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_tiles_owners(grid, tiles, owner, capacity, info) bind(c)
            import
            type(fpm_grid), intent(in), optional :: grid
            type(fpm_tiles), intent(in), optional :: tiles
            integer(c_int), optional :: owner(*)
            integer(c_int64_t), value :: capacity
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_model2d_init(model, count, m, n, seconds, alloc, &
            info) bind(c)
            import
            type(fpm_model2d), optional :: model
            integer(c_int64_t), value :: count
            integer(c_int64_t), intent(in), optional :: m(*)
            integer(c_int64_t), intent(in), optional :: n(*)
            real(c_double), intent(in), optional :: seconds(*)
            type(fpm_alloc), intent(in), optional :: alloc
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_model2d_discrete(model, count, m, n, seconds, alloc, &
            info) bind(c)
            import
            type(fpm_model2d), optional :: model
            integer(c_int64_t), value :: count
            integer(c_int64_t), intent(in), optional :: m(*)
            integer(c_int64_t), intent(in), optional :: n(*)
            real(c_double), intent(in), optional :: seconds(*)
            type(fpm_alloc), intent(in), optional :: alloc
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_model2d_time(model, m, n, seconds) bind(c)
            import
            type(fpm_model2d), intent(in), optional :: model
            integer(c_int64_t), value :: m
            integer(c_int64_t), value :: n
            real(c_double), optional :: seconds(*)
        end function
        subroutine fpm_model2d_free(model) bind(c)
            import
            type(fpm_model2d), optional :: model
        end subroutine
        integer(c_int) function fpm_matrix_areas(rows, cols, p, areas, opts, tiles, out, &
            info) bind(c)
            import
            integer(c_int64_t), value :: rows
            integer(c_int64_t), value :: cols
            integer(c_int), value :: p
            real(c_double), intent(in), optional :: areas(*)
            type(fpm_matrix_options), intent(in), optional :: opts
            type(fpm_tile), optional :: tiles(*)
            type(fpm_matrix_outputs), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_matrix_partition(rows, cols, p, procs, opts, tiles, out, &
            info) bind(c)
            import
            integer(c_int64_t), value :: rows
            integer(c_int64_t), value :: cols
            integer(c_int), value :: p
            type(fpm_proc), intent(in), optional :: procs(*)
            type(fpm_matrix_options), intent(in), optional :: opts
            type(fpm_tile), optional :: tiles(*)
            type(fpm_matrix_outputs), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_matrix_partition2d(rows, cols, p, procs, opts, tiles, out, &
            info) bind(c)
            import
            integer(c_int64_t), value :: rows
            integer(c_int64_t), value :: cols
            integer(c_int), value :: p
            type(fpm_proc2d), intent(in), optional :: procs(*)
            type(fpm_matrix_options), intent(in), optional :: opts
            type(fpm_tile), optional :: tiles(*)
            type(fpm_matrix_outputs), optional :: out
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_balance_init(b, n, p, procs, unit_cost, move_cost, opts, d, &
            info) bind(c)
            import
            type(fpm_balance), optional :: b
            integer(c_int64_t), value :: n
            integer(c_int), value :: p
            type(fpm_proc), intent(in), optional :: procs(*)
            real(c_double), value :: unit_cost
            real(c_double), value :: move_cost
            type(fpm_balance_options), intent(in), optional :: opts
            integer(c_int64_t), optional :: d(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_balance_step(b, seconds, d, info) bind(c)
            import
            type(fpm_balance), optional :: b
            real(c_double), intent(in), optional :: seconds(*)
            integer(c_int64_t), optional :: d(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_balance_cost(b, unit_cost, move_cost) bind(c)
            import
            type(fpm_balance), optional :: b
            real(c_double), value :: unit_cost
            real(c_double), value :: move_cost
        end function
        integer(c_int) function fpm_balance_moved(b, seconds) bind(c)
            import
            type(fpm_balance), optional :: b
            real(c_double), value :: seconds
        end function
        integer(c_int) function fpm_balance_wall(b, seconds) bind(c)
            import
            type(fpm_balance), optional :: b
            real(c_double), value :: seconds
        end function
        integer(c_int) function fpm_balance_resize(b, n, d, info) bind(c)
            import
            type(fpm_balance), optional :: b
            integer(c_int64_t), value :: n
            integer(c_int64_t), optional :: d(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_balance_leave(b, i, d, info) bind(c)
            import
            type(fpm_balance), optional :: b
            integer(c_int), value :: i
            integer(c_int64_t), optional :: d(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_balance_join(b, i, d, info) bind(c)
            import
            type(fpm_balance), optional :: b
            integer(c_int), value :: i
            integer(c_int64_t), optional :: d(*)
            type(fpm_info), optional :: info
        end function
        integer(c_int) function fpm_balance_points(b, i, points) bind(c)
            import
            type(fpm_balance), intent(in), optional :: b
            integer(c_int), value :: i
            type(fpm_points), optional :: points
        end function
        type(c_ptr) function fpm_balance_model(b, i) bind(c)
            import
            type(fpm_balance), intent(in), optional :: b
            integer(c_int), value :: i
        end function
        subroutine fpm_balance_free(b) bind(c)
            import
            type(fpm_balance), optional :: b
        end subroutine
    end interface
end module
