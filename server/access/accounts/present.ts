import { Session, User } from '../../../shared/access/accounts';
import { presentAs } from '../../present-as';
import type { SessionRow, UserRow } from '../system/accounts';

export const presentUser = (row: UserRow): User => presentAs(User, row, { has_password: row.passwordHash !== null });

export const presentSession = (row: SessionRow, currentId: string): Session =>
  presentAs(Session, row, { current: row.id === currentId });

export const userTarget = ({ id, name }: Pick<UserRow, 'id' | 'name'>) => ({ type: 'user', id, label: name });
