/** Performs the policy `missed-messages`: one e-mail about all messages that a user has not read after a while. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import { wantsEmails } from '../policies/emails.ts';
import type { Missed } from '../queries/missed-messages.ts';
import { preferencesOf } from '../state/preferences.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import type { MessageId, Millis, RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { digestText } from './digest-text.ts';
import { organizationAddress } from './organization-address.ts';
import { type Prepared, type SendingParts, sendOnce } from './send-once.ts';

type DigestParts = SendingParts & {
  readonly state: ServerState;
  readonly config: Pick<Config, 'publicUrl' | 'domain' | 'emailDelaySecs'>;
  /** By `conservativeClock`, so that the times of messages may be later. */
  readonly now: () => Millis;
  readonly missed: (realmId: RealmId, userId: UserId, after: number) => Promise<Missed | undefined>;
  /** Whether this caller must send it. `after`, `upTo`: the newest message of the e-mail before, and of this one. */
  readonly record: (
    realmId: RealmId,
    input: { readonly userId: UserId; readonly after: number; readonly upTo: MessageId },
  ) => Promise<boolean>;
};

/** The longest pause of a timer, which must fit into 32 bits. */
const waitMsMax = 60 * 60 * 1000;

export const digests = (parts: DigestParts): Performer => ({
  kind: 'do',
  async perform(event, signal, subject) {
    if (event.type !== 'MessageSent') return;
    const { realmId, data, metadata } = event;
    const userId = Number(subject) as UserId;
    const { state, config, now } = parts;
    const delayMs = config.emailDelaySecs * 1000;
    const pending = () => {
      const realm = recipientRealm(state, realmId, userId);
      const emailed = realm && preferencesOf(realm.preferences, userId).emailed;
      const isTooOld = now() - metadata.at > limits.digestAgeSecsMax * 1000 + delayMs;
      return !realm || isTooOld || (emailed?.upTo ?? 0) >= data.messageId ? undefined : { realm, emailed };
    };
    /** False if there is nothing to send any more. */
    const isDue = async (): Promise<boolean> => {
      const waitsSince = performance.now();
      for (;;) {
        const current = pending();
        if (!current) return false;
        const due = Math.max(metadata.at, current.emailed?.at ?? 0) + delayMs;
        // If a clock was ahead, messages have a time that may be in the future. So the wait is bounded by the time that this process waits.
        const leftMs = Math.min(due - now(), waitsSince + delayMs - performance.now());
        if (leftMs <= 0) return true;
        await delay(Math.min(leftMs, waitMsMax), undefined, { signal });
      }
    };
    /** Whether another process has sent an e-mail about some of these messages, for example while this one was paused. */
    let wasSentElsewhere = false;
    const prepare = async (): Promise<Prepared | undefined> => {
      const current = pending();
      if (!current) return undefined;
      const { realm, emailed } = current;
      const after = emailed?.upTo ?? 0;
      const missed = await parts.missed(realmId, userId, after);
      const address = realm.people.byId.get(userId)?.email;
      if (!missed || address === undefined) return undefined;
      const text = digestText(realm, userId, missed, organizationAddress(config, realm));
      return {
        email: { to: address, ...text, id: event.id },
        async record() {
          const isRecorded = await parts.record(realmId, { userId, after, upTo: missed.newest });
          wasSentElsewhere = !isRecorded;
          return isRecorded;
        },
      };
    };
    while (await isDue()) {
      wasSentElsewhere = false;
      await sendOnce(parts, prepare, { realm: realmId, user: userId }, signal);
      if (!wasSentElsewhere) return;
    }
  },
});

function recipientRealm({ realms }: ServerState, realmId: RealmId, userId: UserId): RealmState | undefined {
  const realm = realms.get(realmId);
  return realm && !realm.realm.deactivated && wantsEmails(realm, userId) ? realm : undefined;
}
