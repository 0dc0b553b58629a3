import { defineTexts } from '../../../i18n/texts';

/** What became of an attempt, by its code: a title, and what to do. */
export const t = defineTexts(
  {
    withStatus: '{title} ({status})',
    titleAndAction: '{title}. {action}',

    ok: 'Delivered',
    ok_action: 'The receiver returned a 2xx status.',
    http_status: 'Refused by the receiver',
    http_status_action: 'Check the response of the receiver. Any 2xx status accepts the event.',
    redirect_not_followed: 'Redirected',
    redirect_not_followed_action: 'Set the URL to the address in Location. Redirects are not followed.',
    gone: 'Gone',
    gone_action:
      'The receiver returned 410, which disables the webhook. Enable the webhook when the receiver is available again.',
    timeout: 'Timed out',
    timeout_action: 'Respond first and process the event later, or raise the timeout of the webhook.',
    connect_timeout: 'Connection timed out',
    connect_timeout_action: 'Check whether the host is running and its firewall allows the connection.',
    connect_refused: 'Connection refused',
    connect_refused_action: 'Check the host and the port: no server listens there.',
    connect_error: 'Connection failed',
    connect_error_action: 'Check the address and the network.',
    connection_reset: 'Connection closed early',
    connection_reset_action: 'Check the receiver: the receiver closed the connection before the response was complete.',
    dns_error: 'Host not found',
    dns_error_action: 'Check the spelling of the host and its DNS records.',
    dns_timeout: 'DNS server did not respond',
    dns_timeout_action: 'Check the DNS servers of the domain.',
    tls_error: 'TLS failed',
    tls_error_action: 'Check the name, the validity and the chain of the certificate.',
    protocol_error: 'Not an HTTP response',
    protocol_error_action: 'Check the receiver: its response is not valid HTTP/1.1.',
    header_overflow: 'Response headers too large',
    header_overflow_action: 'Send at most 16 KiB of headers.',
    ssrf_blocked: 'Forbidden address',
    ssrf_blocked_action: 'Use a host with a public address. This host resolves to a private or reserved address.',
    egress_proxy_error: 'Proxy failed',
    egress_proxy_error_action:
      'The outgoing proxy of the installation failed. The attempt is not counted; the delivery is retried.',
    interrupted: 'Interrupted',
    interrupted_action: 'The server stopped during the attempt. The delivery is retried.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
