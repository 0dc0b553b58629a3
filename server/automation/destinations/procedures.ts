import { ChannelId, ChannelInfo, ChannelList } from '../../../shared/automation/channel';
import { DestinationPage, ListDestinations } from '../../../shared/automation/destination';
import { NoInput, router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { getChannel, listChannels } from './channels';
import { listDestinations } from './destinations';

const read = routesFor('automation.publications:read');

export const channelsRouter = router({
  list: read('GET /channels', 'List channels', {
    description:
      'Lists the channels that you can publish to, with their capabilities and the schemas of their targets and overrides.',
  }).run(NoInput, ChannelList, listChannels),

  get: read('GET /channels/{kind}', 'Get a channel', {
    description: 'Returns one channel with its capabilities and the schemas of its targets and overrides.',
  }).run(ChannelId, ChannelInfo, getChannel),
});

export const destinationsRouter = router({
  list: read('GET /destinations', 'List destinations', {
    description:
      'Lists the groups, people and webhooks that you can publish to, by name. Use the `id` of a destination in `targets` of a publication. Phone numbers are masked unless your key can read contacts.',
  }).run(ListDestinations, DestinationPage, listDestinations),
});
