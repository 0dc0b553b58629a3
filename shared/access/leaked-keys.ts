import { z } from 'zod';

import { text } from '../text';

export const ReportLeakedKeys = z.strictObject({
  keys: z
    .array(text(256))
    .min(1)
    .max(100)
    .describe('Keys as they were found, 1 to 100.')
    .meta({ example: ['sb_ak_hXV0tJoscAJY4O9KJCGWoGjJEZjwvPJV1kVHQZ'] }),
  source_url: z
    .string()
    .max(2048)
    .regex(/^https?:\/\/[!-~]+$/, 'Must be an absolute http(s) URL.')
    .optional()
    .describe('URL where the keys were found.')
    .meta({ example: 'https://example.com/blob/main/config.js' }),
});
export type ReportLeakedKeys = z.output<typeof ReportLeakedKeys>;

export const LeakReport = z
  .object({
    status: z.literal('accepted').describe('Status of the report. It is the same whether or not a key exists.'),
  })
  .meta({ id: 'LeakReport', example: { status: 'accepted' } });
export type LeakReport = z.output<typeof LeakReport>;
