import { meRouter } from './features/keys/me-router';
import { router } from './trpc/procedures';

/** Every procedure of the service: a table of contents of the features. */
export const appRouter = router({ me: meRouter });
export type AppRouter = typeof appRouter;
