/**
 * Requests scavenges from the nodes. Each node has its own disk and its own address. A scavenge reads the whole log. It removes truncated
 * events, except the newest of each stream, and leaves gaps between positions.
 */
const answerWithinMs = 30_000;

const headersFor = ({ username, password }: URL): Record<string, string> => {
  if (username === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
};

/**
 * Resolves when a scavenge has begun on every node. Throws if one has not begun, also because another one is running there, which may miss
 * the newest events.
 */
export const scavenge = async (urls: readonly string[]): Promise<void> => {
  await Promise.all(
    urls.map(async (address) => {
      const url = new URL(address);
      const headers = headersFor(url);
      url.username = '';
      url.password = '';
      const signal = AbortSignal.timeout(answerWithinMs);
      const response = await fetch(url, { method: 'POST', headers, signal }).catch((error: unknown) => {
        // The cause says what is wrong with the connection.
        const { message, cause } = error as Error;
        throw new Error(`${url.host}: ${cause instanceof Error ? cause.message : message}`);
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${url.host} answers ${response.status}: ${text.slice(0, 200)}`);
    }),
  );
};
