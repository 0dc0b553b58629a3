import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

import type { AppRouter } from '../../../server/router';
import type { CallContext } from '../../call-context';
import { codeOf } from '../problem';
import { completedPrompts, promptFor, type AuthPrompt } from './prompt';

/**
 * Asks the person for the session or the password that a call lacks, and repeats the call once. It also removes what
 * the query library adds to the input of paged lists.
 */
export const reauthenticate: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const call = { ...op, input: withoutDirection(op.input) };
      let current = { unsubscribe: () => {} };
      let isAsked = false;
      let isOver = false;

      const run = () => {
        const answersBefore = completedPrompts();
        current = next(call).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            const question = isAsked || op.type === 'subscription' ? undefined : questionOf(error, op.path);
            if (question === undefined || (op.context as CallContext).quiet) return observer.error(error);
            // The call was sent with the session before the dialog.
            if (completedPrompts() !== answersBefore) return run();
            isAsked = true;
            void promptFor(question).then((done) => {
              if (isOver) return;
              if (done) run();
              else observer.error(error);
            });
          },
        });
      };
      run();

      return () => {
        isOver = true;
        current.unsubscribe();
      };
    });

function questionOf(error: unknown, path: string): AuthPrompt | undefined {
  if (path.startsWith('auth.')) return undefined;
  const code = codeOf(error);
  if (code === 'session_required') return 'sign_in';
  return code === 'step_up_required' ? 'password' : undefined;
}

/** The server refuses unknown fields. */
function withoutDirection(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('direction' in input)) return input;
  if (input.direction !== 'forward' && input.direction !== 'backward') return input;
  const { direction: _, ...rest } = input;
  return rest;
}
