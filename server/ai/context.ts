import type { AccessDeps } from '../access/context';
import type { SessionContext, WorkspaceContext } from '../context';
import type { UsageDeps } from '../usage/context';
import type { Models } from './models/models';

/** What the domain of models needs besides the platform. */
export interface AiDeps extends AccessDeps, UsageDeps {
  models: Models;
}

export type AiContext = WorkspaceContext & AiDeps;
export type AiSession = SessionContext & AiDeps;
