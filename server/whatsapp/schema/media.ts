import type { MediaClass, MediaError, MediaStatus } from '../../../shared/whatsapp/media';
import { bigInteger, index, integer, json, primaryKey, table, text, timestamp, uniqueIndex } from '../../db/columns';
import { createdAt, id, leaseIndex, updatedAt, version, partialIndex } from '../../db/common-columns';
import { workspaceId } from '../../db/workspaces';
import { instanceIdColumn } from './instances';

export const waMedia = table(
  'wa_media',
  {
    id: id(),
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    messageId: text('message_id'),
    kind: text('kind').$type<MediaClass>().notNull(),
    status: text('status').$type<MediaStatus>().notNull(),
    error: json<MediaError>('error'),
    mimeType: text('mime_type').notNull(),
    size: bigInteger('size').notNull().default(0),
    /** Hexadecimal; for inbound media the provider’s value until the bytes prove it. */
    sha256: text('sha256'),
    filename: text('filename'),
    width: integer('width'),
    height: integer('height'),
    durationSeconds: integer('duration_seconds'),
    /** Sealed, since a URL of a user may contain a secret. */
    sourceSealed: text('source_sealed'),
    providerMediaId: text('provider_media_id'),
    tries: integer('tries').notNull().default(0),
    nextTryAt: timestamp('next_try_at'),
    leaseOwner: text('lease_owner'),
    leaseUntil: timestamp('lease_until'),
    storedAt: timestamp('stored_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('wa_media_workspace_id_key').on(t.workspaceId, t.id),
    partialIndex('wa_media_hash_idx', [t.workspaceId, t.sha256], 'sha256 is not null'),
    partialIndex('wa_media_next_idx', [t.workspaceId, t.nextTryAt], 'next_try_at is not null'),
    leaseIndex('wa_media_lease_idx', t.leaseOwner),
    partialIndex('wa_media_stored_idx', [t.storedAt], 'stored_at is not null'),
    index('wa_media_instance_idx').on(t.instanceId, t.id),
  ],
);

/** Uploads are reused for thirty days. */
export const waMediaUploads = table(
  'wa_media_uploads',
  {
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    sha256: text('sha256').notNull(),
    mimeType: text('mime_type').notNull(),
    providerMediaId: text('provider_media_id').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.sha256, t.mimeType] })],
);
