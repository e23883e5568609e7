/**
 * Closed loops of conversation over any transport: the next message follows when all recipients of the last one have it. Counts
 * deliveries. Messages carry no marks: each listener gets them in one order, so counting them is enough.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { proses } from '../prose.ts';

/** A connected person. */
export type Person = {
  /** Sends `text` to another person, by index in the crowd. Resolves when it was sent, rejects when it was refused. */
  sendTo(listener: number, text: string): Promise<void>;
  sendToAll(text: string): Promise<void>;
  /** Called with the number of messages that were just received. */
  heard: (count: number) => void;
};

export type Talk = {
  readonly people: number;
  /** The number of messages that are not delivered to all recipients yet. */
  readonly inFlight: number;
  /** Duration before counting begins. */
  readonly warmUpMillis: number;
  readonly millis: number;
};

const texts = proses(2_000);
const heardWithinMs = 30_000;

type Turn = {
  /** Sends the next text to `listeners` people. */
  say(listeners: number, how: (text: string) => Promise<void>): void;
  delivered(count: number): void;
};

/** Each person of the first half sends to one of the second half. Deliveries per second. */
export const inPairs = (people: readonly Person[], talk: Talk): Promise<number> =>
  deliveriesPerSecond(talk, ({ say, delivered }) => {
    const half = talk.people / 2;
    const speakers = people.slice(0, half);
    for (const [number, speaker] of speakers.entries()) {
      const listener = people[half + number];
      if (!listener) throw new Error(`${people.length} people are no ${half} pairs`);
      const next = (): void => say(1, (text) => speaker.sendTo(half + number, text));
      listener.heard = (count) => {
        delivered(count);
        for (let more = 0; more < count; more += 1) next();
      };
      for (let more = 0; more < talk.inFlight / half; more += 1) next();
    }
  });

/** Each person in turn sends to everybody, including themselves. Deliveries per second. */
export const toAll = (people: readonly Person[], talk: Talk): Promise<number> =>
  deliveriesPerSecond(talk, ({ say, delivered }) => {
    /** For each message, by number, how many people have received it. */
    const heardBy: number[] = [];
    let sent = 0;
    const next = (): void => {
      const speaker = people[sent++ % people.length];
      if (speaker) say(people.length, (text) => speaker.sendToAll(text));
    };
    for (const person of people) {
      let heard = 0;
      person.heard = (count) => {
        delivered(count);
        for (const until = heard + count; heard < until; heard += 1) {
          const having = (heardBy[heard] ?? 0) + 1;
          heardBy[heard] = having;
          if (having === people.length) next();
        }
      };
    }
    for (let more = 0; more < talk.inFlight; more += 1) next();
  });

/** Rejects when a message was refused or never arrived. If none arrives in time, it waits for the first one. */
async function deliveriesPerSecond({ warmUpMillis, millis }: Talk, begin: (turn: Turn) => void): Promise<number> {
  let [sent, taken, awaited, delivered, over] = [0, 0, 0, 0, false];
  let fail: (error: unknown) => void = () => undefined;
  let goOn: () => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const isSilent = (): boolean => taken === sent && delivered >= awaited;
  const listen = (): void => {
    if (!over || isSilent()) goOn();
  };
  const heard = (): Promise<void> =>
    Promise.race([
      failed,
      new Promise<void>((resolve) => {
        goOn = resolve;
      }),
      delay(heardWithinMs, undefined, { ref: false }),
    ]);
  begin({
    say(listeners, how) {
      if (over) return;
      awaited += listeners;
      how(texts[sent++ % texts.length] ?? '')
        .then(() => {
          taken += 1;
          if (over) listen();
        })
        .catch(fail);
    },
    delivered(count) {
      delivered += count;
      listen();
    },
  });
  await Promise.race([failed, delay(warmUpMillis)]);
  const [began, before] = [performance.now(), delivered];
  await Promise.race([failed, delay(millis)]);
  if (delivered === before) await heard();
  const perSecond = ((delivered - before) * 1000) / (performance.now() - began);
  over = true;
  if (!isSilent()) await heard();
  if (!isSilent() || delivered > awaited)
    throw new Error(`${taken} of ${sent} messages were taken, ${delivered} of ${awaited} deliveries came`);
  return perSecond;
}
