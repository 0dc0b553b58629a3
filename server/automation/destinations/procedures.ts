import { z } from 'zod';

import { ChannelId, ChannelInfo, ChannelList } from '../../../shared/automation/channel';
import { DestinationPage, ListDestinations } from '../../../shared/automation/destination';
import { optionalInput, router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { listDestinations } from './destinations';
import { getChannel, listChannels } from './list';

const read = routesFor('automation.publications:read');

export const channelsRouter = router({
  list: read('GET /channels', 'List channels', {
    description:
      'Lists the channels that you can publish to, with their capabilities and the schemas of their targets and overrides.',
  })
    .input(optionalInput(z.strictObject({})))
    .output(ChannelList)
    .query(({ ctx }) => listChannels(ctx)),

  get: read('GET /channels/{kind}', 'Get a channel', {
    description: 'Returns one channel with its capabilities and the schemas of its targets and overrides.',
  })
    .input(ChannelId)
    .output(ChannelInfo)
    .query(({ ctx, input }) => getChannel(ctx, input)),
});

export const destinationsRouter = router({
  list: read('GET /destinations', 'List destinations', {
    description:
      'Lists the groups, people and webhooks that you can publish to, by name. Use the `id` of a destination in `targets` of a publication. Phone numbers are masked unless your key can read contacts.',
  })
    .input(optionalInput(ListDestinations))
    .output(DestinationPage)
    .query(({ ctx, input }) => listDestinations(ctx, input)),
});
