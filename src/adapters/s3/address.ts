/** The address of a bucket: `s3://<key id>:<secret>@<host>/<bucket>/<prefix>?region=<region>`. */

export type BucketAddress = {
  readonly endpoint: string;
  readonly bucket: string;
  /** Before every key: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
  /** Undefined: those that the environment gives, as the AWS tools find them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
};

/** Throws where the text is no such address. `s3+http` is a service without TLS, on a network of one's own. */
export function bucketAddress(text: string): BucketAddress {
  // A URL of another scheme has parts of other forms, a host in upper case for instance.
  const url = new URL(text.replace(/^s3(\+http)?:/, (_, plain: string | undefined) => (plain ? 'http:' : 'https:')));
  const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '');
  const [accessKeyId, secretAccessKey] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    endpoint: url.origin,
    bucket: decodeURIComponent(bucket),
    prefix: folders.map((folder) => `${decodeURIComponent(folder)}/`).join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials: accessKeyId === '' ? undefined : { accessKeyId, secretAccessKey },
  };
}
