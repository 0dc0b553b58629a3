import type { AiDeps } from '../ai';
import type { AutomationDeps } from '../automation';
import type { SessionContext, WorkspaceContext } from '../context';

type OverviewDeps = AutomationDeps & AiDeps;
export type OverviewContext = WorkspaceContext & OverviewDeps;
export type OverviewSession = SessionContext & OverviewDeps;
