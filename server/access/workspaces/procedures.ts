import { z } from 'zod';

import { Member } from '../../../shared/access/members';
import {
  CreateWorkspace,
  DeleteWorkspace,
  OwnWorkspaces,
  TransferWorkspace,
  UpdateWorkspace,
  Workspace,
  WorkspaceId,
  WorkspaceOverview,
} from '../../../shared/access/workspaces';
import { readOverview } from '../../overview/overview';
import { memberProcedure, optionalInput, procedure, router, sessionProcedure } from '../../trpc/procedures';
import { transferOwnership } from '../members/transfer';
import { deleteWorkspace } from './delete';
import { createOwnWorkspace, getWorkspace, listOwnWorkspaces, updateWorkspace } from './service';

const surface = 'getting-started' as const;

export const workspacesRouter = router({
  list: sessionProcedure
    .meta({ surface })
    .input(optionalInput(z.strictObject({})))
    .output(OwnWorkspaces)
    .query(({ ctx }) => listOwnWorkspaces(ctx)),

  create: sessionProcedure
    .meta({ surface })
    .input(CreateWorkspace)
    .output(Workspace)
    .mutation(({ ctx, input }) => createOwnWorkspace(ctx, input)),

  get: procedure('workspace:read')
    .meta({
      surface,
      etag: true,
      openapi: {
        method: 'GET',
        path: '/workspaces/{workspace_id}',
        tags: ['Workspaces'],
        summary: 'Get the workspace',
        description: 'Returns the workspace of the calling key. `GET /me` returns its id.',
      },
    })
    .input(WorkspaceId)
    .output(Workspace)
    .query(({ ctx, input }) => getWorkspace(ctx, input.workspace_id)),

  update: procedure('workspace:write')
    .meta({
      surface,
      etag: true,
      openapi: {
        method: 'PATCH',
        path: '/workspaces/{workspace_id}',
        tags: ['Workspaces'],
        summary: 'Update the workspace',
        description: 'Updates the name and the settings of the workspace. Fields that you leave out keep their values.',
      },
    })
    .input(UpdateWorkspace)
    .output(Workspace)
    .mutation(({ ctx, input }) => updateWorkspace(ctx, input)),

  get_overview: memberProcedure('owner', 'admin', 'developer', 'viewer')
    .meta({ surface })
    .input(optionalInput(z.strictObject({})))
    .output(WorkspaceOverview)
    .query(({ ctx }) => readOverview(ctx)),

  transfer: memberProcedure('owner')
    .meta({ surface })
    .input(TransferWorkspace)
    .output(Member)
    .mutation(({ ctx, input }) => transferOwnership(ctx, input)),

  delete: memberProcedure('owner')
    .meta({ surface })
    .input(DeleteWorkspace)
    .output(Workspace)
    .mutation(({ ctx, input }) => deleteWorkspace(ctx, input)),
});
