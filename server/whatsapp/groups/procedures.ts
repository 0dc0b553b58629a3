import { Group, GroupPage, GroupPreview } from '../../../shared/whatsapp/group';
import {
  CreateGroup,
  GroupId,
  JoinGroup,
  ListGroups,
  PreviewGroup,
  UpdateGroup,
} from '../../../shared/whatsapp/group-inputs';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { managed, MANAGED_ERRORS } from '../management';
import { createGroup } from './create';
import { joinGroup, previewGroup } from './invites';
import { deleteGroup, getGroup, leaveGroup, listGroups, updateGroup } from './service';

const read = routesFor('whatsapp.groups:read');
const write = routesFor('whatsapp.groups:write');

const JOINING_ERRORS = [...MANAGED_ERRORS, 'invalid_state', 'related_not_found'] as const;

export const groupsRouter = router({
  list: read('GET /whatsapp/instances/{instance_id}/groups', 'List groups', {
    description:
      'Lists the groups of the account. Groups that existed before the instance connected are loaded from the provider once.',
    capability: 'group.list',
    errors: ['unsupported_by_driver'],
  }).run(ListGroups, GroupPage, listGroups),

  create: write('POST /whatsapp/instances/{instance_id}/groups', 'Create a group', {
    description:
      'Creates a group. On `cloud`, the response is 202 and the group is `pending` until Meta confirms it with the event `whatsapp.group.created`; people join such a group with its invite link.',
    ...managed,
    status: 201,
    mayPend: true,
    capability: 'group.create',
    errors: [...MANAGED_ERRORS, 'related_not_found'],
    examples: { request: { subject: 'Crew' } },
  }).run(CreateGroup, Group, createGroup),

  get: read('GET /whatsapp/instances/{instance_id}/groups/{group_id}', 'Get a group', {
    description:
      'Returns one group with its participants. The data is loaded from the provider; if the provider does not answer, the stored data is returned.',
    ...managed,
    capability: 'group.info',
    errors: ['unsupported_by_driver'],
  }).run(GroupId, Group, getGroup),

  update: write('PATCH /whatsapp/instances/{instance_id}/groups/{group_id}', 'Update a group', {
    description:
      'Updates the given fields. `cloud` does not support `admins_only_messages`, `admins_only_settings`, `member_add_mode` and `message_lifetime_seconds`: a request with one of them changes nothing.',
    ...managed,
    capability: 'group.subject',
    errors: [...MANAGED_ERRORS, 'invalid_state', 'related_not_found'],
    examples: { request: { subject: 'Night crew' } },
  }).run(UpdateGroup, Group, updateGroup),

  delete: write('DELETE /whatsapp/instances/{instance_id}/groups/{group_id}', 'Delete a group', {
    description: 'Deletes the group for all participants. Switchboard keeps the group with the status `deleted`.',
    ...managed,
    capability: 'group.delete',
    errors: [...MANAGED_ERRORS, 'invalid_state', 'precondition_failed'],
  }).run(GroupId, deleteGroup),

  leave: write('POST /whatsapp/instances/{instance_id}/groups/{group_id}/leave', 'Leave a group', {
    description: 'Removes the account from the group. Returns the group.',
    ...managed,
    capability: 'group.leave',
    errors: [...MANAGED_ERRORS, 'invalid_state'],
  }).run(GroupId, Group, leaveGroup),

  join: write('POST /whatsapp/instances/{instance_id}/groups/join', 'Join a group', {
    description: 'Adds the account to the group of an invite link. Returns the group.',
    ...managed,
    capability: 'group.join',
    errors: JOINING_ERRORS,
  }).run(JoinGroup, Group, joinGroup),

  preview: read('GET /whatsapp/instances/{instance_id}/groups/preview', 'Preview a group', {
    description: 'Returns the public details of the group of an invite link, without joining.',
    ...managed,
    capability: 'group.preview',
    errors: JOINING_ERRORS,
  }).run(PreviewGroup, GroupPreview, previewGroup),
});
