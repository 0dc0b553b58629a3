import type { KeyActor, RequestOrigin } from '../../actor';

export interface Rejection {
  workspaceId: string;
  keyId: string;
  label: string;
  reason: string;
  origin: RequestOrigin;
}

export interface CredentialRecorder {
  rejected(rejection: Rejection): void;
  markKeyUse(actor: KeyActor, origin: RequestOrigin): void;
  markSessionUse(sessionId: string): void;
}
