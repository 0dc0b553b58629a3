import type { Role } from '../../../shared/access/scopes';

const ROLE_LABELS: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  developer: 'Developer',
  viewer: 'Viewer',
};

export const roleOption = (role: Role) => ({ value: role, label: ROLE_LABELS[role] });
