import { expect } from 'chai';
import { signatureHeaders } from '../../src/push/signature.ts';

describe('the signature of a batch', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signed = (secrets: readonly string[]) =>
    signatureHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}', secrets);

  it('is that of Standard Webhooks: its published example', () => {
    expect(signed([secret])).to.deep.equal({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('exists for each secret while the secret of the service is being replaced', () => {
    const signatures = signed([`whsec_${Buffer.from('another').toString('base64')}`, secret])['webhook-signature'];
    expect(signatures.split(' ')).to.have.length(2).and.include('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});
