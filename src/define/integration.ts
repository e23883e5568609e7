/** An incoming-webhook integration: one file of `src/webhooks/incoming/` each. */
import type { z } from 'zod';

/** What a payload becomes. */
export type WebhookMessage = { readonly topic: string; readonly content: string };

export type Integration<B, O extends z.ZodObject = z.ZodObject> = {
  /** The last word of its path: `/external/<name>`. */
  readonly name: string;
  /** As a client of messages it posts: `Zulip<displayName>Webhook`. */
  readonly displayName: string;
  readonly summary: string;
  /** `basic` where the third party cannot put a key into the address. */
  readonly auth?: 'api_key' | 'basic';
  /** The header that carries the event type, where the third party sends one. */
  readonly eventHeader?: string;
  /** Options in the query of the address, each with its validator, a description and an example. */
  readonly options: O;
  readonly body: z.ZodType<B>;
  /** By event type: the body, if it differs from `body`. */
  readonly bodies?: Readonly<Record<string, z.ZodType<B>>>;
  /** Pure. Null: an event that is known and deliberately says nothing; `unsupported`: an unknown one. */
  readonly message: (
    payload: B,
    given: { event: string | undefined; options: z.output<O> },
  ) => WebhookMessage | null | 'unsupported';
};

/** An integration whose payload's type is known only to itself. */
export type AnyIntegration = Integration<unknown>;

/** Checks the integration against its own schemas, then forgets their types: the endpoint validates before it calls `message`. */
export const defineIntegration = <B, O extends z.ZodObject>(integration: Integration<B, O>): AnyIntegration =>
  integration as unknown as AnyIntegration;
