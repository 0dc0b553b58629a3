import { createHash } from 'node:crypto';

import type { JsonObject } from '../../json-object';
import { countTokens } from './echo-text';

const DIMENSIONS = 256;
const MAX_DIMENSIONS = 4096;

/** Vectors of length 1 that depend on the text alone. */
export function echoEmbeddings(request: JsonObject): Response {
  const inputs = inputsOf(request['input']);
  const asked = request['dimensions'];
  const dimensions = typeof asked === 'number' ? Math.min(asked, MAX_DIMENSIONS) : DIMENSIONS;
  const tokens = inputs.reduce((sum, { count }) => sum + count, 0);
  return Response.json({
    object: 'list',
    model: request['model'],
    data: inputs.map(({ text }, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions) })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

function inputsOf(input: unknown): { text: string; count: number }[] {
  const isOne = !Array.isArray(input) || typeof input[0] === 'number';
  const items: unknown[] = isOne ? [input] : input;
  return items.map((item) =>
    typeof item === 'string'
      ? { text: item, count: countTokens(item) }
      : { text: JSON.stringify(item), count: Array.isArray(item) ? item.length : 0 },
  );
}

function vectorOf(text: string, dimensions: number): number[] {
  const bytes: number[] = [];
  for (let block = 0; bytes.length < dimensions; block += 1) {
    bytes.push(...createHash('sha256').update(`${block} ${text}`).digest());
  }
  const centred = bytes.slice(0, dimensions).map((byte) => byte - 127.5);
  const length = Math.hypot(...centred);
  return centred.map((part) => Math.fround(part / length));
}
