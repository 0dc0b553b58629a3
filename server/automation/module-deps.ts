import type { AiDeps } from '../ai';
import type { LinksDeps } from '../links';
import type { WebhooksDeps } from '../webhooks';
import type { WhatsAppDeps } from '../whatsapp';

/** What automation uses of the modules below it. */
export type ModuleDeps = AiDeps & LinksDeps & WebhooksDeps & WhatsAppDeps;

/** What can be named: null for everything of the workspace. */
export interface InstanceAccess {
  instances: readonly string[] | null;
}
