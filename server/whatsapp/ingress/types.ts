import type { IngressMetrics } from './metrics';

export interface IngressApp {
  id: string;
  workspaceId: string;
  secret: string;
}

export interface Ingress {
  find(token: string): Promise<IngressApp | undefined>;
  /** A correct verify token is recorded. */
  verify(token: string, given: string | null): Promise<'right' | 'wrong' | 'unknown'>;
  isSigned(app: IngressApp, body: Uint8Array, header: string | null): boolean;
  /** Resolves when the body survives a power failure; repetitions are stored once. Throws 503. */
  keep(app: IngressApp, body: Uint8Array): Promise<void>;
  note: IngressMetrics['notification'];
}
