import pino from 'pino';

import type { Config } from './config';
import { mask } from './secrets/mask';

export type Log = pino.Logger;

/** JSON lines, each through the mask, so that no secret reaches them whatever was logged. */
export function createLog(level: Config['logLevel'], output: { write(text: string): unknown } = process.stdout): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => void output.write(mask(line)) },
  );
}
