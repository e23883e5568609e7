/**
 * The one call that all appends of a log go through, however many are under way: answers come in any order, each with the number of
 * what it answers. When the call breaks, all that had no answer fail, wherever they were; the next append opens another.
 */
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { ExpectedRevision } from '../../ports/event-log.ts';
import { type AppendAnswer, appendAnswer, appendRequest } from './wire/append-messages.ts';
import { type AppendCall, openAppendCall } from './wire/calls.ts';

export type AppendLine = {
  /** How many have no answer yet. */
  readonly underway: number;
  /** Rejects when no answer will come; whether the append was carried out is not known then. */
  ask(stream: string, expected: ExpectedRevision, events: readonly Buffer[]): Promise<AppendAnswer>;
};

type Waiting = { readonly resolve: (answer: AppendAnswer) => void; readonly reject: (error: unknown) => void };
type Line = { readonly waiting: Map<number, Waiting>; readonly call: Promise<AppendCall> };

export const appendLine = (client: EventStoreDBClient): AppendLine => {
  let current: Line | undefined;
  let numbers = 0;

  const begin = (): Line => {
    const waiting = new Map<number, Waiting>();
    const fail = (error: unknown): void => {
      if (current === line) current = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    const call = openAppendCall(client, {
      onMessage(message) {
        try {
          const { number, answer } = appendAnswer(message);
          waiting.get(number)?.resolve(answer);
          waiting.delete(number);
        } catch (cause) {
          fail(new Error('an answer cannot be read', { cause }));
        }
      },
      onEnd: (error) => fail(error ?? new Error('the store ended the call')),
    });
    const line = { waiting, call };
    call.catch(fail);
    return line;
  };

  return {
    get underway() {
      return current?.waiting.size ?? 0;
    },

    ask(stream, expected, events) {
      current ??= begin();
      const { waiting, call } = current;
      numbers += 1;
      const number = numbers;
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject });
        const request = appendRequest(number, stream, expected, events);
        call.then(
          (open) => {
            if (waiting.has(number)) open.send(request);
          },
          // Whoever waits has been told.
          () => {},
        );
      });
    },
  };
};
