import type { SelectorName } from '../../shared/webhooks/webhooks';
import type { AccessDeps } from '../access';
import type { Platform, RequestContext, WorkspaceContext } from '../context';
import type { TenantTable } from '../db/scoped';
import type { Dispatcher } from './dispatcher/dispatcher-types';
import type { WebhookSealer } from './dispatcher/sending/webhook-sealer';

export interface WebhooksDeps extends AccessDeps {
  delivery: Dispatcher;
  webhookSealer: WebhookSealer;
  selectorTables: Readonly<Record<SelectorName, TenantTable>>;
}

export type WebhooksContext = WorkspaceContext & WebhooksDeps;
export type WebhooksRequest = RequestContext & WebhooksDeps;
export type WebhooksServices = Platform & WebhooksDeps;
