import type {
  CreateModelProvider,
  ModelProvider,
  ProviderCheckResult,
  UpdateModelProvider,
} from '../../../shared/ai/model-providers';
import { AiProviderConfig } from '../../../shared/ai/models';
import { MINUTE_MS } from '../../../shared/durations';
import { auditInstance, invalidateRights, requireStepUp } from '../../access';
import type { Store } from '../../db/database';
import { defined } from '../../defined';
import { ApiError, fieldError, orNotFound } from '../../errors';
import type { AiSession } from '../context';
import { checkProvider } from '../models/check';
import {
  deleteProvider,
  insertProvider,
  readProviderRows,
  updateProvider,
  type StoredProvider,
} from '../system/models';
import { createProvider } from './create';
import { presentCheck, presentProvider } from './present-provider';
import { openProvider, openProviderSecrets, sealProviderSecrets, type ProviderSecrets } from './stored-provider';

const REFRESH_EVERY_MS = MINUTE_MS;

export async function listProviders(ctx: AiSession): Promise<ModelProvider[]> {
  const rows = await readProviderRows(ctx.store);
  const stored = rows.map((row) => openProvider(row, ctx.secretKey));
  const names = new Set(ctx.models.configured.map((provider) => provider.slug));
  const reports = new Map(ctx.models.catalogue.reports.map((report) => [report.slug, report]));
  const known = [
    ...ctx.models.configured.map((config) => ({ config, source: 'configuration' as const })),
    ...stored.filter(({ slug }) => !names.has(slug)).map((config) => ({ config, source: 'console' as const })),
  ];
  const builtIn = [...reports.values()].filter((report) => !known.some(({ config }) => config.slug === report.slug));
  return [
    ...known.map(({ config, source }) => presentProvider(config, source, reports.get(config.slug))),
    ...builtIn.map((report) => presentProvider({ slug: report.slug }, 'built_in', report)),
  ];
}

export async function createModelProvider(ctx: AiSession, input: CreateModelProvider): Promise<ModelProvider> {
  requireStepUp(ctx);
  const { slug, api_key: apiKey, headers, ...config } = parsedConfig(input);
  rejectConfigured(ctx, slug);
  const secrets = { api_key: apiKey, headers };
  await ctx.store.transaction(async (tx) => {
    const now = ctx.now();
    const row = { slug, config, ...sealed(ctx, slug, secrets), createdAt: now, updatedAt: now };
    if (!(await insertProvider(tx, row)))
      throw new ApiError('conflict', `A provider with the slug ${slug} already exists.`);
    await recordChange(ctx, tx, 'created', slug);
  });
  return shown(ctx, slug);
}

export async function updateModelProvider(ctx: AiSession, input: UpdateModelProvider): Promise<ModelProvider> {
  requireStepUp(ctx);
  rejectConfigured(ctx, input.slug);
  await ctx.store.transaction(async (tx) => {
    const before = orNotFound((await readProviderRows(tx)).find((row) => row.slug === input.slug));
    const old = openProviderSecrets(before, ctx.secretKey);
    const { api_key: given, headers: givenHeaders, ...rest } = input;
    requireSecretsForNewAddress(before, old, input);
    const secrets: ProviderSecrets = {
      api_key: given === undefined ? old.api_key : (given ?? undefined),
      headers: givenHeaders ?? old.headers,
    };
    const { slug, api_key: _key, headers: _headers, ...config } = parsedConfig({ ...rest, ...defined(secrets) });
    await updateProvider(tx, slug, { config, ...sealed(ctx, slug, secrets), updatedAt: ctx.now() });
    await recordChange(ctx, tx, 'updated', slug);
  });
  return shown(ctx, input.slug);
}

export async function deleteModelProvider(ctx: AiSession, slug: string): Promise<void> {
  requireStepUp(ctx);
  rejectConfigured(ctx, slug);
  await ctx.store.transaction(async (tx) => {
    if (!(await deleteProvider(tx, slug))) throw new ApiError('not_found');
    await recordChange(ctx, tx, 'deleted', slug);
  });
}

export async function checkModelProvider(ctx: AiSession, slug: string): Promise<ProviderCheckResult> {
  const check = await ctx.models.catalogue.check(slug);
  if (check) return presentCheck(check);
  const row = orNotFound((await readProviderRows(ctx.store)).find((stored) => stored.slug === slug));
  return presentCheck(await checkProvider(createProvider(openProvider(row, ctx.secretKey)), ctx.signal?.()));
}

const refreshedAt = new Map<string, number>();

export async function refreshModelProvider(ctx: AiSession, slug: string): Promise<ModelProvider> {
  const wait = (refreshedAt.get(slug) ?? 0) + REFRESH_EVERY_MS - ctx.now().getTime();
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1000);
    throw new ApiError('rate_limited', {
      headers: { 'Retry-After': String(seconds) },
      detail: `Try again in ${seconds} seconds.`,
    });
  }
  const found = await shown(ctx, slug);
  refreshedAt.set(slug, ctx.now().getTime());
  await ctx.models.catalogue.refresh(slug);
  return (await listProviders(ctx)).find((provider) => provider.slug === slug) ?? found;
}

async function shown(ctx: AiSession, slug: string): Promise<ModelProvider> {
  return orNotFound((await listProviders(ctx)).find((listed) => listed.slug === slug));
}

function rejectConfigured(ctx: AiSession, slug: string): void {
  if (!ctx.models.configured.some((provider) => provider.slug === slug)) return;
  throw new ApiError('conflict', 'This provider is defined in the configuration of the server. Change it there.');
}

/** A stored secret is only sent to the address that it was entered for. */
function requireSecretsForNewAddress(before: StoredProvider, kept: ProviderSecrets, input: UpdateModelProvider): void {
  if (originOf(before.config.base_url) === originOf(input.base_url)) return;
  const message = 'Is required again when `base_url` changes.';
  if (kept.api_key !== undefined && input.api_key === undefined) {
    throw fieldError('validation_failed', '/api_key', 'required', message);
  }
  if (Object.keys(kept.headers).length > 0 && input.headers === undefined) {
    throw fieldError('validation_failed', '/headers', 'required', message);
  }
}

const originOf = (url: string | undefined): string => (url === undefined ? '' : new URL(url).origin);

function parsedConfig(input: Omit<AiProviderConfig, 'api_key_env'>): AiProviderConfig {
  const parsed = AiProviderConfig.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw fieldError('validation_failed', `/${issue?.path.join('/') ?? ''}`, 'invalid', issue?.message ?? 'Not valid.');
}

function sealed(
  ctx: AiSession,
  slug: string,
  secrets: ProviderSecrets,
): Pick<StoredProvider, 'sealedSecrets' | 'keyHint'> {
  return {
    sealedSecrets: sealProviderSecrets(slug, secrets, ctx.secretKey),
    keyHint: secrets.api_key?.slice(-4) ?? null,
  };
}

async function recordChange(ctx: AiSession, tx: Store, verb: string, slug: string): Promise<void> {
  await auditInstance(ctx, tx, {
    action: `instance.model_provider_${verb}`,
    target: { type: 'model_provider', id: slug, label: slug },
  });
  await invalidateRights(ctx, tx, [{ kind: 'models', ref: slug }]);
}
