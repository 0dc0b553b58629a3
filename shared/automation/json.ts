import { z } from 'zod';

import { explicitTypes } from '../explicit-types';
import { REQUIRED } from '../union-issues';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/** The same as for request bodies. */
const MAX_DEPTH = 32;
const encoder = new TextEncoder();

/** Not validated. */
export const anyJson = () =>
  z.unknown().register(explicitTypes, { type: 'Json' }) as unknown as z.ZodType<JsonValue, JsonValue>;

export const jsonValue = (maxBytes: number) =>
  anyJson().superRefine((value, context) => {
    if (bytesOf(value) <= maxBytes && depthOf(value) <= MAX_DEPTH) return;
    const message = `Must be at most ${maxBytes} bytes of JSON and ${MAX_DEPTH} levels deep.`;
    context.addIssue({ code: 'custom', message, params: { code: 'too_big' } });
  });

export const jsonObject = (maxBytes: number) =>
  jsonValue(maxBytes)
    .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
      error: ({ input }) => (input === undefined ? REQUIRED : 'Must be an object.'),
    })
    .meta({ type: 'object' })
    .register(explicitTypes, { type: '{ [name: string]: Json }' });

const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((deepest: number, part) => Math.max(deepest, depthOf(part)), 0)
    : 0;
