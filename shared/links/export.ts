import { z } from 'zod';

import { FILE_FORMATS } from './imports';
import { linkFilters } from './inputs';

export const ExportLinks = z.strictObject({
  ...linkFilters,
  format: z.enum(FILE_FORMATS).default('csv').describe('Format of the file.').meta({ example: 'csv' }),
});
export type ExportLinks = z.output<typeof ExportLinks>;
