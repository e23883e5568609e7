/** Every setting: its environment variable, default, validation and meaning. `verbatim config` prints this table. */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Config, Mode } from './config-fields.ts';
import {
  files,
  hostName,
  identityProvider,
  isLoopback,
  label,
  oneOf,
  origin,
  proxies,
  smtpServer,
  store,
  urls,
  whole,
  yesOrNo,
} from './setting-forms.ts';
import { daySecs } from './vocabulary/day.ts';
import { limits } from './vocabulary/limits.ts';
import { subdomainForm } from './vocabulary/subdomain.ts';

export type { Config, Mode };

/** One variable of the environment. */
export type Setting = {
  readonly variable: string;
  /** The field that it sets. Null for the secret, which is not in Config, so that logging Config never shows it. */
  readonly field: keyof Config | null;
  readonly fallback: string | Readonly<Record<Mode, string>>;
  readonly meaning: string;
  readonly read: z.ZodType<Config[keyof Config], string>;
};

const setting = <F extends keyof Config>(
  variable: string,
  field: F,
  fallback: Setting['fallback'],
  read: z.ZodType<Config[F], string>,
  meaning: string,
): Setting => ({ variable, field, fallback, meaning, read });

export const settings: readonly Setting[] = [
  setting('VERBATIM_MODE', 'mode', 'development', oneOf('development', 'production'), 'development or production'),
  setting(
    'VERBATIM_DATA',
    'data',
    './data',
    z
      .string()
      .min(1, 'must not be empty')
      .transform((path) => resolve(path)),
    'Folder of the stores, the secret and the control socket',
  ),
  setting('VERBATIM_HOST', 'host', '127.0.0.1', hostName, 'Address to listen on'),
  setting('VERBATIM_PORT', 'port', '9991', whole(0, 65_535), 'Port to listen on; 0: any free one'),
  setting(
    'VERBATIM_DOMAIN',
    'domain',
    'localhost',
    z.string().regex(label, 'must be a lower-case domain name'),
    'Domain of the service; organizations answer at <subdomain>.<domain>',
  ),
  setting(
    'VERBATIM_DEFAULT_REALM',
    'defaultRealm',
    { development: 'dev', production: '' },
    z.string().refine((text) => text === '' || subdomainForm.test(text), { error: 'must be a subdomain or empty' }),
    'Subdomain of the organization that answers if the host of a request names none; empty: no organization',
  ),
  setting(
    'VERBATIM_PUBLIC_URL',
    'publicUrl',
    '',
    origin,
    'Scheme and host that clients use; empty: those of the request',
  ),
  setting(
    'VERBATIM_HEARTBEAT_SECS',
    'heartbeatSecs',
    '50',
    whole(1, 85),
    'Seconds without an event after which a poll is answered with a heartbeat; clients give up after 90',
  ),
  setting(
    'VERBATIM_QUEUE_IDLE_SECS',
    'queueIdleSecs',
    String(limits.queueLifespanSecsDefault),
    whole(1, 7 * daySecs),
    'Seconds that an event queue lives without a poll, unless its client asked for another time',
  ),
  setting(
    'VERBATIM_BODY_BYTES_MAX',
    'bodyBytesMax',
    '1048576',
    whole(16_384, 104_857_600),
    "Maximum size of a request's body, in bytes",
  ),
  setting(
    'VERBATIM_REQUESTS_PER_MINUTE_MAX',
    'requestsPerMinuteMax',
    { development: '0', production: '200' },
    whole(0, 1_000_000),
    'Requests that a user may make in a minute; 0: no limit',
  ),
  setting(
    'VERBATIM_SCRUB_SECS',
    'scrubSecs',
    '3600',
    whole(1, 30 * daySecs),
    'Seconds after which a scrub takes the bytes of removed content off the disk; longer only where scrubs are long',
  ),
  setting(
    'VERBATIM_WEBHOOKS_TO_PRIVATE_ADDRESSES',
    'webhooksToPrivateAddresses',
    { development: 'true', production: 'false' },
    yesOrNo,
    'Whether outgoing webhooks may reach private addresses',
  ),
  setting(
    'VERBATIM_SMTP_URL',
    'smtpUrl',
    '',
    smtpServer,
    'SMTP server for e-mails, smtp://… or smtps://…, with user and password if it needs them; empty: no e-mails are sent',
  ),
  setting(
    'VERBATIM_EMAIL_FROM',
    'emailFrom',
    '',
    z.string().regex(/^$|^[^\s@<>]+@[^\s@<>]+$/, 'must be an e-mail address or empty'),
    'Address that e-mails come from; empty: noreply@ and VERBATIM_DOMAIN',
  ),
  setting(
    'VERBATIM_EMAIL_DELAY_SECS',
    'emailDelaySecs',
    '900',
    whole(0, daySecs),
    'Seconds until an e-mail reports unread private messages and mentions, and at least between two such e-mails to a user',
  ),
  setting(
    'VERBATIM_OPENID_CONNECT',
    'openIdConnect',
    '',
    identityProvider,
    'OpenID Connect provider by which people sign in, https://<client id>:<client secret>@…; empty: none',
  ),
  setting(
    'VERBATIM_OPENID_CONNECT_UNVERIFIED',
    'openIdConnectUnverified',
    'false',
    yesOrNo,
    'Whether an e-mail address is accepted if the provider does not say whether it is verified; safe only if people cannot choose their address at the provider',
  ),
  setting(
    'VERBATIM_TRUSTED_PROXIES',
    'trustedProxies',
    '',
    proxies,
    'Proxies whose X-Forwarded-For and X-Request-Id are believed: addresses and subnets (10.0.0.0/8), separated by commas; empty: none',
  ),
  setting(
    'VERBATIM_METRICS',
    'metrics',
    { development: 'all', production: 'private' },
    oneOf('all', 'private', 'off'),
    'Who may read /metrics: all, private (private networks and this host, not through a proxy), or off',
  ),
  setting(
    'VERBATIM_LOG_LEVEL',
    'logLevel',
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    'Lowest level that is logged: fatal, error, warn, info, debug or silent',
  ),
  setting(
    'VERBATIM_READ_WAIT_MS',
    'readWaitMs',
    '5000',
    whole(1, 60_000),
    'Milliseconds that a read waits for the read models before it answers 503',
  ),
  setting(
    'VERBATIM_EVENT_LOG',
    'eventLog',
    'embedded',
    store(/^(esdb|kurrentdb)(\+discover)?:\/\/./, 'esdb://…'),
    'Where the event log is kept: embedded, or an EventStoreDB at esdb://…',
  ),
  setting(
    'VERBATIM_EVENT_LOG_NAMESPACE',
    'eventLogNamespace',
    '',
    z.string().regex(/^[a-z0-9]{0,40}$/, 'must be up to 40 of a-z and 0-9, or empty'),
    'Prefix of stream names in EventStoreDB, followed by a colon, so that several services can share one',
  ),
  setting(
    'VERBATIM_READ_STORE',
    'readStore',
    'embedded',
    store(/^mongodb(\+srv)?:\/\/./, 'mongodb://…'),
    'Where the read models are kept: embedded, or a MongoDB replica set at mongodb://…',
  ),
  setting(
    'VERBATIM_SCAVENGE_URLS',
    'scavengeUrls',
    '',
    urls,
    'Addresses at which EventStoreDB nodes accept a request for a scavenge, separated by commas; empty: none is requested',
  ),
  setting(
    'VERBATIM_UPLOADS',
    'uploads',
    'embedded',
    files,
    'Where uploaded files are kept: embedded (the folder `uploads` in the data folder), another folder, or a bucket at s3://<key id>:<secret>@<host>/<bucket>',
  ),
  setting('VERBATIM_UPLOAD_MIB_MAX', 'uploadMibMax', '25', whole(1, 1024), 'Largest file that is accepted, in MiB'),
  setting(
    'VERBATIM_UPLOAD_QUOTA_USER_MIB',
    'uploadQuotaUserMib',
    '2048',
    whole(1, 1_000_000_000),
    'MiB of uploaded files that a user may have stored, with those of their bots',
  ),
  setting(
    'VERBATIM_UPLOAD_QUOTA_MIB',
    'uploadQuotaMib',
    '51200',
    whole(1, 1_000_000_000),
    'MiB of uploaded files that an organization may have stored',
  ),
  setting('VERBATIM_ERASURE_APPROVALS', 'erasureApprovals', '1', whole(1, 2), 'Auditors who must agree to an erasure'),
  setting('VERBATIM_EXPORT_KEEP_DAYS', 'exportKeepDays', '30', whole(1, 3_650), 'Days to keep an export for review'),
  setting(
    'VERBATIM_PAST_COPIES_MIB',
    'pastCopiesMib',
    '16384',
    whole(0, 16_777_216),
    'MiB on the disk for copies of the past, with which auditors wait less for a moment of the past; 0: none are made',
  ),
  {
    variable: 'VERBATIM_SECRET',
    field: null,
    fallback: '',
    meaning:
      'Secret that API keys are derived from, 32 characters or more; unset: the file `secret` in the data folder',
    read: z.string(),
  },
  {
    variable: 'VERBATIM_LEDGER_KEY',
    field: null,
    fallback: '',
    meaning:
      'Key that signs the ledger, 32 bytes in base64; or two, separated by a comma: the new key and the one that it replaces; unset: the file `ledger-key` in the data folder',
    read: z.string(),
  },
  {
    variable: 'VERBATIM_SECRET_NEXT',
    field: null,
    fallback: '',
    meaning:
      'New secret with which `verbatim secret replace` replaces the current one; unset: the file `secret.next` in the data folder, if any',
    read: z.string(),
  },
];

/** Thrown if the settings cannot be used. The message says which setting is wrong, and what it must be. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** All settings. Throws ConfigError, naming every variable that is unknown or malformed. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults = Object.keys(env)
    .filter(
      (name) =>
        name.startsWith('VERBATIM_') &&
        !name.startsWith('VERBATIM_TEST_') &&
        !settings.some(({ variable }) => variable === name),
    )
    .map((name) => `${name} is not a setting; \`verbatim config\` lists them`);
  const mode: Mode = env.VERBATIM_MODE === 'production' ? 'production' : 'development';
  const values: Record<string, unknown> = {};
  for (const { variable, field, fallback, read } of settings) {
    if (field === null) continue;
    const value = read.safeParse(env[variable] ?? (typeof fallback === 'string' ? fallback : fallback[mode]));
    if (value.success) values[field] = value.data;
    else faults.push(`${variable} ${value.error.issues[0]?.message ?? 'is not valid'}`);
  }
  const { host } = values as Partial<Config>;
  // In development mode, whoever reaches the service gets the key of every account.
  if (env.VERBATIM_MODE === undefined && host !== undefined && !isLoopback(host))
    faults.push('VERBATIM_HOST lets others reach the service: set VERBATIM_MODE, for them production');
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return values as Config;
}
