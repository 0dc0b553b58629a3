import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';

const TAG_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const;
export type TagColor = (typeof TAG_COLORS)[number];

export const tagName = (name: string): string => name.normalize('NFC').trim();

/** Names with the same key are the same tag. */
export const tagKey = (name: string): string => tagName(name).toLowerCase();

/** Names are separated by commas in queries and by `|` in files. */
// oxlint-disable-next-line no-control-regex
const NAME = /^[^\S\u0000-\u001f\u007f]*[^,|\s\u0000-\u001f\u007f][^,|\u0000-\u001f\u007f]*$/;
export const TagName = text(64)
  .regex(NAME, 'Must not be blank or contain a comma, | or control characters.')
  .meta({ minLength: 1, maxLength: 64, example: 'newsletter' });

export const TagId = z.strictObject({ tag_id: idOf(ID_PREFIXES.tag).describe('Id of the tag.') });
export type TagId = z.output<typeof TagId>;

const color = z.enum(TAG_COLORS).optional().describe('Color of the tag in the console. The default is `gray`.');

export const CreateTag = z.strictObject({
  name: TagName.describe('Name of the tag, unique ignoring case.'),
  color,
});
export type CreateTag = z.output<typeof CreateTag>;

export const UpdateTag = TagId.extend({
  name: TagName.optional().describe('New name.'),
  color: color.describe('New color.'),
});
export type UpdateTag = z.output<typeof UpdateTag>;

export const ListTags = z.strictObject({
  ...pageQuery,
  q: text(64).optional().describe('Part of the name.').meta({ example: 'news' }),
  sort: z
    .enum(['name', '-name', 'created_at', '-created_at'])
    .default('name')
    .describe('Sort order. `-` means descending.')
    .meta({ example: 'name' }),
});
export type ListTags = z.output<typeof ListTags>;

export const LinkTag = z
  .object({
    id: idOf(ID_PREFIXES.tag).describe('Id of the tag.'),
    name: z.string().describe('Name of the tag.'),
    color: z.enum(TAG_COLORS).describe('Color of the tag in the console.'),
    links_count: z.number().int().min(0).describe('Number of links with this tag.'),
    created_at: timestamp().describe('Time when the tag was created.'),
    updated_at: timestamp().describe('Time of the last change.'),
    version: z.number().int().min(0).describe('Version of the tag, increased with each change. It is the ETag.'),
  })
  .meta({
    id: 'LinkTag',
    example: {
      id: 'tag_01jd9x3k2mf8v9q4zt7w5b6n0c',
      name: 'newsletter',
      color: 'blue',
      links_count: 12,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
      version: 1,
    },
  });
export type LinkTag = z.output<typeof LinkTag>;
