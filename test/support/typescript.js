/** Runs TypeScript as it is, in worker threads too: `--import=tsx` alone does not reach them on Node 20. */
import { register } from 'tsx/esm/api';

register();
