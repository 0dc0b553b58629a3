import { createHash } from 'node:crypto';

/** A retry by a person has another id, since both messages may arrive. */
export function providerMessageIdOf(messageId: string, attempt: number): string {
  const hash = createHash('sha256').update(attempt > 1 ? `${messageId}${attempt}` : messageId);
  return `3EB0${hash.digest('hex').slice(0, 18).toUpperCase()}`;
}
