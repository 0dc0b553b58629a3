import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

import type { AppRouter } from '../server/router';

/** INTERNAL_SERVER_ERROR and similar codes: the browser reconnects by itself. */
const PASSING = -32603;

/**
 * Subscriptions over server-sent events in the protocol of `httpSubscriptionLink`. That link adds a twentieth to the
 * first load for what the browser’s own EventSource does.
 */
export const eventStream =
  (url: string): TRPCLink<AppRouter> =>
  () =>
  ({ op }) =>
    observable((observer) => {
      let source: EventSource | undefined;
      let lastEventId: string | undefined;
      /** Sent by the server: a stream that is silent for longer is dead. */
      let timeoutMs: number | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;

      /** Restarts the timeout. It also runs while the connection opens, which may hang too. */
      const restartTimeout = () => {
        clearTimeout(timer);
        if (timeoutMs !== undefined) timer = setTimeout(again, timeoutMs);
      };
      const close = () => {
        clearTimeout(timer);
        source?.close();
      };
      const fail = (cause: object) => {
        close();
        observer.error(TRPCClientError.from<AppRouter>(cause as Error));
      };
      const connecting = (error: TRPCClientError<AppRouter> | null) =>
        observer.next({ result: { type: 'state', state: 'connecting', error } });

      const open = () => {
        const input = lastEventId === undefined ? op.input : { ...(op.input as object), lastEventId };
        const stream = new EventSource(`${url}/${op.path}?input=${encodeURIComponent(JSON.stringify(input))}`);
        source = stream;
        restartTimeout();
        stream.addEventListener('connected', ({ data }: MessageEvent<string>) => {
          timeoutMs = (JSON.parse(data) as { reconnectAfterInactivityMs?: number }).reconnectAfterInactivityMs;
          restartTimeout();
          observer.next({ result: { type: 'started' } });
          observer.next({ result: { type: 'state', state: 'pending', error: null } });
        });
        stream.addEventListener('ping', restartTimeout);
        stream.addEventListener('message', (message: MessageEvent<string>) => {
          restartTimeout();
          const data: unknown = JSON.parse(message.data);
          if (!message.lastEventId) return observer.next({ result: { data } });
          lastEventId = message.lastEventId;
          observer.next({ result: { id: lastEventId, data: { id: lastEventId, data } } });
        });
        stream.addEventListener('serialized-error', (message: MessageEvent<string>) => {
          const error = JSON.parse(message.data) as { code: number };
          if (error.code !== PASSING) return fail({ error });
          connecting(TRPCClientError.from<AppRouter>({ error } as never));
        });
        stream.addEventListener('return', () => {
          close();
          observer.next({ result: { type: 'stopped' } });
          observer.next({ result: { type: 'state', state: 'idle', error: null } });
          observer.complete();
        });
        stream.addEventListener('error', (event) => {
          if (stream.readyState === EventSource.CLOSED) return fail(event);
          restartTimeout();
          connecting(TRPCClientError.from<AppRouter>(event as never));
        });
      };
      const again = () => {
        close();
        connecting(new TRPCClientError(`Nothing was heard for ${timeoutMs} ms`));
        open();
      };

      connecting(null);
      open();
      return close;
    });
