import type { AiDeps } from '../ai';
import type { LinksDeps } from '../links';
import type { WebhooksDeps } from '../webhooks';
import type { WhatsAppDeps } from '../whatsapp';

export type ModuleDeps = AiDeps & LinksDeps & WebhooksDeps & WhatsAppDeps;

/** Null for all instances of the workspace. */
export interface InstanceAccess {
  instances: readonly string[] | null;
}
