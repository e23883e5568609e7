/** What an export for review is made of, before it is sorted: one line for each act. */
import type { ExportFormat, ReviewScope } from '../vocabulary/events/exports.ts';

/** Somebody, with name and address as of then. Null: the service itself. */
export type Who = {
  readonly id: number | null;
  readonly name: string;
  readonly email: string | null;
  readonly bot: boolean;
};

/** `sha256` null: the file is gone. */
export type Attachment = {
  readonly id: number;
  readonly name: string | null;
  readonly type: string | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
};

/** Where a message stands. Names as of then. */
export type Where =
  | { readonly stream_id: number; readonly stream: string; readonly topic: string }
  | { readonly with: readonly Who[] };

type Act = { readonly event: string; readonly at: number; readonly by: Who };

/** `content` null: it is gone. */
export type Text = { readonly content: string | null; readonly attachments: readonly Attachment[] };

export type Sent = Act &
  Text & { readonly act: 'sent'; readonly id: number; readonly where: Where; readonly client: string };
export type Edited = Act & Text & { readonly act: 'edited' };
export type Moved = Act & { readonly act: 'moved'; readonly to: Where };
/** `held`: a legal hold keeps what it said. `erased`: it went by an erasure. */
export type Deleted = Act & { readonly act: 'deleted'; readonly held: boolean; readonly erased: boolean };
export type Reacted = Act & { readonly act: 'reacted' | 'unreacted'; readonly emoji: string };
/** What a client keeps with a message. */
export type Submessaged = Act & { readonly act: 'added'; readonly msg_type: string; readonly content: string };
/** Who joined a chat stream, or left it. */
export type Joined = Act & {
  readonly act: 'joined' | 'left';
  readonly stream_id: number;
  readonly stream: string;
  readonly users: readonly Who[];
};

export type Fact = Sent | Edited | Moved | Deleted | Reacted | Submessaged | Joined;

/** What is asked for. */
export type ReviewOrder = { readonly format: ExportFormat; readonly scope: ReviewScope };
