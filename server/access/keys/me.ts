import type { Me } from '../../../shared/access/me';
import { ALL_SCOPES } from '../../../shared/access/scopes';
import type { KeyActor } from '../../actor';

export function describeKey(actor: KeyActor): Me {
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
