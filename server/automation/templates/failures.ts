import { LiquidError } from 'liquidjs';

import { storable } from '../../storable';
import { MEMORY_MAX, RENDER_MS, SOURCE_MAX } from './limits';
import type { TemplateFailure } from './types';

const MESSAGE_MAX = 300;

const RENDER_LIMIT_ERROR = 'template render limit exceeded';

export const isRenderTimeout = (thrown: unknown): boolean => messageOf(thrown) === RENDER_LIMIT_ERROR;

const LIMITS = new Map([
  ['memory alloc limit exceeded', `Makes more than ${MEMORY_MAX.toLocaleString('en-US')} characters or elements.`],
  [RENDER_LIMIT_ERROR, `Takes longer than ${RENDER_MS} ms.`],
  ['parse length limit exceeded', `Is longer than ${SOURCE_MAX.toLocaleString('en-US')} characters.`],
]);

export function templateFailure(thrown: unknown, path: string): TemplateFailure {
  const message = messageOf(thrown);
  const limit = LIMITS.get(message);
  return {
    path,
    code: limit === undefined ? 'template_error' : 'limit',
    // The message may quote rendered text, cut within a character.
    message: limit ?? storable(message.length > MESSAGE_MAX ? `${message.slice(0, MESSAGE_MAX)}…` : message),
    ...positionOf(thrown),
  };
}

export function messageOf(thrown: unknown): string {
  if (thrown instanceof LiquidError && thrown.originalError instanceof Error) return thrown.originalError.message;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.replace(/, line:\d+, col:\d+$/, '');
}

export function positionOf(thrown: unknown): Pick<TemplateFailure, 'line' | 'col'> {
  const [line, col] = thrown instanceof LiquidError ? thrown.token.getPosition() : [];
  return { line: line ?? null, col: col ?? null };
}
