#!/usr/bin/env -S node --enable-source-maps --max-semi-space-size=32 --v8-pool-size=1
/**
 * The `verbatim` command. `npm run build` makes `dist`; the packed package contains it. All of Node's options are in the first line. A
 * young generation of 32 MiB instead of 16 takes up to 48 MiB of memory and saves an eighth of the processor time of a message. One helper
 * thread of V8 instead of four is enough to collect garbage of this size, and does not wait for other threads.
 */
import '../dist/program/src/verbatim.js';
