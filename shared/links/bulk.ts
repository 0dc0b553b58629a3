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

const atomic = z.boolean().default(false).describe('All items or none.').meta({ example: false });
const ids = z
  .array(idOf(ID_PREFIXES.link))
  .min(1)
  .max(MAX_BULK)
  .refine((all) => new Set(all).size === all.length, 'Must name each link once.')
  .describe('The links.')
  .meta({ uniqueItems: true, example: ['lnk_01jd9x3k2mf8v9q4zt7w5b6n0c'] });

export const BulkCreateLinks = z.strictObject({
  items: z.array(NewLink).min(1).max(MAX_BULK).describe('The links to make.'),
  atomic,
  on_conflict: z
    .enum(ON_CONFLICTS)
    .default('error')
    .describe('What becomes of an item whose slug or `external_id` is taken; `update` needs `links:write`.')
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
    .describe('Tags to take off.')
    .meta({ example: ['draft'] }),
};
export const BulkChange = LinkChange.extend(tagChanges);
export type BulkChange = z.output<typeof BulkChange>;

export const BulkUpdateLinks = oneOf([
  z.strictObject({ ids, set: BulkChange.describe('One change for all of `ids`.'), atomic }),
  z.strictObject({
    items: z
      .array(BulkChange.extend({ id: idOf(ID_PREFIXES.link).describe('Id of the link.') }))
      .min(1)
      .max(MAX_BULK)
      .describe('A change for each link, which stands once.'),
    atomic,
  }),
]);
export type BulkUpdateLinks = z.output<typeof BulkUpdateLinks>;

export const BulkRemoveLinks = z.strictObject({ ids });
export type BulkRemoveLinks = z.output<typeof BulkRemoveLinks>;

const BULK_STATUSES = ['created', 'reused', 'skipped', 'updated', 'deleted', 'failed'] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];

export const BulkItemResult = z.object({
  index: z.number().int().min(0).describe('Place of the item in the request.'),
  status: z.enum(BULK_STATUSES).describe('What became of it.'),
  link: Link.optional().describe('The link as it is now; absent when it failed or is gone.'),
  error: z
    .object({
      code: z.string().describe('Code of the problem, or of the field’s.'),
      detail: z.string().describe('What went wrong.'),
      pointer: z.string().nullable().describe('The field, as a JSON Pointer into the request.'),
    })
    .optional()
    .describe('Why it failed.'),
});
export type BulkItemResult = z.output<typeof BulkItemResult>;

export const BulkResult = z
  .object({
    created: z.number().int().min(0).describe('How many were made.'),
    updated: z.number().int().min(0).describe('How many were changed.'),
    deleted: z.number().int().min(0).describe('How many were deleted.'),
    failed: z.number().int().min(0).describe('How many failed.'),
    results: z.array(BulkItemResult).max(MAX_BULK).describe('One for each item, in their order.'),
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
