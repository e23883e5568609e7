/** What can be set. `config.ts` says by which variables. */
export type Config = {
  readonly mode: 'development' | 'production';
  /** Folder of the embedded stores, the secret and the control socket. */
  readonly data: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Organizations answer at `<subdomain>.<domain>`. */
  readonly domain: string;
  /** Subdomain of the organization that answers where the host names none; empty: no organization. */
  readonly defaultRealm: string;
  /** Scheme and host that clients use; empty: those of the request. */
  readonly publicUrl: string;
  /** Seconds without an event until a poll is answered with a heartbeat. */
  readonly heartbeatSecs: number;
  /** Seconds that a queue lives without a poll, where its client did not ask for another time. */
  readonly queueIdleSecs: number;
  /** Maximum size of a request's body, in bytes. */
  readonly bodyBytesMax: number;
  /** Requests that a user may make in a minute; 0: no limit. */
  readonly requestsPerMinuteMax: number;
  /** Seconds within which removed content leaves the disk. */
  readonly scrubSecs: number;
  /** Auditors who must want an erasure: one, or two. */
  readonly erasureApprovals: number;
  /** Days that the file of an export for review stays. */
  readonly exportKeepDays: number;
  /** MiB of copies of the past, of all organizations together; 0: none are made. */
  readonly pastCopiesMib: number;
  /** Whether outgoing webhooks may reach private addresses. */
  readonly webhooksToPrivateAddresses: boolean;
  /** Addresses and subnets of proxies, whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** The SMTP server that takes e-mails; empty: none are sent. */
  readonly smtpUrl: string;
  /** The address that e-mails come from; empty: `noreply@` the domain. */
  readonly emailFrom: string;
  /** Seconds after which unread private messages and mentions are told by e-mail, and between two such e-mails. */
  readonly emailDelaySecs: number;
  /** The OpenID Connect provider, with the id and the secret of the client; empty: none. */
  readonly openIdConnect: string;
  /** Whether an address counts of which the provider says nothing more. */
  readonly openIdConnectUnverified: boolean;
  /** Who may ask for `/metrics`. */
  readonly metrics: 'all' | 'private' | 'off';
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Milliseconds that a read waits for the read models before it answers 503. */
  readonly readWaitMs: number;
  /** `embedded`, or the address of an EventStoreDB. */
  readonly eventLog: string;
  /** Prefix of stream names in EventStoreDB, so that several services can share one; empty: none. */
  readonly eventLogNamespace: string;
  /** `embedded`, or the address of a MongoDB replica set. */
  readonly readStore: string;
  /** Addresses at which EventStoreDB nodes accept a request for a scavenge; empty: none is requested. */
  readonly scavengeUrls: readonly string[];
  /** `embedded`: a folder in the data folder; or another folder. */
  readonly uploads: string;
  /** Largest file that may be uploaded, in MiB. */
  readonly uploadMibMax: number;
  /** MiB of files that a user may have stored, with those of their bots. */
  readonly uploadQuotaUserMib: number;
  /** The same for an organization. */
  readonly uploadQuotaMib: number;
};

export type Mode = Config['mode'];
