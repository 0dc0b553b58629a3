import { Group, GroupPage } from '../../../shared/whatsapp/group';
import { CreateGroup, GroupId, ListGroups, UpdateGroup } from '../../../shared/whatsapp/group-inputs';
import { procedure, router } from '../../trpc/procedures';
import { managed, MANAGED_ERRORS } from '../management';
import { createGroup } from './create';
import { deleteGroup, getGroup, leaveGroup, listGroups, updateGroup } from './service';

const tags = ['WhatsApp groups'];
const GROUPS = '/whatsapp/instances/{instance_id}/groups';
const GROUP = `${GROUPS}/{group_id}` as const;
const reading = procedure('whatsapp.groups:read');
const writing = procedure('whatsapp.groups:write');

export const groupsRouter = router({
  list: reading
    .meta({
      surface: 'whatsapp',
      capability: 'group.list',
      errors: ['unsupported_by_driver'],
      openapi: {
        method: 'GET',
        path: GROUPS,
        tags,
        summary: 'List groups',
        description:
          'Lists the groups of the account. Groups that existed before the instance connected are loaded from the provider once.',
      },
    })
    .input(ListGroups)
    .output(GroupPage)
    .query(({ ctx, input }) => listGroups(ctx, input)),

  create: writing
    .meta({
      ...managed,
      status: 201,
      mayPend: true,
      capability: 'group.create',
      errors: [...MANAGED_ERRORS, 'related_not_found'],
      examples: { request: { subject: 'Crew' } },
      openapi: {
        method: 'POST',
        path: GROUPS,
        tags,
        summary: 'Create a group',
        description:
          'Creates a group. On `cloud`, the response is 202 and the group is `pending` until Meta confirms it with the event `whatsapp.group.created`; people join such a group with its invite link.',
      },
    })
    .input(CreateGroup)
    .output(Group)
    .mutation(({ ctx, input }) => createGroup(ctx, input)),

  get: reading
    .meta({
      ...managed,
      etag: true,
      capability: 'group.info',
      errors: ['unsupported_by_driver'],
      openapi: {
        method: 'GET',
        path: GROUP,
        tags,
        summary: 'Get a group',
        description:
          'Returns one group with its participants. The data is loaded from the provider; if the provider does not answer, the stored data is returned.',
      },
    })
    .input(GroupId)
    .output(Group)
    .query(({ ctx, input }) => getGroup(ctx, input)),

  update: writing
    .meta({
      ...managed,
      etag: true,
      capability: 'group.subject',
      errors: [...MANAGED_ERRORS, 'invalid_state', 'precondition_failed', 'related_not_found'],
      examples: { request: { subject: 'Night crew' } },
      openapi: {
        method: 'PATCH',
        path: GROUP,
        tags,
        summary: 'Update a group',
        description:
          'Updates the given fields. `cloud` does not support `announce`, `locked`, `member_add_mode` and `ephemeral_seconds`: a request with one of them changes nothing.',
      },
    })
    .input(UpdateGroup)
    .output(Group)
    .mutation(({ ctx, input }) => updateGroup(ctx, input)),

  delete: writing
    .meta({
      ...managed,
      status: 204,
      capability: 'group.delete',
      errors: [...MANAGED_ERRORS, 'invalid_state', 'precondition_failed'],
      openapi: {
        method: 'DELETE',
        path: GROUP,
        tags,
        summary: 'Delete a group',
        description: 'Deletes the group for all participants. Switchboard keeps the group with the status `deleted`.',
      },
    })
    .input(GroupId)
    .mutation(({ ctx, input }) => deleteGroup(ctx, input)),

  leave: writing
    .meta({
      ...managed,
      capability: 'group.leave',
      errors: [...MANAGED_ERRORS, 'invalid_state'],
      openapi: {
        method: 'POST',
        path: `${GROUP}/leave`,
        tags,
        summary: 'Leave a group',
        description: 'Removes the account from the group. Returns the group.',
      },
    })
    .input(GroupId)
    .output(Group)
    .mutation(({ ctx, input }) => leaveGroup(ctx, input)),
});
