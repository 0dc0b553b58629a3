export type { AutomationDeps } from './context';
export type { InboundCall } from './inbound/call';
export type { InboundReply } from './inbound/commit/reply';
export { countPublications } from './queries/publications';
