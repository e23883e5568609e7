/** Reads NDJSON answers, which may stay open. */
import { ApiError } from 'verbatim/client';
import { LineSplitter } from './line-splitter.ts';
import { authorization } from './session.ts';

/** Throws `ApiError` for an error, and what `fetch` throws; ends with the answer, or when `signal` is aborted. */
export async function* readLines(
  path: string,
  parameters: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const response = await fetch(`/api/v1${path}?${query}`, {
    headers: { accept: 'application/x-ndjson', authorization: authorization() },
    credentials: 'omit',
    signal,
  });
  if (!response.ok || !response.body) throw new ApiError(response.status, (await response.json()) as Body);
  const splitter = new LineSplitter();
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value = '' } = await pieces.read();
      for (const line of splitter.take(value)) yield JSON.parse(line) as Body;
      if (done) return;
    }
  } finally {
    await pieces.cancel().catch(() => undefined);
  }
}

type Body = Readonly<Record<string, unknown>>;
