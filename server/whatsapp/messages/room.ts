import { SEND_LIMITS } from '../../../shared/whatsapp/message-inputs';
import { ApiError } from '../../errors';
import { countWaiting } from '../queries/search';
import type { Work } from '../work';

interface Known {
  /** Messages that waited when they were last counted. */
  counted: number;
  /** Messages that were queued here since. */
  made: number;
}

const known = new Map<string, Known>();
/** Above so many the oldest is forgotten; it is counted again. */
const INSTANCES = 10_000;
const RETRY_SECONDS = 10;

/**
 * Room for some more messages in the queue of the instance. They are counted again when a quarter of what was left is
 * used up, since to count a long queue for each of its messages would take longer than the message. Throws 429.
 */
export async function requireQueueRoom(
  { tx, instance: { id } }: Pick<Work, 'tx' | 'instance'>,
  more: number,
  most: number = SEND_LIMITS.queued,
): Promise<void> {
  let state = known.get(id);
  if (!state || state.made + more > (most - state.counted) / 4) {
    state = { counted: await countWaiting(tx.store, id, most), made: 0 };
    known.delete(id);
    known.set(id, state);
    if (known.size > INSTANCES) known.delete(known.keys().next().value ?? '');
  }
  if (state.counted + state.made + more > most) {
    throw new ApiError('rate_limited', {
      detail: `An instance can have at most ${most} queued messages. Try again when some are sent.`,
      headers: { 'Retry-After': String(RETRY_SECONDS) },
    });
  }
  state.made += more;
}
