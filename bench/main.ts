/**
 * `npm run bench`: every ratio beside the machine's own limit for the same work, measured in turns in the same run.
 * Absolute figures do not carry over from one machine, or one minute, to another; ratios do (docs/performance.md).
 */
import { bench } from './command.ts';
import { suites } from './suites/index.ts';

await bench('npm run bench', suites);
