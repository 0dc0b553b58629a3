import type { AccessDeps } from '../access/context';
import type { Platform, RequestContext, WorkspaceContext } from '../context';
import type { UsageDeps } from '../usage/context';
import type { Dispatcher } from './dispatcher/dispatcher-types';
import type { WebhookSealer } from './dispatcher/sending/sealed';

/** What webhooks need besides the platform. */
export interface WebhooksDeps extends AccessDeps, UsageDeps {
  delivery: Dispatcher;
  webhookSealer: WebhookSealer;
}

export type WebhooksContext = WorkspaceContext & WebhooksDeps;
export type WebhooksRequest = RequestContext & WebhooksDeps;
export type WebhooksServices = Platform & WebhooksDeps;
