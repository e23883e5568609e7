#!/usr/bin/env -S node --enable-source-maps --max-semi-space-size=64 --v8-pool-size=1
/**
 * The `verbatim` command. `npm run build` makes `dist`; the packed package contains it. Node's options stand in the first line and
 * nowhere else. Halves of the young generation of 64 MiB instead of 16 take up to 144 MiB of memory and save a fifth of the processor time
 * of a message. One helper thread of V8 instead of four is enough for the collection of so little, and does not wait for others.
 */
import '../dist/src/verbatim.js';
