import { MINUTE_MS, SECOND_MS } from '../../../../shared/durations';
import type { SendJob } from '../driver';

export const QUERY_MS = 20 * SECOND_MS;
const PICTURE_MS = MINUTE_MS;
const FILE_MS = 10 * MINUTE_MS;
/** The labels of a chat are changed one after the other. */
export const LABELS_MS = MINUTE_MS;
/** From the start of a send; its acknowledgement is awaited for 20 seconds after the stanza is written. */
const SEND_MS = MINUTE_MS;

const LONGER: Readonly<Record<string, number>> = {
  fetchMedia: FILE_MS,
  'labels.set': LABELS_MS,
  'groups.update': PICTURE_MS,
  'profile.update': PICTURE_MS,
};

/** Adds the time of the host and of the channel between the processes to that of the worker. */
export const passedTimeout = (call: string): number => queryTimeout(call) + 10 * SECOND_MS;

export const queryTimeout = (call: string): number => LONGER[call] ?? QUERY_MS;

export const sendTimeout = (job: SendJob): number => job.simulateTypingMs + (job.media === null ? SEND_MS : FILE_MS);
