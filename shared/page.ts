import { z } from 'zod';

import { LIMITS } from './limits';

export const pageQuery = {
  limit: z
    .int()
    .min(1)
    .max(LIMITS.pageSizeMax)
    .default(LIMITS.pageSize)
    .describe('Number of items to return.')
    .meta({ example: LIMITS.pageSize }),
  cursor: z
    .string()
    .min(1)
    .max(LIMITS.cursorLength)
    .optional()
    .describe('Value of `next_cursor` of the previous page. It is valid only with the same filters.')
    .meta({ maxLength: LIMITS.cursorLength }),
};

const continuation = {
  has_more: z.boolean().describe('Whether there are more items after this page.'),
  next_cursor: z
    .string()
    .max(LIMITS.cursorLength)
    .nullable()
    .describe('Value of `cursor` for the next page; null on the last page.')
    .meta({ example: null }),
};

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item).max(LIMITS.pageSizeMax).describe('Items of this page.'),
    ...continuation,
  });

export interface Page<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}
