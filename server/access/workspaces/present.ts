import { Workspace } from '../../../shared/access/workspaces';
import { presentAs } from '../../present-as';
import type { WorkspaceRow } from '../queries/workspaces';

export const presentWorkspace = (row: WorkspaceRow): Workspace => presentAs(Workspace, row);

export const workspaceTarget = ({ id, name }: Pick<WorkspaceRow, 'id' | 'name'>) => ({
  type: 'workspace',
  id,
  label: name,
});
