/** A message in the page after an event has changed it. */
import { expect } from 'chai';
import type { Listed } from '../../web/src/api/types.ts';
import { type Edited, forgetUnshown, handleEdited, keep, knownIds, messageOf } from '../../web/src/model/messages.ts';

describe('the flags of an edited message', () => {
  const flagsAfter = (before: readonly string[], after: readonly string[]): readonly string[] | undefined => {
    keep([{ id: 1, content: 'old', flags: before } as Partial<Listed> as Listed]);
    const event = { type: 'update_message', message_id: 1, rendered_content: 'new', flags: after };
    handleEdited(event as unknown as Edited);
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

describe('the messages that the page keeps', () => {
  const messages = (from: number, to: number): Listed[] =>
    Array.from({ length: to - from }, (_, index) => ({ id: from + index }) as Partial<Listed> as Listed);

  it('are those on the screen and those that arrived last, when there are too many', () => {
    const shown = [1_001, 1_002];
    keep(messages(1_000, 3_000));
    forgetUnshown(shown);
    expect(knownIds()).to.include.members([1_000, 1_001, 2_999]);
    keep(messages(3_000, 3_100));
    forgetUnshown(shown);
    expect(knownIds()).to.deep.equal([...shown, ...messages(2_600, 3_100).map(({ id }) => id)]);
    expect([1_000, 1_001, 2_599].map((id) => messageOf(id).value?.id)).to.deep.equal([undefined, 1_001, undefined]);
  });
});
