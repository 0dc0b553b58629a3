import { Publication, PublicationPage } from '../../../shared/automation/publication';
import {
  PublicationChange,
  PublicationChangeBody,
  PublicationId,
  PublicationInput,
} from '../../../shared/automation/publication-inputs';
import { PublicationPreview } from '../../../shared/automation/publication-preview';
import { ListPublications, RejectPublication, RetryPublication } from '../../../shared/automation/publication-verbs';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { previewForCaller } from './compose/preview';
import { duplicatePublication } from './copy';
import { createPublication } from './create';
import { listDeliveriesOfPublication } from './deliveries/procedures';
import { retryPublication } from './deliveries/retry';
import { getPublication, listPublications } from './list';
import {
  approvePublication,
  cancelPublication,
  deletePublication,
  pausePublication,
  publishPublication,
  rejectPublication,
  resumePublication,
} from './transitions';
import { updatePublication } from './update';

const read = routesFor('automation.publications:read');
const write = routesFor('automation.publications:write');
const REFUSALS = ['conflict', 'related_not_found', 'unprocessable'] as const;

export const publicationsRouter = router({
  list_deliveries: listDeliveriesOfPublication,

  list: read('GET /publications', 'List publications', {
    description: 'Lists publications, newest first, with the number of deliveries in each status.',
  }).run(ListPublications, PublicationPage, listPublications),

  create: write('POST /publications', 'Create a publication', {
    description:
      'Creates a publication and returns it before it is sent. Follow the progress in `status`, in the deliveries or with events. A publication that cannot be sent is rejected with all its issues at once. If a channel is offline, the publication is accepted and its deliveries wait. Supports `Idempotency-Key`.',
    status: 202,
    madeIn: '/publications',
    errors: REFUSALS,
    bodySchema: PublicationInput,
  }).run(PublicationInput, Publication, createPublication),

  preview: read('POST /publications/preview', 'Preview a publication', {
    description:
      'Returns what recipients would get and all issues of a publication, without creating it. The body is the same as for `automation.publications.create`.',
    idempotency: 'none',
    bodySchema: PublicationInput,
  }).run(PublicationInput, PublicationPreview, previewForCaller),

  get: read('GET /publications/{publication_id}', 'Get a publication', {
    description: 'Returns one publication.',
  }).run(PublicationId, Publication, getPublication),

  update: write('PATCH /publications/{publication_id}', 'Update a publication', {
    description:
      'Updates the given fields of a publication that is `draft`, `scheduled` or `paused`; null clears a field. Messages that were already sent do not change.',
    errors: [...REFUSALS, 'invalid_state'],
    bodySchema: PublicationChangeBody,
  }).run(PublicationChange, Publication, updatePublication),

  delete: write('DELETE /publications/{publication_id}', 'Delete a draft publication', {
    description:
      'Deletes a publication with the status `draft`. Other publications cannot be deleted; cancel them instead.',
    errors: ['invalid_state', 'precondition_failed'],
  }).run(PublicationId, deletePublication),

  publish: write('POST /publications/{publication_id}/publish', 'Publish a draft', {
    description:
      'Schedules a publication with the status `draft`, or publishes it at once if its time is now or in the past.',
    status: 202,
    errors: ['invalid_state', 'precondition_failed', 'unprocessable'],
  }).run(PublicationId, Publication, publishPublication),

  cancel: write('POST /publications/{publication_id}/cancel', 'Cancel a publication', {
    description:
      'Cancels all deliveries that were not sent yet, including messages in the queue of a channel. The time slot of the publication becomes free.',
    status: 202,
    errors: ['invalid_state', 'precondition_failed'],
  }).run(PublicationId, Publication, cancelPublication),

  pause: write('POST /publications/{publication_id}/pause', 'Pause a publication', {
    description: 'Pauses all deliveries that were not sent yet, including messages in the queue of a channel.',
    status: 202,
    errors: ['invalid_state', 'precondition_failed'],
  }).run(PublicationId, Publication, pausePublication),

  resume: write('POST /publications/{publication_id}/resume', 'Resume a publication', {
    description: 'Resumes a paused publication: at its scheduled time, or at once if that time has passed.',
    status: 202,
    errors: ['invalid_state', 'precondition_failed'],
  }).run(PublicationId, Publication, resumePublication),

  retry: write('POST /publications/{publication_id}/retry', 'Retry a publication', {
    description:
      'Sends the deliveries with the status `failed` or `expired` again. With `retry_unconfirmed`, also sends `unconfirmed` deliveries again, which may already have arrived.',
    status: 202,
    errors: ['invalid_state', 'precondition_failed'],
  }).run(RetryPublication, Publication, retryPublication),

  approve: write('POST /publications/{publication_id}/approve', 'Approve a publication', {
    description:
      'Approves a publication with the status `pending_approval`, so that it is sent. The key that created a publication cannot approve it.',
    status: 202,
    errors: ['insufficient_role', 'invalid_state', 'precondition_failed', 'unprocessable'],
  }).run(PublicationId, Publication, approvePublication),

  reject: write('POST /publications/{publication_id}/reject', 'Reject a publication', {
    description: 'Rejects a publication with the status `pending_approval`. The publication is canceled.',
    status: 202,
    errors: ['invalid_state', 'precondition_failed'],
  }).run(RejectPublication, Publication, rejectPublication),

  duplicate: write('POST /publications/{publication_id}/duplicate', 'Duplicate a publication', {
    description: 'Creates a draft with the same content, recipients and schedule, and with new short links.',
    status: 201,
    madeIn: '/publications',
    errors: ['related_not_found', 'unprocessable'],
  }).run(PublicationId, Publication, duplicatePublication),
});
