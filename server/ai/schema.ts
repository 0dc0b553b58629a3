import type { BudgetPeriod } from '../../shared/ai/budgets';
import type { AiEndpoint } from '../../shared/ai/endpoints';
import type { AiProviderConfig } from '../../shared/ai/models';
import type { AiOutcome, AiRequestSource } from '../../shared/ai/requests';
import {
  bigInteger,
  boolean,
  index,
  integer,
  json,
  primaryKey,
  table,
  text,
  timestamp,
  uniqueIndex,
} from '../db/columns';
import { createdAt, id, leaseIndex, partialUniqueIndex, updatedAt, version } from '../db/common-columns';
import { workspaceId } from '../db/workspaces';
import type { Price } from './gateway/cost';

/** Created in the console; configured providers are not stored. The key and headers are sealed. */
export const aiProviders = table('ai_providers', {
  slug: text('slug').primaryKey(),
  config: json<Partial<AiProviderConfig>>('config').notNull(),
  sealedSecrets: text('sealed_secrets'),
  keyHint: text('key_hint'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  version: version(),
});

export const modelSnapshots = table('model_snapshots', {
  providerSlug: text('provider_slug').primaryKey(),
  models: json<unknown[]>('models').notNull(),
  fetchedAt: timestamp('fetched_at'),
  status: text('status').notNull(),
  errorCode: text('error_code'),
  errorDetail: text('error_detail'),
  urlUsed: text('url_used'),
  failingSince: timestamp('failing_since'),
  dropped: integer('dropped').notNull().default(0),
  failures: integer('failures').notNull().default(0),
  nextAt: timestamp('next_at'),
  leaseOwner: text('lease_owner'),
  leaseUntil: timestamp('lease_until'),
});

export const workspaceModelSettings = table('workspace_model_settings', {
  workspaceId: workspaceId().primaryKey(),
  aliases: json<Record<string, string[]>>('aliases').notNull(),
  allow: json<string[]>('allow').notNull(),
  deny: json<string[]>('deny').notNull(),
  updatedAt: updatedAt(),
  version: version(),
});

/** The ledger: one row per call of a model. Amounts are millionths of a US dollar. */
export const aiRequests = table(
  'ai_requests',
  {
    /** The id of the HTTP request. */
    id: id(),
    workspaceId: workspaceId(),
    /** Empty for calls without a key. */
    keyId: text('key_id').notNull(),
    source: text('source').$type<AiRequestSource>().notNull(),
    endpoint: text('endpoint').$type<AiEndpoint>().notNull(),
    isStream: boolean('is_stream').notNull(),
    /** An id or an alias, as the caller wrote it. */
    requestedModel: text('requested_model').notNull(),
    /** What answered, or was tried last; null before a provider was called. */
    modelId: text('model_id'),
    providerSlug: text('provider_slug'),
    attempts: integer('attempts').notNull().default(0),
    outcome: text('outcome').$type<AiOutcome>().notNull(),
    status: integer('status'),
    errorCode: text('error_code'),
    promptTokens: bigInteger('prompt_tokens').notNull().default(0),
    completionTokens: bigInteger('completion_tokens').notNull().default(0),
    cachedTokens: bigInteger('cached_tokens').notNull().default(0),
    cacheWriteTokens: bigInteger('cache_write_tokens').notNull().default(0),
    reasoningTokens: bigInteger('reasoning_tokens').notNull().default(0),
    /** Of a recording that is charged by the minute. */
    audioMs: bigInteger('audio_ms').notNull().default(0),
    costMicroUsd: bigInteger('cost_micro_usd').notNull().default(0),
    reservedMicroUsd: bigInteger('reserved_micro_usd').notNull(),
    /** Budgets that contain the reservation. */
    budgetIds: json<string[]>('budget_ids').notNull(),
    /** The provider reported no tokens, or a part has no price of its own. */
    estimated: boolean('estimated').notNull().default(false),
    price: json<Price>('price'),
    /** Hash of the price; null if it is unknown. */
    priceVersion: text('price_version'),
    latencyMs: integer('latency_ms'),
    firstTokenMs: integer('first_token_ms'),
    idempotencyKey: text('idempotency_key'),
    /** Null once the call has ended. */
    leaseOwner: text('lease_owner'),
    createdAt: createdAt(),
    endedAt: timestamp('ended_at'),
    voidedAt: timestamp('voided_at'),
  },
  (t) => [
    uniqueIndex('ai_requests_workspace_id_key').on(t.workspaceId, t.id),
    index('ai_requests_created_idx').on(t.workspaceId, t.createdAt),
    index('ai_requests_key_idx').on(t.workspaceId, t.keyId, t.id),
    partialUniqueIndex('ai_requests_idempotency_idx', [t.workspaceId, t.idempotencyKey], 'idempotency_key is not null'),
    leaseIndex('ai_requests_lease_idx', t.leaseOwner),
  ],
);

/** Days are UTC. */
export const aiUsageDays = table(
  'ai_usage_days',
  {
    workspaceId: workspaceId(),
    /** `YYYY-MM-DD` */
    day: text('day').notNull(),
    keyId: text('key_id').notNull(),
    modelId: text('model_id').notNull(),
    requests: bigInteger('requests').notNull(),
    failures: bigInteger('failures').notNull(),
    promptTokens: bigInteger('prompt_tokens').notNull(),
    completionTokens: bigInteger('completion_tokens').notNull(),
    cachedTokens: bigInteger('cached_tokens').notNull(),
    reasoningTokens: bigInteger('reasoning_tokens').notNull(),
    costMicroUsd: bigInteger('cost_micro_usd').notNull(),
    estimatedRequests: bigInteger('estimated_requests').notNull(),
    unpricedRequests: bigInteger('unpriced_requests').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.day, t.keyId, t.modelId] }),
    index('ai_usage_days_day_idx').on(t.day),
  ],
);

/** The amounts are those of the period that `periodStart` begins; the next call begins a new period. */
export const aiBudgets = table(
  'ai_budgets',
  {
    id: id(),
    workspaceId: workspaceId(),
    /** Empty for the budget of the workspace. */
    keyId: text('key_id').notNull(),
    period: text('period').$type<BudgetPeriod>().notNull(),
    amountMicroUsd: bigInteger('amount_micro_usd').notNull(),
    warnAtPercent: integer('warn_at_percent').notNull(),
    periodStart: timestamp('period_start').notNull(),
    spentMicroUsd: bigInteger('spent_micro_usd').notNull().default(0),
    reservedMicroUsd: bigInteger('reserved_micro_usd').notNull().default(0),
    warnedAt: timestamp('warned_at'),
    exhaustedAt: timestamp('exhausted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('ai_budgets_workspace_id_key').on(t.workspaceId, t.id),
    uniqueIndex('ai_budgets_period_key').on(t.workspaceId, t.keyId, t.period),
  ],
);

/** Providers whose calls fail, so that each change is reported once by all processes together. */
export const aiProviderFailures = table(
  'ai_provider_failures',
  {
    providerSlug: text('provider_slug').notNull(),
    /** The id of the workspace whose calls fail; empty for the calls of all. */
    scope: text('scope').notNull(),
    errorCode: text('error_code').notNull(),
    since: timestamp('since').notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerSlug, t.scope] })],
);
