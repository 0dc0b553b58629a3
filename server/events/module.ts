import { DAY_MS, HOUR_MS } from '../../shared/durations';
import { listRetentions } from '../db/retentions';
import type { Module } from '../module';
import { ago, drain } from '../schedule';
import type { EventsDeps } from './context';
import { purgeEvents } from './system/retention';

export const eventsModule = {
  tags: [{ name: 'Events', of: ['events'], description: 'Log of all events in the workspace, in order.' }],

  jobs: ({ store, config, now }) => [
    {
      name: 'event retention',
      everyMs: HOUR_MS,
      async run(signal) {
        for await (const { id: workspaceId, eventDays } of listRetentions(store)) {
          const before = ago(now, (eventDays ?? config.eventRetentionDays) * DAY_MS);
          await drain(signal, () => purgeEvents(store, { workspaceId, before }));
        }
      },
    },
  ],
} satisfies Module<EventsDeps>;
