import { z } from 'zod';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** As deep as the body of a request may be. */
const MAX_DEPTH = 32;
const encoder = new TextEncoder();

/** Any JSON value of at most `maxBytes` bytes of text. */
export const jsonValue = (maxBytes: number) =>
  z.unknown().superRefine((value, context) => {
    if (bytesOf(value) <= maxBytes && depthOf(value) <= MAX_DEPTH) return;
    const message = `Must be at most ${maxBytes} bytes of JSON and ${MAX_DEPTH} levels deep.`;
    context.addIssue({ code: 'custom', message, params: { code: 'too_big' } });
  }) as unknown as z.ZodType<Json, Json>;

const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((deepest: number, part) => Math.max(deepest, depthOf(part)), 0)
    : 0;
