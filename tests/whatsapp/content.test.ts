import { describe, expect, test } from 'bun:test';

import type { z } from 'zod';

import { fieldIssues } from '../../server/trpc/issues';
import { SendContent } from '../../shared/whatsapp/content';

const URL = { url: 'https://example.com/a' };
const MEDIA = { media_id: 'med_01jd9x3k2mf8v9q4zt7w5b6n0c' };
const of = (length: number) => 'x'.repeat(length);
const times = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => item(index));
const rows = (count: number) => times(count, (index) => ({ id: `r${index}`, title: `Row ${index}` }));

const text = (length: number) => ({ type: 'text', text: of(length) });
const poll = (more: object) => ({ type: 'poll', question: 'When?', options: ['a', 'b'], ...more });
const buttons = (more: object) => ({ type: 'buttons', body: 'x', buttons: [{ id: 'a', title: 'A' }], ...more });
const list = (more: object) => ({ type: 'list', body: 'x', button: 'B', sections: [{ rows: rows(1) }], ...more });
const cta = (more: object) => ({ type: 'cta_url', body: 'x', title: 'T', ...URL, ...more });
const place = (more: object) => ({ type: 'location', latitude: 0, longitude: 0, ...more });
const cards = (count: number, more: object = {}) => ({
  type: 'contacts',
  contacts: times(count, () => ({ name: { formatted: 'Ada' }, ...more })),
});
const template = (more: object) => ({ type: 'template', name: 'a', language: 'en', ...more });
const react = (emoji: string) => ({ type: 'reaction', message_id: 'wamid.X', emoji });
const many = (count: number) => times(count, (index) => ({ id: `b${index}`, title: `B ${index}` }));

/** Name, the last that fits, the first that does not, and where that is told. */
const BOUNDS: [string, object, object, string][] = [
  ['the shortest text', text(1), text(0), 'text'],
  ['the longest text', text(4096), text(4097), 'text'],
  ['a text of emoji', { type: 'text', text: '😀'.repeat(4096) }, { type: 'text', text: '😀'.repeat(4097) }, 'text'],
  ...['image', 'video', 'document'].map((type): [string, object, object, string] => [
    `the caption of ${type}`,
    { type, media: MEDIA, caption: of(1024) },
    { type, media: MEDIA, caption: of(1025) },
    'caption',
  ]),
  ...['audio', 'voice', 'sticker'].map((type): [string, object, object, string] => [
    `no caption of ${type}`,
    { type, media: MEDIA },
    { type, media: MEDIA, caption: 'x' },
    'caption',
  ]),
  [
    'the name of a file',
    { type: 'document', media: URL, filename: of(240) },
    { type: 'document', media: URL, filename: of(241) },
    'filename',
  ],
  ['one source', { type: 'image', media: URL }, { type: 'image', media: { ...URL, ...MEDIA } }, 'media'],
  ['any source', { type: 'image', media: MEDIA }, { type: 'image', media: {} }, 'media'],
  [
    'the address of a file',
    { type: 'image', media: { url: `https://a.b/${of(2036)}` } },
    { type: 'image', media: { url: `https://a.b/${of(2037)}` } },
    'media.url',
  ],
  [
    'the way to a file',
    { type: 'image', media: URL },
    { type: 'image', media: { url: 'file:///etc/passwd' } },
    'media.url',
  ],
  ['north', place({ latitude: 90 }), place({ latitude: 90.1 }), 'latitude'],
  ['south', place({ latitude: -90 }), place({ latitude: -91 }), 'latitude'],
  ['east', place({ longitude: 180 }), place({ longitude: 181 }), 'longitude'],
  ['the name of a place', place({ name: of(1000) }), place({ name: of(1001) }), 'name'],
  ['the address of a place', place({ address: of(1000) }), place({ address: of(1001) }), 'address'],
  ['many cards', cards(20), cards(21), 'contacts'],
  ['any card', cards(1), cards(0), 'contacts'],
  ['a birthday', cards(1, { birthday: '1990-02-28' }), cards(1, { birthday: '1990-02-30' }), 'contacts.0.birthday'],
  ['an emoji', react('👨‍👩‍👧‍👦'), react('👍👍'), 'emoji'],
  ['a flag', react('🇩🇪'), react('a'), 'emoji'],
  ['no emoji', react(''), react(' '), 'emoji'],
  ['the question', poll({ question: of(255) }), poll({ question: of(256) }), 'question'],
  ['many options', poll({ options: times(12, String) }), poll({ options: times(13, String) }), 'options'],
  ['two options', poll({}), poll({ options: ['a'] }), 'options'],
  ['the longest option', poll({ options: ['a', of(100)] }), poll({ options: ['a', of(101)] }), 'options.1'],
  ['options that differ', poll({ options: ['a', 'A'] }), poll({ options: ['a', 'a'] }), 'options'],
  ['what may be chosen', poll({ selectable_count: 2 }), poll({ selectable_count: 3 }), 'selectable_count'],
  ['the body of buttons', buttons({ body: of(1024) }), buttons({ body: of(1025) }), 'body'],
  [
    'the header of buttons',
    buttons({ header: { type: 'text', text: of(60) } }),
    buttons({ header: { type: 'text', text: of(61) } }),
    'header.text',
  ],
  [
    'a file as header',
    buttons({ header: { type: 'image', media: URL } }),
    buttons({ header: { type: 'image' } }),
    'header.media',
  ],
  ['the footer', buttons({ footer: of(60) }), buttons({ footer: of(61) }), 'footer'],
  ['three buttons', buttons({ buttons: many(3) }), buttons({ buttons: many(4) }), 'buttons'],
  ['any button', buttons({}), buttons({ buttons: [] }), 'buttons'],
  [
    'ids of buttons',
    buttons({ buttons: many(2) }),
    buttons({ buttons: [...many(1), { id: 'b0', title: 'Other' }] }),
    'buttons.1.id',
  ],
  [
    'titles of buttons',
    buttons({ buttons: many(2) }),
    buttons({ buttons: [...many(1), { id: 'x', title: 'B 0' }] }),
    'buttons.1.title',
  ],
  [
    'the longest button',
    buttons({ buttons: [{ id: of(256), title: of(20) }] }),
    buttons({ buttons: [{ id: of(256), title: of(21) }] }),
    'buttons.0.title',
  ],
  [
    'the longest id of a button',
    buttons({ buttons: [{ id: of(256), title: 'A' }] }),
    buttons({ buttons: [{ id: of(257), title: 'A' }] }),
    'buttons.0.id',
  ],
  [
    'rows of one section',
    list({ sections: [{ rows: rows(10) }] }),
    list({ sections: [{ rows: rows(11) }] }),
    'sections.0.rows',
  ],
  [
    'rows of all sections',
    list({
      sections: [
        { title: 'A', rows: rows(9) },
        { title: 'B', rows: [{ id: 'x', title: 'X' }] },
      ],
    }),
    list({
      sections: [
        { title: 'A', rows: rows(10) },
        { title: 'B', rows: [{ id: 'x', title: 'X' }] },
      ],
    }),
    'sections',
  ],
  [
    'ids of rows',
    list({
      sections: [
        { title: 'A', rows: rows(1) },
        { title: 'B', rows: [{ id: 'x', title: 'X' }] },
      ],
    }),
    list({
      sections: [
        { title: 'A', rows: rows(1) },
        { title: 'B', rows: rows(1) },
      ],
    }),
    'sections.1.rows.0.id',
  ],
  [
    'titles of two sections',
    list({ sections: [{ rows: rows(1) }] }),
    list({ sections: [{ title: 'A', rows: rows(1) }, { rows: [{ id: 'x', title: 'X' }] }] }),
    'sections.1.title',
  ],
  ['the button of a list', list({ button: of(20) }), list({ button: of(21) }), 'button'],
  ['the header of a list', list({ header: of(60) }), list({ header: of(61) }), 'header'],
  [
    'the longest row',
    list({ sections: [{ title: of(24), rows: [{ id: of(200), title: of(24), description: of(72) }] }] }),
    list({ sections: [{ title: of(24), rows: [{ id: of(200), title: of(24), description: of(73) }] }] }),
    'sections.0.rows.0.description',
  ],
  ['the title of a link', cta({ title: of(20) }), cta({ title: of(21) }), 'title'],
  ['the address of a link', cta({}), cta({ url: 'javascript:alert(1)' }), 'url'],
  ['parts of a template', template({ components: [] }), template({ components: [], variables: {} }), 'components'],
  [
    'values of a template',
    template({ variables: { body: times(50, String) } }),
    template({ variables: { body: times(51, String) } }),
    'variables.body',
  ],
  [
    'ten parts',
    template({ components: times(10, () => ({ type: 'body' })) }),
    template({ components: times(11, () => ({ type: 'body' })) }),
    'components',
  ],
  ['the name of a template', template({ name: of(512) }), template({ name: 'A' }), 'name'],
  ['a known field', text(1), { ...text(1), colour: 'red' }, 'colour'],
  ['a known type', text(1), { type: 'shout', text: 'x' }, 'type'],
];

/** Where a client is told that something is wrong. */
const placesOf = (error: z.ZodError | undefined): string[] =>
  error ? fieldIssues(error, () => 'body', {}).map(({ pointer }) => pointer.slice(1).replaceAll('/', '.')) : [];

describe.each(BOUNDS)('%s', (_name, last, beyond, where) => {
  test('is accepted up to its limit', () => {
    expect(SendContent.safeParse(last).error?.issues).toBeUndefined();
  });
  test('is refused one beyond its limit, with its path', () => {
    expect(placesOf(SendContent.safeParse(beyond).error)).toEqual([where]);
  });
});
