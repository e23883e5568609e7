/** A worker thread for long texts, so that none of them holds the event loop. It is started when the first one comes. */
import { Worker } from 'node:worker_threads';
import type { RenderContext, Rendered } from '../rendering/markdown.ts';
import type { LongRenderer } from './render.ts';

export type RenderRequest = { readonly number: number; readonly content: string; readonly context: RenderContext };
export type RenderAnswer = { readonly number: number; readonly rendered?: Rendered; readonly error?: string };

type Pending = { readonly resolve: (rendered: Rendered) => void; readonly reject: (error: Error) => void };

export class RenderThread {
  #worker: Worker | undefined;
  #number = 0;
  readonly #pending = new Map<number, Pending>();

  readonly render: LongRenderer = (content, context) => {
    const worker = this.#started();
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      worker.postMessage({ number, content, context } satisfies RenderRequest);
    });
  };

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./render-worker.js', import.meta.url));
    worker.unref();
    worker.on('message', ({ number, rendered, error }: RenderAnswer) => {
      const pending = this.#pending.get(number);
      this.#pending.delete(number);
      if (rendered) pending?.resolve(rendered);
      else pending?.reject(new Error(error ?? 'rendering failed'));
    });
    // What ends the thread ends only what it was asked; the next text gets a new one.
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
