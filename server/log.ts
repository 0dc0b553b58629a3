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
      serializers: { err: (error: unknown) => pino.stdSerializers.err(innermost(error) as Error) },
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => void output.write(mask(line)) },
  );
}

/** The driver’s own error: what drizzle wraps around it repeats the values of the statement, which may be secrets. */
function innermost(error: unknown): unknown {
  let found = error;
  for (let depth = 0; depth < 5 && found instanceof Error && found.cause !== undefined; depth += 1) found = found.cause;
  return found;
}
