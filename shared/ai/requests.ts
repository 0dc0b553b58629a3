/**
 * `client_closed`: the caller left before the end. `interrupted`: the provider’s stream ended early. `lost`: the process
 * of the call died.
 */
export const AI_OUTCOMES = [
  'running',
  'succeeded',
  'client_closed',
  'interrupted',
  'failed',
  'refused',
  'lost',
] as const;
export type AiOutcome = (typeof AI_OUTCOMES)[number];

export const AI_REQUEST_SOURCES = ['api', 'console', 'automation'] as const;
export type AiRequestSource = (typeof AI_REQUEST_SOURCES)[number];
