import { z } from 'zod';

import { text } from '../text';

const LOGO_TYPES = ['image/png', 'image/svg+xml', 'image/webp'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];
export const MAX_LOGO_BYTES = 256 * 1024;
/** Width and height. */
export const MAX_LOGO_PIXELS = 2048;
const MAX_BRAND_NAME = 40;

const shade = (theme: string) =>
  z.string().nullable().describe(`Accent color in the ${theme} theme, adjusted so that text is readable.`);

export const Branding = z
  .object({
    name: z.string().nullable().describe('Name that the console shows; null for `Switchboard`.'),
    accent: z.string().nullable().describe('Accent color, as `#rrggbb`; null for the default.'),
    accent_light: shade('light'),
    accent_dark: shade('dark'),
    logo_url: z.string().nullable().describe('URL path of the logo; null for the default.'),
    logo_type: z.enum(LOGO_TYPES).nullable().describe('Media type of the logo.'),
  })
  .meta({ id: 'Branding' });
export type Branding = z.output<typeof Branding>;

export const UpdateBranding = z.strictObject({
  name: text(MAX_BRAND_NAME).nullable().optional().describe('Name that the console shows; null for the default.'),
  accent: z
    .string()
    .max(7)
    .regex(/^#[\da-f]{6}$/i, 'Must be a color such as `#0b6b66`.')
    .nullable()
    .optional()
    .describe('Accent color; null for the default.')
    .meta({ example: '#0b6b66' }),
  logo: z
    .strictObject({
      type: z.enum(LOGO_TYPES).describe('Media type of the image.'),
      data: z
        .base64('Must be base64.')
        .max(Math.ceil(MAX_LOGO_BYTES / 3) * 4, `The image can have at most ${MAX_LOGO_BYTES / 1024} KiB.`)
        .describe('Bytes of the image, in base64.'),
    })
    .nullable()
    .optional()
    .describe('New logo; null for the default.'),
});
export type UpdateBranding = z.output<typeof UpdateBranding>;
