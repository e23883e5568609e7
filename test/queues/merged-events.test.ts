import { expect } from 'chai';
import type { Row } from '../support/client-state.ts';
import { between, deletes, flagsSet, inTopic, readsAll, sends } from '../support/past-events.ts';
import { queueTest, registered } from './fixture.ts';

const place = inTopic(1, 'x');
const kept = { narrow: [], eventTypes: ['update_message_flags', 'delete_message'] };
const shown = (events: readonly Row[]) =>
  events.map(({ operation = 'delete', flag = '', messages, message_ids, message_id }) => [
    `${operation} ${flag}`.trim(),
    messages ?? message_ids ?? message_id,
  ]);

describe('neighbouring events of a queue', () => {
  const sent = [1, 2, 3, 4].map((id) => sends(id, 1, place));

  it('are merged if they set or remove the same flag, with the id of the last', async () => {
    const { happen, poll } = queueTest();
    happen(registered(1, 2, kept), ...sent, flagsSet(2, 'starred', [3]), flagsSet(2, 'starred', [1, 2]));
    const events = await poll(1, 2);
    expect(shown(events)).to.deep.equal([['add starred', [1, 2, 3]]]);
    happen(flagsSet(2, 'starred', [4]));
    const last = Number(events[0]?.id);
    expect(shown(await poll(1, 2, { lastEventId: last }))).to.deep.equal([['add starred', [4]]]);
    const again = await poll(1, 2, { lastEventId: -1 });
    expect(shown(again)).to.deep.equal([['add starred', [1, 2, 3, 4]]]);
    expect(Number(again[0]?.id)).to.be.above(last);
  });

  it('stay in their order: what is between them, another flag or another operation keeps them apart', async () => {
    const { happen, poll } = queueTest();
    happen(registered(1, 2, { ...kept, eventTypes: [...kept.eventTypes, 'message'] }), ...sent);
    const { id } = (await poll(1, 2)).at(-1) ?? {};
    happen(
      flagsSet(2, 'starred', [1]),
      flagsSet(2, 'starred', [1], { op: 'remove' }),
      flagsSet(2, 'starred', [2]),
      flagsSet(2, 'collapsed', [2]),
      readsAll(2, 4),
      readsAll(2, 4),
      sends(5, 1, place),
      flagsSet(2, 'collapsed', [3]),
      flagsSet(2, 'collapsed', [4]),
    );
    expect(shown(await poll(1, 2, { lastEventId: Number(id) }))).to.deep.equal([
      ['add starred', [1]],
      ['remove starred', [1]],
      ['add starred', [2]],
      ['add collapsed', [2]],
      ['add read', []],
      ['add read', []],
      ['delete', undefined],
      ['add collapsed', [3, 4]],
    ]);
  });

  it('are merged if they delete messages of one topic, whatever its case, for clients that know such events', async () => {
    const { happen, poll } = queueTest();
    happen(
      registered(1, 2, kept),
      registered(2, 2, { ...kept, bulkMessageDeletion: false }),
      ...sent,
      sends(5, 1, between(1, 2)),
    );
    happen(deletes(2, 1, place), deletes(1, 1, place), deletes(4, 1, inTopic(1, 'X')), deletes(5, 1, between(1, 2)));
    const events = await poll(1, 2);
    expect(shown(events)).to.deep.equal([
      ['delete', [1, 2, 4]],
      ['delete', [5]],
    ]);
    expect(events[0]).to.include({ type: 'delete_message', message_type: 'stream', stream_id: 1, topic: 'x' });
    expect(shown(await poll(2, 2))).to.deep.equal([2, 1, 4, 5].map((id) => ['delete', id]));
  });

  it('are merged also from the stored feed, and count with their full length', async () => {
    const { happen, poll } = queueTest({ ring: { entriesMax: 8, bytesMax: 1e9, bytesInAllMax: 1e9 } });
    const many = Array.from({ length: 1_200 }, (_, at) => at + 1);
    happen(registered(1, 2, kept), ...many.map((id) => sends(id, 1, place)));
    happen(...many.map((id) => flagsSet(2, 'starred', [id])));
    expect(shown(await poll(1, 2))).to.deep.equal([['add starred', many]]);
  });
});
