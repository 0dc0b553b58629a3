import type { AiDeps } from './ai/context';
import type { AutomationDeps } from './automation/context';
import type { Platform, RequestContext, SessionContext, WorkspaceContext } from './context';
import type { UsageDeps } from './usage/context';

export type Services = Platform & UsageDeps & AiDeps & AutomationDeps;

export type CallContext = RequestContext & Services;
export type WorkspaceCall = WorkspaceContext & Services;
export type SessionCall = SessionContext & Services;
