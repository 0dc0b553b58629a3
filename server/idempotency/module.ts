import { HOUR_MS } from '../../shared/durations';
import type { Module } from '../module';
import { drain } from '../schedule';
import { purgeReservations } from './system/idempotency';

export const idempotencyModule = {
  jobs: ({ store, now }) => [
    {
      name: 'idempotency records',
      everyMs: HOUR_MS,
      run: (signal) => drain(signal, () => purgeReservations(store, now())),
    },
  ],
} satisfies Module<object>;
