/** The messages between the service and a replica in another process. */
import type { Config } from '../config.ts';
import { type Answer, Lines, RawAnswer } from '../define/endpoint.ts';
import { heldLines } from '../define/held-lines.ts';
import type { PastAnswer } from '../http/past/pasts.ts';
import type { Viewing } from '../http/past/viewed.ts';
import type { Problem } from '../http/response/problem.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import type { Kept } from './copies/manifest.ts';
import type { Replica } from './replica.ts';

export type Opening = {
  readonly realmId: RealmId;
  readonly config: Config;
  readonly folder: string;
  /** The copy at which the replica may begin. Absent: it begins at the first event. */
  readonly copy?: Kept & { readonly folder: string };
  /** Whether the store is a single file, so that copies of it can be made. */
  readonly isWhole: boolean;
  /** The file of known erasures. */
  readonly erasures?: string;
};

/** The methods of a replica that the service calls as if it were in the same process. Each has one argument, which can be copied. */
export type Called = Pick<Replica, 'goTo' | 'advance' | 'keep' | 'learn' | 'steps' | 'clientEvents'>;

type CallOf<M extends keyof Called> = M extends M
  ? { readonly kind: 'call'; readonly method: M; readonly argument: Parameters<Called[M]>[0] }
  : never;

export type Asked =
  | ({ readonly kind: 'open' } & Opening)
  | CallOf<keyof Called>
  | { readonly kind: 'answer'; readonly viewing: Viewing; readonly now: Millis }
  | { readonly kind: 'export'; readonly upTo: number }
  /** Asks for more lines of an answer, or ends it. Each answer of lines is ended once, whether or not it was read. */
  | { readonly kind: 'lines'; readonly of: number; readonly more: boolean }
  | { readonly kind: 'close' };

type AnswerText =
  | { readonly kind: 'fields'; readonly answer: Answer }
  | { readonly kind: 'raw'; readonly body: string | Uint8Array; readonly immutable: boolean }
  /** `of`: the number with which its lines are requested. */
  | { readonly kind: 'lines'; readonly of: number };

/** Every request has a number, and gets one reply with that number. */
export type Request = { readonly number: number; readonly asked: Asked };
export type Reply =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly problem: Problem }
  /** The process cannot continue. */
  | { readonly number: number; readonly lost: string };

export type AnswerValue = { readonly text: AnswerText; readonly charged: number };
/** `lines`: the next lines; empty at the end. */
export type LinesValue = { readonly lines: readonly string[] };

/** How many characters of lines are sent in one reply. */
export const linesLength = 100_000;

/** `number`: the number of the request. */
export function textOf(answer: PastAnswer['answer'], number: number): AnswerText {
  if (answer instanceof Lines) return { kind: 'lines', of: number };
  if (answer instanceof RawAnswer) return { kind: 'raw', body: answer.body, immutable: answer.immutable };
  return { kind: 'fields', answer };
}

type AskLines = (of: number, more: boolean) => Promise<LinesValue>;

/** `ask`: asks for further lines, or ends the answer. `gone`: ends it if the client leaves before anything was read. */
export function answerOf(text: AnswerText, ask: AskLines, gone: AbortSignal): PastAnswer['answer'] {
  switch (text.kind) {
    case 'fields':
      return text.answer;
    case 'raw': {
      const body = typeof text.body === 'string' ? text.body : Buffer.from(text.body);
      return new RawAnswer(body, { immutable: text.immutable });
    }
    case 'lines':
      return linesFrom(text.of, ask, gone);
  }
}

export const linesFrom = (of: number, ask: AskLines, gone: AbortSignal): Lines =>
  heldLines(
    new Lines(() => linesOf(() => ask(of, true))),
    gone,
    // A replica that has ended holds no answers any more.
    () => void ask(of, false).catch(() => undefined),
  );

async function* linesOf(next: () => Promise<LinesValue>): AsyncGenerator<string> {
  for (;;) {
    const { lines } = await next();
    if (lines.length === 0) return;
    yield* lines;
  }
}
