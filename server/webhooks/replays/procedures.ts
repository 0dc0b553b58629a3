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
        summary: 'Replay past events',
        description:
          'Sends past events to a webhook: those that failed, those it missed while it was disabled, or all. It needs a time or a number to start after; `dry_run` only counts. A webhook has one replay at a time.',
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
        summary: 'Read a replay',
        description: 'Returns a replay with how far it is.',
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
        description: 'Adds no further deliveries; those that were added are sent.',
      },
    })
    .input(ReplayId)
    .output(Replay)
    .mutation(({ ctx, input }) => cancelReplay(ctx, input)),
});
