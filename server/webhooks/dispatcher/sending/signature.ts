const PREFIX = 'whsec_';

export const signingKeyOf = (secret: string): Uint8Array =>
  new Uint8Array(Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64'));

/** `webhook-signature`: one `v1` signature per key, separated by spaces, over `id.timestamp.body`. */
export function signatureOf(keys: readonly Uint8Array[], id: string, timestamp: number, body: Uint8Array): string {
  const head = `${id}.${timestamp}.`;
  return keys
    .map((key) => `v1,${new Bun.CryptoHasher('sha256', key).update(head).update(body).digest('base64')}`)
    .join(' ');
}
