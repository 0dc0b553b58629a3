import { LiquidError } from 'liquidjs';

import { storable } from '../../storable';
import { MEMORY_MAX, RENDER_MS, SOURCE_MAX } from './limits';
import type { TemplateFailure } from './types';

const MESSAGE_MAX = 300;

const OUT_OF_TIME = 'template render limit exceeded';

/** Whether the limit of time was reached, which is one of the clock. */
export const isOutOfTime = (thrown: unknown): boolean => messageOf(thrown) === OUT_OF_TIME;

/** What liquidjs says when a limit is reached. */
const LIMITS = new Map([
  ['memory alloc limit exceeded', `Makes more than ${MEMORY_MAX.toLocaleString('en-US')} characters or elements.`],
  [OUT_OF_TIME, `Takes longer than ${RENDER_MS} ms.`],
  ['parse length limit exceeded', `Is longer than ${SOURCE_MAX.toLocaleString('en-US')} characters.`],
]);

/** What is told of anything that was thrown while a template was read or rendered. */
export function failureOf(thrown: unknown, path: string, position?: Position): TemplateFailure {
  const message = messageOf(thrown);
  const limit = LIMITS.get(message);
  return {
    path,
    code: limit === undefined ? 'template_error' : 'limit',
    // It may hold what was rendered, and less than whole characters of it.
    message: limit ?? storable(message.length > MESSAGE_MAX ? `${message.slice(0, MESSAGE_MAX)}…` : message),
    ...positionOf(thrown, position),
  };
}

type Position = readonly [line: number, col: number];

/** Its own message, without the place that liquidjs writes behind it. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof LiquidError && thrown.originalError instanceof Error) return thrown.originalError.message;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.replace(/, line:\d+, col:\d+$/, '');
}

export function positionOf(thrown: unknown, position?: Position): Pick<TemplateFailure, 'line' | 'col'> {
  const [line, col] = thrown instanceof LiquidError ? thrown.token.getPosition() : (position ?? []);
  return { line: line ?? null, col: col ?? null };
}
