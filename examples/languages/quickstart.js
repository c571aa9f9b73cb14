// quickstart.js - Node: make shared && npm install koffi && node examples/languages/quickstart.js
// Structs and calls are declared from build/fpm.json, which `make shared` writes.
const fs = require('fs'), koffi = require('koffi');
const said = JSON.parse(fs.readFileSync('build/fpm.json', 'utf8'));
const library = koffi.load('build/libfpm.so');
const constants = Object.assign(said.constants, ...said.enums.map(family => family.values));
const typed = type => type === 'const char *' ? type : /[*]|function/.test(type) ? 'void *' : type;
for (const [name, struct] of Object.entries(said.structs))
    koffi.struct(name, Object.fromEntries(struct.fields.map(f => [f.name, typed(f.type)])));
const fpm = {};
for (const [name, call] of Object.entries(said.calls))
    fpm[name] = library.func(name, typed(call.result), call.parameters.map(p => typed(p.type)));

const make = (type, ...values) => { // structs in C's memory; fields that are not named are 0
    const at = koffi.alloc(type, values.length);
    koffi.encode(at, koffi.array(type, values.length), values);
    return at;
};
const info = make('fpm_info', {}), text = Buffer.alloc(400);
const check = status => { // each call returns a status; below 0 there is no answer: info says why
    if (status < 0) throw Error(text.toString('utf8', 0, Number(fpm.fpm_explain(info, text, 400))));
};

const models = ['examples/data/gpu.txt', 'examples/data/core.txt'].map(file => {
    const lines = fs.readFileSync(file), points = make('fpm_points', {});
    const model = make('fpm_model', {});
    check(fpm.fpm_points_parse(points, lines.toString(), lines.length, info));
    check(fpm.fpm_points_sort(points, info));
    check(fpm.fpm_model_from_points(model, constants.FPM_AKIMA, points, null, info));
    return model;
});
const d = new BigInt64Array(2);
const procs = make('fpm_proc', ...models.map(model => ({ model })));
check(fpm.fpm_partition(60000, 2, procs, null, d, info));
console.log(`shares ${d.join(' + ')}, ${koffi.decode(info, 'fpm_info').makespan.toFixed(4)} s`);

const loads = BigInt64Array.of(3n, 1n, 4n, 1n, 5n, 9n, 2n, 6n), sums = new BigInt64Array(9);
const chain = make('fpm_chain', {}), begin = new BigInt64Array(4), owner = new Int32Array(8);
check(fpm.fpm_chain_init(chain, 8, loads, sums, info));
check(fpm.fpm_chain_partition(chain, 3, null, begin, null, info));
console.log(`cuts ${begin.join(' ')}, at most ${koffi.decode(info, 'fpm_info').makespan}`);
check(fpm.fpm_items_assign(8, loads, 3, null, owner, null, info));
console.log(`owners ${owner.join(' ')}, at most ${koffi.decode(info, 'fpm_info').makespan}`);
