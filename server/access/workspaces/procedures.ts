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
import { memberProcedure, NoInput, router, sessionProcedure } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { transferOwnership } from '../members/transfer';
import { deleteWorkspace } from './delete';
import { createOwnWorkspace, getWorkspace, listOwnWorkspaces, updateWorkspace } from './service';

const read = routesFor('workspace:read');
const write = routesFor('workspace:write');

export const workspacesRouter = router({
  list: sessionProcedure.query(NoInput, OwnWorkspaces, listOwnWorkspaces),

  create: sessionProcedure.mutation(CreateWorkspace, Workspace, createOwnWorkspace),

  get: read('GET /workspaces/{workspace_id}', 'Get the workspace', {
    description: 'Returns the workspace of the calling key. `GET /me` returns its id.',
  }).run(WorkspaceId, Workspace, (ctx, input) => getWorkspace(ctx, input.workspace_id)),

  update: write('PATCH /workspaces/{workspace_id}', 'Update the workspace', {
    description: 'Updates the name and the settings of the workspace. Fields that you leave out keep their values.',
  }).run(UpdateWorkspace, Workspace, updateWorkspace),

  transfer: memberProcedure('owner').mutation(TransferWorkspace, Member, transferOwnership),

  delete: memberProcedure('owner').mutation(DeleteWorkspace, Workspace, deleteWorkspace),
});
