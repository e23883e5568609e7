/** An incoming-webhook integration. Each has a file in `src/webhooks/incoming/`. */
import type { z } from 'zod';

/** The message that is sent for a payload. */
export type WebhookMessage = { readonly topic: string; readonly content: string };

type Integration<B, O extends z.ZodObject = z.ZodObject> = {
  /** The last segment of its path: `/external/<name>`. */
  readonly name: string;
  /** The `client` of its messages is `Zulip<displayName>Webhook`. */
  readonly displayName: string;
  readonly summary: string;
  /** Where the API key is: in the query (the default), or in basic authentication for third parties that cannot use the query. */
  readonly auth?: 'api_key' | 'basic';
  /** The header that carries the event type, if the third party sends one. */
  readonly eventHeader?: string;
  /** The event type, if the third party sends it in the body. */
  readonly eventOf?: (payload: B) => string;
  /** The form field that may contain the JSON, if senders post a form instead of JSON. */
  readonly form?: string;
  /** Whether the third party escapes the query of the address once more than it was given, so that a blank arrives as `%20`. */
  readonly escapesQuery?: true;
  /** Options in the query of the address, each with its validator, a description and an example. */
  readonly options: O;
  readonly body: z.ZodType<B>;
  /** The schema of the body for an event type, if it differs from `body`. */
  readonly bodies?: Readonly<Record<string, z.ZodType<B>>>;
  /** A pure function. Null: the event is known, and deliberately gives no message. `unsupported`: the event is unknown. */
  readonly message: (
    payload: B,
    given: { event: string | undefined; options: z.output<O> },
  ) => WebhookMessage | null | 'unsupported';
};

/** An integration without the type of its payload. */
export type AnyIntegration = Integration<unknown>;

/** Checks the integration against its own schemas, and then forgets their types. The endpoint validates before it calls `message`. */
export const defineIntegration = <B, O extends z.ZodObject>(integration: Integration<B, O>): AnyIntegration =>
  integration as unknown as AnyIntegration;
