import { expect } from 'chai';
import { readZuliprc } from '../../src/client/zuliprc.ts';

describe('a zuliprc file', () => {
  it('has the account in its section [api]', () => {
    const text = '# mine\n[other]\nemail=no\n[api]\r\nemail = a@b.example\nkey=k=1\n site: https://chat.example\n';
    expect(readZuliprc(text)).to.deep.equal({ site: 'https://chat.example', email: 'a@b.example', apiKey: 'k=1' });
  });

  it('is refused if something is missing', () => {
    expect(() => readZuliprc('[api]\nemail=a\nkey=k\n')).to.throw('no site');
    expect(() => readZuliprc('email=a\nkey=k\nsite=s\n')).to.throw('no site');
  });
});
