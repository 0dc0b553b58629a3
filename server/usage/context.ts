import type { WorkspaceContext } from '../context';
import type { RequestRecorder } from './recorder';

/** What usage needs besides the platform. */
export interface UsageDeps {
  recorder: RequestRecorder;
}

export type UsageContext = WorkspaceContext & UsageDeps;
