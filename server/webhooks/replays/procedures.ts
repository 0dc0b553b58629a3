import { pageOf } from '../../../shared/page';
import { CreateReplay, ListReplays, Replay, ReplayId } from '../../../shared/webhooks/replays';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { cancelReplay, createReplay, getReplay, listReplays } from './service';

const read = routesFor('webhooks:read');
const write = routesFor('webhooks:write');

export const replaysRouter = router({
  list: read('GET /webhook-replays', 'List replays', {
    description: 'Lists replays, newest first.',
  }).run(ListReplays, pageOf(Replay), listReplays),

  create: write('POST /webhook-replays', 'Create a replay', {
    description:
      'Sends past events to a webhook again: failed events, events that were missed while the webhook was disabled, or all events. Give `created_after` or `after_sequence` as the start. With `dry_run` the events are only counted. A webhook can have one replay at a time.',
    status: 202,
    errors: ['conflict', 'invalid_state', 'related_not_found', 'unprocessable'],
    examples: {
      request: { webhook_id: 'whk_01jd9x3k2mf8v9q4zt7w5b6n0c', mode: 'undelivered', after_sequence: 1500 },
    },
  }).run(CreateReplay, Replay, createReplay),

  get: read('GET /webhook-replays/{replay_id}', 'Get a replay', {
    description: 'Returns one replay with its progress.',
  }).run(ReplayId, Replay, getReplay),

  cancel: write('POST /webhook-replays/{replay_id}/cancel', 'Cancel a replay', {
    description: 'Stops a replay. Deliveries that were already created are still sent.',
    errors: ['invalid_state'],
  }).run(ReplayId, Replay, cancelReplay),
});
