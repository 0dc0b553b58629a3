import { Branding, UpdateBranding } from '../../../shared/access/branding';
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
import { adminProcedure, NoInput, router } from '../../trpc/procedures';
import { getBranding, updateBranding } from './branding';
import { issueResetLink, listInstanceUsers, resumeUser, suspendUser } from './users';
import { listInstanceWorkspaces, resumeWorkspace, suspendWorkspace } from './workspaces';

export const instanceRouter = router({
  users: router({
    list: adminProcedure.query(ListInstance, InstanceUserPage, listInstanceUsers),

    suspend: adminProcedure.mutation(UserId, InstanceUser, suspendUser),

    resume: adminProcedure.mutation(UserId, InstanceUser, resumeUser),

    reset_link: adminProcedure.meta({ shownOnce: ['url'] }).mutation(UserId, ResetLink, issueResetLink),
  }),

  branding: router({
    get: adminProcedure.query(NoInput, Branding, getBranding),

    update: adminProcedure.mutation(UpdateBranding, Branding, updateBranding),
  }),

  workspaces: router({
    list: adminProcedure.query(ListInstance, InstanceWorkspacePage, listInstanceWorkspaces),

    suspend: adminProcedure.mutation(SuspendWorkspace, InstanceWorkspace, suspendWorkspace),

    resume: adminProcedure.mutation(WorkspaceId, InstanceWorkspace, resumeWorkspace),
  }),
});
