import type { WebSession } from './session-types';
import { errorFields } from './thrown-errors';

export async function runUnawaited({ log }: WebSession, failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn(errorFields(error), failure);
  }
}
