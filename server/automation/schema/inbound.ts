import type { EndpointConfig, EndpointStatus, EndpointWarning } from '../../../shared/automation/endpoint';
import type {
  InboundError,
  InboundFile,
  InboundReason,
  InboundStage,
  InboundStatus,
} from '../../../shared/automation/inbound-request';
import { boolean, index, integer, json, primaryKey, table, text, timestamp } from '../../db/columns';
import { createdAt, id, updatedAt, version, partialIndex } from '../../db/common-columns';
import { workspaceId } from '../../db/workspaces';

type Maker = { key_id: string } | { user_id: string };

export const inboundEndpoints = table(
  'inbound_endpoints',
  {
    id: id(),
    workspaceId: workspaceId(),
    name: text('name').notNull(),
    description: text('description'),
    status: text('status').$type<EndpointStatus>().notNull(),
    config: json<EndpointConfig>('config').notNull(),
    /** WhatsApp instances of its creator’s access; null for all. */
    allowedInstances: json<string[]>('allowed_instances'),
    /** Domains on which its creator could create short links; null for all. */
    allowedDomains: json<string[]>('allowed_domains'),
    /** SHA-256 of its tokens, newest first; only the newest has no expiry. */
    tokens:
      json<{ hash: string; masked_token: string; created_at: string; expires_at: string | null }[]>('tokens').notNull(),
    secretsSealed: text('secrets_sealed'),
    secrets: json<{ masked_secret: string; created_at: string; expires_at: string | null }[]>('secrets').notNull(),
    warnings: json<EndpointWarning[]>('warnings').notNull(),
    samples: integer('samples').notNull().default(0),
    createdBy: json<Maker>('created_by').notNull(),
    deletedAt: timestamp('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [index('inbound_endpoints_workspace_idx').on(t.workspaceId, t.id)],
);

const endpointId = () =>
  text('endpoint_id')
    .notNull()
    .references(() => inboundEndpoints.id, { onDelete: 'cascade' });

export const inboundEndpointVersions = table(
  'inbound_endpoint_versions',
  {
    workspaceId: workspaceId(),
    endpointId: endpointId(),
    version: integer('version').notNull(),
    config: json<EndpointConfig>('config').notNull(),
    changed: json<string[]>('changed').notNull(),
    createdBy: json<Maker>('created_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.endpointId, t.version] })],
);

export const inboundHours = table(
  'inbound_hours',
  {
    workspaceId: workspaceId(),
    endpointId: endpointId(),
    hour: timestamp('hour').notNull(),
    accepted: integer('accepted').notNull(),
    rejected: integer('rejected').notNull(),
    lastAt: timestamp('last_at').notNull(),
    lastStatus: text('last_status').$type<InboundStatus>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.endpointId, t.hour] }), index('inbound_hours_hour_idx').on(t.hour)],
);

export const inboundRequests = table(
  'inbound_requests',
  {
    id: id(),
    workspaceId: workspaceId(),
    endpointId: text('endpoint_id').notNull(),
    endpointVersion: integer('endpoint_version').notNull(),
    method: text('method').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    contentType: text('content_type'),
    size: integer('size').notNull(),
    headers: json<Record<string, string>>('headers').notNull(),
    query: json<Record<string, string | string[]>>('query').notNull(),
    bodySha256: text('body_sha256'),
    files: json<InboundFile[]>('files').notNull(),
    status: text('status').$type<InboundStatus>().notNull(),
    reason: text('reason').$type<InboundReason>(),
    stage: text('stage').$type<InboundStage>(),
    error: json<InboundError>('error'),
    dedupeKey: text('dedupe_key'),
    duplicateOf: text('duplicate_of'),
    publicationIds: json<string[]>('publication_ids').notNull(),
    keyId: text('key_id'),
    replayOf: text('replay_of'),
    bodyOf: text('body_of'),
    replayVersion: text('replay_version').$type<'original' | 'current'>(),
    /** Kept as long as its endpoint, since the console shows its fields. */
    isSample: boolean('is_sample').notNull().default(false),
    /** When unused files are deleted; null without files. */
    filesUntil: timestamp('files_until'),
    durationMs: integer('duration_ms').notNull(),
    requestId: text('request_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('inbound_requests_endpoint_idx').on(t.workspaceId, t.endpointId, t.id),
    index('inbound_requests_status_idx').on(t.workspaceId, t.status, t.id),
    partialIndex('inbound_requests_created_idx', [t.createdAt], 'not is_sample'),
    partialIndex('inbound_requests_sample_idx', [t.endpointId, t.id], 'is_sample'),
    partialIndex('inbound_requests_replay_idx', [t.replayOf], 'replay_of is not null'),
    partialIndex('inbound_requests_files_idx', [t.filesUntil], 'files_until is not null'),
    partialIndex('inbound_requests_pending_idx', [t.workspaceId, t.id], "status = 'pending'"),
  ],
);

export const inboundBodies = table(
  'inbound_bodies',
  {
    requestId: text('request_id')
      .primaryKey()
      .references(() => inboundRequests.id, { onDelete: 'cascade' }),
    workspaceId: workspaceId(),
    /** `fields`: the fields of a form as JSON, whose files are stored as media. */
    encoding: text('encoding').$type<'utf8' | 'base64' | 'fields'>().notNull(),
    body: text('body').notNull(),
    /** Null while its request exists. */
    expiresAt: timestamp('expires_at'),
  },
  (t) => [partialIndex('inbound_bodies_expires_idx', [t.expiresAt], 'expires_at is not null')],
);

export const inboundDedupe = table(
  'inbound_dedupe',
  {
    workspaceId: workspaceId(),
    endpointId: endpointId(),
    keyHash: text('key_hash').notNull(),
    requestId: text('request_id').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.endpointId, t.keyHash] }), index('inbound_dedupe_expires_idx').on(t.expiresAt)],
);
