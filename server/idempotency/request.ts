import { LIMITS } from '../../shared/limits';
import type { Actor } from '../actor';
import { ApiError } from '../errors';
import { sha256Hex } from '../secrets/tokens';
import type { KeyHolder } from './system/idempotency';

const PRINTABLE = /^[\x20-\x7e]+$/;

export interface IdempotentRequest {
  key: string;
  fingerprint: string;
  operationId: string;
  actorId: string;
  holder?: KeyHolder;
  /** The work calls an outside system and must not hold a transaction. */
  isApart?: boolean;
}

/** Accepts a bare or quoted key. Throws 400 `invalid_idempotency_key`. */
export function idempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (key.length === 0 || key.length > LIMITS.idempotencyKeyLength || !PRINTABLE.test(key)) {
    throw new ApiError('invalid_idempotency_key');
  }
  return key;
}

export function idempotentRequest(
  call: { key: string; operationId: string; actorId: string },
  parts: readonly string[],
): IdempotentRequest {
  const all = [call.operationId, ...parts, call.actorId];
  return { ...call, fingerprint: sha256Hex(all.map((part) => `${part.length}:${part}`).join('|')) };
}

export const actorIdOf = (actor: Actor): string =>
  actor.type === 'key' ? actor.keyId : actor.type === 'user' ? actor.userId : 'anonymous';
