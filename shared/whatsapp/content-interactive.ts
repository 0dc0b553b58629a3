import { z } from 'zod';

import { text } from '../text';
import { MAX_BODY } from './content-simple';
import { refuseDuplicates, webUrl } from './fields';
import { filename, MediaSource } from './media';

export const MAX_LIST_ROWS = 10;

const body = text(MAX_BODY).describe('The text.');
const footer = text(60).optional().describe('Small text at the end.');
const headerText = text(60).describe('Line above the text.');

const Header = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text').describe('A line.'), text: headerText }),
    z.strictObject({ type: z.literal('image').describe('A picture.'), media: MediaSource.describe('The file.') }),
    z.strictObject({ type: z.literal('video').describe('A film.'), media: MediaSource.describe('The file.') }),
    z.strictObject({
      type: z.literal('document').describe('Any file.'),
      media: MediaSource.describe('The file.'),
      filename: filename().optional().describe('Name that the recipient sees.'),
    }),
  ])
  .optional()
  .describe('What stands above the text.');

export const ButtonsContent = z
  .strictObject({
    type: z.literal('buttons').describe('A text with up to three buttons that answer.'),
    body,
    header: Header,
    footer,
    buttons: z
      .array(
        z.strictObject({
          id: text(256).describe('Comes back when it is pressed.'),
          title: text(20).describe('What stands on it.'),
        }),
      )
      .min(1)
      .max(3)
      .describe('The buttons; ids and titles are all different.'),
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
  id: text(200).describe('Comes back when it is chosen.'),
  title: text(24).describe('What is shown.'),
  description: text(72).optional().describe('Small text below the title.'),
});

const rows = z.array(Row).min(1).max(MAX_LIST_ROWS).describe('The choices.');
const heading = text(24).describe('Heading; needed as soon as there are two sections.');

export const ListContent = z
  .strictObject({
    type: z.literal('list').describe('A text with a menu.'),
    body,
    header: headerText.optional(),
    footer,
    button: text(20).describe('What stands on the button that opens the menu.'),
    sections: z
      .union([
        z.array(z.strictObject({ title: heading.optional(), rows })).length(1),
        z
          .array(z.strictObject({ title: heading, rows }))
          .min(2)
          .max(10),
      ])
      .describe(`The menu: at most ${MAX_LIST_ROWS} rows in all sections together, with ids that are all different.`),
  })
  .superRefine(({ sections }, context) => {
    const all = sections.flatMap((section, at) => section.rows.map((row, index) => ({ ...row, at, index })));
    const issue = (path: PropertyKey[], code: string, message: string) =>
      context.addIssue({ code: 'custom', path, message, params: { code } });

    if (all.length > MAX_LIST_ROWS) {
      issue(['sections'], 'too_many', `Must have at most ${MAX_LIST_ROWS} rows in all; it has ${all.length}.`);
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
    type: z.literal('cta_url').describe('A text with a button that opens a page.'),
    body,
    header: Header,
    footer,
    title: text(20).describe('What stands on the button.'),
    url: webUrl().describe('The page.').meta({ example: 'https://example.com/orders/42' }),
  })
  .meta({
    example: { type: 'cta_url', body: 'Your order is ready.', title: 'Open', url: 'https://example.com/orders/42' },
  });
