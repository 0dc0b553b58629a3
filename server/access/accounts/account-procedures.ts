import {
  Account,
  ChangePassword,
  ListSessions,
  SessionId,
  SessionPage,
  SessionsRevoked,
  UpdateAccount,
  User,
} from '../../../shared/access/accounts';
import { NoInput, router, sessionProcedure } from '../../trpc/procedures';
import { changePassword, getAccount, updateAccount } from './account';
import { listOwnSessions, revokeOtherSessions, revokeSession } from './own-sessions';

export const accountRouter = router({
  get: sessionProcedure.query(NoInput, Account, getAccount),

  update: sessionProcedure.mutation(UpdateAccount, User, updateAccount),

  password: router({
    // A fingerprint of the password must not be stored. A repetition fails, as the old password is wrong then.
    change: sessionProcedure.meta({ idempotency: 'none' }).mutation(ChangePassword, User, changePassword),
  }),

  sessions: router({
    list: sessionProcedure.query(ListSessions, SessionPage, listOwnSessions),

    revoke: sessionProcedure.mutation(SessionId, revokeSession),

    revoke_others: sessionProcedure.mutation(NoInput, SessionsRevoked, revokeOtherSessions),
  }),
});
