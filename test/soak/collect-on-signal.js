/**
 * Loaded into a service under soak, and into its threads: SIGUSR2 lets each collect all its garbage, so that what is measured then is
 * in use.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const told = new BroadcastChannel('collect-garbage');
told.onmessage = () => collect();
told.unref();

if (isMainThread)
  process.on('SIGUSR2', () => {
    told.postMessage(undefined);
    collect();
  });
