const PREFIX = 'whsec_';

/** Header values by the rules of Standard Webhooks; opened once for each secret, not for each request. */
export type SigningKey = Uint8Array;

/** The bytes of a secret: `whsec_` and standard base64. */
export const signingKeyOf = (secret: string): SigningKey =>
  new Uint8Array(Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64'));

/**
 * `webhook-signature` of a request: one `v1` signature for each key, in their order, with a space between. The signed
 * bytes are `id.timestamp.body`.
 */
export function signatureOf(keys: readonly SigningKey[], id: string, timestamp: number, body: Uint8Array): string {
  const head = `${id}.${timestamp}.`;
  return keys
    .map((key) => `v1,${new Bun.CryptoHasher('sha256', key).update(head).update(body).digest('base64')}`)
    .join(' ');
}
