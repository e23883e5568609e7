/** What caused what: the tree around a message, a request or an event. */
import { expect } from 'chai';
import type { StoredEvent } from '../../src/ports/event-log.ts';
import { type Traced, trace } from '../../src/replay/trace.ts';

const idOf = (number: number): string => `00000000-0000-7000-8000-00000000000${number}`;
const stored = (number: number, { causedBy = 0, requestId = 'r', stream = 'realm-1.settings' } = {}): StoredEvent => ({
  id: idOf(number),
  type: 'RealmDeactivated',
  data: { realmId: 1 },
  stream,
  revision: number,
  position: number,
  metadata: {
    actor: null,
    at: 1,
    client: 'c',
    requestId,
    schema: 1,
    salt: 's',
    ...(causedBy > 0 && { causedBy: idOf(causedBy) }),
  },
});

const shown = ({ event, isSubject, caused }: Traced): unknown[] => [
  `${event.position}${isSubject ? '*' : ''}`,
  ...caused.map(shown),
];

describe('the trace of an event', () => {
  const log = [
    stored(1, { requestId: 'asked' }),
    stored(2),
    stored(3, { causedBy: 1, stream: 'message-1.7' }),
    stored(4, { causedBy: 3 }),
    stored(5, { causedBy: 1, requestId: 'asked' }),
    stored(6, { causedBy: 9 }),
  ];
  const traced = async (subject: string, history = log): Promise<unknown[]> => {
    const readAll = async function* () {
      yield* history;
    };
    return (await trace({ readAll }, subject)).map(shown);
  };

  it('shows its causes and its effects, as a tree in the order of the log', async () => {
    expect(await traced(idOf(3))).to.deep.equal([['1', ['3*', ['4']], ['5']]]);
    expect(await traced('7'), 'a message').to.deep.equal([['1', ['3*', ['4']], ['5']]]);
    expect(await traced('asked'), 'a request').to.deep.equal([['1*', ['3', ['4']], ['5*']]]);
    expect(await traced(idOf(2))).to.deep.equal([['2*']]);
  });

  it('begins at the earliest remaining event, if a cause was erased', async () => {
    expect(await traced(idOf(6))).to.deep.equal([['6*']]);
  });

  it('follows long chains of causes, and ends at a cycle', async () => {
    const longer = [...log, stored(7, { causedBy: 4 }), stored(8, { causedBy: 7 })];
    expect(await traced(idOf(8), longer)).to.deep.equal([['1', ['3', ['4', ['7', ['8*']]]], ['5']]]);
    expect(await traced(idOf(1), [stored(1, { causedBy: 2 }), stored(2, { causedBy: 1 })])).to.deep.equal([['1*']]);
  });

  it('reports that there is no such event', async () => {
    const error = await traced('nothing').catch((thrown: Error) => thrown.message);
    expect(error).to.equal('there is no message, request or event nothing');
  });
});
