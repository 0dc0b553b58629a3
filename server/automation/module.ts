import { ENDPOINT_LIMITS } from '../../shared/automation/endpoint-config';
import { RULE_LIMITS } from '../../shared/automation/rule';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/durations';
import type { Module } from '../module';
import { ago, drain } from '../schedule';
import type { AutomationDeps } from './context';
import { countEndpoints } from './endpoints/create';
import { dropUnusedFiles } from './inbound/retention';
import { purgeOldPublications } from './publications/retention';
import { countRules } from './rules/create';
import { inboundEndpoints } from './schema/inbound';
import {
  purgeDeletedEndpoints,
  purgeInboundBodies,
  purgeInboundHours,
  purgeInboundKeys,
  purgeInboundRequests,
} from './system/inbound';
import { purgeRuleRuns } from './system/rules';

export const automationModule = {
  tags: [
    {
      name: 'Inbound endpoints',
      of: ['automation.inbound_endpoints', 'automation.inbound_presets', 'inbound'],
      description: 'URLs that turn requests of other systems into publications.',
    },
    {
      name: 'Inbound requests',
      of: ['automation.inbound_requests'],
      description: 'Requests that inbound endpoints received, with their results. They can be replayed.',
    },
    {
      name: 'Rules',
      of: ['automation.rules'],
      description: 'Run up to ten steps on events, on a schedule or on request.',
    },
    {
      name: 'Rule runs',
      of: ['automation.rule_runs'],
      description: 'Runs of rules with the result of each step. They can be canceled and retried.',
    },
    {
      name: 'Publications',
      of: ['automation.publications'],
      description: 'Publish content to any number of channels and recipients, now or later.',
    },
    {
      name: 'Publication deliveries',
      of: ['automation.publication_deliveries', 'automation.publications.list_deliveries'],
      description: 'Result for each recipient of a publication: view, retry or set the result.',
    },
    {
      name: 'Channels',
      of: ['automation.channels'],
      description: 'Kinds of destinations and what each of them supports.',
    },
    {
      name: 'Destinations',
      of: ['automation.destinations'],
      description: 'Groups, chats, contacts and webhooks that you can publish to.',
    },
  ],

  keyResources: { inbound_endpoints: inboundEndpoints },
  selectors: { endpoint_ids: inboundEndpoints },

  quotas: {
    inbound_endpoints: { used: ({ db }) => countEndpoints(db), limit: ENDPOINT_LIMITS.endpoints },
    automation_rules: { used: ({ db }) => countRules(db), limit: RULE_LIMITS.rules },
  },

  jobs: (services) => [
    {
      name: 'inbound requests',
      everyMs: 10 * MINUTE_MS,
      async run(signal) {
        const { store, config, now } = services;
        const before = ago(now, config.inboundRetentionDays * DAY_MS);
        await drain(signal, () => purgeInboundRequests(store, before));
        await drain(signal, () => purgeInboundBodies(store, now()));
        await drain(signal, () => purgeInboundKeys(store, now()));
        await drain(signal, () => dropUnusedFiles(services), 50);
        await purgeInboundHours(store, before);
        await purgeDeletedEndpoints(store, before);
      },
    },
    {
      name: 'publication retention',
      everyMs: HOUR_MS,
      run: (signal) => purgeOldPublications(services, signal),
    },
    {
      name: 'runs of rules',
      everyMs: HOUR_MS,
      async run(signal) {
        const before = ago(services.now, services.config.ruleRunRetentionDays * DAY_MS);
        await drain(signal, () => purgeRuleRuns(services.store, before));
      },
    },
  ],
} satisfies Module<AutomationDeps>;
