export const ATTEMPT_CODES = {
  ok: { title: 'Delivered', action: 'The receiver returned a 2xx status.' },
  http_status: {
    title: 'Refused by the receiver',
    action: 'Check the response of the receiver. Any 2xx status means that the event was received.',
  },
  redirect_not_followed: {
    title: 'Redirected',
    action: 'Set the URL to the address in `Location`. Redirects are not followed.',
  },
  gone: {
    title: 'Gone',
    action:
      'The receiver returned 410, which disables the webhook. Enable the webhook when the receiver is available again.',
  },
  timeout: { title: 'Timed out', action: 'Respond first and process the event later, or raise `timeout_seconds`.' },
  connect_timeout: {
    title: 'Connection timed out',
    action: 'Check whether the host is running and its firewall allows the connection.',
  },
  connect_refused: { title: 'Connection refused', action: 'Check the host and the port: no server listens there.' },
  connect_error: { title: 'Connection failed', action: 'Check the address and the network.' },
  connection_reset: {
    title: 'Connection closed early',
    action: 'Check the receiver: it closed the connection before the response was complete.',
  },
  dns_error: { title: 'Host not found', action: 'Check the spelling of the host and its DNS records.' },
  dns_timeout: { title: 'DNS server did not respond', action: 'Check the DNS servers of the domain.' },
  tls_error: { title: 'TLS failed', action: 'Check the certificate: its name, its validity period and its chain.' },
  protocol_error: { title: 'Not an HTTP response', action: 'Check the receiver: its response is not valid HTTP/1.1.' },
  header_overflow: { title: 'Response headers too large', action: 'Send at most 16 KiB of headers.' },
  ssrf_blocked: {
    title: 'Forbidden address',
    action: 'Use a host with a public address. This one resolves to a private or reserved address.',
  },
  egress_proxy_error: {
    title: 'Proxy failed',
    action: 'No action is needed from you. The outgoing proxy of the installation failed; the attempt is not counted.',
  },
  interrupted: {
    title: 'Interrupted',
    action: 'No action is needed. The service stopped during the attempt; the delivery is sent again.',
  },
} as const;
export type AttemptCode = keyof typeof ATTEMPT_CODES;
