import type { KeyResources } from '../../../shared/access/keys';
import { ALL_SCOPES, expandScopes, inOrder, SCOPES_OF_ROLE, type Scope } from '../../../shared/access/scopes';
import { EVENT_TYPES, EVENTS, type EventType } from '../../../shared/events/events';
import { isGlob, typesOf } from '../../../shared/events/patterns';
import { ApiError, insufficientScope } from '../../errors';
import { readableTypes } from '../../events/log/readable';
import type { WebhooksContext } from '../context';
import type { WebhookRow } from '../schema';

/** A glob gives only readable types. Throws 403 `insufficient_scope` to a key, `insufficient_role` to a person. */
export function requireReadable(ctx: Pick<WebhooksContext, 'actor'>, patterns: readonly string[]): void {
  const readable = new Set(readableTypes(ctx));
  const unreadable = patterns.filter((pattern) => {
    const types = typesOf([pattern]);
    return isGlob(pattern) ? !types.some((type) => readable.has(type)) : !types.every((type) => readable.has(type));
  });
  if (unreadable.length === 0) return;
  const scopes = inOrder(typesOf(unreadable).map((type) => EVENTS[type].scope));
  const detail = `You cannot read ${unreadable.join(', ')}. This needs ${scopes.join(', ')}.`;
  if (ctx.actor.type === 'user') throw new ApiError('insufficient_role', detail);
  throw insufficientScope(scopes, detail);
}

const isRead = (scope: Scope): boolean => scope.endsWith(':read');

/** The caller’s current access, which limits the webhook whatever its patterns match later. */
export function grantOf({ actor }: Pick<WebhooksContext, 'actor'>): WebhookRow['grant'] {
  if (actor.type === 'key') {
    const scopes = actor.fullAccess ? ALL_SCOPES : inOrder([...actor.scopes]);
    return { scopes: scopes.filter(isRead), resources: actor.resources };
  }
  const scopes = actor.member ? inOrder([...SCOPES_OF_ROLE[actor.member.role]]) : [];
  return { scopes: scopes.filter(isRead), resources: {} };
}

export function intersectGrants(one: WebhookRow['grant'], other: WebhookRow['grant']): WebhookRow['grant'] {
  const scopes = new Set(other.scopes);
  return {
    scopes: one.scopes.filter((scope) => scopes.has(scope)),
    resources: intersectResources(one.resources, other.resources),
  };
}

export function intersectResources(one: KeyResources, other: KeyResources): KeyResources {
  const resources: KeyResources = { ...other };
  for (const [kind, ids] of Object.entries(one) as [keyof KeyResources, string[] | undefined][]) {
    const others = other[kind];
    if (ids) resources[kind] = others ? ids.filter((id) => others.includes(id)) : ids;
  }
  return resources;
}

export function typesOfWebhook({ events, grant }: Pick<WebhookRow, 'events' | 'grant'>): EventType[] {
  const scopes = expandScopes(grant.scopes);
  return typesOf(events).filter((type) => scopes.has(EVENTS[type].scope));
}

/** Only callers who can read everything that a webhook gets can see it. */
export function isVisibleWebhook(
  ctx: Pick<WebhooksContext, 'actor'>,
  row: Pick<WebhookRow, 'events' | 'grant'>,
): boolean {
  if (!isWithinKeyResources(ctx, row)) return false;
  const readable = readableTypes(ctx);
  return readable.length === EVENT_TYPES.length || typesOfWebhook(row).every((type) => readable.includes(type));
}

function isWithinKeyResources(
  { actor }: Pick<WebhooksContext, 'actor'>,
  { grant }: Pick<WebhookRow, 'grant'>,
): boolean {
  if (actor.type !== 'key') return true;
  return Object.entries(actor.resources).every(
    ([kind, ids]) => ids === undefined || grant.resources[kind as keyof KeyResources]?.every((id) => ids.includes(id)),
  );
}
