/** WooCommerce sends this unsigned body when a webhook is saved, and requires a 200. */
export const isWooPing = (headers: Headers, body: Uint8Array): boolean =>
  !headers.has('x-wc-webhook-signature') &&
  body.byteLength <= 64 &&
  /^webhook_id=\d{1,20}$/.test(new TextDecoder().decode(body));
