import type { Timings } from './types';

export const noTimings = (): Timings => ({
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  totalMs: 0,
});
