/** GET /messages/matches_narrow, and the same narrows in GET /messages: every operator, plain and negated (docs/api.md, Narrows). */
import { expect } from 'chai';
import type { Client, Loose } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { listedFor, newestFor, said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const all = ['hello', 'plans', 'link', 'image', 'mention', 'everyone', 'direct', 'group', 'own'] as const;
type Name = (typeof all)[number];

describe('GET /messages/matches_narrow', () => {
  const server = runningServer();
  const member = server.as('member');
  const spare = server.as('spare');
  const admin = server.as('admin');
  const ids = {} as Record<Name, number>;
  before(async () => {
    const both = { subscriptions: [{ name: 'plans' }], principals: [member.account.user_id, spare.account.user_id] };
    succeeded(await member.post('/users/me/subscriptions', both));
    const say = async (by: Client, to: unknown, topic: string | undefined, content: string): Promise<number> => {
      const place = topic === undefined ? { type: 'private', to } : { type: 'stream', to, topic };
      return Number(succeeded(await by.post('/messages', { ...place, content })).id);
    };
    ids.hello = await say(spare, 'general', 'Greetings', 'Hello **brave** new world');
    ids.plans = await say(spare, 'plans', 'greetings', 'brave <plans> of the world & more');
    ids.link = await say(admin, 'general', 'links', 'see https://x.example/page');
    ids.image = await say(admin, 'general', 'links', 'see https://x.example/cat.png');
    ids.mention = await say(spare, 'general', 'talk', `@**${member.account.full_name}** look`);
    ids.everyone = await say(spare, 'general', 'talk', '@**all** look');
    ids.direct = await say(spare, [member.account.user_id], undefined, 'just you');
    ids.group = await say(spare, [member.account.user_id, admin.account.user_id], undefined, 'you both');
    ids.own = await say(member, 'plans', 'mine', 'my own words');
    const muted = { subscription_data: [{ stream_id: 2, property: 'is_muted', value: true }] };
    succeeded(await member.post('/users/me/subscriptions/properties', muted));
    succeeded(
      await member.patch('/users/me/subscriptions/muted_topics', { stream: 'general', topic: 'links', op: 'add' }),
    );
  });

  const matches = async (narrow: unknown, by = member, msg_ids: unknown = Object.values(ids)): Promise<Loose> =>
    succeeded(await by.get('/messages/matches_narrow', { msg_ids, narrow })).messages as Loose;
  const named = (messages: Loose): Name[] => all.filter((name) => Object.keys(messages).includes(String(ids[name])));
  const listed = async (narrow: unknown): Promise<Name[]> => {
    const found = (await newestFor(member, { narrow })).map(({ id }) => Number(id));
    return all.filter((name) => found.includes(ids[name]));
  };
  const others = (names: readonly Name[]): Name[] => all.filter((name) => !names.includes(name));

  const rows: [operator: string, operand: () => unknown, names: Name[]][] = [
    ['stream', () => 'plans', ['plans', 'own']],
    ['stream', () => 'PLANS', ['plans', 'own']],
    ['stream', () => 2, ['plans', 'own']],
    ['topic', () => 'GREETINGS', ['hello', 'plans']],
    ['sender', () => spare.account.email, ['hello', 'plans', 'mention', 'everyone', 'direct', 'group']],
    ['sender', () => member.account.user_id, ['own']],
    ['pm-with', () => spare.account.email, ['direct']],
    ['pm-with', () => [spare.account.user_id], ['direct']],
    ['pm-with', () => `${spare.account.email},${admin.account.email}`, ['group']],
    ['pm_with', () => spare.account.email, ['direct']],
    ['group-pm-with', () => admin.account.email, ['group']],
    ['group-pm-with', () => spare.account.user_id, ['group']],
    ['is', () => 'private', ['direct', 'group']],
    ['is', () => 'mentioned', ['mention', 'everyone']],
    ['is', () => 'starred', []],
    ['is', () => 'alerted', []],
    ['is', () => 'unread', [...all]],
    ['has', () => 'link', ['link', 'image']],
    ['has', () => 'image', ['image']],
    ['has', () => 'attachment', []],
    ['id', () => String(ids.hello), ['hello']],
    ['search', () => 'brave world', ['hello', 'plans']],
    ['search', () => 'Hello', ['hello']],
    ['search', () => '"New World"', ['hello']],
    ['search', () => 'greeting', ['hello', 'plans']],
    ['search', () => 'nowhere', []],
  ];
  for (const [operator, operand, names] of rows)
    describe(`${operator} that matches ${names.join(', ') || 'nothing'}`, () => {
      it('matches the messages that GET /messages lists', async () => {
        const narrow = [{ operator, operand: operand() }];
        expect(named(await matches(narrow))).to.deep.equal(names);
        expect(await listed(narrow)).to.deep.equal(names);
      });
      it('negated: matches the other messages', async () => {
        const narrow = [{ operator, operand: operand(), negated: true }];
        expect(named(await matches(narrow))).to.deep.equal(others(names));
        expect(await listed(narrow)).to.deep.equal(others(names));
      });
    });

  for (const [operator, operand, names] of [
    ['in', 'home', ['hello', 'mention', 'everyone', 'direct', 'group']],
    ['in', 'all', all],
    ['near', '1', all],
    ['streams', 'public', ['hello', 'plans', 'link', 'image', 'mention', 'everyone', 'own']],
  ] as const)
    it(`${operator}: ${operand}`, async () => {
      const narrow = [{ operator, operand }];
      expect(named(await matches(narrow))).to.deep.equal(names);
      expect(await listed(narrow)).to.deep.equal(names);
      expect(named(await matches([[operator, operand]])), 'as a pair').to.deep.equal(names);
    });

  it('several terms: a message must match all of them', async () => {
    const narrow = [
      { operator: 'search', operand: 'brave' },
      { operator: 'stream', operand: 'plans', negated: true },
    ];
    expect(named(await matches(narrow))).to.deep.equal(['hello']);
  });

  it('no terms: all received messages', async () => {
    expect(named(await matches([]))).to.deep.equal(all);
  });

  it('each entry has `match_content`, rendered HTML, and `match_subject`, the topic', async () => {
    expect(await matches([{ operator: 'stream', operand: 'general' }], member, [ids.hello])).to.deep.equal({
      [ids.hello]: { match_content: '<p>Hello <strong>brave</strong> new world</p>', match_subject: 'Greetings' },
    });
    const direct = await matches([{ operator: 'is', operand: 'private' }], member, [ids.direct]);
    expect(direct).to.deep.equal({ [ids.direct]: { match_content: '<p>just you</p>', match_subject: '' } });
  });

  it('words found by a search are highlighted in content and topic', async () => {
    const hit = (text: string): string => `<span class="highlight">${text}</span>`;
    expect(await matches([{ operator: 'search', operand: 'brave greeting' }], member, [ids.plans])).to.deep.equal({
      [ids.plans]: {
        match_content: `<p>${hit('brave')} &lt;plans&gt; of the world &amp; more</p>`,
        match_subject: hit('greetings'),
      },
    });
    const phrase = await matches([{ operator: 'search', operand: '"new world"' }], member, [ids.hello]);
    expect(phrase[String(ids.hello)]?.match_content).to.equal(
      `<p>Hello <strong>brave</strong> ${hit('new world')}</p>`,
    );
  });

  it('content and topic equal those of GET /messages, so that a client can merge them', async () => {
    const topic = 'a <b>bold</b> & "quoted" topic';
    const id = await said(spare, 'general', topic, 'merging');
    const narrow = [{ operator: 'search', operand: 'merging' }];
    const message = await listedFor(member, id, { narrow });
    const entry = (await matches(narrow, member, [id]))[String(id)];
    expect(entry).to.deep.equal({ match_content: message.match_content, match_subject: message.match_subject });
    const unsearched = (await matches([], member, [id]))[String(id)];
    expect(unsearched?.match_subject, 'HTML also without a search').to.equal(entry?.match_subject);
    expect(entry?.match_subject).to.equal('a &lt;b&gt;bold&lt;/b&gt; &amp; &quot;quoted&quot; topic');
  });

  it("other users' private messages and unknown ids are omitted", async () => {
    expect(named(await matches([], admin)))
      .to.include('group')
      .and.not.include('direct')
      .and.not.include('plans');
    expect(await matches([], member, [4711, -1, 0, Number.MAX_SAFE_INTEGER])).to.deep.equal({});
    expect(await matches([], member, [])).to.deep.equal({});
    expect(Object.keys(await matches([], member, [ids.hello, ids.hello]))).to.deep.equal([String(ids.hello)]);
  });

  it('both parameters are required', async () => {
    for (const [parameters, name] of [
      [{ narrow: [] }, 'msg_ids'],
      [{ msg_ids: [1] }, 'narrow'],
    ] as const) {
      const { status, body } = await member.get('/messages/matches_narrow', parameters);
      expect([status, body.var_name]).to.deep.equal([400, name]);
    }
    badRequest(
      await member.get('/messages/matches_narrow', { msg_ids: ['1'], narrow: [] }),
      'msg_ids[0] is not an integer',
    );
  });
});
