import type { Role } from '../../../shared/access/scopes';
import { t } from './texts';

export const roleOption = (role: Role) => ({ value: role, label: t(role) });
