const BARE_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?(?:[/?#]|$)/i;

/** Adds `https://` to a host that people type without a scheme, `example.com/spring`. */
export function withScheme(text: string): string {
  const address = text.trim();
  return BARE_HOST.test(address) ? `https://${address}` : address;
}
