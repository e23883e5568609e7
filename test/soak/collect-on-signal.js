/**
 * Loaded into a service under test and into its threads: on SIGUSR2 each collects all its garbage, so that the memory that is measured then is
 * in use. The debugger's command collects until nothing is left; a single collection leaves a third of it.
 */
import { Session } from 'node:inspector';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

const session = new Session();
session.connect();
const collect = () => session.post('HeapProfiler.collectGarbage');
const signals = new BroadcastChannel('collect-garbage');
signals.onmessage = collect;
signals.unref();

if (isMainThread)
  process.on('SIGUSR2', () => {
    signals.postMessage(undefined);
    collect();
  });
