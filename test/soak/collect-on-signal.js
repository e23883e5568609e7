/**
 * Loaded into a service under soak, and into its threads: SIGUSR2 lets each collect all its garbage, so that what is measured then is
 * in use. The debugger's command collects until nothing is left; a single collection leaves a third of it.
 */
import { Session } from 'node:inspector';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

const session = new Session();
session.connect();
const collect = () => session.post('HeapProfiler.collectGarbage');
const told = new BroadcastChannel('collect-garbage');
told.onmessage = collect;
told.unref();

if (isMainThread)
  process.on('SIGUSR2', () => {
    told.postMessage(undefined);
    collect();
  });
