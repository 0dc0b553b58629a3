import { z } from 'zod';

import { ListMembers, Member, MemberId, RemoveMember, UpdateMember } from '../../../shared/access/members';
import { pageOf } from '../../../shared/page';
import { memberProcedure, optionalInput, router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { leaveWorkspace, removeMember } from './remove';
import { getMember, listMembers, updateMember } from './service';

const read = routesFor('workspace:read');

export const membersRouter = router({
  list: read('GET /members', 'List members', {
    description:
      'Lists the members of the workspace and their roles, oldest first. Members cannot be changed with an API key.',
  })
    .input(optionalInput(ListMembers))
    .output(pageOf(Member))
    .query(({ ctx, input }) => listMembers(ctx, input)),

  get: read('GET /members/{member_id}', 'Get a member', {
    description: 'Returns one member of the workspace.',
  })
    .input(MemberId)
    .output(Member)
    .query(({ ctx, input }) => getMember(ctx, input.member_id)),

  update: memberProcedure('owner', 'admin')
    .input(UpdateMember)
    .output(Member)
    .mutation(({ ctx, input }) => updateMember(ctx, input)),

  remove: memberProcedure('owner', 'admin')
    .input(RemoveMember)
    .output(Member)
    .mutation(({ ctx, input }) => removeMember(ctx, input)),

  leave: memberProcedure('owner', 'admin', 'developer', 'viewer')
    .input(optionalInput(z.strictObject({})))
    .output(Member)
    .mutation(({ ctx }) => leaveWorkspace(ctx)),
});
