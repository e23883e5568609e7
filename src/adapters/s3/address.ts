/** The address of a bucket: `s3://<key id>:<secret>@<host>/<bucket>/<prefix>?region=<region>`. */

type BucketAddress = {
  readonly endpoint: string;
  readonly bucket: string;
  /** The beginning of every key: empty, or a text that ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Undefined: the credentials of the environment, as the AWS tools find them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
};

/** Throws if the text is not such an address. `s3+http` stands for a service without TLS, on a private network. */
export function bucketAddress(text: string): BucketAddress {
  // A URL of another scheme is parsed differently, for example with a host in upper case.
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
