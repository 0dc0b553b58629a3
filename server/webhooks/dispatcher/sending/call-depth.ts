/** Prevents endless chains of endpoints and webhooks that call each other. */
export const CALL_DEPTH_HEADER = 'switchboard-call-depth';

const DEPTH = /^[0-9]{1,6}$/;

/** 0 without a valid header. A caller that forges a depth can only stop its own chain. */
export const callDepthOf = (headers: Headers): number =>
  Math.max(
    0,
    ...(headers.get(CALL_DEPTH_HEADER) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => DEPTH.test(part))
      .map(Number),
  );
