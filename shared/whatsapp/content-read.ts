import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf } from '../text';

/*
 * Content in answers is not limited in length, since a network may allow more than this API. Files are referenced by
 * id.
 */
const words = (what: string) => z.string().describe(what);
const maybe = (what: string) => words(what).optional();
const MediaReference = z.strictObject({ media_id: idOf(ID_PREFIXES.media).describe('Id of the file.') });
const media = MediaReference.describe('File of the content. Its details are in `media` of the message.');
const caption = maybe('Caption below the file.');
const view_once = z.boolean().optional().describe('True if the file can be opened only once.');
const ref = words('Id of the other message, or its id at the provider if the message is unknown in Switchboard.');

const ofType = <T extends string, S extends z.ZodRawShape>(type: T, what: string, shape: S) =>
  z.strictObject({ type: z.literal(type).describe(what), ...shape });

const Header = z
  .strictObject({
    type: z.enum(['text', 'image', 'video', 'document']).describe('Kind of header.'),
    text: maybe('Text of the header.'),
    media: media.optional(),
    filename: maybe('Name of a document.'),
  })
  .optional()
  .describe('Header above the text.');
const body = words('Text of the message.');
const footer = maybe('Footer text.');

const list = <T extends z.ZodType>(item: T, what: string) => z.array(item).describe(what);
const records = (what: string) => z.record(z.string(), z.unknown()).describe(what);

export const SENT_CONTENT = [
  ofType('text', 'Plain text.', {
    text: words('Text of the message.'),
    link_preview: z.boolean().optional().describe('True if a preview of the first link is shown.'),
  }),
  ofType('image', 'An image.', { media, caption, view_once }),
  ofType('video', 'A video.', { media, caption, view_once }),
  ofType('audio', 'An audio file.', { media, view_once }),
  ofType('voice', 'A voice message.', { media, view_once }),
  ofType('document', 'A document.', { media, caption, filename: maybe('Name of the file.'), view_once }),
  ofType('sticker', 'A sticker.', { media, view_once }),
  ofType('location', 'A location.', {
    latitude: z.number().describe('Degrees north.'),
    longitude: z.number().describe('Degrees east.'),
    name: maybe('Name of the location.'),
    address: maybe('Address of the location.'),
  }),
  ofType('contacts', 'Contact cards.', { contacts: list(records('Contact card.'), 'Contact cards.') }),
  ofType('reaction', 'A reaction to another message.', {
    message_id: ref,
    emoji: words('Emoji; empty if the reaction was removed.'),
  }),
  ofType('poll', 'A poll.', {
    question: words('Question of the poll.'),
    options: list(z.string(), 'Options of the poll.'),
    selectable_count: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('Maximum number of options a person can choose; 0 for any number.'),
  }),
  ofType('buttons', 'A text with reply buttons.', {
    body,
    header: Header,
    footer,
    buttons: list(
      z.strictObject({ id: words('Id that you receive as the reply.'), title: words('Label of the button.') }),
      'Reply buttons.',
    ),
  }),
  ofType('list', 'A text with a list to choose from.', {
    body,
    header: maybe('Header text.'),
    footer,
    button: words('Label of the button that opens the list.'),
    sections: list(
      z.strictObject({
        title: maybe('Title of the section.'),
        rows: list(
          z.strictObject({
            id: words('Id that you receive as the reply.'),
            title: words('Title of the row.'),
            description: maybe('Description below the title.'),
          }),
          'Rows to choose from.',
        ),
      }),
      'Sections of the list.',
    ),
  }),
  ofType('cta_url', 'A text with a button that opens a web page.', {
    body,
    header: Header,
    footer,
    title: words('Label of the button.'),
    url: words('URL of the page.'),
  }),
  ofType('template', 'A template.', {
    name: words('Name of the template.'),
    language: words('Language of the template.'),
    variables: records('Values of the template’s variables.').optional(),
    components: list(records('Component with its values.'), 'Components in Meta’s format.').optional(),
  }),
] as const;

export const RECEIVED_CONTENT = [
  ofType('button_reply', 'A reply with a button.', {
    id: words('Id of the button.'),
    title: words('Label of the button.'),
  }),
  ofType('list_reply', 'A reply to a list.', {
    id: words('Id of the row.'),
    title: words('Title of the row.'),
    description: z.string().nullable().describe('Description of the row.'),
  }),
  ofType('poll_vote', 'A vote in a poll.', {
    poll_message_id: z.string().nullable().describe('Id of the poll message; null if it is unknown in Switchboard.'),
    options: list(z.string(), 'Chosen options; empty if the vote was removed.'),
  }),
  ofType('flow_reply', 'A completed flow.', {
    name: z.string().nullable().describe('Name of the flow.'),
    response: records('Values of the form.'),
  }),
  ofType('order', 'An order from a catalogue.', {
    catalog_id: words('Id of the catalogue.'),
    items: list(
      z.strictObject({
        product_id: words('Id of the product.'),
        quantity: z.number().describe('Quantity of the product.'),
        price: z.number().nullable().describe('Price of one item.'),
        currency: z.string().nullable().describe('Currency code (ISO 4217).'),
      }),
      'Items of the order.',
    ),
    text: z.string().nullable().describe('Text from the customer.'),
  }),
  ofType('system', 'A notice about the other party.', {
    kind: z.enum(['number_changed', 'identity_changed']).describe('Kind of notice.'),
    old_phone: z.string().nullable().describe('Old phone number.'),
    new_phone: z.string().nullable().describe('New phone number.'),
  }),
  ofType('undecryptable', 'A message that could not be decrypted. The content may arrive later.', {}),
  ofType('unsupported', 'A message type that Switchboard does not support.', {
    provider_type: z.string().nullable().describe('Type name of the provider.'),
    reason: z.string().nullable().describe('Reason given by the provider.'),
  }),
] as const;

export const MessageContent = z
  .discriminatedUnion('type', [...SENT_CONTENT, ...RECEIVED_CONTENT])
  .meta({ id: 'WhatsAppContent', discriminator: { propertyName: 'type' }, example: { type: 'text', text: 'Hello' } });
export type MessageContent = z.output<typeof MessageContent>;
export type MessageType = MessageContent['type'];
