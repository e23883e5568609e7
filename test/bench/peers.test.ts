/** How the bench against other chat servers counts messages: none is missed or counted twice. */
import { expect } from 'chai';
import fc from 'fast-check';
import { inPairs, type Person, type Talk, toAll } from '../../bench/peers/conversations.ts';
import { bodyCounter, escaped } from '../../bench/peers/stanzas.ts';

const talk: Talk = { people: 4, inFlight: 4, warmUpMillis: 1, millis: 1 };

/** Users who receive a message one turn later. `counts`: how many messages each has received. */
function crowd(size: number): { people: Person[]; counts: number[] } {
  const counts = Array<number>(size).fill(0);
  const hears = (number: number): void => {
    counts[number] = (counts[number] ?? 0) + 1;
    people[number]?.heard(1);
  };
  const people: Person[] = counts.map(() => ({
    sendTo: async (listener) => void setImmediate(hears, listener),
    sendToAll: async () => void people.forEach((_, number) => void setImmediate(hears, number)),
    heard: () => undefined,
  }));
  return { people, counts };
}

describe('counting stanzas', () => {
  it('finds every message body, wherever the chunks end, and none within a text', () => {
    const texts = fc.array(fc.oneof(fc.string(), fc.constantFrom('<body>', '<bo', 'dy>', '&<body>')), { maxLength: 8 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (messages, size) => {
        const stream = messages.map((text) => `<message type='chat'><body>${escaped(text)}</body></message>`).join('');
        const count = bodyCounter();
        let found = 0;
        for (let at = 0; at < stream.length; at += size) found += count(stream.slice(at, at + size));
        expect(found).to.equal(messages.length);
      }),
    );
  });
});

describe('conversations', () => {
  it('in pairs go from the first half of the users to the second', async () => {
    const { people, counts } = crowd(4);
    expect(await inPairs(people, talk)).to.be.greaterThan(0);
    expect(counts.slice(0, 2)).to.deep.equal([0, 0]);
    expect(Math.min(...counts.slice(2))).to.be.greaterThan(0);
  });

  it('reach everybody equally often in a room', async () => {
    const { people, counts } = crowd(4);
    expect(await toAll(people, talk)).to.be.greaterThan(0);
    expect(new Set(counts).size).to.equal(1);
  });

  it('are measured longer if they are slow, until a message arrives', async () => {
    const { people } = crowd(4);
    for (const person of people) {
      const { sendTo } = person;
      person.sendTo = async (listener, text) => void setTimeout(sendTo, 20, listener, text);
    }
    expect(await inPairs(people, { ...talk, warmUpMillis: 0 })).to.be.greaterThan(0);
  });

  it('fail if a user is refused', async () => {
    const { people } = crowd(4);
    for (const person of people) person.sendTo = () => Promise.reject(new Error('no'));
    const failure = await inPairs(people, talk).catch((error: unknown) => error);
    expect(String(failure)).to.equal('Error: no');
  });
});
