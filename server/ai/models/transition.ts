import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../shared/durations';
import type { AiProvider, Discovery, DiscoveryFailure, UpstreamModel } from '../providers/provider';
import type { Snapshot, SnapshotModel } from './snapshot';

export interface TransitionInput {
  now: number;
  random: number;
  /** Milliseconds; `created` of models without a date. */
  firstSeen: number;
}

const NO_FAILURE = { errorCode: null, errorDetail: null, failingSince: null, failures: 0 };

export function afterDiscovery(
  provider: AiProvider,
  before: Snapshot | undefined,
  result: Discovery,
  moment: TransitionInput,
): Snapshot {
  if (!result.ok) return afterFailure(provider, before, result, moment);
  return {
    models: withCreated(provider, result.models, before, moment),
    fetchedAt: moment.now,
    status: 'up',
    ...NO_FAILURE,
    nextAt: moment.now + intervalMs(moment.random),
    urlUsed: result.urlUsed,
    dropped: result.dropped,
  };
}

export function withoutDiscovery(
  provider: AiProvider,
  before: Snapshot | undefined,
  moment: TransitionInput,
): Snapshot {
  return {
    models: withCreated(provider, [], before, moment),
    fetchedAt: null,
    status: 'static',
    ...NO_FAILURE,
    nextAt: null,
    urlUsed: null,
    dropped: 0,
  };
}

function afterFailure(
  provider: AiProvider,
  before: Snapshot | undefined,
  failure: DiscoveryFailure,
  moment: TransitionInput,
): Snapshot {
  const listed = before?.models.filter((model) => model.listed) ?? [];
  const known = {
    models: withCreated(provider, listed, before, moment),
    fetchedAt: before?.fetchedAt ?? null,
    errorCode: failure.code,
    errorDetail: failure.detail,
    failingSince: before?.failingSince ?? moment.now,
    urlUsed: before?.urlUsed ?? failure.urlUsed,
    dropped: before?.dropped ?? 0,
  };

  // A proxy may answer 404 while its backend restarts, so an earlier listing is kept.
  const serves = listed.length > 0 && !isExpired(known, moment.now);
  if (failure.code === 'discovery_unsupported' && !serves) {
    return { ...known, status: 'static', failures: 0, nextAt: moment.now + UNSUPPORTED_RETRY_MS };
  }
  const failures = (before?.failures ?? 0) + 1;
  const status = failures >= FAILURES_UNTIL_DOWN ? 'down' : 'stale';
  return { ...known, status, failures, nextAt: moment.now + backoffMs(failures, failure) };
}

export const isExpired = (snapshot: Pick<Snapshot, 'errorCode' | 'fetchedAt'> | undefined, now: number): boolean =>
  snapshot !== undefined &&
  snapshot.errorCode !== null &&
  (snapshot.fetchedAt === null || now - snapshot.fetchedAt > STALE_LISTING_MS);

function withCreated(
  provider: AiProvider,
  listed: readonly UpstreamModel[],
  before: Snapshot | undefined,
  moment: TransitionInput,
): SnapshotModel[] {
  const known = new Map(before?.models.map((model) => [model.id, model.created]));
  const firstSeen = before === undefined ? moment.firstSeen : moment.now;
  const created = (model: UpstreamModel) => known.get(model.id) ?? model.created ?? Math.floor(firstSeen / 1000);

  const ids = new Set(listed.map((model) => model.id));
  const configured = provider.models.filter((model) => !ids.has(model.id)).map((model) => blankModel(model.id));
  return [
    ...listed.map((model) => ({ ...model, created: created(model), listed: true })),
    ...configured.map((model) => ({ ...model, created: created(model), listed: false })),
  ];
}

export const blankModel = (id: string): UpstreamModel => ({
  id,
  name: null,
  description: null,
  created: null,
  ownedBy: null,
  contextLength: null,
  maxOutputTokens: null,
  pricing: null,
  supportedParameters: null,
  inputModalities: null,
  outputModalities: null,
  tokenizer: null,
  instructType: null,
  isModerated: null,
});

const INTERVAL_MS = 5 * MINUTE_MS;
const SPREAD = 0.2;
const FIRST_BACKOFF_MS = 30 * SECOND_MS;
const MAX_BACKOFF_MS = 10 * MINUTE_MS;
const AUTH_RETRY_MS = 5 * MINUTE_MS;

const FAILURES_UNTIL_DOWN = 3;
/** An old listing is served this long while the provider fails. */
const STALE_LISTING_MS = DAY_MS;
const UNSUPPORTED_RETRY_MS = DAY_MS;

/** 5 minutes ± 20 %; `random` is in [0, 1). */
const intervalMs = (random: number): number => Math.round(INTERVAL_MS * (1 - SPREAD + 2 * SPREAD * random));

function backoffMs(failures: number, failure: Pick<DiscoveryFailure, 'code' | 'retryAfterMs'>): number {
  if (failure.code === 'provider_auth_failed') return AUTH_RETRY_MS;
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10), MAX_BACKOFF_MS);
  return Math.max(backoff, failure.retryAfterMs ?? 0);
}
