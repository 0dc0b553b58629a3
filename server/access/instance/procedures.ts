import {
  InstanceUser,
  InstanceUserPage,
  InstanceWorkspace,
  InstanceWorkspacePage,
  ListInstance,
  ResetLink,
  SuspendWorkspace,
  UserId,
} from '../../../shared/access/instance';
import { WorkspaceId } from '../../../shared/access/workspaces';
import { adminProcedure, optionalInput, router } from '../../trpc/procedures';
import { issueResetLink, listInstanceUsers, resumeUser, suspendUser } from './users';
import { listInstanceWorkspaces, resumeWorkspace, suspendWorkspace } from './workspaces';

export const instanceRouter = router({
  users: router({
    list: adminProcedure
      .input(optionalInput(ListInstance))
      .output(InstanceUserPage)
      .query(({ ctx, input }) => listInstanceUsers(ctx, input)),

    suspend: adminProcedure
      .input(UserId)
      .output(InstanceUser)
      .mutation(({ ctx, input }) => suspendUser(ctx, input)),

    resume: adminProcedure
      .input(UserId)
      .output(InstanceUser)
      .mutation(({ ctx, input }) => resumeUser(ctx, input)),

    reset_link: adminProcedure
      .meta({ shownOnce: ['url'] })
      .input(UserId)
      .output(ResetLink)
      .mutation(({ ctx, input }) => issueResetLink(ctx, input)),
  }),

  workspaces: router({
    list: adminProcedure
      .input(optionalInput(ListInstance))
      .output(InstanceWorkspacePage)
      .query(({ ctx, input }) => listInstanceWorkspaces(ctx, input)),

    suspend: adminProcedure
      .input(SuspendWorkspace)
      .output(InstanceWorkspace)
      .mutation(({ ctx, input }) => suspendWorkspace(ctx, input)),

    resume: adminProcedure
      .input(WorkspaceId)
      .output(InstanceWorkspace)
      .mutation(({ ctx, input }) => resumeWorkspace(ctx, input)),
  }),
});
