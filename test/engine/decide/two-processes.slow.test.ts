/**
 * Two processes on one log that delivers appends late. Whatever both do at once, ids, names and addresses stay unique, and every
 * answer stays true. The order of everything follows from a seed: `SEED=… npx mocha --spec …` repeats a run.
 */
import { expect } from 'chai';
import { createBot } from '../../../commands/bot/create-bot.ts';
import { updateBot } from '../../../commands/bot/update-bot.ts';
import { editSubscriptions } from '../../../commands/channels/edit-subscriptions.ts';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { unsubscribe } from '../../../commands/channels/unsubscribe.ts';
import { uploadFile } from '../../../commands/file/upload-file.ts';
import { editMessage } from '../../../commands/message/edit-message.ts';
import { sendMessage } from '../../../commands/message/send-message.ts';
import { createRealm } from '../../../commands/realm/create-realm.ts';
import { createUser } from '../../../commands/user/create-user.ts';
import { updateUser } from '../../../commands/user/update-user.ts';
import { emptyChannels } from '../../../src/policies/empty-channels.ts';
import { channelNamed } from '../../../src/state/channels.ts';
import { isSubscribed } from '../../../src/state/memberships.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import type { RealmId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { tokenOf } from '../../support/file-writes.ts';
import { realmId } from '../../support/given.ts';
import { bothProcesses, rounds } from './both-processes.ts';

const commandsPerRound = 6;

describe('two processes on one log', () => {
  const both = bothProcesses([emptyChannels]);
  const { seed, run, settled, stateOfBoth, realmOfBoth, okay, codeOf, each } = both;

  it('never give the same user id, name or address to two users', async () => {
    const ids = new Set<number>();
    for (let round = 0; round < rounds; round += 1) {
      const wanted = (number: number) => ({ email: `p${round}.${number}@test.example`, name: `P ${round} ${number}` });
      const created = await each(commandsPerRound, async (number) => {
        const { email, name } = wanted(number);
        if (number % 3 < 2) return okay(await run(number, createUser, { email, fullName: name, role: 400 }, 1)).userId;
        const bot = { fullName: name, shortName: `p${round}.${number}`, type: 1 } as const;
        return okay(await run(number, createBot, bot, 3)).userId;
      });
      const realm = await realmOfBoth();
      created.forEach((userId, number) => {
        const { email, name } = wanted(number);
        expect(ids.has(userId), `seed ${seed}: user ${userId} twice`).to.equal(false);
        ids.add(userId);
        const address = number % 3 < 2 ? email : email.replace('@', '-bot@');
        expect(realm.people.byId.get(userId), `seed ${seed}`).to.include({ fullName: name, email: address });
        const fingerprints = [...realm.directory.addresses].filter(([, id]) => id === userId);
        expect(fingerprints, `seed ${seed}: addresses of ${userId}`).to.have.length(1);
        expect(isSubscribed(realm.memberships, 1, userId)).to.equal(number % 3 < 2);
      });
    }
    for (const userId of ids) {
      const described = await both.log.readStream(logStream.person(realmId, userId as UserId));
      expect(described.map(({ type }) => type)).to.deep.equal(['PersonDescribed']);
    }
    let made = 0;
    for await (const { type } of both.log.readAll(0, ['directory-1.'])) if (type === 'UserCreated') made += 1;
    expect(made).to.equal(ids.size + 4);
  });

  it('create one user for an address, and leave no data of refused requests', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = `same${round}@test.example`;
      const done = await each(4, (number) =>
        run(number, createUser, { email, fullName: `Same ${number}`, role: 400 }, null),
      );
      expect(done.map(codeOf).sort(), `seed ${seed}`).to.deep.equal([
        'email-taken',
        'email-taken',
        'email-taken',
        'ok',
      ]);
      await stateOfBoth();
      const people: unknown[] = [];
      for await (const { data } of both.log.readAll(0, ['person-1.']))
        if ((data as { email?: string }).email === email) people.push(data);
      const winner = done.findIndex(({ ok }) => ok);
      const readable = await Promise.all(
        people.map((data) => both.log.readStream(logStream.person(realmId, (data as { userId: UserId }).userId))),
      );
      // The policy `erasure`, which these engines do not have, removes what was withdrawn.
      const stored = readable.filter((events) => events.at(-1)?.type !== 'EventsWithdrawn');
      expect(stored.flat().map(({ data }) => (data as { fullName: string }).fullName)).to.deep.equal([
        `Same ${winner}`,
      ]);
    }
  });

  it('apply changes of a person’s role and name, and of a bot’s owner and name, from both processes', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const name = (who: string): string => `${who} ${round}`;
      const done = await Promise.all([
        run(0, updateUser, { userId: 3 as UserId, role: round % 2 ? 400 : 600 }, 1),
        run(1, updateUser, { userId: 3 as UserId, fullName: name('Three') }, 2),
        run(0, updateBot, { botId: 4 as UserId, fullName: name('Bot') }, 1),
        run(1, updateBot, { botId: 4 as UserId, ownerId: (1 + (round % 2)) as UserId }, 1),
      ]);
      for (const one of done) okay<unknown>(one);
      const realm = await realmOfBoth();
      expect(realm.people.byId.get(3 as UserId)?.fullName).to.equal(name('Three'));
      expect(realm.people.byId.get(4 as UserId)?.fullName).to.equal(name('Bot'));
      expect(realm.directory.accounts.get(3 as UserId)?.role).to.equal(round % 2 ? 400 : 600);
      expect(realm.directory.accounts.get(4 as UserId)?.bot?.ownerId).to.equal(1 + (round % 2));
    }
  });

  it('keep an owner when two owners demote each other', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all([
        run(0, updateUser, { userId: 2 as UserId, role: 400 }, 1),
        run(1, updateUser, { userId: 1 as UserId, role: 400 }, 2),
      ]);
      const { directory } = await realmOfBoth();
      const owners = [1, 2].filter((id) => directory.accounts.get(id as UserId)?.role === 100);
      expect(owners, `seed ${seed}`).to.have.length(1);
      for (const userId of [1, 2] as UserId[]) await run(0, updateUser, { userId, role: 100 }, null);
    }
  });

  it('create one stream for a name, and subscribe everybody whom an answer names as subscribed', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const names = (number: number): string[] => [`stream ${round}`, `stream ${round} ${number % 3}`, 'other'];
      const done = await each(commandsPerRound, (number) => {
        const entries = names(number).map((name) => ({ name, color: '#76ce90' }));
        if (number % 3 === 2) return run(number, editSubscriptions, { add: entries, remove: [] }, 3);
        return run(number, subscribe, { channels: entries, principals: [1 + (number % 3)] }, 1 + (number % 3));
      });
      const realm = await realmOfBoth();
      done.forEach((one, number) => {
        const subscribed = Object.values(okay(one).subscribed).flat();
        for (const name of [...subscribed, ...names(number)]) {
          const channel = channelNamed(realm.channels, name);
          expect(channel?.name, `seed ${seed}`).to.equal(name);
          const userId = number % 3 === 2 ? 3 : 1 + (number % 3);
          expect(isSubscribed(realm.memberships, channel?.channelId ?? 0, userId), `seed ${seed}`).to.equal(true);
        }
      });
      const all = [...realm.channels.byId.values()].filter(({ name }) => name === `stream ${round}`);
      expect(all, `seed ${seed}`).to.have.length(1);
    }
  });

  it('archive private streams when the last subscriber leaves, and report which', async () => {
    const leave = (number: number) => {
      const names = [`private ${3 + 2 * number}`, `private ${4 + 2 * number}`];
      return number === 0
        ? run(number, unsubscribe, { names }, 3)
        : run(number, editSubscriptions, { add: [{ name: 'made while leaving' }], remove: names }, 3);
    };
    const others = each(commandsPerRound, (number) =>
      run(number, subscribe, { channels: [{ name: `beside ${number}` }] }, 1),
    );
    const [one, other] = await Promise.all([leave(0), leave(1)]);
    await others;
    expect(okay(one).removed, `seed ${seed}`).to.deep.equal(['private 3', 'private 4']);
    expect(okay(other).removed, `seed ${seed}`).to.deep.equal(['private 5', 'private 6']);
    await settled();
    const realm = await realmOfBoth();
    for (const id of [3, 4, 5, 6])
      expect(channelNamed(realm.channels, `private ${id}`), `seed ${seed}`).to.equal(undefined);
  });

  it('give no message id twice, and apply edits and moves from both processes', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const to = { kind: 'channel', channel: 'general', topic: `topic ${round}` } as const;
      const sent = await each(commandsPerRound, async (number) =>
        okay(await run(number, sendMessage, { to, content: `${round} ${number}` }, 3)),
      );
      const ids = sent.map(({ messageId }) => messageId);
      expect(new Set(ids).size).to.equal(ids.length);
      const [first] = ids;
      if (first === undefined) throw new Error('nothing was sent');
      const how = { messageId: first, noticeOld: false, noticeNew: false };
      const done = await Promise.all([
        run(0, editMessage, { ...how, content: `changed ${round}`, which: 'one' }, 3),
        run(1, editMessage, { ...how, topic: `moved ${round}`, which: 'all' }, 1),
      ]);
      for (const one of done) okay<unknown>(one);
      const realm = await realmOfBoth();
      expect(ids.map((id) => realm.topics.moved.get(id)?.topic)).to.deep.equal(ids.map(() => `moved ${round}`));
      const events = await both.log.readStream(logStream.message(realmId, first));
      expect(events.map(({ type }) => type)).to.deep.equal(['MessageSent', 'MessageEdited']);
    }
  });

  it('store no more than the quota, however many uploads run at once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { bytes } = (await realmOfBoth()).files.used;
      const quota = round % 2 ? { user: bytes + 2, organization: 1_000 } : { user: 1_000, organization: bytes + 2 };
      const done = await each(commandsPerRound, (number) => {
        const received = { folder: 'a', token: tokenOf(round * commandsPerRound + number), name: 'a.txt' };
        const content = { type: 'text/plain', size: 1, sha256: `sha ${round} ${number}` };
        return run(number, uploadFile, { ...received, ...content, quota }, 3);
      });
      expect(done.map(codeOf).sort(), `seed ${seed}, round ${round}`).to.deep.equal([
        ...Array.from({ length: commandsPerRound - 2 }, () => 'file-quota'),
        'ok',
        'ok',
      ]);
      expect((await realmOfBoth()).files.used.bytes).to.equal(bytes + 2);
    }
  });

  it('create one organization for a subdomain, with the owner whom the answer names', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const done = await each(4, (number) => {
        const owner = { email: `owner${number}@a.example`, fullName: `Owner ${number}` };
        const input = { subdomain: `acme${round}`, name: 'Acme', emailDomain: 'a.example', owner };
        return run(number, createRealm, input, null, null);
      });
      const founded = done.flatMap((one, number) => (one.ok ? [{ number, ...one.result }] : []));
      expect(founded, `seed ${seed}: ${done.map(codeOf)}`).to.have.length(1);
      const [{ number, realmId: id, ownerId } = { number: -1, realmId: 0, ownerId: 0 }] = founded;
      const state = await stateOfBoth();
      const realm = state.realms.get(id as RealmId) as RealmState;
      expect(realm.people.byId.get(ownerId as UserId), `seed ${seed}`).to.include({
        fullName: `Owner ${number}`,
        email: `owner${number}@a.example`,
      });
      expect([...realm.directory.addresses.values()].sort(), `seed ${seed}`).to.deep.equal([1, 2, 3]);
      const fingerprint = [...realm.directory.addresses].find(([, userId]) => userId === ownerId)?.[0];
      expect(fingerprint).to.be.a('string');
      expect(realm.channels.byId.size).to.equal(1);
    }
  });
});
