/** Every way in which an attempt can end: what it means, and what to check. */
export const ATTEMPT_CODES = {
  ok: { title: 'Delivered', action: 'The receiver answered with a 2xx status.' },
  http_status: { title: 'Refused by the receiver', action: 'Look at the answer; any 2xx status accepts the event.' },
  redirect_not_followed: {
    title: 'Redirected',
    action: 'Redirects are not followed: set the URL to the address in `Location`.',
  },
  gone: { title: 'Gone', action: 'The receiver answered 410, which disables the webhook. Enable it when it is back.' },
  timeout: { title: 'Timed out', action: 'Answer first and work later, or raise `timeout_seconds`.' },
  connect_timeout: { title: 'No connection in time', action: 'Check that the host is up and its firewall lets us in.' },
  connect_refused: { title: 'Connection refused', action: 'Nothing listens at this host and port.' },
  connect_error: { title: 'No connection', action: 'Check the address and the network in between.' },
  connection_reset: { title: 'Connection closed early', action: 'The receiver closed before it had answered.' },
  dns_error: { title: 'Host not found', action: 'Check the spelling of the host and its DNS records.' },
  dns_timeout: { title: 'Name server silent', action: 'Check the name servers of the domain.' },
  tls_error: { title: 'TLS failed', action: 'Check the certificate: its name, its dates and its chain.' },
  protocol_error: { title: 'Not HTTP', action: 'What answers is no HTTP/1.1 server, or breaks its rules.' },
  header_overflow: { title: 'Answer head too large', action: 'Send at most 16 KiB of headers.' },
  ssrf_blocked: { title: 'Forbidden address', action: 'The name leads to a private or reserved address.' },
  egress_proxy_error: {
    title: 'Proxy failed',
    action: 'The operator’s outgoing proxy did not connect; nothing is charged.',
  },
  interrupted: { title: 'Interrupted', action: 'The service stopped meanwhile; the delivery is due again.' },
} as const;
export type AttemptCode = keyof typeof ATTEMPT_CODES;
