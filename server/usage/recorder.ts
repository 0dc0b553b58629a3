import type { CredentialRecorder } from '../access';
import type { RequestOrigin } from '../actor';
import type { requestLogs } from './schema';

type RequestLog = typeof requestLogs.$inferSelect;

export interface RequestRecord extends Omit<RequestLog, 'workspaceId' | 'ip' | 'userAgent' | 'createdAt'> {
  workspaceId: string | null;
  origin: RequestOrigin;
}

export interface RequestRecorder extends CredentialRecorder {
  record(request: RequestRecord): void;
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}
