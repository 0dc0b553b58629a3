import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf } from '../text';

/*
 * What a message holds as it is answered: the fields it was sent with, of any length, since a network may allow more
 * than we do. A file is always named by its id.
 */
const words = (what: string) => z.string().describe(what);
const maybe = (what: string) => words(what).optional();
const MediaReference = z.strictObject({ media_id: idOf(ID_PREFIXES.media).describe('Id of the file.') });
const media = MediaReference.describe('The file; `media` of the message tells about it.');
const caption = maybe('Text below it.');
const view_once = z.boolean().optional().describe('It can be opened once.');
const ref = words('The other message: its id here, or the provider’s where it is not known here.');

const ofType = <T extends string, S extends z.ZodRawShape>(type: T, what: string, shape: S) =>
  z.strictObject({ type: z.literal(type).describe(what), ...shape });

const Header = z
  .strictObject({
    type: z.enum(['text', 'image', 'video', 'document']).describe('Kind of header.'),
    text: maybe('The line.'),
    media: media.optional(),
    filename: maybe('Name of a document.'),
  })
  .optional()
  .describe('What stands above the text.');
const body = words('The text.');
const footer = maybe('Small text at the end.');

const list = <T extends z.ZodType>(item: T, what: string) => z.array(item).describe(what);
const records = (what: string) => z.record(z.string(), z.unknown()).describe(what);

/** Content that can be sent, and is received in the same shape. */
export const SENT_CONTENT = [
  ofType('text', 'Plain text.', {
    text: words('The text.'),
    link_preview: z.boolean().optional().describe('A preview of the first link is shown.'),
  }),
  ofType('image', 'A picture.', { media, caption, view_once }),
  ofType('video', 'A film.', { media, caption, view_once }),
  ofType('audio', 'A sound file.', { media, view_once }),
  ofType('voice', 'A voice message.', { media, view_once }),
  ofType('document', 'A file.', { media, caption, filename: maybe('Name of the file.'), view_once }),
  ofType('sticker', 'A sticker.', { media, view_once }),
  ofType('location', 'A point on the map.', {
    latitude: z.number().describe('Degrees north.'),
    longitude: z.number().describe('Degrees east.'),
    name: maybe('Name of the place.'),
    address: maybe('Address of the place.'),
  }),
  ofType('contacts', 'Contact cards.', { contacts: list(records('A card.'), 'The cards.') }),
  ofType('reaction', 'An emoji at another message.', {
    message_id: ref,
    emoji: words('The emoji; empty where it was taken back.'),
  }),
  ofType('poll', 'A question with answers to choose from.', {
    question: words('The question.'),
    options: list(z.string(), 'The answers.'),
    selectable_count: z.number().int().min(0).optional().describe('How many may be chosen; 0 for any number.'),
  }),
  ofType('buttons', 'A text with buttons that answer.', {
    body,
    header: Header,
    footer,
    buttons: list(
      z.strictObject({ id: words('What comes back.'), title: words('What stands on it.') }),
      'The buttons.',
    ),
  }),
  ofType('list', 'A text with a menu.', {
    body,
    header: maybe('Line above the text.'),
    footer,
    button: words('What stands on the button that opens the menu.'),
    sections: list(
      z.strictObject({
        title: maybe('Heading.'),
        rows: list(
          z.strictObject({
            id: words('What comes back.'),
            title: words('What is shown.'),
            description: maybe('Small text below the title.'),
          }),
          'The choices.',
        ),
      }),
      'The menu.',
    ),
  }),
  ofType('cta_url', 'A text with a button that opens a page.', {
    body,
    header: Header,
    footer,
    title: words('What stands on the button.'),
    url: words('The page.'),
  }),
  ofType('template', 'A template.', {
    name: words('Its name.'),
    language: words('Its language.'),
    variables: records('Values of its variables.').optional(),
    components: list(records('A part with its values.'), 'The values in Meta’s own shape.').optional(),
  }),
] as const;

/** Content that is only received. */
export const RECEIVED_CONTENT = [
  ofType('button_reply', 'A pressed button.', { id: words('Id of the button.'), title: words('What stands on it.') }),
  ofType('list_reply', 'A choice from a menu.', {
    id: words('Id of the row.'),
    title: words('Its title.'),
    description: z.string().nullable().describe('Its small text.'),
  }),
  ofType('poll_vote', 'A vote.', {
    poll_message_id: z.string().nullable().describe('The poll; null where it is not known here.'),
    options: list(z.string(), 'The chosen answers; empty where the vote was taken back.'),
  }),
  ofType('flow_reply', 'A form that was filled in.', {
    name: z.string().nullable().describe('Name of the flow.'),
    response: records('The values.'),
  }),
  ofType('order', 'An order from a catalogue.', {
    catalog_id: words('The catalogue.'),
    items: list(
      z.strictObject({
        product_id: words('The product.'),
        quantity: z.number().describe('How many.'),
        price: z.number().nullable().describe('Price of one.'),
        currency: z.string().nullable().describe('Code of ISO 4217.'),
      }),
      'What is ordered.',
    ),
    text: z.string().nullable().describe('What the customer wrote.'),
  }),
  ofType('system', 'News about the other party.', {
    kind: z.enum(['number_changed', 'identity_changed']).describe('What happened.'),
    old_phone: z.string().nullable().describe('Number before.'),
    new_phone: z.string().nullable().describe('Number from now on.'),
  }),
  ofType('undecryptable', 'It could not be read yet; the content may follow.', {}),
  ofType('unsupported', 'Something this service does not know.', {
    provider_type: z.string().nullable().describe('The provider’s name of it.'),
    reason: z.string().nullable().describe('The provider’s reason.'),
  }),
] as const;

/** What a message holds. */
export const MessageContent = z
  .discriminatedUnion('type', [...SENT_CONTENT, ...RECEIVED_CONTENT])
  .meta({ id: 'WhatsAppContent', discriminator: { propertyName: 'type' }, example: { type: 'text', text: 'Hello' } });
export type MessageContent = z.output<typeof MessageContent>;
export type MessageType = MessageContent['type'];
