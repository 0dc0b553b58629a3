import { pageOf } from '../../../shared/page';
import { CreateReplay, ListReplays, Replay, ReplayId } from '../../../shared/webhooks/replays';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { cancelReplay, createReplay, getReplay, listReplays } from './replays';

const tags = ['Webhook deliveries'];
const place = { surface: 'links', alsoIn: ['whatsapp', 'automation'] } as const;
const reading = procedure('webhooks:read');
const writing = procedure('webhooks:write');

export const replaysRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/webhook-replays',
        tags,
        summary: 'List replays',
        description: 'Lists replays, newest first.',
      },
    })
    .input(optionalInput(ListReplays))
    .output(pageOf(Replay))
    .query(({ ctx, input }) => listReplays(ctx, input)),

  create: writing
    .meta({
      ...place,
      status: 202,
      errors: ['conflict', 'invalid_state', 'related_not_found', 'unprocessable'],
      examples: {
        request: { webhook_id: 'whk_01jd9x3k2mf8v9q4zt7w5b6n0c', mode: 'undelivered', after_sequence: 1500 },
      },
      openapi: {
        method: 'POST',
        path: '/webhook-replays',
        tags,
        summary: 'Create a replay',
        description:
          'Sends past events to a webhook again: failed events, events that were missed while the webhook was disabled, or all events. Give `created_after` or `after_sequence` as the start. With `dry_run` the events are only counted. A webhook can have one replay at a time.',
      },
    })
    .input(CreateReplay)
    .output(Replay)
    .mutation(({ ctx, input }) => createReplay(ctx, input)),

  get: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/webhook-replays/{replay_id}',
        tags,
        summary: 'Get a replay',
        description: 'Returns one replay with its progress.',
      },
    })
    .input(ReplayId)
    .output(Replay)
    .query(({ ctx, input }) => getReplay(ctx, input)),

  cancel: writing
    .meta({
      ...place,
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: '/webhook-replays/{replay_id}/cancel',
        tags,
        summary: 'Cancel a replay',
        description: 'Stops a replay. Deliveries that were already created are still sent.',
      },
    })
    .input(ReplayId)
    .output(Replay)
    .mutation(({ ctx, input }) => cancelReplay(ctx, input)),
});
