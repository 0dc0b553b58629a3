import type { AccessDeps } from '../access';
import type { SessionContext, WorkspaceContext } from '../context';
import type { Models } from './models/models';

export interface AiDeps extends AccessDeps {
  models: Models;
}

export type AiContext = WorkspaceContext & AiDeps;
export type AiSession = SessionContext & AiDeps;
