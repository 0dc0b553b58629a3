import type { PublicationSourceKind } from '../../shared/automation/publication';
import type { Platform, WorkspaceContext } from '../context';
import type { ScopedDb } from '../db/scoped';
import type { Cause } from '../events/emit';
import type { Automation } from './engine-types';
import type { InstanceAccess, ModuleDeps } from './module-deps';

export type AutomationDeps = ModuleDeps & { automation: Automation };

export type AutomationCall = WorkspaceContext & AutomationDeps;
export type AutomationServices = Platform & AutomationDeps;

export interface PublicationOrigin {
  kind: PublicationSourceKind;
  keyId?: string;
  userId?: string;
  inboundRequestId?: string;
  endpointId?: string;
  ruleRunId?: string;
}

export interface AutomationContext extends AutomationServices {
  requestId: string;
  workspaceId: string;
  db: ScopedDb;
  access: InstanceAccess;
  allowedDomainIds?: readonly string[] | undefined;
  origin: PublicationOrigin;
  cause?: Cause | undefined;
}

export function fromRequest({ actor, ...services }: AutomationCall): AutomationContext {
  if (actor.type === 'user') {
    return { ...services, access: { instances: null }, origin: { kind: 'console', userId: actor.userId } };
  }
  return {
    ...services,
    access: { instances: actor.resources.whatsapp_instances ?? null },
    allowedDomainIds: actor.resources.link_domains,
    origin: { kind: 'api', keyId: actor.keyId },
  };
}
