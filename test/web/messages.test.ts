/** What the page knows of a message after it was told of a change. */
import { expect } from 'chai';
import type { Listed } from '../../web/src/api/types.ts';
import { type Edited, keep, messageOf, tellEdited } from '../../web/src/model/messages.ts';

describe('the flags of an edited message', () => {
  const flagsAfter = (before: readonly string[], told: readonly string[]): readonly string[] | undefined => {
    keep([{ id: 1, content: 'old', flags: before } as Partial<Listed> as Listed]);
    const event = { type: 'update_message', message_id: 1, rendered_content: 'new', flags: told };
    tellEdited(event as unknown as Edited);
    return messageOf(1).value?.flags;
  };

  it('are those of the new text', () => {
    expect(flagsAfter([], ['mentioned', 'has_alert_word'])).to.deep.equal(['mentioned', 'has_alert_word']);
    expect(flagsAfter(['mentioned', 'wildcard_mentioned', 'has_alert_word'], [])).to.deep.equal([]);
  });

  it('still say that it is read, starred or collapsed', () => {
    const own = ['read', 'starred', 'collapsed'];
    expect(flagsAfter(own, [])).to.deep.equal(own);
    expect(flagsAfter([...own, 'mentioned'], ['mentioned'])).to.deep.equal([...own, 'mentioned']);
  });
});
