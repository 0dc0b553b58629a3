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
} from '../../../shared/access/workspaces';
import { memberProcedure, optionalInput, router, sessionProcedure } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { transferOwnership } from '../members/transfer';
import { deleteWorkspace } from './delete';
import { createOwnWorkspace, getWorkspace, listOwnWorkspaces, updateWorkspace } from './service';

const read = routesFor('workspace:read');
const write = routesFor('workspace:write');

export const workspacesRouter = router({
  list: sessionProcedure
    .input(optionalInput(z.strictObject({})))
    .output(OwnWorkspaces)
    .query(({ ctx }) => listOwnWorkspaces(ctx)),

  create: sessionProcedure
    .input(CreateWorkspace)
    .output(Workspace)
    .mutation(({ ctx, input }) => createOwnWorkspace(ctx, input)),

  get: read('GET /workspaces/{workspace_id}', 'Get the workspace', {
    description: 'Returns the workspace of the calling key. `GET /me` returns its id.',
  })
    .input(WorkspaceId)
    .output(Workspace)
    .query(({ ctx, input }) => getWorkspace(ctx, input.workspace_id)),

  update: write('PATCH /workspaces/{workspace_id}', 'Update the workspace', {
    description: 'Updates the name and the settings of the workspace. Fields that you leave out keep their values.',
  })
    .input(UpdateWorkspace)
    .output(Workspace)
    .mutation(({ ctx, input }) => updateWorkspace(ctx, input)),

  transfer: memberProcedure('owner')
    .input(TransferWorkspace)
    .output(Member)
    .mutation(({ ctx, input }) => transferOwnership(ctx, input)),

  delete: memberProcedure('owner')
    .input(DeleteWorkspace)
    .output(Workspace)
    .mutation(({ ctx, input }) => deleteWorkspace(ctx, input)),
});
