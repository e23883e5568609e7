/** Every setting, from the environment, validated once. */
export type Config = {
  readonly mode: 'development' | 'production';
  /** Folder of the embedded stores, the secret and the control socket. */
  readonly data: string;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Organizations answer at `<subdomain>.<domain>`. */
  readonly domain: string;
  /** Subdomain of the organization that answers for every other host; empty: none. */
  readonly defaultRealm: string;
  /** Scheme and host that clients use, where the request's own does not tell; empty: the request's. */
  readonly publicUrl: string;
  /** Seconds without an event until a poll is answered with a heartbeat. */
  readonly heartbeatSecs: number;
  /** Seconds that a queue lives without a poll, where its client did not ask for another time. */
  readonly queueIdleSecs: number;
  /** Bytes of a request's body at most. */
  readonly bodyBytesMax: number;
  /** Requests a user may make a minute; 0: any number (development's default). */
  readonly requestsPerMinuteMax: number;
  /** Seconds until removed content has left the disk. */
  readonly scrubSecs: number;
  /** Whether outgoing webhooks may reach private addresses. */
  readonly webhooksToPrivateAddresses: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** How long a read waits for the read models before it answers 503. */
  readonly readWaitMs: number;
};
