import { DAY_MS, HOUR_MS } from '../../shared/durations';
import { listRetentions } from '../db/retentions';
import type { Module } from '../module';
import { ago, drain } from '../schedule';
import type { EventsDeps } from './context';
import { firstEventIsBefore, purgeEvents } from './system/retention';

export const eventsModule = {
  tags: [{ name: 'Events', of: ['events'], description: 'Log of all events in the workspace, in order.' }],

  jobs: ({ store, config, now }) => {
    const beforeOf = ({ eventDays }: { eventDays: number | null }): Date =>
      ago(now, (eventDays ?? config.eventRetentionDays) * DAY_MS);
    return [
      {
        name: 'event retention',
        everyMs: HOUR_MS,
        async run(signal) {
          const outdated = listRetentions(store, (days) => firstEventIsBefore(store, beforeOf(days)));
          for await (const workspace of outdated) {
            const of = { workspaceId: workspace.id, before: beforeOf(workspace) };
            await drain(signal, () => purgeEvents(store, of));
          }
        },
      },
    ];
  },
} satisfies Module<EventsDeps>;
