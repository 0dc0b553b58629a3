import { z } from 'zod';

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
import { optionalInput, router, sessionProcedure } from '../../trpc/procedures';
import { changePassword, getAccount, updateAccount } from './account';
import { listOwnSessions, revokeOtherSessions, revokeSession } from './own-sessions';

const Nothing = optionalInput(z.strictObject({}));

export const accountRouter = router({
  get: sessionProcedure
    .input(Nothing)
    .output(Account)
    .query(({ ctx }) => getAccount(ctx)),

  update: sessionProcedure
    .input(UpdateAccount)
    .output(User)
    .mutation(({ ctx, input }) => updateAccount(ctx, input)),

  password: router({
    // An idempotency record would contain a fingerprint of the password. A repetition fails, as the old password is
    // wrong.
    change: sessionProcedure
      .meta({ idempotency: 'none' })
      .input(ChangePassword)
      .output(User)
      .mutation(({ ctx, input }) => changePassword(ctx, input)),
  }),

  sessions: router({
    list: sessionProcedure
      .input(optionalInput(ListSessions))
      .output(SessionPage)
      .query(({ ctx, input }) => listOwnSessions(ctx, input)),

    revoke: sessionProcedure
      .input(SessionId)
      .output(z.void())
      .mutation(({ ctx, input }) => revokeSession(ctx, input)),

    revoke_others: sessionProcedure
      .input(Nothing)
      .output(SessionsRevoked)
      .mutation(({ ctx }) => revokeOtherSessions(ctx)),
  }),
});
