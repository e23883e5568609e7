import { expect } from 'chai';
import { bisect } from '../../examples/bisect/bisect.ts';
import { exportedFile } from './exported-past.ts';

describe('examples/bisect', () => {
  it('finds the first event after which a condition holds, by halving', async () => {
    const file = await exportedFile('all');
    const found = await bisect(file, async (past) => {
      const message = (await past.document('messages', '1.1')) as { readonly content?: string } | undefined;
      return message?.content === 'one, better';
    });
    expect(found?.step.event).to.include({ type: 'MessageEdited', stream: 'message-1.1' });
    expect(found?.asked).to.be.at.most(7);
  });

  it('finds the very first event, and nothing if the condition never holds', async () => {
    const file = await exportedFile();
    expect((await bisect(file, async () => true))?.step.event.position).to.equal(1);
    expect(await bisect(file, async () => false)).to.equal(undefined);
  });
});
