import type { CredentialRecorder } from '../access';
import type { RequestOrigin } from '../actor';
import type { requestLogs } from './schema';

type RequestLog = typeof requestLogs.$inferSelect;

export interface RequestRecord extends Omit<RequestLog, 'ip' | 'userAgent' | 'createdAt'> {
  origin: RequestOrigin;
}

export type CountedRequest = Pick<RequestRecord, 'keyId' | 'operationId' | 'method' | 'status' | 'durationMs'> & {
  workspaceId: string;
};

export interface RequestRecorder extends CredentialRecorder {
  record(request: CountedRequest, describe: () => RequestRecord): void;
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}
