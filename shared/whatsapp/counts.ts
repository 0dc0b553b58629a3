/** Counts of an instance’s open messages stop here, since they are part of every answer with the instance. */
export const MAX_COUNTED_MESSAGES = 10_000;
