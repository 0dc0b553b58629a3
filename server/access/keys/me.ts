import type { Me } from '../../../shared/access/me';
import { ALL_SCOPES } from '../../../shared/access/scopes';
import type { KeyActor } from '../../actor';
import type { Reply } from '../../context';

/** A change of a key or its workspace makes a new actor. */
const described = new WeakMap<KeyActor, { me: Me; json: string }>();

export function describeKey({ actor, reply }: { actor: KeyActor; reply: Reply }): Me {
  let found = described.get(actor);
  if (!found) {
    const me = presentKeyActor(actor);
    described.set(actor, (found = { me, json: JSON.stringify(me) }));
  }
  reply.json = found.json;
  return found.me;
}

function presentKeyActor(actor: KeyActor): Me {
  return {
    key_id: actor.keyId,
    kind: actor.kind,
    name: actor.name,
    masked_secret: actor.maskedSecret,
    workspace: { id: actor.workspaceId, name: actor.workspaceName },
    scopes: ALL_SCOPES.filter((scope) => actor.scopes.has(scope)),
    full_access: actor.fullAccess,
    resources: actor.resources,
    allowed_cidrs: actor.allowedCidrs,
    allowed_origins: actor.allowedOrigins,
    limits: { key: actor.rateLimit, workspace: actor.workspaceRateLimit },
    expires_at: actor.expiresAt?.toISOString() ?? null,
  };
}
