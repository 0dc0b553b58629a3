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
import { NoInput, publicProcedure, router, sessionProcedure } from '../../trpc/procedures';
import { signOut } from './own-sessions';
import { resetPassword } from './password-reset';
import { authStatus, setUp } from './setup';
import { signIn } from './sign-in';
import { stepUp } from './step-up';

export const authRouter = router({
  status: publicProcedure.query(NoInput, AuthStatus, authStatus),

  // The stored answer contains no session, so after a repetition the person signs in.
  setup: publicProcedure.meta({ idempotency: 'manual' }).mutation(SetUp, SetUpDone, setUp),

  sign_in: publicProcedure
    // A session must not be stored, so a repetition creates another one.
    .meta({ ownThrottle: true, idempotency: 'none' })
    .mutation(SignIn, SignedIn, signIn),

  sign_out: publicProcedure.meta({ idempotency: 'none' }).mutation(NoInput, signOut),

  // A repetition only proves the password again.
  step_up: sessionProcedure.meta({ idempotency: 'none' }).mutation(StepUp, SteppedUp, stepUp),

  password: router({
    reset: publicProcedure.meta({ idempotency: 'manual' }).mutation(ResetPassword, resetPassword),
  }),
});
