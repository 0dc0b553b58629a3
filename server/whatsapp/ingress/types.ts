import type { IngressFigures } from './figures';

/** An app at Meta, as its address finds it; the secret stays inside the process. */
export interface IngressApp {
  id: string;
  workspaceId: string;
  secret: string;
}

/** What the address that Meta calls asks for. */
export interface Ingress {
  /** The app whose address has the token. */
  find(token: string): Promise<IngressApp | undefined>;
  /** Whether Meta knows the verify token of the app; if so, that is noted. */
  verify(token: string, given: string | null): Promise<'right' | 'wrong' | 'unknown'>;
  isSigned(app: IngressApp, body: Uint8Array, header: string | null): boolean;
  /** Resolves once the notification will outlast a power cut; the same again is kept once. Throws 503. */
  keep(app: IngressApp, body: Uint8Array): Promise<void>;
  note: IngressFigures['notification'];
}
