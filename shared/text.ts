import { z } from 'zod';

import { idPattern } from './ids';

/** Schemas never change, so equal ones are made once: hundreds of fields share them, and each takes time at the start. */
function madeOnce<Args extends readonly (string | number | undefined)[], T>(
  make: (...args: Args) => T,
): (...args: Args) => T {
  const made = new Map<string, T>();
  return (...args) => {
    const key = args.join('\n');
    const found = made.get(key) ?? make(...args);
    made.set(key, found);
    return found;
  };
}

/** Bounds count code points, as in JSON Schema; zod's `.max` counts UTF-16 units. */
export const text = madeOnce((max: number, min: number = 1) =>
  z
    .string()
    .superRefine((value, context) => {
      const length = codePoints(value);
      if (length < min) {
        context.addIssue({
          code: 'custom',
          message: min === 1 ? 'Must not be empty.' : `Must have at least ${min} characters.`,
          params: { code: 'too_short' },
        });
      }
      if (length > max) {
        context.addIssue({
          code: 'custom',
          message: `Must have at most ${max} characters; it has ${length}.`,
          params: { code: 'too_long' },
        });
      }
    })
    .meta({ minLength: min, maxLength: max }),
);

export function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** Counts the entries first, since a mebibyte can hold a hundred thousand, and checking each is slow. */
export const smallRecord = <V extends z.ZodType>(
  key: z.ZodType<string, string>,
  value: V,
  { most, things = 'pairs' }: { most: number; things?: string },
) =>
  z
    .preprocess(
      (given: Record<string, z.input<V>>, context) => {
        let count = 0;
        if (typeof given === 'object') for (const _ in given) if ((count += 1) > most) break;
        if (count <= most) return given;
        context.addIssue({ code: 'custom', message: `Must have at most ${most} ${things}.` });
        return z.NEVER;
      },
      z.record(key, value),
    )
    .meta({ maxProperties: most });

export const idOf = madeOnce((prefix: string) =>
  z
    .string()
    .regex(new RegExp(idPattern(prefix)), `Must be an id of the form ${prefix}_….`)
    .meta({
      minLength: prefix.length + 27,
      maxLength: prefix.length + 27,
      example: `${prefix}_01jd9x3k2mf8v9q4zt7w5b6n0c`,
    }),
);

/** A text of a response. The bound tells readers what to expect; what writes the text keeps it. */
export const boundedText = madeOnce((max: number) => z.string().meta({ maxLength: max }));

/** RFC 3339 in UTC with milliseconds. */
export const timestamp = madeOnce(() =>
  z.iso.datetime({ precision: 3 }).meta({
    pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
    minLength: 24,
    maxLength: 24,
    example: '2026-11-21T09:30:00.000Z',
  }),
);

/** RFC 3339 with any offset and precision. */
export const timeInput = madeOnce((example: string = '2026-11-21T09:30:00Z') =>
  z.iso
    .datetime({ offset: true })
    // Databases differ in the years that they support.
    .refine((time) => !/^\d{4}-/.test(time) || (time >= '1970' && time < '2101'), {
      error: 'Must be a time in the years 1970 to 2100.',
      params: { code: 'invalid_datetime' },
    })
    .meta({ maxLength: 40, example }),
);
