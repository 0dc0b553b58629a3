import { createHmac } from 'node:crypto';

export const APP_SECRET = 'secret-of-the-app';
export const NUMBER = '106540352242922';
/** People who write. */
const PEOPLE = 500;

const signed = (body: string | Uint8Array, secret = APP_SECRET): Record<string, string> => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

/** A notification with one message, as Meta sends it; none is like another. */
export function notification(count: number): { body: string; headers: Record<string, string> } {
  const text = { type: 'text', text: { body: 'Your parcel is on its way and comes between nine and eleven.' } };
  const messages = [
    { from: `1650555${1000 + (count % PEOPLE)}`, id: `wamid.${count}`, timestamp: '1749416383', ...text },
  ];
  const value = { metadata: { phone_number_id: NUMBER, display_phone_number: '15550783881' }, messages };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  return { body, headers: signed(body) };
}

/** One that somebody else signed. */
export function forgery(size: number): { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> } {
  const body = new Uint8Array(size).fill(0x20);
  return { body, headers: signed(body, 'another secret') };
}
