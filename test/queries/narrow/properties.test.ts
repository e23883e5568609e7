/** Reading through indexes finds exactly the messages that checking every message finds, for any viewer and narrow. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { ChannelDocument } from '../../../projections/channels.ts';
import type { MessageDocument } from '../../../projections/messages.ts';
import { foldAggregate } from '../../../src/define/handlers.ts';
import { asViewed } from '../../../src/queries/as-viewed.ts';
import { flaggedBy, marksOf, readBy } from '../../../src/queries/marks.ts';
import { matchesAll } from '../../../src/queries/narrow/condition.ts';
import { resolveNarrow } from '../../../src/queries/narrow/resolve.ts';
import { selectionOf } from '../../../src/queries/narrow/select.ts';
import { viewing } from '../../../src/queries/narrow/viewing.ts';
import { mayReadHistory, reachableMessage, received, viewerOf } from '../../../src/queries/visibility.ts';
import { knowsOf } from '../../../src/state/channel-knowledge.ts';
import { channelNamed } from '../../../src/state/channels.ts';
import { messageAggregate } from '../../../src/state/message.ts';
import { canReach } from '../../../src/state/message-access.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import type { ChannelId, MessageId, UserId } from '../../../src/vocabulary/ids.ts';
import type { NarrowTerm } from '../../../src/vocabulary/narrow.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';
import { realmId, recorded, stateAfter } from '../../support/given.ts';
import { mutes, mutesChannel, opened } from '../../support/past-events.ts';
import { type Documents, projectAll, viewOf } from '../../support/project.ts';
import { randomPast, userIds } from '../../support/random-history.ts';
import { randomNarrow } from '../../support/random-narrow.ts';

const all = <D>(documents: Documents, model: string): D[] => [...(documents.get(model)?.values() ?? [])] as D[];
const userId = fc.constantFrom(...userIds).map((id) => id as UserId);

/** The channels whose whole history the narrow includes, by the rule of docs/api.md (Narrows). */
function openIn(documents: Documents, narrow: readonly NarrowTerm[], viewer: Parameters<typeof mayReadHistory>[0]) {
  if (narrow.some(({ operator }) => operator === 'is')) return [];
  const asked = narrow.filter(({ negated }) => !negated);
  return all<ChannelDocument>(documents, 'channels').filter((channel) => {
    const { channelId, name, inviteOnly } = channel;
    const isNamed = asked.some(
      ({ operator, operand }) =>
        operator === 'stream' && (operand === channelId || String(operand).toLowerCase() === name),
    );
    const isShown = !inviteOnly && viewer.user.role !== 600 && asked.some(({ operator }) => operator === 'streams');
    return isShown || (isNamed && mayReadHistory(viewer, channel));
  });
}

/** Whether the narrow names a channel that the user may not see. It is answered like one that does not exist. */
const namesUnknown = (state: RealmState, asking: UserId, narrow: readonly NarrowTerm[]): boolean =>
  narrow.some(({ operator, operand }) => {
    if (operator !== 'stream') return false;
    const channel =
      typeof operand === 'number'
        ? state.channels.byId.get(operand as ChannelId)
        : channelNamed(state.channels, String(operand));
    return channel === undefined || !knowsOf(state, asking, channel);
  });

describe('queries/narrow', () => {
  it('gives the same as a check of every message, in both directions, from any anchor', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomPast(120),
        fc.array(randomNarrow, { minLength: 5, maxLength: 5 }),
        userId,
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        async ({ events }, narrows, asking, from, limit, isInMany) => {
          // A user in many channels takes another code path.
          const more = isInMany ? Array.from({ length: 20 }, (_, at) => opened(at + 10, `c${at}`, [asking])) : [];
          const log = recorded([...events, ...more, mutesChannel(1, 2), mutes(1, 1, 'beta')]);
          const documents = await projectAll(log);
          const view = viewOf(documents);
          const whose = await viewerOf(view, realmId, asking, 'all');
          // The read model holds earlier versions too, which have no id of a message.
          const stored = all<MessageDocument>(documents, 'messages')
            .filter(({ messageId }) => messageId !== undefined)
            .sort((a, b) => a.messageId - b.messageId);
          const messages = await asViewed(view, whose, stored);
          const everybody = {
            ...whose,
            marks: { ...(await marksOf(view, whose, stored)), read: await readBy(view, whose, 'all') },
          };
          const starred = new Set(await flaggedBy(view, whose, 'starred'));
          const state = stateAfter([...events, ...more]);
          const mayRead = new Set(
            all<ChannelDocument>(documents, 'channels')
              .filter((channel) => mayReadHistory(everybody, channel))
              .map(({ channelId }) => channelId as number),
          );
          for (const narrow of narrows) {
            if (namesUnknown(state, asking, narrow)) {
              const refused = await resolveNarrow(view, realmId, asking, narrow).catch((error: unknown) => error);
              expect(refused).to.be.instanceOf(Refused);
              continue;
            }
            const resolved = await resolveNarrow(view, realmId, asking, narrow);
            const open = new Set(openIn(documents, narrow, everybody).map(({ channelId }) => channelId as number));
            const asksForStarred = narrow.some(({ operand, negated }) => operand === 'starred' && !negated);
            const meant = messages
              .filter(
                (message) =>
                  received(everybody, message) ||
                  open.has(message.channelId ?? 0) ||
                  (asksForStarred && mayRead.has(message.channelId ?? 0) && starred.has(message.messageId)),
              )
              .filter((message) => matchesAll(everybody, resolved.conditions, message))
              .map(({ messageId }) => messageId as number);

            const viewer = await viewing(view, realmId, asking, resolved);
            const selection = selectionOf(view, viewer, resolved);
            const ids = (found: readonly MessageDocument[]) => found.map(({ messageId }) => messageId as number);
            const up = await selection.take({ direction: 'ascending', from, limit });
            expect(ids(up)).to.deep.equal(meant.filter((id) => id >= from).slice(0, limit));
            const down = await selection.take({ direction: 'descending', from, limit });
            expect(ids(down)).to.deep.equal(
              meant
                .filter((id) => id <= from)
                .reverse()
                .slice(0, limit),
            );
            const some = [from, from + 1, from + 2];
            expect(ids(await selection.among(some))).to.deep.equal(meant.filter((id) => some.includes(id)));
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('allows reading to exactly those who may act on the message', async () => {
    await fc.assert(
      fc.asyncProperty(randomPast(), async ({ events }) => {
        const log = recorded(events);
        const view = viewOf(await projectAll(log));
        const state = stateAfter(events);
        const lastId = Math.max(0, ...log.map((event) => (event.type === 'MessageSent' ? event.data.messageId : 0)));
        for (let id = 1; id <= lastId + 1; id += 1)
          for (const asking of [1, 2, 3, 4, 5, 6] as UserId[]) {
            const own = log.filter((event) => event.stream === `message-1.${id}`);
            const message = foldAggregate(messageAggregate, own);
            const may = message.status === 'sent' && canReach(state, asking, message);
            const found = await reachableMessage(view, realmId, asking, id as MessageId).catch((error: unknown) => {
              if (error instanceof Refused && error.refusal.code === 'message-missing') return undefined;
              throw error;
            });
            expect(found?.messageId, `message ${id} for ${asking}`).to.equal(may ? id : undefined);
          }
      }),
      { numRuns: 30 },
    );
  });
});
