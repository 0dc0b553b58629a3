import type { SessionLog } from './session-types';

type Write = (level: keyof SessionLog, fields: Record<string, unknown>, message: string) => void;

export const createSessionLog = (write: Write): SessionLog => ({
  debug: (fields, message) => write('debug', fields, message),
  info: (fields, message) => write('info', fields, message),
  warn: (fields, message) => write('warn', fields, message),
  error: (fields, message) => write('error', fields, message),
});
