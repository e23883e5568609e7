/** Uploaded files in a bucket: what people see is the same, and what is removed leaves the bucket. */
import { expect } from 'chai';
import { list } from '../support/client.ts';
import { refused, succeeded } from '../support/expect-answer.ts';
import { download, postFiles } from '../support/files-over-http.ts';
import { said } from '../support/messages.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('uploaded files in a bucket', () => {
  let bucket: S3Server;
  let server: TestServer;
  before(async () => {
    bucket = await startS3Server();
    server = await startServer({ VERBATIM_UPLOADS: bucket.address });
  });
  after(async () => {
    await server.stop();
    await bucket.stop();
  });

  it('are served whole and in part, removed with their file, and answered with 503 if the bucket is out of reach', async () => {
    const member = server.as('member');
    const upload = (bytes: string) => postFiles(server.base, member, '/user_uploads', { bytes, name: 'notes.txt' });
    const uri = String(succeeded(await upload('0123456789')).uri);
    expect((await download(server.base, uri, member)).text).to.equal('0123456789');
    const part = await download(server.base, uri, member, { Range: 'bytes=2-4' });
    expect([part.status, part.text]).to.deep.equal([206, '234']);
    expect(bucket.keys()).to.have.length(1);
    const [file] = list((await member.get('/attachments')).body.attachments);
    succeeded(await member.delete(`/attachments/${file?.id}`));
    for (let round = 0; round < 2; round += 1) await server.application.scrub();
    expect(bucket.keys()).to.deep.equal([]);
    const last = String(succeeded(await upload('last')).uri);
    await bucket.stop();
    refused(await upload('more'), { code: 'SERVICE_UNAVAILABLE', msg: 'The service is temporarily unavailable' }, 503);
    expect((await download(server.base, last, member)).status).to.equal(503);
    await said(member, 'general', 't', 'goes on');
  });
});
