import type { CredentialRecorder } from '../access';
import type { RequestOrigin } from '../actor';

export interface RequestRecord {
  id: string;
  workspaceId: string | null;
  method: string;
  path: string;
  operationId: string;
  surface: string;
  status: number;
  code: string | null;
  durationMs: number;
  keyId: string | null;
  origin: RequestOrigin;
  clientRequestId: string | null;
  replayed: boolean;
  requestBody: string | null;
  responseBody: string | null;
}

export interface RequestRecorder extends CredentialRecorder {
  record(request: RequestRecord): void;
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}
