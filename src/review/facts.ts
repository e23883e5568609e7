/** The input of an export for review before it is sorted: one line for each act. */
import type { ExportFormat, ReviewScope } from '../vocabulary/events/exports.ts';

/** A user with name and address at that time. Null for the service itself. */
export type Who = {
  readonly id: number | null;
  readonly name: string;
  readonly email: string | null;
  readonly bot: boolean;
};

/** `sha256` is null if the file is gone. */
export type Attachment = {
  readonly id: number;
  readonly name: string | null;
  readonly type: string | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
};

/** The place of a message. Names are those at that time. */
export type Where =
  | { readonly stream_id: number; readonly stream: string; readonly topic: string }
  | { readonly with: readonly Who[] };

type Act = { readonly event: string; readonly at: number; readonly by: Who };

/** `content` is null if it is gone. */
export type Text = { readonly content: string | null; readonly attachments: readonly Attachment[] };

export type Sent = Act &
  Text & { readonly act: 'sent'; readonly id: number; readonly where: Where; readonly client: string };
export type Edited = Act & Text & { readonly act: 'edited' };
export type Moved = Act & { readonly act: 'moved'; readonly to: Where };
/** `held`: a legal hold keeps its content. `erased`: an erasure removed it. */
export type Deleted = Act & { readonly act: 'deleted'; readonly held: boolean; readonly erased: boolean };
export type Reacted = Act & { readonly act: 'reacted' | 'unreacted'; readonly emoji: string };
/** Data that a client stores with a message. */
export type Submessaged = Act & { readonly act: 'added'; readonly msg_type: string; readonly content: string };
/** A user who joined or left a chat stream. */
export type Joined = Act & {
  readonly act: 'joined' | 'left';
  readonly stream_id: number;
  readonly stream: string;
  readonly users: readonly Who[];
};

export type Fact = Sent | Edited | Moved | Deleted | Reacted | Submessaged | Joined;

export type ReviewOrder = { readonly format: ExportFormat; readonly scope: ReviewScope };
