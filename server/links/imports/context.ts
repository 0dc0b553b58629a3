import { expandScopes } from '../../../shared/access/scopes';
import { newId } from '../../../shared/ids';
import type { KeyActor } from '../../context';
import { scoped } from '../../db/scoped';
import type { LinksServices, LinksContext } from '../context';
import type { LinkOrigin } from '../links/origin';
import type { ImportRow } from './present';

/** What the verbs of links work with on behalf of whoever brought the file, whose request is long over. */
export const contextOf = (services: LinksServices, row: ImportRow): LinksContext => ({
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

export const originOf = (row: ImportRow): LinkOrigin => ({
  source: 'import',
  actor: { type: row.createdByType, id: row.createdById },
});

const NO_REQUESTS = { requests: 0, window_seconds: 1 };

/** It reaches the domains that its maker reached then. */
const actorOf = ({ workspaceId, createdById, domainIds }: ImportRow): KeyActor => ({
  type: 'key',
  keyId: createdById,
  kind: 'ak',
  name: 'Import',
  hint: '',
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
