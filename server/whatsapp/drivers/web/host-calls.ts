import type { SendResult } from '../driver';
import type { CallFailure, Command } from './protocol';

type Waiting =
  | { type: 'send'; resolve: (result: SendResult) => void; timer: Timer }
  | { type: 'query'; resolve: (value: unknown) => void; reject: (failure: CallFailure) => void; timer: Timer };
type Timer = ReturnType<typeof setTimeout>;

type SendCommand = Extract<Command, { type: 'send' }>;
type QueryCommand = Exclude<Extract<Command, { id: number }>, SendCommand>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

const UNKNOWN: SendResult = { outcome: 'unknown', providerMessageId: null };
const LOST: CallFailure = {
  kind: 'unavailable',
  code: 'provider_unavailable',
  details: 'The connection was restarted.',
};
const LATE: CallFailure = { kind: 'timeout', code: 'provider_unavailable', details: null };

/** Calls that the worker has not answered. A send whose answer is lost may have been sent. */
export function createCalls(post: (command: Command) => void) {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  const take = (id: number): Waiting | undefined => {
    const call = waiting.get(id);
    clearTimeout(call?.timer);
    waiting.delete(id);
    return call;
  };

  const fail = (id: number, failure: CallFailure): void => {
    const call = take(id);
    if (call?.type === 'send') call.resolve(UNKNOWN);
    else call?.reject(failure);
  };

  const register = (make: (timer: Timer) => Waiting, timeoutMs: number): number => {
    const id = (lastId += 1);
    const timer = setTimeout(() => fail(id, LATE), timeoutMs);
    waiting.set(id, make(timer));
    return id;
  };

  return {
    send: (command: WithoutId<SendCommand>, timeoutMs: number): Promise<SendResult> =>
      new Promise((resolve) => {
        const id = register((timer) => ({ type: 'send', resolve, timer }), timeoutMs);
        post({ ...command, id });
      }),
    /** Rejects with a `CallFailure`. */
    query: (command: WithoutId<QueryCommand>, timeoutMs: number): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const id = register((timer) => ({ type: 'query', resolve, reject, timer }), timeoutMs);
        post({ ...command, id });
      }),
    sent(id: number, result: SendResult): void {
      const call = take(id);
      if (call?.type === 'send') call.resolve(result);
    },
    answered(id: number, value: unknown): void {
      const call = take(id);
      if (call?.type === 'query') call.resolve(value);
    },
    refused: fail,
    loseAll(): void {
      for (const id of waiting.keys()) fail(id, LOST);
    },
  };
}
