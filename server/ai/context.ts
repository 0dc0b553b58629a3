import type { AccessDeps } from '../access';
import type { SessionContext, WorkspaceContext } from '../context';
import type { Gateway } from './gateway/gateway';
import type { Models } from './models/models';

export interface AiDeps extends AccessDeps {
  models: Models;
  gateway: Gateway;
}

export type AiContext = WorkspaceContext & AiDeps;
export type AiSession = SessionContext & AiDeps;
