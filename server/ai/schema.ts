import type { AiProviderConfig } from '../../shared/ai/models';
import { integer, json, table, text, timestamp } from '../db/columns';
import { createdAt, updatedAt, version } from '../db/common-columns';
import { workspaceId } from '../db/workspaces';

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
