import type { PublicationSourceKind } from '../../shared/automation/publication';
import type { Platform, WorkspaceContext } from '../context';
import type { ScopedDb } from '../db/scoped';
import type { Cause } from '../events/emit';
import type { LinksDeps } from '../links/context';
import type { WebhooksDeps } from '../webhooks/context';
import type { WhatsAppDeps } from '../whatsapp/context';
import type { Automation } from './engine';

/** What automation needs besides the platform. */
export type AutomationDeps = LinksDeps & WebhooksDeps & WhatsAppDeps & { automation: Automation };

export type AutomationCall = WorkspaceContext & AutomationDeps;
export type AutomationServices = Platform & AutomationDeps;

/** Who or what publishes. */
export interface PublicationOrigin {
  kind: PublicationSourceKind;
  keyId?: string;
  userId?: string;
  inboundRequestId?: string;
  endpointId?: string;
  ruleRunId?: string;
}

/** What can be named: null for everything of the workspace. */
export interface Reach {
  /** Ids of WhatsApp instances. */
  instances: readonly string[] | null;
}

/** What a call, an endpoint and a rule have in common when they publish. */
export interface AutomationContext extends AutomationServices {
  requestId: string;
  workspaceId: string;
  db: ScopedDb;
  reach: Reach;
  /** Ids of the domains that short links may stand on; undefined for all. */
  reachedDomains?: readonly string[] | undefined;
  origin: PublicationOrigin;
  /** What all of this goes back to. */
  cause?: Cause | undefined;
}

/** A call of the API or the console, as automation sees it. */
export function fromRequest({ actor, ...services }: AutomationCall): AutomationContext {
  if (actor.type === 'user') {
    return { ...services, reach: { instances: null }, origin: { kind: 'console', userId: actor.userId } };
  }
  return {
    ...services,
    reach: { instances: actor.resources.whatsapp_instances ?? null },
    reachedDomains: actor.resources.link_domains,
    origin: { kind: 'api', keyId: actor.keyId },
  };
}
