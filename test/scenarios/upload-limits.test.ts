/** How large uploaded files may be, how many at once, and what they cost. */
import { readdirSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { authorizationOf, type Client } from '../support/client.ts';
import { postFiles } from '../support/files-over-http.ts';
import { runningServer } from '../support/server.ts';

const mib = 1024 * 1024;

describe('limits of uploaded files', () => {
  const server = runningServer({
    VERBATIM_UPLOAD_MIB_MAX: '3',
    VERBATIM_UPLOAD_QUOTA_USER_MIB: '5',
    VERBATIM_BODY_BYTES_MAX: '16384',
    VERBATIM_REQUESTS_PER_MINUTE_MAX: '1000',
  });
  const member = server.as('member');
  const incoming = (): string[] => readdirSync(join(server.data, 'uploads', 'incoming'));
  const upload = (size: number) =>
    postFiles(server.base, member, '/user_uploads', { bytes: new Uint8Array(size).fill(size % 256) });

  it('a file of the largest size is accepted, and one that is larger is not', async () => {
    expect((await upload(3 * mib)).status).to.equal(200);
    const { status, body } = await upload(3 * mib + 1);
    expect([status, body.msg]).to.deep.equal([400, 'Uploaded file is larger than the allowed limit of 3 MiB']);
    expect((await upload(8 * mib)).body.msg).to.equal('Uploaded file is larger than the allowed limit of 3 MiB');
    expect(incoming()).to.deep.equal([]);
  });

  it('a file that would exceed the quota is refused, and nothing is left of it', async () => {
    const { status, body } = await upload(2 * mib + 1);
    expect([status, body.code]).to.deep.equal([400, 'REALM_UPLOAD_QUOTA']);
    expect(incoming()).to.deep.equal([]);
  });

  it('a large file counts as several requests (uploadBytesPerRequest)', async () => {
    const left = async () => Number((await member.get('/users/me')).headers.get('X-RateLimit-Remaining'));
    const before = await left();
    await upload(2 * limits.uploadBytesPerRequest);
    expect(before - (await left()) - 1).to.equal(3);
  });

  it('each download of a file counts as a request', async () => {
    const admin = server.as('admin');
    const { uri } = (await postFiles(server.base, admin, '/user_uploads', { bytes: 'x' })).body;
    const headers = { authorization: authorizationOf(admin) };
    const left = async () =>
      Number((await fetch(`${server.base}${uri}`, { headers })).headers.get('X-RateLimit-Remaining'));
    const before = await left();
    expect([before > 0, before - (await left())]).to.deep.equal([true, 1]);
  });

  it('limits the concurrent uploads of a user, and keeps nothing of an interrupted one (uploadsAtOnceMax)', async () => {
    const spare = server.as('spare');
    const begun: ClientRequest[] = [];
    for (let at = 0; at < limits.uploadsAtOnceMax; at += 1) begun.push(await beginUpload(server.base, spare));
    const { status, headers } = await postFiles(server.base, spare, '/user_uploads', { bytes: 'x' });
    expect([status, headers.get('retry-after')]).to.deep.equal([429, '1']);
    expect(incoming()).to.have.length(limits.uploadsAtOnceMax);
    for (const one of begun) one.destroy();
    let answered = 429;
    while (answered === 429) {
      answered = (await postFiles(server.base, spare, '/user_uploads', { bytes: 'x' })).status;
    }
    expect(answered).to.equal(200);
    while (incoming().length > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  /** Resolves when the first bytes of the file have arrived. */
  async function beginUpload(base: string, client: Client): Promise<ClientRequest> {
    const before = incoming().length;
    const sending = request(`${base}/api/v1/user_uploads`, {
      method: 'POST',
      headers: {
        authorization: authorizationOf(client),
        'content-type': 'multipart/form-data; boundary=xYx',
        'content-length': 1000,
      },
    });
    sending.on('error', () => undefined);
    sending.write('--xYx\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\nbegun');
    while (incoming().length <= before) await new Promise((resolve) => setImmediate(resolve));
    return sending;
  }
});
