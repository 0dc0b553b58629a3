const BARE_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?(?:[/?#]|$)/i;

/** An address as people say it, `example.com/spring`, with the `https://` that they mean; any other text as it is. */
export function withScheme(text: string): string {
  const address = text.trim();
  return BARE_HOST.test(address) ? `https://${address}` : address;
}
