/**
 * How many requests and runs of ours stand in a line, this request included. An inbound endpoint that is called by a
 * webhook goes on from it, so that the two cannot call each other for ever.
 */
export const DEPTH_HEADER = 'switchboard-depth';

const DEPTH = /^[0-9]{1,6}$/;

/** What a request says; 0 for one that says nothing, or nothing of sense. Whoever names a depth only stops themselves. */
export const depthIn = (headers: Headers): number =>
  Math.max(
    0,
    ...(headers.get(DEPTH_HEADER) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => DEPTH.test(part))
      .map(Number),
  );
