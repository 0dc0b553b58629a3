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
        description: 'Lists publications, newest first, with the number of deliveries in each status.',
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
        summary: 'Create a publication',
        description:
          'Creates a publication and returns it before it is sent. Follow the progress in `status`, in the deliveries or with events. A publication that cannot be sent is rejected with all its issues at once. If a channel is offline, the publication is accepted and its deliveries wait. Supports `Idempotency-Key`.',
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
          'Returns what recipients would get and all issues of a publication, without creating it. The body is the same as for `automation.publications.create`.',
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
        summary: 'Get a publication',
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
        summary: 'Update a publication',
        description:
          'Updates the given fields of a publication that is `draft`, `scheduled` or `paused`; null clears a field. Messages that were already sent do not change.',
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
        summary: 'Delete a draft publication',
        description:
          'Deletes a publication with the status `draft`. Other publications cannot be deleted; cancel them instead.',
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
        description:
          'Schedules a publication with the status `draft`, or publishes it at once if its time is now or in the past.',
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
          'Cancels all deliveries that were not sent yet, including messages in the queue of a channel. The time slot of the publication becomes free.',
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
        description: 'Pauses all deliveries that were not sent yet, including messages in the queue of a channel.',
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
        description: 'Resumes a paused publication: at its scheduled time, or at once if that time has passed.',
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
        summary: 'Retry a publication',
        description:
          'Sends the deliveries with the status `failed` or `expired` again. With `may_duplicate`, also sends `unconfirmed` deliveries again, which may already have arrived.',
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
        description:
          'Approves a publication with the status `pending_approval`, so that it is sent. The key that created a publication cannot approve it.',
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
        description: 'Rejects a publication with the status `pending_approval`. The publication is canceled.',
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
        description: 'Creates a draft with the same content, recipients and schedule, and with new short links.',
      },
    })
    .input(PublicationId)
    .output(Publication)
    .mutation(({ ctx, input }) => duplicatePublication(ctx, input)),
});
