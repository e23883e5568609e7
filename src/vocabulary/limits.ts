/** Every limit on what a client may say, unit and bound in the name. */

/** UTF-8 bytes of a message (spec, Limits). Longer is refused, never cut: what was said is kept as said. */
export const contentBytesMax = 10_000;
/** Code points of a topic (spec, Limits). */
export const topicLengthMax = 60;
export const channelNameLengthMax = 60;
export const channelDescriptionLengthMax = 1024;
/** Streams one request may join: each new one has a notice of its own, which the request waits for. */
export const channelsPerRequestMax = 500;
export const fullNameLengthMin = 2;
export const fullNameLengthMax = 100;
export const emailLengthMax = 254;
/** Client names are cut by the User-Agent rule, so cutting one loses nothing that was said (api-facts §1.1). */
export const clientNameLengthMax = 30;
/** A local id is the client's own, echoed back; bounded because it stands in the log. */
export const localIdLengthMax = 128;
/** Recipients of one private message. */
export const recipientsMax = 200;
/** Users or messages one event may name, so that no event outgrows the log (design, Events). */
export const namedPerEventMax = 500;
/** Bytes of one event as JSON; EventStoreDB refuses appends over 1 MiB. */
export const eventBytesMax = 512 * 1024;
/** Rendered HTML beyond this falls back to escaped text. */
export const htmlBytesMax = 256 * 1024;
/** Messages one listing may ask for (api-facts §4.3). */
export const listingMax = 5000;
/** Terms of a narrow, and what each may hold: every one costs a look-up or a scan. */
export const narrowTermsMax = 100;
export const narrowOperandLengthMax = 10_000;
/** The longest a queue may live without a poll: 7 days. */
export const queueLifespanSecsMax = 7 * 24 * 60 * 60;
export const queueLifespanSecsDefault = 600;
/** A custom profile field's label and hint (api-facts §9). */
export const profileFieldNameLengthMax = 40;
export const profileFieldHintLengthMax = 80;
export const profileFieldsMax = 100;
/** A value of a custom profile field, in code points; its kind may allow less. */
export const profileValueLengthMax = 500;
export const urlLengthMax = 2048;
/** What a queue asks for stands in the log, and is looked at for every event: names of types, their length, terms of its narrow. */
export const eventTypesMax = 200;
export const eventTypeLengthMax = 60;
export const queueNarrowTermsMax = 20;
export const queueNarrowOperandLengthMax = 254;
/** Bytes of a body where nobody need be known who sends it. */
export const anonymousBodyBytesMax = 64 * 1024;
/** Parameters in a query, in a form, in a JSON body; parts of a multipart form. */
export const parametersMax = 1000;
/** Deeper than any parameter or payload is; parsing and validating stay shallow whatever is sent. */
export const jsonDepthMax = 50;
/** Values and names in one JSON text. The largest payloads of integrations hold some thousands. */
export const jsonNodesMax = 20_000;
