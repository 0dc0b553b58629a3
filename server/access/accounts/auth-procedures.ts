import { z } from 'zod';

import {
  AuthStatus,
  ResetPassword,
  SetUp,
  SetUpDone,
  SignedIn,
  SignIn,
  SteppedUp,
  StepUp,
} from '../../../shared/access/accounts';
import { optionalInput, publicProcedure, router, sessionProcedure } from '../../trpc/procedures';
import { signOut } from './own-sessions';
import { resetPassword } from './password-reset';
import { authStatus, setUp } from './setup';
import { signIn } from './sign-in';
import { stepUp } from './step-up';

const Nothing = optionalInput(z.strictObject({}));

export const authRouter = router({
  status: publicProcedure
    .input(Nothing)
    .output(AuthStatus)
    .query(({ ctx }) => authStatus(ctx)),

  // The stored answer contains no session, so after a repetition the person signs in.
  setup: publicProcedure
    .meta({ idempotency: 'manual' })
    .input(SetUp)
    .output(SetUpDone)
    .mutation(({ ctx, input }) => setUp(ctx, input)),

  sign_in: publicProcedure
    // A session must not be stored, so a repetition creates another one.
    .meta({ ownThrottle: true, idempotency: 'none' })
    .input(SignIn)
    .output(SignedIn)
    .mutation(({ ctx, input }) => signIn(ctx, input)),

  sign_out: publicProcedure
    .meta({ idempotency: 'none' })
    .input(Nothing)
    .output(z.void())
    .mutation(({ ctx }) => signOut(ctx)),

  // A repetition only proves the password again.
  step_up: sessionProcedure
    .meta({ idempotency: 'none' })
    .input(StepUp)
    .output(SteppedUp)
    .mutation(({ ctx, input }) => stepUp(ctx, input)),

  password: router({
    reset: publicProcedure
      .meta({ idempotency: 'manual' })
      .input(ResetPassword)
      .output(z.void())
      .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  }),
});
