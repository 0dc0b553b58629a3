import { Publication, PublicationPage } from '../../../shared/automation/publication';
import {
  PublicationChange,
  PublicationChangeBody,
  PublicationId,
  PublicationInput,
} from '../../../shared/automation/publication-inputs';
import { PublicationPreview } from '../../../shared/automation/publication-preview';
import { ListPublications, RejectPublication, RetryPublication } from '../../../shared/automation/publication-verbs';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { cancelPublication } from './cancel';
import { previewForCaller } from './compose/preview';
import { duplicatePublication } from './copy';
import { createPublication } from './create';
import { listDeliveriesOfPublication } from './deliveries/procedures';
import { retryPublication } from './deliveries/retry';
import { getPublication, listPublications } from './list';
import { pausePublication, resumePublication } from './pause';
import { approvePublication, publishPublication, rejectPublication } from './release';
import { deletePublication } from './remove';
import { updatePublication } from './update';

const place = { surface: 'automation' } as const;
const tags = ['Publications'];
const reading = procedure('automation.publications:read');
const writing = procedure('automation.publications:write');
const PUBLICATIONS = '/publications';
const PUBLICATION = `${PUBLICATIONS}/{publication_id}` as const;
const REFUSALS = ['conflict', 'related_not_found', 'unprocessable'] as const;

export const publicationsRouter = router({
  list_deliveries: listDeliveriesOfPublication,

  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: PUBLICATIONS,
        tags,
        summary: 'List publications',
        description: 'Lists publications, newest first, with their deliveries counted by status.',
      },
    })
    .input(optionalInput(ListPublications))
    .output(PublicationPage)
    .query(({ ctx, input }) => listPublications(ctx, input)),

  create: writing
    .meta({
      ...place,
      status: 202,
      madeIn: PUBLICATIONS,
      errors: [...REFUSALS],
      bodySchema: PublicationInput,
      openapi: {
        method: 'POST',
        path: PUBLICATIONS,
        tags,
        summary: 'Publish',
        description:
          'Takes a publication in and answers before it is sent: its `status`, its deliveries and events tell how far it gets. What cannot be published is refused with every issue at once; a channel that is offline is no reason to refuse, its deliveries wait. Takes an `Idempotency-Key`.',
      },
    })
    .input(PublicationInput)
    .output(Publication)
    .mutation(({ ctx, input }) => createPublication(ctx, input)),

  preview: reading
    .meta({
      ...place,
      idempotency: 'none',
      bodySchema: PublicationInput,
      openapi: {
        method: 'POST',
        path: `${PUBLICATIONS}/preview`,
        tags,
        summary: 'Preview a publication',
        description:
          'Shows what recipients would get and what is wrong with it, without any effect. The body is that of `automation.publications.create`.',
      },
    })
    .input(PublicationInput)
    .output(PublicationPreview)
    .mutation(({ ctx, input }) => previewForCaller(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: PUBLICATION,
        tags,
        summary: 'Read a publication',
        description: 'Returns one publication.',
      },
    })
    .input(PublicationId)
    .output(Publication)
    .query(({ ctx, input }) => getPublication(ctx, input)),

  update: writing
    .meta({
      ...place,
      etag: true,
      errors: [...REFUSALS, 'invalid_state', 'precondition_failed'],
      bodySchema: PublicationChangeBody,
      openapi: {
        method: 'PATCH',
        path: PUBLICATION,
        tags,
        summary: 'Change a publication',
        description:
          'Changes the given fields of a publication that is `draft`, `scheduled` or `paused`; null clears. Recipients who were sent it already keep what they got.',
      },
    })
    .input(PublicationChange)
    .output(Publication)
    .mutation(({ ctx, input }) => updatePublication(ctx, input)),

  delete: writing
    .meta({
      ...place,
      status: 204,
      errors: ['invalid_state', 'precondition_failed'],
      openapi: {
        method: 'DELETE',
        path: PUBLICATION,
        tags,
        summary: 'Delete a draft',
        description: 'Removes a publication that is a `draft`; any other is kept, and can be canceled.',
      },
    })
    .input(PublicationId)
    .mutation(({ ctx, input }) => deletePublication(ctx, input)),

  publish: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state', 'precondition_failed', 'unprocessable'],
      openapi: {
        method: 'POST',
        path: `${PUBLICATION}/publish`,
        tags,
        summary: 'Publish a draft',
        description: 'Schedules a `draft`, or publishes it at once where its time is now or past.',
      },
    })
    .input(PublicationId)
    .output(Publication)
    .mutation(({ ctx, input }) => publishPublication(ctx, input)),

  cancel: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state', 'precondition_failed'],
      openapi: {
        method: 'POST',
        path: `${PUBLICATION}/cancel`,
        tags,
        summary: 'Cancel a publication',
        description:
          'Calls off what was not sent yet, also what a channel still holds in its queue. Frees the slot that it had.',
      },
    })
    .input(PublicationId)
    .output(Publication)
    .mutation(({ ctx, input }) => cancelPublication(ctx, input)),

  pause: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state', 'precondition_failed'],
      openapi: {
        method: 'POST',
        path: `${PUBLICATION}/pause`,
        tags,
        summary: 'Pause a publication',
        description: 'Holds what was not sent yet, also what a channel still holds in its queue.',
      },
    })
    .input(PublicationId)
    .output(Publication)
    .mutation(({ ctx, input }) => pausePublication(ctx, input)),

  resume: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state', 'precondition_failed'],
      openapi: {
        method: 'POST',
        path: `${PUBLICATION}/resume`,
        tags,
        summary: 'Resume a publication',
        description: 'Lets a paused publication go on: at its time, or at once where that has passed.',
      },
    })
    .input(PublicationId)
    .output(Publication)
    .mutation(({ ctx, input }) => resumePublication(ctx, input)),

  retry: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state', 'precondition_failed'],
      openapi: {
        method: 'POST',
        path: `${PUBLICATION}/retry`,
        tags,
        summary: 'Publish again to those who missed it',
        description:
          'Sends deliveries again that `failed` or `expired`; with `may_duplicate` also those that are `unconfirmed`.',
      },
    })
    .input(RetryPublication)
    .output(Publication)
    .mutation(({ ctx, input }) => retryPublication(ctx, input)),

  approve: writing
    .meta({
      ...place,
      status: 202,
      errors: ['insufficient_role', 'invalid_state', 'precondition_failed', 'unprocessable'],
      openapi: {
        method: 'POST',
        path: `${PUBLICATION}/approve`,
        tags,
        summary: 'Approve a publication',
        description: 'Lets a publication go that waits for it. The key that made a publication cannot approve it.',
      },
    })
    .input(PublicationId)
    .output(Publication)
    .mutation(({ ctx, input }) => approvePublication(ctx, input)),

  reject: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state', 'precondition_failed'],
      openapi: {
        method: 'POST',
        path: `${PUBLICATION}/reject`,
        tags,
        summary: 'Reject a publication',
        description: 'Calls off a publication that waits for an approval.',
      },
    })
    .input(RejectPublication)
    .output(Publication)
    .mutation(({ ctx, input }) => rejectPublication(ctx, input)),

  duplicate: writing
    .meta({
      ...place,
      status: 201,
      madeIn: PUBLICATIONS,
      errors: ['related_not_found', 'unprocessable'],
      openapi: {
        method: 'POST',
        path: `${PUBLICATION}/duplicate`,
        tags,
        summary: 'Duplicate a publication',
        description: 'Makes a draft of the same content, recipients and time, with short links of its own.',
      },
    })
    .input(PublicationId)
    .output(Publication)
    .mutation(({ ctx, input }) => duplicatePublication(ctx, input)),
});
