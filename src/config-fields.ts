/** The settings. `config.ts` maps them to environment variables. */
export type Config = {
  readonly mode: 'development' | 'production';
  /** The folder of the embedded stores, the secret and the control socket. */
  readonly data: string;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Organizations answer at `<subdomain>.<domain>`. */
  readonly domain: string;
  /** The subdomain of the organization that answers if the host names none. Empty: no organization. */
  readonly defaultRealm: string;
  /** The scheme and host that clients use. Empty: those of the request. */
  readonly publicUrl: string;
  /** After this many seconds without an event, a poll is answered with a heartbeat. */
  readonly heartbeatSecs: number;
  /** How many seconds a queue lives without a poll, unless its client requested another time. */
  readonly queueIdleSecs: number;
  readonly bodyBytesMax: number;
  /** How many requests a user may make in a minute; 0 for no limit. */
  readonly requestsPerMinuteMax: number;
  /** Seconds after which a scrub takes removed content off the disk. */
  readonly scrubSecs: number;
  /** How many auditors must agree to an erasure, with the one who requests it: one or two. */
  readonly erasureApprovals: number;
  /** How many days the file of an export for review is kept. */
  readonly exportKeepDays: number;
  /** How many MiB of copies of the past are kept, for all organizations together; 0 for none. */
  readonly pastCopiesMib: number;
  readonly webhooksToPrivateAddresses: boolean;
  /** Addresses and subnets of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** The SMTP server for outgoing e-mails. Empty: none are sent. */
  readonly smtpUrl: string;
  /** The sender address of e-mails. Empty: `noreply@` the domain. */
  readonly emailFrom: string;
  /** After this many seconds, unread private messages and mentions are sent by e-mail. Also the least time between two such e-mails. */
  readonly emailDelaySecs: number;
  /** The OpenID Connect provider, with the client's id and secret. Empty: none. */
  readonly openIdConnect: string;
  /** Whether an address is accepted if the provider does not say that it is verified. */
  readonly openIdConnectUnverified: boolean;
  /** Who may request `/metrics`. */
  readonly metrics: 'all' | 'private' | 'off';
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** How many milliseconds a read waits for the read models before it answers 503. */
  readonly readWaitMs: number;
  /** `embedded`, or the address of an EventStoreDB. */
  readonly eventLog: string;
  /** The prefix of stream names in EventStoreDB, so that several services can share one. Empty: none. */
  readonly eventLogNamespace: string;
  /** `embedded`, or the address of a MongoDB replica set. */
  readonly readStore: string;
  /** The addresses at which EventStoreDB nodes accept a request for a scavenge. Empty: none is requested. */
  readonly scavengeUrls: readonly string[];
  /** `embedded`: a folder in the data folder. Otherwise another folder, or a bucket. */
  readonly uploads: string;
  readonly uploadMibMax: number;
  /** How many MiB of files a user may have stored, including those of their bots. */
  readonly uploadQuotaUserMib: number;
  /** How many MiB of files an organization may have stored. */
  readonly uploadQuotaMib: number;
};

export type Mode = Config['mode'];
