import type { QuotaName } from '../../shared/usage/quota-names';
import type { WorkspaceContext } from '../context';
import type { RequestRecorder } from './recorder';

export interface UsageDeps {
  recorder: RequestRecorder;
  readQuota(ctx: WorkspaceContext, name: QuotaName): Promise<{ used: number; limit: number }>;
}

export type UsageContext = WorkspaceContext & UsageDeps;
