import { expect } from 'chai';
import { preferences } from '../../projections/preferences.ts';
import { type Given, realmId } from '../support/given.ts';
import { readAfter } from '../support/organization.ts';
import { mutes } from '../support/past-events.ts';
import { alertedBy, looks, sets, unmutes, wants } from '../support/writes.ts';

const preferencesAfter = async (...past: Given[]) => (await readAfter(...past)).get(preferences, `${realmId}.3`);

describe('preferences', () => {
  it('keeps only what was set, the last value of each', async () => {
    const document = await preferencesAfter(
      sets(3, { enable_sounds: false, desktop_icon_count_display: 2 }),
      sets(3, { enable_sounds: true }),
      wants(3, 1, { is_muted: true }),
      wants(3, 1, { color: '#aabbcc' }),
      sets(2, { enable_digest_emails: false }),
    );
    expect(document?.notifications).to.deep.equal({ enable_sounds: true, desktop_icon_count_display: 2 });
    expect(document?.subscriptions).to.deep.equal({ 1: { is_muted: true, color: '#aabbcc' } });
  });

  it('keeps the last value of each display setting', async () => {
    const document = await preferencesAfter(
      looks(3, { color_scheme: 2, emojiset: 'text' }),
      looks(3, { color_scheme: 3 }),
    );
    expect(document?.display).to.deep.equal({ color_scheme: 3, emojiset: 'text' });
  });

  it('stores muted topics in order, once each regardless of case, until they are unmuted', async () => {
    const muted = await preferencesAfter(
      mutes(3, 1, 'Lunch', 5_000),
      mutes(3, 1, 'lunch', 6_000),
      mutes(3, 2, 'Lunch', 7_000),
    );
    expect(muted?.muted).to.deep.equal([
      { channelId: 1, topic: 'Lunch', mutedAt: 5_000 },
      { channelId: 2, topic: 'Lunch', mutedAt: 7_000 },
    ]);
    const unmuted = await preferencesAfter(mutes(3, 1, 'Lunch'), mutes(3, 2, 'Lunch'), unmutes(3, 1, 'LUNCH'));
    expect(unmuted?.muted.map(({ channelId }) => channelId)).to.deep.equal([2]);
  });

  it('keeps alert words in order, until they are removed', async () => {
    const words = async (...past: Given[]) => (await preferencesAfter(...past))?.alertWords;
    expect(await words(alertedBy(3, ['Tea', 'cake']), alertedBy(3, ['milk'], ['TEA']))).to.deep.equal(['cake', 'milk']);
    expect(await words(sets(3, { enable_sounds: false }))).to.equal(undefined);
  });

  it('distinguishes the topics of one channel', async () => {
    const document = await preferencesAfter(mutes(3, 1, 'Lunch'), mutes(3, 1, 'Dinner'), unmutes(3, 1, 'lunch'));
    expect(document?.muted.map(({ topic }) => topic)).to.deep.equal(['Dinner']);
  });
});
