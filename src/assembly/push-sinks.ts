/** Assembles the parts that send the trail to push sinks. */
import { changeSink } from '../../commands/sink/change-sink.ts';
import { recordSinkProgress } from '../../commands/sink/record-sink-progress.ts';
import { resultOf } from '../audit/held-deletions.ts';
import type { Config } from '../config.ts';
import { orderByService } from '../engine/decide/by-service.ts';
import type { Engine } from '../engine/engine.ts';
import type { Logger } from '../engine/logger.ts';
import type { Secrets } from '../engine/secrets.ts';
import { type BatchParts, claimedBatch, nextBatch, recentBatch, type To } from '../push/batch.ts';
import { RecentEvents } from '../push/recent-events.ts';
import { type Of, Sinks } from '../push/sinks.ts';
import { momentIn } from '../queries/trail/moment.ts';
import type { EventReader } from '../queries/trail/names.ts';
import type { Millis } from '../vocabulary/ids.ts';

type Given = {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly events: EventReader;
  readonly logger: Logger;
  readonly now: () => Millis;
};

/** New events wait at most this long until they are sealed, so that their records can name their leaves. */
const sealWaitMsMax = 3_000;

/** Follows the log from its `start` on. */
export function pushingOf(engine: Engine, { config, secrets, events, logger, now }: Given): Sinks {
  const recent = new RecentEvents();
  const { state, executor, follower, sealer } = engine;
  const to = ({ realm, sink }: Of): To => ({
    sink,
    source: `${organizationAddress(config, realm.realm.subdomain)}/api/v1/audit/events`,
  });
  /** Runs `body` on read models that have absorbed the events up to `position`, although another process may write them. */
  const reading = <T>(of: Of, position: number, body: (parts: BatchParts) => Promise<T>): Promise<T> =>
    engine.read((view) => {
      if (view.checkpoint.position < position) throw new Error('the read models are behind the log');
      return body({ ...to(of), view, events, realmId: of.realm.realmId });
    });
  return new Sinks({
    recent,
    state,
    leads: () => engine.leads(),
    position: () => follower.position,
    async sealed(realmId, position, signal) {
      const bound = AbortSignal.any([signal, AbortSignal.timeout(sealWaitMsMax)]);
      await sealer?.sealed(realmId, position, bound).catch(() => undefined);
      signal.throwIfAborted();
    },
    next: async (of, position, since) => {
      const known = since === undefined ? undefined : recent.between(of.realm.realmId, since, position);
      return (
        (known && recentBatch(to(of), position, known)) ?? reading(of, position, (parts) => nextBatch(parts, position))
      );
    },
    claimed: (of, claim) => reading(of, claim.upTo.position, (parts) => claimedBatch(parts, claim)),
    placeOf: async (realmId, eventId) => {
      const moment = await engine.read((view) => momentIn(view, realmId, { kind: 'event', id: eventId }));
      return moment && { ...moment, eventId };
    },
    async record(realmId, sinkId, progress) {
      const { recorded } = resultOf(
        await executor.execute(recordSinkProgress, { sinkId, progress }, orderByService(realmId)),
      );
      return recorded;
    },
    async disable(realmId, sinkId) {
      const change = { sinkId, enabled: false, cause: 'gone' as const };
      const done = await executor.execute(changeSink, change, orderByService(realmId));
      // An auditor was faster.
      if (!done.ok && !['sink-missing', 'sink-changes-nothing'].includes(done.refusal.code)) resultOf(done);
    },
    secrets: (realmId, sinkId) => secrets.sinkSecrets(realmId, sinkId),
    toPrivateAddresses: config.webhooksToPrivateAddresses,
    now,
    logger,
  });
}

const organizationAddress = ({ publicUrl, domain }: Config, subdomain: string): string =>
  publicUrl === '' ? `https://${subdomain}.${domain}` : publicUrl;
