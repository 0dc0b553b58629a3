const PREFIX = 'whsec_';

/** Key bytes of Standard Webhooks, decoded once per secret. */
export type SigningKey = Uint8Array;

export const signingKeyOf = (secret: string): SigningKey =>
  new Uint8Array(Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64'));

/** `webhook-signature`: one `v1` signature per key, separated by spaces, over `id.timestamp.body`. */
export function signatureOf(keys: readonly SigningKey[], id: string, timestamp: number, body: Uint8Array): string {
  const head = `${id}.${timestamp}.`;
  return keys
    .map((key) => `v1,${new Bun.CryptoHasher('sha256', key).update(head).update(body).digest('base64')}`)
    .join(' ');
}
