import type { QuotaName } from '../shared/usage/quota-names';
import { accessModule } from './access/module';
import { aiModule } from './ai/module';
import { automationModule } from './automation/module';
import type { Services, WorkspaceCall } from './call-context';
import { eventsModule } from './events/module';
import { idempotencyModule } from './idempotency/module';
import { linksModule } from './links/module';
import type { Quota, Tag } from './module';
import type { Task } from './schedule';
import { usageModule } from './usage/module';
import { webhooksModule } from './webhooks/module';
import { whatsappModule } from './whatsapp/module';

export const TAGS: readonly Tag[] = inOrder([
  ...accessModule.tags,
  ...aiModule.tags,
  ...usageModule.tags,
  ...whatsappModule.tags,
  ...webhooksModule.tags,
  ...eventsModule.tags,
  ...linksModule.tags,
  ...automationModule.tags,
]);

export const QUOTA_COUNTERS: Record<QuotaName, Quota<WorkspaceCall>> = {
  ...accessModule.quotas,
  ...webhooksModule.quotas,
  ...linksModule.quotas,
  ...whatsappModule.quotas,
  ...automationModule.quotas,
};

export const KEY_RESOURCE_TABLES = {
  ...automationModule.keyResources,
  ...linksModule.keyResources,
  ...whatsappModule.keyResources,
};

export const SELECTOR_TABLES = {
  ...automationModule.selectors,
  ...linksModule.selectors,
  ...whatsappModule.selectors,
};

export const jobsOf = (services: Services): Task[] =>
  [
    idempotencyModule,
    accessModule,
    usageModule,
    eventsModule,
    webhooksModule,
    whatsappModule,
    linksModule,
    automationModule,
    aiModule,
  ].flatMap(({ jobs }) => jobs(services));

function inOrder(tags: readonly Tag[]): Tag[] {
  const placed: Tag[] = [];
  for (const tag of tags) {
    const before = placed.findIndex(({ name }) => name === tag.after);
    placed.splice(before < 0 ? placed.length : before + 1, 0, tag);
  }
  return placed;
}
