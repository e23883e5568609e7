/** Digests show whether two read models, or two sequences of client events, are equal, without comparing their contents. */
import { createHash, type Hash } from 'node:crypto';
import type { ReadModel } from '../define/projection.ts';
import type { ClientEvent } from '../feed/client-event.ts';
import type { ReadView } from '../ports/read-store.ts';
import { canonicalJson } from '../vocabulary/canonical-json.ts';

export type Digest = { readonly count: number; readonly sha256: string };

const perPage = 1_000;

/** The digest of all documents of a model, in the order of their keys. */
async function digestOf(view: ReadView, model: ReadModel<object>): Promise<Digest> {
  const hash = createHash('sha256');
  let count = 0;
  let page = await view.everything(model, undefined, perPage);
  while (page.length > 0) {
    for (const { key, document } of page) add(hash, [key, document]);
    count += page.length;
    page = await view.everything(model, page.at(-1)?.key, perPage);
  }
  return { count, sha256: hash.digest('hex') };
}

export async function digestsIn(view: ReadView, models: readonly ReadModel<object>[]): Promise<Record<string, Digest>> {
  const digests: Record<string, Digest> = {};
  for (const model of models) digests[model.name] = await digestOf(view, model);
  return digests;
}

/** A digest of client events as they are made. It contains no position, so that an export gives the same digest as its log. */
export class ClientEventDigest {
  readonly #hash = createHash('sha256');
  #count = 0;

  add(eventId: string, clientEvents: readonly ClientEvent[]): void {
    for (const [at, { type, scope, body }] of clientEvents.entries()) add(this.#hash, [eventId, at, type, scope, body]);
    this.#count += clientEvents.length;
  }

  /** The digest of the client events so far. */
  get value(): Digest {
    return { count: this.#count, sha256: this.#hash.copy().digest('hex') };
  }
}

const add = (hash: Hash, value: unknown): void => void hash.update(canonicalJson(value)).update('\n');
