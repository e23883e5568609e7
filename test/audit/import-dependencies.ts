/** What an import needs. This file imports little, because child processes load it too. */
import type { ImportDependencies } from '../../src/audit/import.ts';
import { secretsFrom } from '../../src/engine/secrets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';

export const secrets = secretsFrom('a secret for tests of moving');

export const dependenciesOver = (log: EventLog, own: Partial<ImportDependencies> = {}): ImportDependencies => ({
  log,
  now: Date.now,
  fingerprints: secrets.fingerprints,
  caughtUp: async () => undefined,
  atOnceMax: 4,
  keepsOrder: true,
  ...own,
});
