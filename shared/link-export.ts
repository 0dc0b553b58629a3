import { z } from 'zod';

import { FILE_FORMATS } from './link-imports';
import { linkFilters } from './link-inputs';

export const ExportLinks = z.strictObject({
  ...linkFilters,
  format: z.enum(FILE_FORMATS).default('csv').describe('Format of the file.').meta({ example: 'csv' }),
});
export type ExportLinks = z.output<typeof ExportLinks>;
