/** Limits of what a client may send, with unit and bound in the name, and the reason beside each. */

/** UTF-8 bytes of a message: the API's limit. Longer content is refused and not cut, so that messages are stored as they were sent. */
export const contentBytesMax = 10_000;
/** Code points of a topic: the API's limit. */
export const topicLengthMax = 60;
/** Code points of a stream's name and description: clients lay out for these. */
export const channelNameLengthMax = 60;
export const channelDescriptionLengthMax = 1024;
/** Open streams of an organization. A registration returns those that its user sees, some 800 bytes each and their descriptions. */
export const channelsMax = 10_000;
/** Characters of the descriptions of all open streams of an organization, as text and as HTML: some 25,000 of an ordinary length. */
export const channelDescriptionsLengthMax = 4 * 1024 * 1024;
/** Streams that one request may join. Each new one is announced by a message, and the request waits for all of them. */
export const channelsPerRequestMax = 500;
/** Streams times users of one request to subscribe or unsubscribe: each pair is a document that is written. 500 users in 500 streams. */
export const subscriptionsPerRequestMax = 250_000;
/** Code points of a full name. A single character is too short to be completed in a mention. */
export const fullNameLengthMin = 2;
export const fullNameLengthMax = 100;
/** Characters of an e-mail address: the longest that mail servers accept (RFC 5321). */
export const emailLengthMax = 254;
/** Characters of a client's name, which is cut: it is taken from the `User-Agent` and is no content. */
export const clientNameLengthMax = 30;
/** Characters of a local id. The client chooses it and gets it back; the log stores it. */
export const localIdLengthMax = 128;
/** Recipients of one private message. Each of them gets an event. */
export const recipientsMax = 200;
/** Users or messages that one event may name, so that no event exceeds `eventBytesMax`. */
export const namedPerEventMax = 500;
/**
 * Characters of one document of a read model as JSON, with which it stays below the 16 MiB of a document in MongoDB. None of those that
 * requests can make comes near. A read model that would hold a longer one is left behind for its organization.
 */
export const documentLengthMax = 4 * 1024 * 1024;
/** Bytes of one event as JSON. EventStoreDB refuses appends over 1 MiB. */
export const eventBytesMax = 512 * 1024;
/**
 * Bytes of HTML that a text may become: so many, and so many more for each of its bytes. Ordinary markup takes a tenth of that. A
 * table can multiply a text by twenty, a formula by several hundred. HTML beyond it is replaced by the escaped text, which
 * is never more than six times as long as the text.
 */
export const htmlBytesBase = 32 * 1024;
export const htmlBytesPerByte = 10;
/** Bytes of HTML at most. An edit holds the HTML before and after it, and stays far below `eventBytesMax`. */
export const htmlBytesMax = 128 * 1024;
/**
 * Bytes that emoji, formulas and coloured code may take of the HTML: so many, and so many more for each byte of the text. That is some 300
 * emoji or ten long formulas; what follows is shown as it was written. So a text with many of them keeps its other markup.
 */
export const elementBytesBase = 32 * 1024;
export const elementBytesPerByte = 4;
/** Bytes of a stream's rendered description. A registration returns those of all streams. Any description fits as escaped text. */
export const channelDescriptionHtmlBytesMax = 8 * 1024;
/** Messages that one listing may ask for: the API's limit. */
export const listingMax = 5000;
/**
 * Characters of the texts in one answer: of messages in a listing, of versions in a history. 5,000 ordinary messages have less than half
 * of it. What is beyond it is for the next request; one message or version is always answered.
 */
export const answerLengthMax = 4 * 1024 * 1024;
/** Changes of a message that a listing shows, the newest: clients say there that it was edited or moved. Its history has all. */
export const listedChangesMax = 5;
/** Versions of a message that one answer of its history holds. Each is compared with the one before it. */
export const historyVersionsMax = 100;
/**
 * How often the content of a message may be changed: once a second in the ten minutes for which its author may change it, and more. Its
 * deletion names each change, and must be one event.
 */
export const messageEditsMax = 1000;
/** Terms of a narrow and characters of an operand. Each term costs a look-up or a scan. */
export const narrowTermsMax = 100;
export const narrowOperandLengthMax = 10_000;
/** Seconds that a queue may live without a poll: 7 days, for as long as its events are stored. */
export const queueLifespanSecsMax = 7 * 24 * 60 * 60;
/** Seconds that a queue lives without a poll if its client names no lifespan. Clients poll at least every minute or so. */
export const queueLifespanSecsDefault = 600;
/** Characters of the name and the hint of a custom profile field: the API's limits. */
export const profileFieldNameLengthMax = 40;
export const profileFieldHintLengthMax = 80;
/** Custom profile fields of an organization. A registration returns all of them. */
export const profileFieldsMax = 100;
/** Code points of the value of a custom profile field; some types allow less. A registration returns the values of all users. */
export const profileValueLengthMax = 500;
/** Bytes of the HTML of such a value. Any value fits as escaped text. */
export const profileValueHtmlBytesMax = 4 * 1024;
/** Characters of a URL: what browsers and proxies accept. */
export const urlLengthMax = 2048;
/** The options of a queue are stored in the log and compared with every event: event types, their length, and the terms of the narrow. */
export const eventTypesMax = 200;
export const eventTypeLengthMax = 60;
export const queueNarrowTermsMax = 20;
export const queueNarrowOperandLengthMax = 254;
/** Bytes of a request's body where the caller is not authenticated. */
export const anonymousBodyBytesMax = 64 * 1024;
/** Parameters of a query, of a form or of a JSON body; parts of a multipart form. */
export const parametersMax = 1000;
/** Levels of nesting in a JSON text. No parameter or payload has as many, and parsing and validation need not go deeper. */
export const jsonDepthMax = 50;
/** Values and names in one JSON text. The largest payloads of integrations have some thousands. */
export const jsonNodesMax = 20_000;
/** Active bots of an owner, whose requests count as the owner's; and all that were ever made, as accounts are kept for good. */
export const botsPerOwnerMax = 100;
export const botsEverPerOwnerMax = 1_000;
/** Wrong credentials of one network address in a minute, before nothing more of it is checked. A whole office may share an address. */
export const wrongKeysPerMinuteMax = 60;
/** Network addresses whose wrong credentials are remembered; the oldest is forgotten. */
export const wrongKeyAddressesMax = 10_000;
/** Characters of remembered right credentials, some 200 each: enough for 50,000 people and bots. The oldest are checked again. */
export const checkedCharactersMax = 10 * 1024 * 1024;
/**
 * Event queues of a user, and bytes of their options. Some have one for each tab and bot; each takes half a kilobyte. Beyond it the oldest
 * idle queue of the user ends for the new one.
 */
export const queuesPerUserMax = 4_000;
export const queueOptionsBytesPerUserMax = 2 * 1024 * 1024;
/** The same for an organization: at most 64 MiB of options and as much again of queues. */
export const queuesPerOrganizationMax = 100_000;
export const queueOptionsBytesPerOrganizationMax = 64 * 1024 * 1024;
/** Seconds since its last poll for which a queue is in use. Clients poll again within a heartbeat, at most 85 seconds. */
export const queueInUseSecs = 120;
/** Characters of an answer from which on it is compressed. Less fits into a few packets either way. */
export const compressedCharactersMin = 16 * 1024;
/** Answers that are compressed at the same time. Node has four threads for such work, and the event log's flushes need one. */
export const compressionsAtOnceMax = 2;
/** Calls of one bot's server that wait for it. Later messages are not sent to it. */
export const outgoingCallsMax = 100;
/** Seconds after which a message is no longer sent to a bot's server: nobody waits for an answer any more. */
export const outgoingCallAgeSecsMax = 600;
/** Seconds for which a bot's server that cannot be reached is not called: at first, and at most. */
export const botRestSecsMin = 30;
export const botRestSecsMax = 3600;
/**
 * Messages that one event of a move is about. The read models absorb as many in some 50 milliseconds, and whatever others do comes between
 * the events of a larger move.
 */
export const topicMovePartMax = 500;
/** Moved messages that count as a request against the rate limit of who moves them. */
export const movedPerRequest = 100;
/**
 * Bytes that stay free on the disk of an embedded store, because a write that fails for want of space is the worst time to find out. New
 * writes are refused first. Read models still take what the log has taken, and what makes room may use the rest.
 */
export const keptFreeBytes = {
  ofNewWrites: 64 * 1024 * 1024,
  ofReadModels: 32 * 1024 * 1024,
  ofRemovals: 16 * 1024 * 1024,
};
