import { z } from 'zod';

import { ChannelId, ChannelInfo, ChannelList } from '../../../shared/automation/channel';
import { DestinationPage, ListDestinations } from '../../../shared/automation/destination';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { listDestinations } from './destinations';
import { getChannel, listChannels } from './list';

const place = { surface: 'automation' } as const;
const reading = procedure('automation.publications:read');

export const channelsRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/channels',
        tags: ['Channels'],
        summary: 'List channels',
        description:
          'Lists what can be published to: what each channel takes, and the schemas of its targets and overrides.',
      },
    })
    .input(optionalInput(z.strictObject({})))
    .output(ChannelList)
    .query(({ ctx }) => listChannels(ctx)),

  get: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/channels/{kind}',
        tags: ['Channels'],
        summary: 'Read a channel',
        description: 'Reads one channel.',
      },
    })
    .input(ChannelId)
    .output(ChannelInfo)
    .query(({ ctx, input }) => getChannel(ctx, input)),
});

export const destinationsRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/destinations',
        tags: ['Destinations'],
        summary: 'List destinations',
        description:
          'Lists the groups, people and webhooks that you can publish to, by name. An `id` goes into `targets` as it is. Numbers are masked unless you read contacts.',
      },
    })
    .input(optionalInput(ListDestinations))
    .output(DestinationPage)
    .query(({ ctx, input }) => listDestinations(ctx, input)),
});
