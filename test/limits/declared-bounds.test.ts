/** The bounds of parameters and of the input of commands, each with its limit or the number of the API. */
import { expect } from 'chai';
import type { z } from 'zod';
import { ChannelSettings } from '../../commands/channels/channel-created.ts';
import * as commands from '../../commands/index.ts';
import { Subdomain } from '../../commands/realm/create-realm.ts';
import { fieldDataOf } from '../../commands/rules/profile-field-data.ts';
import { endpoints } from '../../src/http/routes/index.ts';
import { retentionDays } from '../../src/http/routes/shared/retention-days.ts';
import { Color } from '../../src/vocabulary/color.ts';
import { MessageId, QueueId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { profileFieldTypes } from '../../src/vocabulary/profile-fields.ts';
import { CodeLanguage, Language } from '../../src/vocabulary/realm-settings.ts';
import { type Schema, schemaOf, within } from './schemas.ts';

type Rows = readonly (readonly [bounds: string, where: string])[];

const inParameters: Rows = [
  [`at most ${limits.alertWordLengthMax} characters`, 'addAlertWords.alert_words[]'],
  [
    `at most ${limits.emojiNameLengthMax} characters`,
    'addReaction.emoji_code removeReaction.emoji_code addRealmEmoji.emoji_name deactivateRealmEmoji.emoji_name',
  ],
  [`1 to ${limits.emojiNameLengthMax} characters`, 'addReaction.emoji_name removeReaction.emoji_name'],
  [
    'at most 100 characters',
    'getAuditEvents.topic getAuditEvents.client getAuditEvents.request_id getAuditCounts.topic getAuditCounts.client getAuditCounts.request_id',
  ],
  ['1 to 100 characters', 'getAuditEvents.object_id getAuditCounts.object_id getAuditObject.object_id'],
  [`at most ${limits.trailQueryLengthMax} characters`, 'getAuditEvents.query getAuditCounts.query'],
  [`at most ${limits.localIdLengthMax} characters`, 'sendMessage.local_id'],
  ['at most 50 characters', 'sendMessage.tz_guess updateDisplaySettings.timezone'],
  [`at most ${limits.emailLengthMax} characters`, 'sendMessage.sender sendMessage.forged'],
  [`at most ${limits.submessagesLengthMax} characters`, 'addSubmessage.msg_type addSubmessage.content'],
  [`at most ${limits.webhookPathLengthMax} characters`, 'alertmanagerWebhook.name alertmanagerWebhook.desc'],
  [`at most ${limits.urlLengthMax} characters`, 'updateBot.service_payload_url addSink.url updateSink.url'],
  [
    `at most ${limits.passwordLengthMax} characters`,
    'createUser.password acceptInvitation.password updateAccount.new_password',
  ],
  [`at most ${limits.profileFieldNameLengthMax} characters`, 'createProfileField.name updateProfileField.name'],
  [`at most ${limits.profileFieldHintLengthMax} characters`, 'createProfileField.hint updateProfileField.hint'],
  [`at most ${limits.linkifierUrlLengthMax} characters`, 'addLinkifier.url_format_string'],
  [`at most ${limits.statusTextLengthMax} characters`, 'updateStatus.status_text'],
  [
    `at most ${limits.eventTypeLengthMax} characters`,
    'getEvents.event_types[] getEvents.fetch_event_types[] register.event_types[] register.fetch_event_types[] getClientEvents.event_types[]',
  ],
  [
    `at most ${limits.queueNarrowOperandLengthMax} characters`,
    'getEvents.narrow[][] register.narrow[][] getClientEvents.narrow[][]',
  ],
  [
    `at most ${limits.eventTypesMax} items`,
    'getEvents.event_types getEvents.fetch_event_types register.event_types register.fetch_event_types getClientEvents.event_types',
  ],
  [`at most ${limits.queueNarrowTermsMax} items`, 'getEvents.narrow register.narrow getClientEvents.narrow'],
  ['2 to 2 items', 'getEvents.narrow[] register.narrow[] getClientEvents.narrow[]'],
  [`at most ${limits.alertWordsPerRequestMax} items`, 'addAlertWords.alert_words removeAlertWords.alert_words'],
  [
    `at most ${limits.profileFieldsMax} items`,
    'updateUser.profile_data updateProfileData.data deleteProfileData.data reorderProfileFields.order',
  ],
  [`at most ${limits.listingMax} items`, 'matchesNarrow.msg_ids'],
  [`at most ${limits.channelsPerRequestMax} items`, 'subscribe.subscriptions updateSubscriptions.add'],
  [`at most ${limits.botStorageKeysMax} items`, 'getBotStorage.keys removeBotStorage.keys'],
  [`at most ${limits.webhookFieldsMax} items`, 'jsonWebhook.fields'],
  [`1 to ${limits.recipientsMax} items`, 'setTypingStatus.to'],
  ['0 to 6', 'updateRealm.digest_weekday'],
  ['1 to 3', 'updateNotificationSettings.desktop_icon_count_display'],
  [
    '0 to 2147483647',
    'updateRealm.message_content_delete_limit_seconds updateRealm.message_content_edit_limit_seconds updateRealm.waiting_period_threshold',
  ],
  [
    'at least 0',
    'getEvents.queue_lifespan_secs register.queue_lifespan_secs getAuditors.cursor getLedgerEntries.start getHolds.cursor getSinks.cursor rewindSink.position getErasures.cursor getExports.cursor getMessageAudience.cursor',
  ],
  [
    `1 to ${limits.auditListMax}`,
    'getAuditors.limit getLedgerEntries.count getHolds.limit getSinks.limit getErasures.limit getExports.limit getMessageAudience.limit getClientEvents.limit',
  ],
  [`1 to ${limits.trailRecordsMax}`, 'getAuditEvents.limit getAuditObject.limit'],
  [`1 to ${limits.stepsMax}`, 'getReplaySteps.limit'],
  [`1 to ${limits.countedStretchesMax}`, 'getAuditCounts.buckets'],
];

const inCommands: Rows = [
  [`at most ${limits.namedPerEventMax} items`, 'carry-over-addresses.addresses'],
  ['at most 100 characters', 'carry-over-addresses.addresses[].from carry-over-addresses.addresses[].to'],
  [
    `at most ${limits.urlLengthMax} characters`,
    'create-bot.payloadUrl update-bot.payloadUrl add-sink.url change-sink.url',
  ],
  [`at most ${limits.profileFieldNameLengthMax} characters`, 'create-profile-field.name update-profile-field.name'],
  [`at most ${limits.profileFieldHintLengthMax} characters`, 'create-profile-field.hint update-profile-field.hint'],
  ['at most 50 characters', 'create-user.timezone change-display-settings.timezone'],
  ['at least 1 items', 'send-notice.place.userIds send-scheduled-message.scheduled.place.userIds'],
  [
    '2 to 2 items',
    'change-message-flags.read[].spans[] mark-all-as-read.spans[] mark-all-as-read.unread[] register-queue.options.narrow[]',
  ],
  [`1 to ${limits.realmNameLengthMax} characters`, 'rename-realm.name'],
  [`-1 to ${limits.retentionDaysMax}`, 'update-realm.change.message_retention_days'],
  ['at least -1', 'subscribe.settings.retentionDays update-channel.retentionDays'],
  ['0 to 6', 'update-realm.change.digest_weekday'],
  ['1 to 3', 'change-notification-settings.settings.desktop_icon_count_display'],
  [
    '0 to 2147483647',
    'update-realm.change.message_content_delete_limit_seconds update-realm.change.message_content_edit_limit_seconds update-realm.change.waiting_period_threshold',
  ],
];

/** Undefined without a bound. Safe integers are no bound, and ids are tested once, below. */
function boundsOf({ minLength, maxLength, minItems, maxItems, minimum, maximum }: Schema): string | undefined {
  const ofNumbers = [minimum, maximum].map((one) =>
    Math.abs(Number(one)) === Number.MAX_SAFE_INTEGER ? undefined : one,
  );
  for (const [[least, most], unit] of [
    [[minLength, maxLength], ' characters'],
    [[minItems, maxItems], ' items'],
    [ofNumbers, ''],
  ] as const) {
    if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
    if (least !== undefined) return `at least ${least}${unit}`;
    if (most !== undefined) return `at most ${most}${unit}`;
  }
  return undefined;
}

const found = (named: readonly (readonly [name: string, schema: z.ZodType])[]): string[] =>
  named.flatMap(([name, schema]) =>
    [...within(schemaOf(schema), name)].flatMap(([path, one]) => {
      const bounds = boundsOf(one);
      return bounds === undefined ? [] : [`${path}: ${bounds}`];
    }),
  );
const listed = (rows: Rows): string[] =>
  rows.flatMap(([bounds, where]) => where.split(' ').map((path) => `${path}: ${bounds}`));

describe('the declared bounds', () => {
  it('of parameters are these', () => {
    const parameters = endpoints.map((endpoint) => [endpoint.id, endpoint.parameters] as const);
    expect(found(parameters)).to.have.members(listed(inParameters));
  });

  it('of the input of commands are these', () => {
    const inputs = Object.values(commands).map(({ name, input }) => [name, input] as const);
    // An id that nothing has is answered like any other that does not exist.
    const others = found(inputs).filter((one) => !one.endsWith(': at least 0'));
    expect([...new Set(others)]).to.have.members(listed(inCommands));
  });

  const x = (length: number): string => 'x'.repeat(length);
  const choice = { text: x(limits.profileChoiceLengthMax), order: '1234567890' };
  const account = 'https://example.com/%(username)s';
  const fieldData = (type: 'choice' | 'externalAccount') => ({
    safeParse: (data: never) => ({ success: 'text' in fieldDataOf(profileFieldTypes[type], data) }),
  });
  const forms: readonly (readonly [
    what: string,
    schema: { safeParse(value: never): { success: boolean } },
    accepted: readonly unknown[],
    refused: readonly unknown[],
  ])[] = [
    ['an id', MessageId, [1, Number.MAX_SAFE_INTEGER], [0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1]],
    [
      'the id of a queue',
      QueueId,
      ['0:0', `${'1'.repeat(16)}:${'2'.repeat(16)}`],
      [':0', '0:', `${'1'.repeat(17)}:0`, `0:${'1'.repeat(17)}`, ' 0:0', '0:0 ', 'a:0'],
    ],
    ['a colour', Color, ['#abc', '#ABCDEF'], ['#ab', '#abcdef0', 'abc', '#abg', ' #abc', '#abc ']],
    [
      'a language',
      Language,
      ['de', 'ast', 'pt-br', 'zh_Hant', 'zh-Hant-hk', 'de-abcdefgh'],
      ['d', 'abcd', 'DE', 'de-b', 'de-abcdefghi', 'de-aa-bb-cc', ' de', 'de '],
    ],
    ['a language of code', CodeLanguage, ['C', 'c++', 'c#', x(40)], ['', x(41), 'a b', ' c', 'c ']],
    ['a subdomain', Subdomain, ['a', 'a-b', x(40)], ['', x(41), '-a', 'a-', 'A', 'a.b']],
    ['the retention of a stream', ChannelSettings.shape.retentionDays, [-1, 1, null], [-2, 0, 1.5]],
    [
      'the parameter for retention',
      retentionDays(),
      ['1', String(limits.retentionDaysMax), 'forever', 'realm_default'],
      [
        '0',
        String(limits.retentionDaysMax + 1),
        '-1',
        '01',
        '1.5',
        '',
        '1e2',
        'null',
        'true',
        '[1]',
        'for ever',
        `${2 ** 53}`,
      ],
    ],
    [
      'a choice',
      fieldData('choice'),
      [{ [x(limits.profileChoiceLengthMax)]: choice }],
      [
        { [x(limits.profileChoiceLengthMax + 1)]: choice },
        { '': choice },
        { a: { ...choice, text: `${choice.text}x` } },
        { a: { ...choice, text: ' ' } },
        { a: { ...choice, order: '12345678901' } },
      ],
    ],
    [
      'an external account',
      fieldData('externalAccount'),
      [{ subtype: 'custom', url_pattern: account.padEnd(2048, 'x') }],
      [
        { subtype: 'custom', url_pattern: account.padEnd(2049, 'x') },
        { subtype: 'custom', url_pattern: account.replace('https', 'ftp') },
      ],
    ],
  ];
  for (const [what, schema, accepted, refused] of forms)
    it(`${what} has its form`, () => {
      const isAccepted = (value: unknown): boolean => schema.safeParse(value as never).success;
      expect(accepted.filter((value) => !isAccepted(value))).to.deep.equal([]);
      expect(refused.filter(isAccepted)).to.deep.equal([]);
    });
});
