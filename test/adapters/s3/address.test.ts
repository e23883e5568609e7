import { expect } from 'chai';
import { bucketAddress } from '../../../src/adapters/s3/address.ts';

describe('the address of a bucket', () => {
  it('has the service, the bucket, a folder, the region and the credentials', () => {
    expect(bucketAddress('s3://id:a%2Fsecret@s3.example.com/files/a/b?region=eu-north-1')).to.deep.equal({
      endpoint: 'https://s3.example.com',
      bucket: 'files',
      prefix: 'a/b/',
      region: 'eu-north-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'a/secret' },
    });
  });

  it('leaves credentials to the environment, and needs no TLS if it says so', () => {
    expect(bucketAddress('s3+http://127.0.0.1:9000/files')).to.deep.equal({
      endpoint: 'http://127.0.0.1:9000',
      bucket: 'files',
      prefix: '',
      region: 'us-east-1',
      credentials: undefined,
    });
  });
});
