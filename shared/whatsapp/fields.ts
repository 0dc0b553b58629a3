import { z } from 'zod';

import { boundedText, smallRecord, text } from '../text';

export const exampleId = (prefix: string): string => `${prefix}_01jd9x3k2mf8v9q4zt7w5b6n0c`;

const MAX_METADATA_PAIRS = 20;
const MAX_METADATA_VALUE = 500;
const MetadataKey = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,40}$/, 'Must be 1 to 40 of A–Z, a–z, 0–9 and . _ -')
  .meta({ minLength: 1, maxLength: 40 });

export const MetadataInput = smallRecord(MetadataKey, text(MAX_METADATA_VALUE, 0), { most: MAX_METADATA_PAIRS }).meta({
  example: { team: 'support' },
});

export const metadata = () =>
  z
    .record(z.string(), boundedText(MAX_METADATA_VALUE))
    .describe('Metadata pairs of your own.')
    .meta({ maxProperties: MAX_METADATA_PAIRS, example: { team: 'support' } });

/** Fetching checks whether the address is public. */
export const webUrl = (max = 2048) =>
  z
    .string()
    // oxlint-disable-next-line no-control-regex
    .regex(/^[hH][tT][tT][pP][sS]?:\/\/[^\s/\\\u0000-\u001f\u007f][^\s\\\u0000-\u001f\u007f]*$/, {
      error: 'Must be an absolute http(s) URL without spaces, control characters and backslashes.',
    })
    .max(max)
    .meta({ maxLength: max, example: 'https://example.com/menu.pdf' });

export function refuseDuplicates(
  values: readonly (string | undefined)[],
  context: z.RefinementCtx,
  pathOf: (index: number) => PropertyKey[],
  what: string,
): void {
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue;
    if (seen.has(value)) {
      const message = `Every ${what} must be different.`;
      context.addIssue({ code: 'custom', path: pathOf(index), message, params: { code: 'duplicate' } });
    }
    seen.add(value);
  }
}
