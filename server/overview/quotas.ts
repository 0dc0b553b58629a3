import { ENDPOINT_LIMITS } from '../../shared/automation/endpoint-config';
import { RULE_LIMITS } from '../../shared/automation/rule';
import { LIMITS } from '../../shared/limits';
import type { Quotas } from '../../shared/usage/quotas';
import { countLiveKeys } from '../access/keys/rules';
import { countEndpoints } from '../automation/endpoints/create';
import { countRules } from '../automation/rules/create';
import { countDomains, MAX_DOMAINS } from '../links/domains/create';
import { countAllLinks } from '../links/links/list';
import { countTags, MAX_TAGS } from '../links/tags/rules';
import { countWebhooks } from '../webhooks/endpoints/rules';
import { countInstances, MAX_INSTANCES } from '../whatsapp/instances/create';
import { countWaitingBytes } from '../whatsapp/system/ingress';
import { countMediaBytes } from '../whatsapp/system/media';
import type { OverviewContext } from './context';

/** How much of each quota the workspace uses, whatever the key is narrowed to. */
export async function readQuotas(ctx: OverviewContext): Promise<Quotas> {
  const { config, db } = ctx;
  const [keys, webhooks, links, domains, tags, instances, bytes, backlog, endpoints, rules] = await Promise.all([
    countLiveKeys(db, ctx.now()),
    countWebhooks(db),
    countAllLinks(ctx),
    countDomains(db),
    countTags(db),
    countInstances(db),
    countMediaBytes(ctx.store, ctx.workspaceId),
    countWaitingBytes(ctx.store, ctx.workspaceId),
    countEndpoints(db),
    countRules(db),
  ]);
  return {
    data: [
      { name: 'api_keys', used: keys, limit: LIMITS.liveKeysPerWorkspace },
      { name: 'webhooks', used: webhooks, limit: config.webhooksPerWorkspace },
      { name: 'links', used: links, limit: config.linksPerWorkspace },
      { name: 'link_domains', used: domains, limit: MAX_DOMAINS },
      { name: 'link_tags', used: tags, limit: MAX_TAGS },
      { name: 'whatsapp_instances', used: instances, limit: MAX_INSTANCES },
      { name: 'whatsapp_media_bytes', used: bytes, limit: config.whatsappMediaMax },
      { name: 'whatsapp_backlog_bytes', used: backlog, limit: config.whatsappBacklogMax },
      { name: 'inbound_endpoints', used: endpoints, limit: ENDPOINT_LIMITS.endpoints },
      { name: 'automation_rules', used: rules, limit: RULE_LIMITS.rules },
    ],
  };
}
