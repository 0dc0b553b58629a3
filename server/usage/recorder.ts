import type { KeyActor, Origin } from '../context';

/** A key whose possession was proved and which was refused all the same. */
export interface Rejection {
  workspaceId: string;
  keyId: string;
  label: string;
  /** `revoked`, `replaced`, `expired`, `ip`, `origin` or `path`. */
  reason: string;
  origin: Origin;
}

/** One answered request; without a workspace when no key was proved. */
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
  origin: Origin;
  clientRequestId: string | null;
  replayed: boolean;
  requestBody: string | null;
  responseBody: string | null;
}

/** Collects in memory what every request leaves behind, and writes it in groups. */
export interface RequestRecorder {
  rejected(rejection: Rejection): void;
  markKeyUse(actor: KeyActor, origin: Origin): void;
  markSessionUse(sessionId: string): void;
  record(request: RequestRecord): void;
  /** Writes all that was collected so far. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}
