/** Runs TypeScript without compiling it, also in worker threads. `--import=tsx` alone does not apply to them on Node 20. */
import { register } from 'tsx/esm/api';

register();
