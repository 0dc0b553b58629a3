import type { Role } from '../../../shared/access/scopes';

const ROLE_WORDS: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  developer: 'Developer',
  viewer: 'Viewer',
};

export const roleOption = (role: Role) => ({ value: role, label: ROLE_WORDS[role] });
