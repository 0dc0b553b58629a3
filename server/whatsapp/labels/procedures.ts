import { CreateLabel, Label, LabelId, LabelPage, ListLabels, UpdateLabel } from '../../../shared/whatsapp/chat-label';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { managed, MANAGED_ERRORS } from '../management';
import { createLabel, deleteLabel, getLabel, listLabels, updateLabel } from './service';

const read = routesFor('whatsapp.contacts:read');
const write = routesFor('whatsapp.contacts:write');

export const labelsRouter = router({
  list: read('GET /whatsapp/instances/{instance_id}/labels', 'List labels', {
    description: 'Lists the labels of an instance, newest first. Set the labels of a chat with an update of the chat.',
    capability: 'chat.labels',
    errors: ['unsupported_by_driver'],
  }).run(ListLabels, LabelPage, listLabels),

  create: write('POST /whatsapp/instances/{instance_id}/labels', 'Create a label', {
    description:
      'Creates a label for chats. On `web`, the phone has it too, if its account is one of WhatsApp Business. An instance can have at most 100 labels.',
    status: 201,
    ...managed,
    capability: 'chat.labels',
    errors: [...MANAGED_ERRORS, 'conflict'],
    examples: { request: { name: 'New customer', color: 3 } },
  }).run(CreateLabel, Label, createLabel),

  get: read('GET /whatsapp/instances/{instance_id}/labels/{label_id}', 'Get a label', {
    description: 'Returns one label.',
    capability: 'chat.labels',
    errors: ['unsupported_by_driver'],
    etag: true,
  }).run(LabelId, Label, getLabel),

  update: write('PATCH /whatsapp/instances/{instance_id}/labels/{label_id}', 'Update a label', {
    description:
      'Updates the name or the color of a label. Its chats show the change at once, without events of theirs.',
    ...managed,
    capability: 'chat.labels',
    errors: [...MANAGED_ERRORS, 'conflict', 'precondition_failed'],
    examples: { request: { name: 'Regular customer' } },
  }).run(UpdateLabel, Label, updateLabel),

  delete: write('DELETE /whatsapp/instances/{instance_id}/labels/{label_id}', 'Delete a label', {
    description: 'Deletes a label. Its chats lose it, without events of theirs.',
    ...managed,
    capability: 'chat.labels',
    errors: [...MANAGED_ERRORS, 'precondition_failed'],
  }).run(LabelId, deleteLabel),
});
