import pino from 'pino';

import type { Config } from './config';
import { mask } from './secrets/mask';

export type Log = pino.Logger;

/** JSON lines on standard output; every line passes the mask, so no secret reaches it whatever was logged. */
export function createLog(level: Config['logLevel']): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    { write: (line: string) => void process.stdout.write(mask(line)) },
  );
}
