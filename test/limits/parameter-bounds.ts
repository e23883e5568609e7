/** By which limit each parameter is bounded whose schema does not bound it. A text in a query is bounded by `headerBytesMax` at least. */
import { integrations } from '../../src/webhooks/incoming/index.ts';
import type { LimitName } from './checks.ts';

/** Bounded by its command, which refuses in words of its own; or by what is read at all. */
export const parameterBounds: Readonly<Record<string, LimitName>> = {
  'sendMessage.to': 'recipientsMax',
  'sendMessage.content': 'contentBytesMax',
  'sendMessage.topic': 'topicLengthMax',
  'updateMessage.content': 'contentBytesMax',
  'updateMessage.topic': 'topicLengthMax',
  'renderMessage.content': 'contentBytesMax',
  'register.client_capabilities.*': 'jsonNodesMax',
  'getEvents.client_capabilities.*': 'jsonNodesMax',
  'subscribe.subscriptions[].name': 'channelNameLengthMax',
  'subscribe.subscriptions[].description': 'channelDescriptionLengthMax',
  'subscribe.principals': 'subscriptionsPerRequestMax',
  'subscribe.principals[]': 'emailLengthMax',
  'unsubscribe.subscriptions': 'jsonNodesMax',
  'unsubscribe.subscriptions[]': 'channelNameLengthMax',
  'unsubscribe.principals': 'subscriptionsPerRequestMax',
  'unsubscribe.principals[]': 'emailLengthMax',
  'updateSubscriptions.add[].name': 'channelNameLengthMax',
  'updateSubscriptions.add[].description': 'channelDescriptionLengthMax',
  'updateSubscriptions.delete': 'jsonNodesMax',
  'updateSubscriptions.delete[]': 'channelNameLengthMax',
  'updateSubscriptionProperties.subscription_data': 'jsonNodesMax',
  'updateMutedTopics.stream': 'channelNameLengthMax',
  'updateMutedTopics.topic': 'topicLengthMax',
  'updateUser.full_name': 'fullNameLengthMax',
  'updateUser.profile_data': 'jsonNodesMax',
  'updateUser.profile_data[].value': 'profileValueLengthMax',
  'updateProfileData.data': 'jsonNodesMax',
  'updateProfileData.data[].value': 'profileValueLengthMax',
  'deleteProfileData.data': 'jsonNodesMax',
  'updateRealm.name': 'realmNameLengthMax',
  'updateRealm.description': 'realmDescriptionLengthMax',
  'createBot.full_name': 'fullNameLengthMax',
  'createBot.payload_url': 'urlLengthMax',
  'createBot.short_name': 'emailLengthMax',
  'updateBot.full_name': 'fullNameLengthMax',
  'createProfileField.field_data.*': 'profileChoicesMax',
};

/** Compared with what there is, and not stored; only as long as a body or a query may be. */
export const onlyCompared: readonly string[] = [
  'sendMessage.queue_id',
  'sendMessage.delivery_type',
  'sendMessage.deliver_at',
  'getMessages.anchor',
  'getEvents.queue_id',
  'deleteQueue.queue_id',
  'devFetchApiKey.username',
  'fetchApiKey.username',
  'fetchApiKey.password',
  'updateSubscriptionProperties.subscription_data[].property',
  'updateSubscriptionProperties.subscription_data[].value',
  'updateNotificationSettings.notification_sound',
  ...integrations.flatMap(({ name, auth }) =>
    [...(auth === 'basic' ? [] : ['api_key']), 'stream', 'topic'].map(
      (parameter) => `${name.replace('_i', 'I')}Webhook.${parameter}`,
    ),
  ),
];
