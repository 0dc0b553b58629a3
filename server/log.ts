import pino from 'pino';

import { createFailures, type Failures } from './failures';
import { isOutage } from './outage';
import { mask } from './secrets/mask';

export type Log = pino.Logger;

const failuresByLog = new WeakMap<Log, Failures>();

export const failuresOf = (log: Log): Pick<Failures, 'current'> => failuresByLog.get(log) ?? { current: () => [] };

/** Masked JSON lines. A repeated failure is logged once, counted once a minute, and reported when it ends. */
export function createLog(
  level: pino.LevelWithSilent,
  output: { write(text: string): unknown } = process.stdout,
  times: Parameters<typeof createFailures>[1] = {},
): Log {
  const failures = createFailures((severity, fields, message) => log[severity](fields, message), times);
  const log: Log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => pino.stdSerializers.err(innermost(error) as Error) },
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        logMethod(args, method, severity) {
          const reported = failureIn(args, severity);
          if (reported === undefined || failures.report(reported)) method.apply(this, args);
        },
      },
    },
    { write: (line: string) => void output.write(mask(line)) },
  );
  failuresByLog.set(log, failures);
  return log;
}

const ERROR_LEVEL = 50;

/** A failed request is always logged, unless everything fails for the same reason. */
function failureIn(
  [fields, message]: readonly unknown[],
  level: number,
): Parameters<Failures['report']>[0] | undefined {
  if (typeof fields !== 'object' || fields === null || typeof message !== 'string' || !('err' in fields))
    return undefined;
  const { err: error, task, request_id: request } = fields as { err: unknown; task?: unknown; request_id?: unknown };
  if (request !== undefined && !isOutage(error)) return undefined;
  const name = typeof task === 'string' ? task : undefined;
  return {
    error,
    source: name === undefined ? message : `${message}: ${name}`,
    task: name,
    isWarning: level < ERROR_LEVEL,
  };
}

/** drizzle’s message repeats the values of the statement, so the driver’s own error is logged. */
function innermost(error: unknown): unknown {
  let found = error;
  for (let depth = 0; depth < 5 && found instanceof Error && found.cause !== undefined; depth += 1) found = found.cause;
  return found;
}
