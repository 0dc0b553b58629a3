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

  // Keeps its answer under an Idempotency-Key without the session: a repeat says what was made, and one signs in.
  setup: publicProcedure
    .meta({ idempotency: 'manual' })
    .input(SetUp)
    .output(SetUpDone)
    .mutation(({ ctx, input }) => setUp(ctx, input)),

  sign_in: publicProcedure
    // Keeps nothing: an answer is worth nothing without its session, and a session must not be stored. A repeat makes
    // another session, as signing in on another browser does.
    .meta({ ownThrottle: true, idempotency: 'none' })
    .input(SignIn)
    .output(SignedIn)
    .mutation(({ ctx, input }) => signIn(ctx, input)),

  // Keeps nothing: who is signed out stays so.
  sign_out: publicProcedure
    .meta({ idempotency: 'none' })
    .input(Nothing)
    .output(z.void())
    .mutation(({ ctx }) => signOut(ctx)),

  // As with `account.password.change`; a second run only proves the password again.
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
