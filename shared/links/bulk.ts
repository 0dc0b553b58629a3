import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { oneOf } from '../one-of';
import { idOf } from '../text';
import { LinkChange, NewLink } from './inputs';
import { EXAMPLE_LINK, Link } from './links';
import { TagName } from './tags';

const MAX_BULK = 1000;

export const ON_CONFLICTS = ['error', 'skip', 'update'] as const;
export type OnConflict = (typeof ON_CONFLICTS)[number];

const atomic = z
  .boolean()
  .default(false)
  .describe('Whether no item is processed if one of them fails.')
  .meta({ example: false });
const ids = z
  .array(idOf(ID_PREFIXES.link))
  .min(1)
  .max(MAX_BULK)
  .refine((all) => new Set(all).size === all.length, 'Must contain each link only once.')
  .describe('Ids of the links.')
  .meta({ uniqueItems: true, example: ['lnk_01jd9x3k2mf8v9q4zt7w5b6n0c'] });

export const BulkCreateLinks = z.strictObject({
  items: z.array(NewLink).min(1).max(MAX_BULK).describe('Links to create.'),
  atomic,
  on_conflict: z
    .enum(ON_CONFLICTS)
    .default('error')
    .describe('What to do with an item whose slug or `external_id` is already used. `update` needs `links:write`.')
    .meta({ example: 'error' }),
});
export type BulkCreateLinks = z.output<typeof BulkCreateLinks>;

const tagChanges = {
  tags_add: z
    .array(TagName)
    .max(20)
    .optional()
    .describe('Tags to add.')
    .meta({ example: ['newsletter'] }),
  tags_remove: z
    .array(TagName)
    .max(20)
    .optional()
    .describe('Tags to remove.')
    .meta({ example: ['draft'] }),
};
export const BulkChange = LinkChange.extend(tagChanges);
export type BulkChange = z.output<typeof BulkChange>;

export const BulkUpdateLinks = oneOf([
  z.strictObject({ ids, set: BulkChange.describe('Change for all links in `ids`.'), atomic }),
  z.strictObject({
    items: z
      .array(BulkChange.extend({ id: idOf(ID_PREFIXES.link).describe('Id of the link.') }))
      .min(1)
      .max(MAX_BULK)
      .describe('Changes, one for each link. A link can occur only once.'),
    atomic,
  }),
]);
export type BulkUpdateLinks = z.output<typeof BulkUpdateLinks>;

export const BulkDeleteLinks = z.strictObject({ ids });
export type BulkDeleteLinks = z.output<typeof BulkDeleteLinks>;

const BULK_STATUSES = ['created', 'reused', 'skipped', 'updated', 'deleted', 'failed'] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];

export const BulkItemResult = z.object({
  index: z.number().int().min(0).describe('Index of the item in the request.'),
  status: z.enum(BULK_STATUSES).describe('Result of the item.'),
  link: Link.optional().describe('The link after the change; absent if the item failed or the link was deleted.'),
  error: z
    .object({
      code: z.string().describe('Error code, or code of the field issue.'),
      detail: z.string().describe('Description of the error.'),
      pointer: z
        .string()
        .nullable()
        .describe('JSON Pointer to the field in the request; null if the error is not about a field.'),
    })
    .optional()
    .describe('Error of the item; absent unless it failed.'),
});
export type BulkItemResult = z.output<typeof BulkItemResult>;

export const BulkResult = z
  .object({
    created: z.number().int().min(0).describe('Number of created links.'),
    updated: z.number().int().min(0).describe('Number of updated links.'),
    deleted: z.number().int().min(0).describe('Number of deleted links.'),
    failed: z.number().int().min(0).describe('Number of failed items.'),
    results: z.array(BulkItemResult).max(MAX_BULK).describe('Results, one for each item, in the order of the request.'),
  })
  .meta({
    id: 'LinkBulkResult',
    example: {
      created: 1,
      updated: 0,
      deleted: 0,
      failed: 1,
      results: [
        { index: 0, status: 'created', link: EXAMPLE_LINK },
        {
          index: 1,
          status: 'failed',
          error: { code: 'slug_taken', detail: 'The slug is taken.', pointer: '/items/1/slug' },
        },
      ],
    },
  });
export type BulkResult = z.output<typeof BulkResult>;
