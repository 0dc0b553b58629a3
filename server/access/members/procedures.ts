import { ListMembers, Member, MemberId, RemoveMember, UpdateMember } from '../../../shared/access/members';
import { pageOf } from '../../../shared/page';
import { memberProcedure, NoInput, router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { leaveWorkspace, removeMember } from './remove';
import { getMember, listMembers, updateMember } from './service';

const read = routesFor('workspace:read');

export const membersRouter = router({
  list: read('GET /members', 'List members', {
    description:
      'Lists the members of the workspace and their roles, oldest first. Members cannot be changed with an API key.',
  }).run(ListMembers, pageOf(Member), listMembers),

  get: read('GET /members/{member_id}', 'Get a member', {
    description: 'Returns one member of the workspace.',
  }).run(MemberId, Member, (ctx, input) => getMember(ctx, input.member_id)),

  update: memberProcedure('owner', 'admin').mutation(UpdateMember, Member, updateMember),

  remove: memberProcedure('owner', 'admin').mutation(RemoveMember, Member, removeMember),

  leave: memberProcedure('owner', 'admin', 'developer', 'viewer').mutation(NoInput, Member, leaveWorkspace),
});
