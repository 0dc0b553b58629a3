import { errorFields } from './failures';
import type { WebSession } from './session-types';

export async function runUnawaited({ log }: WebSession, failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn(errorFields(error), failure);
  }
}
