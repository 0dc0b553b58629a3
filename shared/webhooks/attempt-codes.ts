// Apart from `deliveries.ts`, which imports zod: the console has texts for each code.
export const ATTEMPT_CODES = [
  'ok',
  'http_status',
  'redirect_not_followed',
  'gone',
  'timeout',
  'connect_timeout',
  'connect_refused',
  'connect_error',
  'connection_reset',
  'dns_error',
  'dns_timeout',
  'tls_error',
  'protocol_error',
  'header_overflow',
  'ssrf_blocked',
  'egress_proxy_error',
  'interrupted',
] as const;
export type AttemptCode = (typeof ATTEMPT_CODES)[number];
