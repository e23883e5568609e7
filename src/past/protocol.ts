/** What the service and a replica in a process of its own say to each other. */
import type { Config } from '../config.ts';
import { type Answer, Lines, RawAnswer } from '../define/endpoint.ts';
import type { PastAnswer } from '../http/past/pasts.ts';
import type { Viewing } from '../http/past/viewed.ts';
import type { Problem } from '../http/response/problem.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import type { Kept } from './copies/manifest.ts';
import type { Listening } from './listening.ts';
import type { Along, Target } from './replica.ts';

export type Opening = {
  readonly realmId: RealmId;
  readonly config: Config;
  readonly folder: string;
  /** Where it may begin; at the first event where absent. */
  readonly copy?: Kept & { readonly folder: string };
  /** Its store is one file, so that copies can be made of it. */
  readonly isWhole: boolean;
  /** The file with what is known of erasures. */
  readonly erasures?: string;
};

export type Asked =
  | ({ readonly kind: 'open' } & Opening)
  | ({ readonly kind: 'go' } & Target)
  | ({ readonly kind: 'along' } & Along)
  | { readonly kind: 'keep'; readonly folder: string }
  | { readonly kind: 'learn'; readonly tail: number }
  | { readonly kind: 'answer'; readonly viewing: Viewing; readonly now: Millis }
  | { readonly kind: 'steps'; readonly limit: number }
  | { readonly kind: 'told'; readonly to: Listening }
  | { readonly kind: 'export'; readonly upTo: number }
  /** More lines of an answer, or no more of them. */
  | { readonly kind: 'lines'; readonly of: number; readonly more: boolean }
  | { readonly kind: 'close' };

export type AnswerText =
  | { readonly kind: 'fields'; readonly answer: Answer }
  | { readonly kind: 'raw'; readonly body: string | Uint8Array; readonly immutable: boolean }
  /** `of`: by which its lines are asked for. */
  | { readonly kind: 'lines'; readonly of: number };

/** Every request has a number, and one reply with it. */
export type Request = { readonly number: number; readonly asked: Asked };
export type Reply =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly problem: Problem }
  /** The process cannot go on. */
  | { readonly number: number; readonly lost: string };

export type AnswerValue = { readonly text: AnswerText; readonly charged: number };
/** `lines`: the next ones; none at the end. */
export type LinesValue = { readonly lines: readonly string[] };

/** Characters of lines that are sent at once. */
export const linesLength = 100_000;

/** `number`: that of the request. */
export function textOf(answer: PastAnswer['answer'], number: number): AnswerText {
  if (answer instanceof Lines) return { kind: 'lines', of: number };
  if (answer instanceof RawAnswer) return { kind: 'raw', body: answer.body, immutable: answer.immutable };
  return { kind: 'fields', answer };
}

type AskLines = (of: number, more: boolean) => Promise<LinesValue>;

/** `ask`: asks for further lines, or for no more. */
export function answerOf(text: AnswerText, ask: AskLines): PastAnswer['answer'] {
  switch (text.kind) {
    case 'fields':
      return text.answer;
    case 'raw': {
      const body = typeof text.body === 'string' ? text.body : Buffer.from(text.body);
      return new RawAnswer(body, { immutable: text.immutable });
    }
    case 'lines':
      return linesFrom(text.of, ask);
  }
}

export const linesFrom = (of: number, ask: AskLines): Lines => new Lines(() => linesOf((more) => ask(of, more)));

async function* linesOf(more: (more: boolean) => Promise<LinesValue>): AsyncGenerator<string> {
  let isOver = false;
  try {
    for (;;) {
      const { lines } = await more(true);
      isOver = lines.length === 0;
      if (isOver) return;
      yield* lines;
    }
  } finally {
    if (!isOver) await more(false);
  }
}
