import { defined } from '../../defined';
import { ADVICE } from '../providers/failures';
import type { AiProvider, Discovery, FailureCode } from '../providers/provider';

export interface ProviderCheck extends Pick<Discovery, 'ok' | 'httpStatus'> {
  url: string | null;
  latencyMs: number;
  count: number;
  firstIds: string[];
  dropped: number;
  code: FailureCode | null;
  detail: string | null;
  advice: string | null;
}

const FIRST_IDS = 5;

export async function checkProvider(provider: AiProvider, signal?: AbortSignal): Promise<ProviderCheck> {
  const started = performance.now();
  const result = await provider.discover(defined({ signal }));
  const common = {
    ok: result.ok,
    url: result.urlUsed,
    httpStatus: result.httpStatus,
    latencyMs: Math.round(performance.now() - started),
  };
  if (result.ok) {
    const firstIds = result.models.slice(0, FIRST_IDS).map((model) => model.id);
    return {
      ...common,
      count: result.models.length,
      firstIds,
      dropped: result.dropped,
      code: null,
      detail: null,
      advice: null,
    };
  }
  const detail = [result.detail, result.operatorDetail].filter(Boolean).join(' ');
  return { ...common, count: 0, firstIds: [], dropped: 0, code: result.code, detail, advice: ADVICE[result.code] };
}
