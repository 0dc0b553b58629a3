import type { BatchRecipient, BatchStatus } from '../../../shared/whatsapp/batch';
import type { MessageContent } from '../../../shared/whatsapp/content';
import type { DriverName } from '../../../shared/whatsapp/drivers';
import type { SandboxSettings } from '../../../shared/whatsapp/drivers/sandbox';
import type { WebSettings } from '../../../shared/whatsapp/drivers/web';
import type { HealthReason, InstanceSettings } from '../../../shared/whatsapp/instance';
import type { InstanceStatus, QualityRating, StatusReason } from '../../../shared/whatsapp/instance';
import type { TemplateCategory } from '../../../shared/whatsapp/template';
import { index, integer, json, primaryKey, rowNumber, table, text, timestamp, uniqueIndex } from '../../db/columns';
import {
  createdAt,
  id,
  leaseIndex,
  updatedAt,
  version,
  partialIndex,
  partialUniqueIndex,
} from '../../db/common-columns';
import { workspaceId } from '../../db/workspaces';

/** One app at Meta, whose instances share the secret and the callback address. */
export const waCloudApps = table(
  'wa_cloud_apps',
  {
    id: id(),
    workspaceId: workspaceId(),
    secretHash: text('secret_hash').notNull(),
    secretSealed: text('secret_sealed').notNull(),
    verifyTokenSealed: text('verify_token_sealed').notNull(),
    verifyTokenHint: text('verify_token_hint').notNull(),
    ingressToken: text('ingress_token').notNull(),
    verifiedAt: timestamp('verified_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('wa_cloud_apps_secret_key').on(t.workspaceId, t.secretHash),
    uniqueIndex('wa_cloud_apps_ingress_key').on(t.ingressToken),
    uniqueIndex('wa_cloud_apps_workspace_id_key').on(t.workspaceId, t.id),
  ],
);

export const waInstances = table(
  'wa_instances',
  {
    id: id(),
    workspaceId: workspaceId(),
    name: text('name').notNull(),
    driver: text('driver').$type<DriverName>().notNull(),
    status: text('status').$type<InstanceStatus>().notNull(),
    statusReason: text('status_reason').$type<StatusReason>(),
    statusChangedAt: timestamp('status_changed_at').notNull(),
    /** The state in the last event; differs from `status` while a short outage may still be left out. */
    reportedStatus: text('reported_status').$type<InstanceStatus>(),
    reportedReason: text('reported_reason').$type<StatusReason>(),
    /** When a state that may be short is reported. */
    reportAt: timestamp('report_at'),
    /** Increases with each start of a connection; reports of older connections are ignored. */
    generation: integer('generation').notNull().default(0),
    phone: text('phone'),
    displayName: text('display_name'),
    lid: text('lid'),
    metadata: json<Record<string, string>>('metadata').notNull(),
    settings: json<InstanceSettings>('settings').notNull(),
    healthReasons: json<HealthReason[]>('health_reasons').notNull(),
    qualityRating: text('quality_rating').$type<QualityRating>(),
    messagingLimit: text('messaging_limit'),
    proxySealed: text('proxy_sealed'),
    proxyRedacted: text('proxy_redacted'),
    pairingSealed: text('pairing_sealed'),
    passkeySealed: text('passkey_sealed'),
    appId: text('app_id').references(() => waCloudApps.id),
    phoneNumberId: text('phone_number_id'),
    wabaId: text('waba_id'),
    graphVersion: text('graph_version'),
    baseUrl: text('base_url'),
    tokenSealed: text('token_sealed'),
    tokenHint: text('token_hint'),
    lastWebhookAt: timestamp('last_webhook_at'),
    /** Null if the templates were never synced as a whole. */
    templatesSyncedAt: timestamp('templates_synced_at'),
    sandbox: json<SandboxSettings>('sandbox'),
    web: json<WebSettings>('web'),
    deletedAt: timestamp('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    partialUniqueIndex('wa_instances_name_key', [t.workspaceId, t.name], 'deleted_at is null'),
    partialUniqueIndex(
      'wa_instances_phone_number_key',
      [t.workspaceId, t.phoneNumberId],
      'phone_number_id is not null and deleted_at is null',
    ),
    uniqueIndex('wa_instances_workspace_id_key').on(t.workspaceId, t.id),
    index('wa_instances_app_idx').on(t.appId),
    partialIndex('wa_instances_report_idx', [t.reportAt], 'report_at is not null'),
    partialIndex('wa_instances_deleted_idx', [t.deletedAt], 'deleted_at is not null'),
  ],
);

export const instanceIdColumn = () =>
  text('instance_id')
    .notNull()
    .references(() => waInstances.id, { onDelete: 'cascade' });

export const waInstanceHistory = table(
  'wa_instance_history',
  {
    seq: rowNumber('seq'),
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    status: text('status').$type<InstanceStatus>().notNull(),
    reason: text('reason').$type<StatusReason>(),
    createdAt: createdAt(),
  },
  (t) => [index('wa_instance_history_instance_idx').on(t.instanceId, t.seq)],
);

/** When the next send of an instance, or to one of its recipients, conforms to its rate (GCRA). */
export const waPacing = table(
  'wa_pacing',
  {
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    /** `send`, `new_hour`, `new_day`, or `pair:` and the chat. */
    key: text('key').notNull(),
    theoreticalAt: timestamp('theoretical_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.key] })],
);

export const waSandboxTimers = table(
  'wa_sandbox_timers',
  {
    seq: rowNumber('seq'),
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    step: json<object>('step').notNull(),
    dueAt: timestamp('due_at').notNull(),
  },
  (t) => [index('wa_sandbox_timers_instance_idx').on(t.instanceId, t.dueAt, t.seq)],
);

/** Only what messages do not contain: the profile, the groups. */
export const waSandboxStates = table('wa_sandbox_states', {
  instanceId: text('instance_id')
    .primaryKey()
    .references(() => waInstances.id, { onDelete: 'cascade' }),
  workspaceId: workspaceId(),
  state: json<object>('state').notNull(),
  updatedAt: updatedAt(),
});

/** Stored before Meta gets an answer. */
export const waProviderRaw = table(
  'wa_provider_raw',
  {
    seq: rowNumber('seq'),
    workspaceId: workspaceId(),
    appId: text('app_id')
      .notNull()
      .references(() => waCloudApps.id, { onDelete: 'cascade' }),
    bodyHash: text('body_hash').notNull(),
    sealed: text('sealed').notNull(),
    parsedAt: timestamp('parsed_at'),
    problems: json<{ path: string; message: string }[]>('problems'),
    tries: integer('tries').notNull().default(0),
    /** End of its claim, or time of the next attempt. */
    nextTryAt: timestamp('next_try_at').notNull(),
    leaseOwner: text('lease_owner'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('wa_provider_raw_body_key').on(t.appId, t.bodyHash),
    partialIndex(
      'wa_provider_raw_fresh_idx',
      [t.workspaceId, t.nextTryAt, t.seq],
      'parsed_at is null and problems is null',
    ),
    partialIndex(
      'wa_provider_raw_tried_idx',
      [t.workspaceId, t.nextTryAt, t.seq],
      'parsed_at is null and problems is not null',
    ),
    leaseIndex('wa_provider_raw_lease_idx', t.leaseOwner),
    index('wa_provider_raw_created_idx').on(t.createdAt),
  ],
);

export const waTemplates = table(
  'wa_templates',
  {
    id: id(),
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    providerTemplateId: text('provider_template_id'),
    name: text('name').notNull(),
    language: text('language').notNull(),
    category: text('category').$type<TemplateCategory>().notNull(),
    /** Meta’s value in lower case. */
    status: text('status').notNull(),
    rejectionReason: text('rejection_reason'),
    quality: text('quality').$type<'green' | 'yellow' | 'red' | 'unknown'>().notNull(),
    parameterFormat: text('parameter_format').$type<'positional' | 'named'>().notNull(),
    components: json<Record<string, unknown>[]>('components').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('wa_templates_name_key').on(t.instanceId, t.name, t.language),
    uniqueIndex('wa_templates_workspace_id_key').on(t.workspaceId, t.id),
    index('wa_templates_provider_idx').on(t.instanceId, t.providerTemplateId),
  ],
);

interface BatchOrder {
  content: MessageContent;
  mediaId: string | null;
  /** Recipients without a message so far, in their order. */
  waiting: BatchRecipient[];
}

export const waBatches = table(
  'wa_batches',
  {
    id: id(),
    workspaceId: workspaceId(),
    instanceId: instanceIdColumn(),
    status: text('status').$type<BatchStatus>().notNull(),
    order: json<BatchOrder>('content').notNull(),
    total: integer('total').notNull(),
    /** Messages a minute; null for the pace of the instance. */
    rate: integer('rate'),
    completedAt: timestamp('completed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('wa_batches_workspace_id_key').on(t.workspaceId, t.id),
    index('wa_batches_instance_idx').on(t.instanceId, t.id),
    partialIndex('wa_batches_open_idx', [t.status, t.instanceId, t.id], "status in ('queued', 'running')"),
    partialIndex('wa_batches_paced_idx', [t.id], "status = 'running' and rate is not null"),
    // Canceled batches with messages that are not canceled yet.
    partialIndex('wa_batches_canceled_idx', [t.id], "status = 'canceled' and completed_at is null"),
  ],
);
