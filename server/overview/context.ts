import type { AiDeps } from '../ai/context';
import type { AutomationDeps } from '../automation/context';
import type { SessionContext, WorkspaceContext } from '../context';

/** Answers about all modules together. */
type OverviewDeps = AutomationDeps & AiDeps;
export type OverviewContext = WorkspaceContext & OverviewDeps;
export type OverviewSession = SessionContext & OverviewDeps;
