import type { AiProvider, Discovery, DiscoveryFailure, UpstreamModel } from '../providers/provider';
import { backoffMs, FAILURES_UNTIL_DOWN, intervalMs, KEEP_MS, UNSUPPORTED_RETRY_MS } from './breaker';
import type { Snapshot, SnapshotModel } from './snapshot';

interface Moment {
  now: number;
  random: number;
  /** Milliseconds; `created` of models without a date. */
  firstSeen: number;
}

export function afterDiscovery(
  provider: AiProvider,
  before: Snapshot | undefined,
  result: Discovery,
  moment: Moment,
): Snapshot {
  if (!result.ok) return afterFailure(provider, before, result, moment);
  return {
    models: dated(provider, result.models, before, moment),
    fetchedAt: moment.now,
    status: 'up',
    errorCode: null,
    errorDetail: null,
    failingSince: null,
    failures: 0,
    nextAt: moment.now + intervalMs(moment.random),
    urlUsed: result.urlUsed,
    dropped: result.dropped,
  };
}

export function withoutDiscovery(provider: AiProvider, before: Snapshot | undefined, moment: Moment): Snapshot {
  return {
    models: dated(provider, [], before, moment),
    fetchedAt: null,
    status: 'static',
    errorCode: null,
    errorDetail: null,
    failingSince: null,
    failures: 0,
    nextAt: null,
    urlUsed: null,
    dropped: 0,
  };
}

function afterFailure(
  provider: AiProvider,
  before: Snapshot | undefined,
  failure: DiscoveryFailure,
  moment: Moment,
): Snapshot {
  const listed = before?.models.filter((model) => model.listed) ?? [];
  const known = {
    models: dated(provider, listed, before, moment),
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

export const isExpired = (snapshot: Pick<Snapshot, 'errorCode' | 'fetchedAt'>, now: number): boolean =>
  snapshot.errorCode !== null && (snapshot.fetchedAt === null || now - snapshot.fetchedAt > KEEP_MS);

function dated(
  provider: AiProvider,
  listed: readonly UpstreamModel[],
  before: Snapshot | undefined,
  moment: Moment,
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
