/** The pasts of a service, in child processes, with their files in the data folder. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { EventLog } from '../ports/event-log.ts';
import { forked } from './forked.ts';
import { ReplicaHandle } from './handle.ts';
import { WarmPasts } from './warm-pasts.ts';

/** Removes what a process that was killed has left. */
export function pastsOf(config: Config, log: EventLog): WarmPasts {
  const all = join(config.data, 'pasts');
  rmSync(all, { recursive: true, force: true });
  return new WarmPasts({
    tail: () => log.tail(),
    open(realmId) {
      const folder = join(all, randomUUID());
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // The read models are in files of its own: it needs no other store. It calls nobody, so it is told no password for it.
      const own = { ...config, readStore: 'embedded', smtpUrl: '', openIdConnect: '' };
      const opening = { realmId, config: own, folder };
      return new ReplicaHandle(
        forked(folder, () => log.readerLost?.()),
        opening,
      );
    },
  });
}
