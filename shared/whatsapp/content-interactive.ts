import { z } from 'zod';

import { text } from '../text';
import { MAX_BODY } from './content-simple';
import { refuseDuplicates, webUrl } from './fields';
import { filename, MediaSource } from './media';

const MAX_LIST_ROWS = 10;

const body = text(MAX_BODY).describe('Body text.');
const footer = text(60).optional().describe('Footer text.');
const headerText = text(60).describe('Header text.');

const Header = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text').describe('A text header.'), text: headerText }),
    z.strictObject({ type: z.literal('image').describe('An image.'), media: MediaSource.describe('File to send.') }),
    z.strictObject({ type: z.literal('video').describe('A video.'), media: MediaSource.describe('File to send.') }),
    z.strictObject({
      type: z.literal('document').describe('A document of any type.'),
      media: MediaSource.describe('File to send.'),
      filename: filename().optional().describe('File name that the recipient sees.'),
    }),
  ])
  .optional()
  .describe('Header above the text.');

export const ButtonsContent = z
  .strictObject({
    type: z.literal('buttons').describe('A text with up to three reply buttons.'),
    body,
    header: Header,
    footer,
    buttons: z
      .array(
        z.strictObject({
          id: text(256).describe('Id that you receive when the button is pressed.'),
          title: text(20).describe('Label of the button.'),
        }),
      )
      .min(1)
      .max(3)
      .describe('Buttons. Ids and titles must be unique.'),
  })
  .superRefine(({ buttons }, context) => {
    for (const field of ['id', 'title'] as const) {
      const values = buttons.map((button) => button[field]);
      refuseDuplicates(values, context, (index) => ['buttons', index, field], field);
    }
  })
  .meta({
    example: {
      type: 'buttons',
      body: 'Shall we ship today?',
      buttons: [
        { id: 'yes', title: 'Yes' },
        { id: 'no', title: 'No' },
      ],
    },
  });

const Row = z.strictObject({
  id: text(200).describe('Id that you receive when the row is chosen.'),
  title: text(24).describe('Title of the row.'),
  description: text(72).optional().describe('Description below the title.'),
});

const rows = z.array(Row).min(1).max(MAX_LIST_ROWS).describe('Rows to choose from.');
const heading = text(24).describe('Title of the section. Required if there are two or more sections.');

export const ListContent = z
  .strictObject({
    type: z.literal('list').describe('A text with a list to choose from.'),
    body,
    header: headerText.optional(),
    footer,
    button: text(20).describe('Label of the button that opens the list.'),
    sections: z
      .union([
        z.array(z.strictObject({ title: heading.optional(), rows })).length(1),
        z
          .array(z.strictObject({ title: heading, rows }))
          .min(2)
          .max(10),
      ])
      .describe(`Sections of the list: at most ${MAX_LIST_ROWS} rows in total, with unique ids.`),
  })
  .superRefine(({ sections }, context) => {
    const all = sections.flatMap((section, at) => section.rows.map((row, index) => ({ ...row, at, index })));
    const issue = (path: PropertyKey[], code: string, message: string) =>
      context.addIssue({ code: 'custom', path, message, params: { code } });

    if (all.length > MAX_LIST_ROWS) {
      issue(['sections'], 'too_many', `Must have at most ${MAX_LIST_ROWS} rows in total; it has ${all.length}.`);
    }
    const placeOf = (which: number) => all[which] ?? { at: 0, index: 0 };
    refuseDuplicates(
      all.map(({ id }) => id),
      context,
      (which) => ['sections', placeOf(which).at, 'rows', placeOf(which).index, 'id'],
      'id',
    );
  })
  .meta({
    example: {
      type: 'list',
      body: 'What may it be?',
      button: 'Menu',
      sections: [{ title: 'Drinks', rows: [{ id: 'tea', title: 'Tea', description: 'Green or black' }] }],
    },
  });

export const CtaUrlContent = z
  .strictObject({
    type: z.literal('cta_url').describe('A text with a button that opens a web page.'),
    body,
    header: Header,
    footer,
    title: text(20).describe('Label of the button.'),
    url: webUrl().describe('URL of the page.').meta({ example: 'https://example.com/orders/42' }),
  })
  .meta({
    example: { type: 'cta_url', body: 'Your order is ready.', title: 'Open', url: 'https://example.com/orders/42' },
  });
