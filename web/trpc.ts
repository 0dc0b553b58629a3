import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCContext, createTRPCOptionsProxy } from '@trpc/tanstack-react-query';

import type { AppRouter } from '../server/router';
import type { CallContext } from './call-context';
import { eventStream } from './event-stream';
import { addIdempotencyKeys } from './idempotency-link';
import { reauthenticate } from './ui/auth-prompt/reauthenticate';
import { isCode, mayRetry } from './ui/problem';

export type Outputs = inferRouterOutputs<AppRouter>;
export type Inputs = inferRouterInputs<AppRouter>;
export type DefinedInput<T> = Exclude<T, void | undefined>;

/** The change applies only if the object still has this version: `context: onVersion(key.version)`. */
export const onVersion = (version: number): CallContext => ({ ifMatch: `"${version}"` });

const MAX_BATCH = 20;
const MAX_URL = 4000;

export function createClient(workspaceId?: string): TRPCClient<AppRouter> {
  const url = '/trpc';
  const workspace = workspaceId === undefined ? {} : { 'x-workspace-id': workspaceId };
  return createTRPCClient<AppRouter>({
    links: [
      addIdempotencyKeys,
      reauthenticate,
      splitLink({
        condition: (op) => op.type === 'subscription',
        true: eventStream(url),
        false: splitLink({
          // One Idempotency-Key header cannot cover several calls, so a write is never batched.
          condition: (op) => op.type === 'mutation' || (op.context as CallContext).unbatched === true,
          true: httpLink({ url, headers: ({ op }) => ({ ...workspace, ...headersOf(op.context) }) }),
          false: httpBatchLink({ url, headers: workspace, maxItems: MAX_BATCH, maxURLLength: MAX_URL }),
        }),
      }),
    ],
  });
}

function headersOf({ idempotencyKey, ifMatch }: CallContext): Record<string, string> {
  return {
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
  };
}

/** One cache for the whole tab. Keys of workspace queries begin with the workspace’s id. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // Old data stays visible when a reload fails, unless the object no longer exists.
      if (isCode(error, 'not_found')) query.setState({ ...query.state, data: undefined });
    },
  }),
  defaultOptions: {
    queries: {
      // By default queries pause while the browser believes to be offline, which kills a console on localhost.
      networkMode: 'always',
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && mayRetry(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** For calls outside of a workspace: `account.*`, `auth.*`, `instance.*`, `workspaces.list`. Also outside React. */
export const accountClient = createClient();
export const account = createTRPCOptionsProxy<AppRouter, { keyPrefix: true }>({
  client: accountClient,
  queryClient,
  keyPrefix: 'account',
});

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter, { keyPrefix: true }>();

/** For lists in pages: `useInfiniteQuery(trpc.keys.list.infiniteQueryOptions(filters, byCursor))`. */
export const byCursor = {
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
};
