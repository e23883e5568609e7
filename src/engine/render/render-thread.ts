/** A worker thread for long texts, which would block the event loop. The first long text starts it. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RenderContext, Rendered } from '../../rendering/markdown.ts';
import type { TextWork } from '../../rendering/text-work.ts';
import { limits } from '../../vocabulary/limits.ts';
import type { SearchTerm } from '../../vocabulary/words.ts';
import { FairSemaphore } from '../fair-semaphore.ts';
import type { LongRenderer } from './tools.ts';

export type TextTask =
  | { readonly kind: 'render'; readonly content: string; readonly context: RenderContext }
  | { readonly kind: 'diff'; readonly previousHtml: string; readonly html: string }
  | { readonly kind: 'highlight'; readonly html: string; readonly terms: readonly SearchTerm[] };
export type TextRequest = { readonly number: number; readonly task: TextTask };
export type TextAnswer = { readonly number: number; readonly value?: Rendered | string; readonly error?: string };

type Pending = { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void };

/** While one text is rendered, the next one is on its way to the thread. */
const rendersAtOnce = 2;

export class RenderThread implements TextWork {
  #worker: Worker | undefined;
  #number = 0;
  readonly #pending = new Map<number, Pending>();
  readonly #permits = new FairSemaphore(
    rendersAtOnce,
    limits.rendersWaitingMax,
    'too many long texts are being rendered',
  );

  /** One caller may have hundreds of texts at once, each of which takes up to about thirty milliseconds. So callers take turns. */
  readonly render: LongRenderer = (content, context, caller) =>
    this.#permits.run(caller, () => this.#ask<Rendered>({ kind: 'render', content, context }));

  diff(previousHtml: string, html: string): Promise<string> {
    return this.#ask({ kind: 'diff', previousHtml, html });
  }

  highlight(html: string, terms: readonly SearchTerm[]): Promise<string> {
    return this.#ask({ kind: 'highlight', html, terms });
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask<R>(task: TextTask): Promise<R> {
    const worker = this.#started();
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      worker.postMessage({ number, task } satisfies TextRequest);
    });
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    // The worker's file is beside this one: TypeScript in tests and development, JavaScript in dist.
    const worker = new Worker(new URL(`./render-work${extname(import.meta.filename)}`, import.meta.url));
    worker.unref();
    worker.on('message', ({ number, value, error }: TextAnswer) => {
      const pending = this.#pending.get(number);
      this.#pending.delete(number);
      if (error === undefined) pending?.resolve(value as never);
      else pending?.reject(new Error(error));
    });
    // Only the texts in the thread are lost. The next text starts a new thread.
    const lost = (error: Error): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const pending of this.#pending.values()) pending.reject(error);
      this.#pending.clear();
    };
    worker.on('error', lost);
    worker.on('exit', () => lost(new Error('the rendering thread ended')));
    this.#worker = worker;
    return worker;
  }
}
