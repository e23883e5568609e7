/** Requests paths outside the API, without credentials: health and metrics. */
export type RawAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
};

export async function rawGet(base: string, path: string): Promise<RawAnswer> {
  const response = await fetch(`${base}${path}`);
  const text = await response.text();
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, text, json };
}
