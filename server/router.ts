import { accountRouter } from './features/accounts/account-router';
import { authRouter } from './features/accounts/auth-router';
import { auditRouter } from './features/audit/router';
import { automationRouter } from './features/automation/router';
import { eventsRouter } from './features/events/router';
import { streamRouter } from './features/events/stream-router';
import { instanceRouter } from './features/instance/router';
import { invitationsRouter } from './features/invitations/router';
import { leakedKeysRouter } from './features/keys/leaks-router';
import { meRouter } from './features/keys/me-router';
import { keysRouter } from './features/keys/router';
import { linksRawRouter } from './features/links/raw-router';
import { linksRouter } from './features/links/router';
import { membersRouter } from './features/members/router';
import { modelsRouter } from './features/models/router';
import { requestLogsRouter } from './features/usage/request-logs-router';
import { usageRouter } from './features/usage/router';
import { webhooksRouter } from './features/webhooks/router';
import { whatsappRawRouter } from './features/whatsapp/raw-router';
import { whatsappRouter } from './features/whatsapp/router';
import { workspacesRouter } from './features/workspaces/router';
import { router } from './trpc/procedures';

export const appRouter = router({
  account: accountRouter,
  audit: auditRouter,
  auth: authRouter,
  automation: automationRouter,
  events: eventsRouter,
  instance: instanceRouter,
  invitations: invitationsRouter,
  keys: keysRouter,
  leaked_keys: leakedKeysRouter,
  links: linksRouter,
  me: meRouter,
  members: membersRouter,
  models: modelsRouter,
  request_logs: requestLogsRouter,
  usage: usageRouter,
  webhooks: webhooksRouter,
  whatsapp: whatsappRouter,
  workspaces: workspacesRouter,
});
export type AppRouter = typeof appRouter;

/** Procedures whose body or answer is no JSON: they have a REST form alone, since tRPC cannot carry them. */
export const rawRouter = router({
  events: streamRouter,
  links: linksRawRouter,
  whatsapp: whatsappRawRouter,
});
