import { DAY_MS, HOUR_MS, SECOND_MS } from '../../shared/durations';
import { listRetentions } from '../db/retentions';
import type { Module } from '../module';
import { ago, drain } from '../schedule';
import { utcDay } from '../times';
import type { AiDeps } from './context';
import { settleLostCalls } from './gateway/lost-calls';
import { purgeProviderFailures } from './system/provider-health';
import { hasOutdatedAiRequests, purgeAiRequests, purgeAiUsage } from './system/requests';

const REQUEST_DAYS = 90;
const USAGE_DAYS = 760;

export const aiModule = {
  tags: [
    {
      name: 'Models',
      of: ['models'],
      after: 'Me',
      description: 'AI models of the workspace, in the format of the OpenAI API.',
    },
    {
      name: 'Model gateway',
      of: ['chat', 'responses', 'messages', 'embeddings', 'audio', 'ai'],
      after: 'Models',
      description:
        'Calls of AI models in the formats of the OpenAI and Anthropic APIs, metered and limited by budgets.',
    },
  ],

  jobs: (services) => [
    {
      name: 'lost ai calls',
      everyMs: 10 * SECOND_MS,
      run: (signal) => settleLostCalls(services, signal),
    },
    {
      name: 'ai request retention',
      everyMs: HOUR_MS,
      async run(signal) {
        const before = ago(services.now, REQUEST_DAYS * DAY_MS);
        const outdated = listRetentions(services.store, () => hasOutdatedAiRequests(services.store, before));
        for await (const { id: workspaceId } of outdated) {
          await drain(signal, () => purgeAiRequests(services.store, { workspaceId, before }));
          if (signal.aborted) return;
        }
        await purgeAiUsage(services.store, utcDay(ago(services.now, USAGE_DAYS * DAY_MS)));
        await purgeProviderFailures(services.store, ago(services.now, REQUEST_DAYS * DAY_MS));
      },
    },
  ],
} satisfies Module<AiDeps>;
