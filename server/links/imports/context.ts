import { expandScopes } from '../../../shared/access/scopes';
import { newId } from '../../../shared/ids';
import type { KeyActor } from '../../actor';
import { scoped } from '../../db/scoped';
import type { LinksServices, LinksContext } from '../context';
import type { LinkOrigin } from '../links/origin';
import type { ImportRow } from '../schema/links';

/** Acts for the caller who uploaded the file, since that request is over. */
export const importContext = (services: LinksServices, row: ImportRow): LinksContext => ({
  ...services,
  actor: actorOf(row),
  workspaceId: row.workspaceId,
  db: scoped(services.store, row.workspaceId),
  requestId: newId('req'),
  origin: { ip: '', peer: '', userAgent: '', headers: new Headers() },
  idempotencyKey: null,
  ifMatch: null,
  reply: {},
  byKey: true,
  workspaceAsked: undefined,
  signal: undefined,
});

export const importOrigin = (row: ImportRow): LinkOrigin => ({
  source: 'import',
  actor: { type: row.createdByType, id: row.createdById },
});

const NO_REQUESTS = { requests: 0, window_seconds: 1 };

/** The import keeps the domain restriction of the key that created it. */
const actorOf = ({ workspaceId, createdById, domainIds }: ImportRow): KeyActor => ({
  type: 'key',
  keyId: createdById,
  kind: 'ak',
  name: 'Import',
  maskedSecret: '',
  secretHash: '',
  workspaceId,
  workspaceName: '',
  scopes: expandScopes(['links:write']),
  fullAccess: false,
  resources: domainIds ? { link_domains: domainIds } : {},
  allowedCidrs: [],
  allowedOrigins: [],
  browserUse: false,
  rateLimit: NO_REQUESTS,
  workspaceRateLimit: NO_REQUESTS,
  expiresAt: null,
  validUntil: Infinity,
});
