/** The formats of settings. */
import { isIP } from 'node:net';
import { z } from 'zod';

/** Whether it can be read as a URL, so that what is percent-encoded in it can be decoded. */
function isUrl(text: string): boolean {
  try {
    decodeURIComponent(text);
  } catch {
    return false;
  }
  return URL.canParse(text);
}

export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

export const oneOf = <T extends string>(...values: T[]) =>
  z.enum(values, { error: `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}` });

export const store = (address: RegExp, form: string) =>
  z.string().refine((text) => text === 'embedded' || address.test(text), { error: `must be embedded or ${form}` });

function isAddressOrSubnet(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

export const yesOrNo = oneOf('true', 'false').transform((text) => text === 'true');

export const hostName = z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an address');

export const label = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

export const origin = z
  .string()
  .refine((text) => text === '' || (/^https?:\/\/[^/?#@\\\s]+$/.test(text) && isUrl(text)), {
    error: 'must be http:// or https:// and a host, without a path or credentials',
  });

/** Separated by commas. */
const several = z.string().transform((text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
);

export const proxies = several.refine((all) => all.every(isAddressOrSubnet), {
  error: 'must be addresses or subnets, separated by commas',
});

export const urls = several.refine((all) => all.every((one) => /^https?:/.test(one) && isUrl(one)), {
  error: 'must be addresses at http:// or https://, separated by commas, with credentials percent-encoded',
});

const bucket = /^s3(\+http)?:\/\/([^\s/:@]+:[^\s/:@]+@)?[^\s/@]+\/[^\s/?#]+(\/[^\s?#]*)?(\?region=[A-Za-z0-9-]+)?$/;

/** A folder, or a bucket of a service. */
export const files = z
  .string()
  .min(1, 'must not be empty')
  .refine((text) => !/^(s3\b|[a-z][a-z0-9+]*:\/\/)/i.test(text) || (bucket.test(text) && isUrl(text)), {
    error:
      'must be embedded, a folder, or s3://<key id>:<secret>@<host>/<bucket>, perhaps with a folder and ?region=…; key id and secret are percent-encoded',
  });

export const smtpServer = z
  .string()
  .refine((text) => text === '' || (/^smtps?:\/\/[^\s/]+\/?$/.test(text) && isUrl(text)), {
    error: 'must be smtp:// or smtps://, and a host; user and password are percent-encoded',
  });

export const identityProvider = z
  .string()
  .refine(
    (text) => text === '' || (/^https?:\/\/[^\s/:@]+:[^\s/:@]+@[^\s/@]+(\/[^\s?#@]*)?$/.test(text) && isUrl(text)),
    {
      error:
        'must be https://<client id>:<client secret>@ and the address of the provider; id and secret are percent-encoded',
    },
  );

/** Whether only programs on this machine can reach the address. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');
