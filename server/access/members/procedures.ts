import { z } from 'zod';

import { ListMembers, Member, MemberId, RemoveMember, UpdateMember } from '../../../shared/access/members';
import { pageOf } from '../../../shared/page';
import { memberProcedure, optionalInput, procedure, router } from '../../trpc/procedures';
import { leaveWorkspace, removeMember } from './remove';
import { getMember, listMembers, updateMember } from './service';

const surface = 'getting-started' as const;

export const membersRouter = router({
  list: procedure('workspace:read')
    .meta({
      surface,
      openapi: {
        method: 'GET',
        path: '/members',
        tags: ['Members'],
        summary: 'List members',
        description:
          'Lists the members of the workspace and their roles, oldest first. Members cannot be changed with an API key.',
      },
    })
    .input(optionalInput(ListMembers))
    .output(pageOf(Member))
    .query(({ ctx, input }) => listMembers(ctx, input)),

  get: procedure('workspace:read')
    .meta({
      surface,
      etag: true,
      openapi: {
        method: 'GET',
        path: '/members/{member_id}',
        tags: ['Members'],
        summary: 'Get a member',
        description: 'Returns one member of the workspace.',
      },
    })
    .input(MemberId)
    .output(Member)
    .query(({ ctx, input }) => getMember(ctx, input.member_id)),

  update: memberProcedure('owner', 'admin')
    .meta({ surface })
    .input(UpdateMember)
    .output(Member)
    .mutation(({ ctx, input }) => updateMember(ctx, input)),

  remove: memberProcedure('owner', 'admin')
    .meta({ surface })
    .input(RemoveMember)
    .output(Member)
    .mutation(({ ctx, input }) => removeMember(ctx, input)),

  leave: memberProcedure('owner', 'admin', 'developer', 'viewer')
    .meta({ surface })
    .input(optionalInput(z.strictObject({})))
    .output(Member)
    .mutation(({ ctx }) => leaveWorkspace(ctx)),
});
