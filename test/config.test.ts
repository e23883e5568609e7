import { resolve } from 'node:path';
import { expect } from 'chai';
import { ConfigError, readConfig, settings } from '../src/config.ts';

const refusal = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('settings', () => {
  it('have defaults for development', () => {
    expect(readConfig({})).to.deep.include({
      mode: 'development',
      data: resolve('data'),
      host: '127.0.0.1',
      port: 9991,
      domain: 'localhost',
      requestsPerMinuteMax: 0,
      webhooksToPrivateAddresses: true,
      heartbeatSecs: 50,
      queueIdleSecs: 600,
    });
  });

  it('have stricter defaults for production', () => {
    expect(readConfig({ VERBATIM_MODE: 'production' })).to.include({
      mode: 'production',
      requestsPerMinuteMax: 200,
      webhooksToPrivateAddresses: false,
      defaultRealm: '',
    });
  });

  it('are read from the environment, and other variables are ignored', () => {
    const config = readConfig({
      PATH: '/bin',
      VERBATIM_PORT: '0',
      VERBATIM_DATA: '/var/lib/v',
      VERBATIM_PUBLIC_URL: 'https://c.example',
    });
    expect(config).to.include({ port: 0, data: '/var/lib/v', publicUrl: 'https://c.example' });
  });

  it('require the mode if others can reach the service', () => {
    for (const host of ['localhost', '127.0.0.2', '::1'])
      expect(readConfig({ VERBATIM_HOST: host }).mode).to.equal('development');
    for (const mode of ['development', 'production'])
      expect(readConfig({ VERBATIM_HOST: '0.0.0.0', VERBATIM_MODE: mode }).mode).to.equal(mode);
  });

  const bad: [string, string, RegExp][] = [
    ['VERBATIM_HOST', '0.0.0.0', /VERBATIM_HOST lets others reach the service: set VERBATIM_MODE/],
    ['VERBATIM_HOST', '::', /VERBATIM_HOST lets others reach the service: set VERBATIM_MODE/],
    ['VERBATIM_PROT', '1', /VERBATIM_PROT is not a setting/],
    ['VERBATIM_', '1', /VERBATIM_ is not a setting/],
    ['VERBATIM_PORT', '', /VERBATIM_PORT must be a whole number from 0 to 65535/],
    ['VERBATIM_PORT', '99999', /VERBATIM_PORT must be a whole number from 0 to 65535/],
    ['VERBATIM_PORT', '1e3', /VERBATIM_PORT must be a whole number/],
    ['VERBATIM_MODE', 'prod', /VERBATIM_MODE must be one of development, production/],
    ['VERBATIM_DOMAIN', 'Example.com', /VERBATIM_DOMAIN must be a lower-case domain name/],
    ['VERBATIM_PUBLIC_URL', 'chat.example', /VERBATIM_PUBLIC_URL must be http/],
    ['VERBATIM_PUBLIC_URL', 'https://chat.example/', /VERBATIM_PUBLIC_URL must be http/],
    ['VERBATIM_HEARTBEAT_SECS', '90', /VERBATIM_HEARTBEAT_SECS must be a whole number from 1 to 85/],
    ['VERBATIM_WEBHOOKS_TO_PRIVATE_ADDRESSES', 'yes', /must be one of true, false/],
    ['VERBATIM_DATA', '', /VERBATIM_DATA must not be empty/],
    ['VERBATIM_DEFAULT_REALM', 'a'.repeat(41), /VERBATIM_DEFAULT_REALM must be a subdomain or empty/],
    ['VERBATIM_DEFAULT_REALM', '-', /VERBATIM_DEFAULT_REALM must be a subdomain or empty/],
    ['VERBATIM_PUBLIC_URL', 'https://chat.example:99999', /VERBATIM_PUBLIC_URL must be http/],
    ['VERBATIM_PUBLIC_URL', 'https://[::', /VERBATIM_PUBLIC_URL must be http/],
    [
      'VERBATIM_PUBLIC_URL',
      'https://user:secret@chat.example',
      /VERBATIM_PUBLIC_URL must be .* without .* credentials$/,
    ],
    ['VERBATIM_SMTP_URL', 'smtp://mail.example:99999', /VERBATIM_SMTP_URL must be smtp/],
    ['VERBATIM_SMTP_URL', 'smtp://user:%zz@mail.example', /VERBATIM_SMTP_URL must be .* percent-encoded$/],
    ['VERBATIM_OPENID_CONNECT', 'https://id:%zz@login.example', /VERBATIM_OPENID_CONNECT must be .* percent-encoded$/],
    ['VERBATIM_OPENID_CONNECT', 'https://id:secret@login.example:99999', /VERBATIM_OPENID_CONNECT must be https/],
    ['VERBATIM_SCAVENGE_URLS', 'es.example:2113/admin/scavenge', /VERBATIM_SCAVENGE_URLS must be addresses/],
    ['VERBATIM_SCAVENGE_URLS', 'http://one/,http://two:99999/', /VERBATIM_SCAVENGE_URLS must be addresses/],
    ['VERBATIM_UPLOADS', '', /VERBATIM_UPLOADS must not be empty/],
    ['VERBATIM_UPLOADS', 'https://s3.example/bucket', /VERBATIM_UPLOADS must be embedded, a folder, or s3/],
    [
      'VERBATIM_UPLOADS',
      's3://id:secret@s3.example:99999/bucket',
      /VERBATIM_UPLOADS must be embedded, a folder, or s3/,
    ],
    ['VERBATIM_UPLOADS', 's3://id:%zz@s3.example/bucket', /VERBATIM_UPLOADS must be .* percent-encoded$/],
    ['VERBATIM_EVENT_LOG', 'eventstoredb', /VERBATIM_EVENT_LOG must be embedded/],
  ];
  for (const [variable, value, message] of bad)
    it(`${variable}=${value} stops the start`, () => {
      expect(refusal({ [variable]: value })).to.match(message);
    });

  it('that are invalid are all reported at once', () => {
    const message = refusal({ VERBATIM_PORT: 'x', VERBATIM_MODE: 'y', VERBATIM_Z: 'z' });
    expect(message.split('\n')).to.have.length(3);
  });

  it('are each in the table once, with a meaning', () => {
    const variables = settings.map(({ variable }) => variable);
    expect(new Set(variables)).to.have.property('size', variables.length);
    for (const { variable, meaning } of settings) expect(meaning, variable).to.match(/\S/);
  });
});
