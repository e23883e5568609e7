import { fetched } from './fetched.ts';
import { LineSplitter } from './line-splitter.ts';

/** Reads an NDJSON answer, which may stay open, until it ends or `signal` is aborted. Throws `ApiError` for an error, and what `fetch` throws. */
export async function* readLines(
  path: string,
  parameters: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const { body } = await fetched(`${path}?${query}`, { headers: { accept: 'application/x-ndjson' }, signal });
  if (!body) return;
  const splitter = new LineSplitter();
  const pieces = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value = '' } = await pieces.read();
      for (const line of splitter.take(value)) yield JSON.parse(line) as Readonly<Record<string, unknown>>;
      if (done) return;
    }
  } finally {
    await pieces.cancel().catch(() => undefined);
  }
}
