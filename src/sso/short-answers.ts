/** Requests to the provider. An answer that is too long is not read to its end, whatever its compression. */
import type { CustomFetch } from 'openid-client';

export const shortAnswers =
  (bytesMax: number): CustomFetch =>
  async (url, options) => {
    const response = await fetch(url, options as RequestInit);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new Error(`the answer has more than ${bytesMax} bytes`);
      chunks.push(chunk);
    }
    return new Response(bytes === 0 ? null : Buffer.concat(chunks), response);
  };
