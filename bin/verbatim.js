#!/usr/bin/env -S node --enable-source-maps
/** The `verbatim` command. `npm run build` makes `dist`; the packed package contains it. */
import '../dist/src/verbatim.js';
