/** The scope of an erasure, as it was entered in the form. */
import type { Api } from 'verbatim/client';
import { beginOf } from '../shared/local-time.ts';

type Parameters = Api['POST /audit/erasures']['parameters'];
export type Target = Pick<Parameters, 'message_ids' | 'user_id' | 'stream_id' | 'topic' | 'until'>;

export const kinds = { messages: 'messages', user: 'a person', place: 'a stream or topic' } as const;
export type Kind = keyof typeof kinds;

export type Fields = {
  readonly kind: Kind;
  /** Ids, separated by commas or spaces. */
  readonly messages: string;
  readonly user: string;
  readonly stream: string;
  readonly topic: string;
  /** A day. */
  readonly until: string;
};

/** Undefined if the form is incomplete. */
export function targetOf({ kind, messages, user, stream, topic, until }: Fields): Target | undefined {
  if (kind === 'messages') {
    const ids = messages.split(/[\s,]+/).filter(Boolean);
    return ids.length > 0 && ids.every((id) => /^\d{1,15}$/.test(id)) ? { message_ids: ids.map(Number) } : undefined;
  }
  if (kind === 'user') return user === '' ? undefined : { user_id: Number(user) };
  if (stream === '') return undefined;
  return {
    stream_id: Number(stream),
    ...(topic.trim() && { topic: topic.trim() }),
    ...(until && { until: beginOf(until) }),
  };
}
