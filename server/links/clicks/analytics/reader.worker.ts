import { isOutage } from '../../../outage';
import { clickEngine } from '../store/click-engine';
import type { ClickReader } from '../store/sql';
import { type Ask, type QueryInput, ASKS, type FromReader, type ToReader } from './asks';
import { QueryTooExpensive } from './question';

declare const self: Worker;

let reader: ClickReader | undefined;

self.addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
  if ('place' in data) reader = clickEngine(data.place).openReader();
  else void reply(data.no, data.ask, data.asked).then((message) => self.postMessage(message));
});

async function reply<K extends Ask>(no: number, ask: K, query: unknown): Promise<FromReader> {
  try {
    if (!reader) throw new Error('Nothing was opened.');
    const work = ASKS[ask] as (sql: ClickReader, query: QueryInput<K>) => Promise<unknown>;
    return { no, answer: await work(reader, query as QueryInput<K>) };
  } catch (error) {
    if (error instanceof QueryTooExpensive) return { no, tooMuch: true };
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { no, failure, isOutage: isOutage(error) };
  }
}
