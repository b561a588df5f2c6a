// Given to Node.js with `--import`. An import of node:http reads all that it exports, and for these three Node.js loads a client of
// its own for HTTP and WebSockets: 40 ms of CPU time for a process that has no use for it.
const http = process.getBuiltinModule('node:http')
for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) delete http[name]
