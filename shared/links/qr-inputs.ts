import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf } from '../text';

const QR_FORMATS = ['svg', 'png'] as const;
export type QrFormat = (typeof QR_FORMATS)[number];
/** Error correction of 7, 15, 25 and 30 %. */
export const QR_LEVELS = ['L', 'M', 'Q', 'H'] as const;
export type QrLevel = (typeof QR_LEVELS)[number];

const color = (transparent: boolean) =>
  z
    .string()
    .regex(transparent ? /^(?:[0-9a-fA-F]{6}|transparent)$/ : /^[0-9a-fA-F]{6}$/, {
      message: `Must be six hexadecimal digits, RRGGBB${transparent ? ', or `transparent`' : ''}.`,
    })
    .meta({ maxLength: transparent ? 11 : 6 });

/** The defaults are those of the public form. */
export const QrLook = z.strictObject({
  format: z.enum(QR_FORMATS).default('svg').describe('File format.'),
  size: z.number().int().min(64).max(2048).default(512).describe('Width and height in pixels.'),
  margin: z.number().int().min(0).max(16).default(4).describe('Minimum margin, in modules.'),
  error_correction: z
    .enum(QR_LEVELS)
    .default('M')
    .describe('Error correction level. A higher level tolerates more damage.'),
  color: color(false).default('000000').describe('Color of the modules. It must be darker than the background.'),
  background: color(true).default('ffffff').describe('Color of the background. `transparent` is checked as white.'),
});
export type QrLook = z.output<typeof QrLook>;

export const RenderQr = QrLook.extend({
  link_id: idOf(ID_PREFIXES.link).describe('Id of the link.'),
  download: z.number().int().min(1).max(1).optional().describe('`1`: browsers download the file.').meta({ example: 1 }),
});
export type RenderQr = z.output<typeof RenderQr>;
