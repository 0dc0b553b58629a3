import { bodyHmac } from './body-hmac';

export const woocommerce = bodyHmac('x-wc-webhook-signature', 'base64');

/**
 * When a hook is saved there, its address is called with this body and without a signature, and only 200 is taken for
 * an answer.
 */
export const isWooPing = (headers: Headers, body: Uint8Array): boolean =>
  !headers.has('x-wc-webhook-signature') &&
  body.byteLength <= 64 &&
  /^webhook_id=\d{1,20}$/.test(new TextDecoder().decode(body));
