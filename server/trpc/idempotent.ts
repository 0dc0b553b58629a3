import type { ErrorCode } from '../../shared/errors';
import type { CallContext } from '../call-context';
import { ApiError } from '../errors';
import { replayOf } from '../idempotency/idempotency';
import { replayedValue } from '../idempotency/once-value';
import { actorIdOf, idempotencyKey, idempotentRequest, type IdempotentRequest } from '../idempotency/request';
import type { Meta } from './meta';

interface Call {
  type: 'query' | 'mutation' | 'subscription';
  path: string;
  meta: Meta | undefined;
  getRawInput: () => Promise<unknown>;
}

/** Their keys belong to the person, who may have no workspace. */
const OF_PEOPLE = new Set(['session', 'member', 'instance_admin']);
/** The call itself may have ended their access, for example by leaving. */
const OF_FORMER = new Set<ErrorCode>(['not_found', 'insufficient_role']);

export async function keyedCall(
  ctx: CallContext,
  { type, path, meta, getRawInput }: Call,
): Promise<IdempotentRequest | undefined> {
  const access = meta?.access?.type;
  if (type !== 'mutation' || access === undefined || meta?.idempotency === 'none') return undefined;
  const isOfPeople = OF_PEOPLE.has(access) && ctx.actor.type === 'user';
  if (access !== 'scope' && !isOfPeople) return undefined;
  const key = idempotencyKey(ctx.idempotencyKey);
  if (key === undefined) return undefined;

  const actorId = actorIdOf(ctx.actor);
  const call = { key, operationId: path, actorId };
  const parts = ['trpc', JSON.stringify(await getRawInput()) ?? '', ctx.ifMatch ?? ''];
  const request = isOfPeople
    ? {
        ...idempotentRequest(call, [...parts, ctx.workspaceAsked ?? '']),
        holder: { kind: 'user', id: actorId } as const,
      }
    : idempotentRequest(call, parts);
  return { ...request, isApart: meta?.idempotency === 'apart' };
}

export async function replayToFormer<T>(
  ctx: CallContext,
  call: Call,
  refusal: unknown,
  replayed: (data: unknown) => T,
): Promise<T | undefined> {
  if (!(refusal instanceof ApiError) || !OF_FORMER.has(refusal.code)) return undefined;
  const request = await keyedCall(ctx, call);
  const stored = request?.holder && (await replayOf(ctx, request));
  return stored && replayed(replayedValue(ctx, stored));
}
