import { accountRouter } from './access/accounts/account-procedures';
import { authRouter } from './access/accounts/auth-procedures';
import { auditEntriesRouter } from './access/audit/procedures';
import { instanceRouter } from './access/instance/procedures';
import { invitationsRouter } from './access/invitations/procedures';
import { leakedKeysRouter } from './access/keys/leaks-procedures';
import { meRouter } from './access/keys/me-procedures';
import { keysRouter } from './access/keys/procedures';
import { membersRouter } from './access/members/procedures';
import { workspacesRouter } from './access/workspaces/procedures';
import {
  audioRouter,
  chatRouter,
  embeddingsRouter,
  modelMessagesRouter,
  responsesRouter,
} from './ai/gateway/procedures';
import { modelsRouter } from './ai/models/procedures';
import { aiRouter } from './ai/router';
import { automationRouter } from './automation/router';
import { eventsRouter } from './events/log/procedures';
import { streamRouter } from './events/log/stream-procedures';
import { instanceLinksRouter } from './links/instance/procedures';
import { linksRawRouter } from './links/raw-procedures';
import { linksRouter } from './links/router';
import { instanceHealthRouter, workspaceOverviewRouter } from './overview/procedures';
import { mergeRouters, router } from './trpc/procedures';
import { keyUsageRouter, usageRouter } from './usage/procedures';
import { requestLogsRouter } from './usage/request-logs-procedures';
import { webhooksRouter } from './webhooks/router';
import { whatsappRawRouter } from './whatsapp/raw-procedures';
import { whatsappRouter } from './whatsapp/router';

export const appRouter = router({
  account: accountRouter,
  ai: aiRouter,
  audit_entries: auditEntriesRouter,
  auth: authRouter,
  automation: automationRouter,
  events: eventsRouter,
  instance: mergeRouters(instanceRouter, instanceHealthRouter, router({ links: instanceLinksRouter })),
  invitations: invitationsRouter,
  keys: mergeRouters(keysRouter, keyUsageRouter),
  leaked_keys: leakedKeysRouter,
  links: linksRouter,
  me: meRouter,
  members: membersRouter,
  models: modelsRouter,
  request_logs: requestLogsRouter,
  usage: usageRouter,
  webhooks: webhooksRouter,
  whatsapp: whatsappRouter,
  workspaces: mergeRouters(workspacesRouter, workspaceOverviewRouter),
});
export type AppRouter = typeof appRouter;

/** REST only, since tRPC cannot carry these bodies and answers. */
export const rawRouter = router({
  audio: audioRouter,
  chat: chatRouter,
  embeddings: embeddingsRouter,
  events: streamRouter,
  links: linksRawRouter,
  messages: modelMessagesRouter,
  responses: responsesRouter,
  whatsapp: whatsappRawRouter,
});
