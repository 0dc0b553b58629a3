/** An event as a receiver gets it: the headers that a signature needs, and the bytes that are signed. */
export interface SignedExample {
  id: string;
  timestamp: number;
  body: string;
  /** `v1,` and base64. */
  signature: string;
}

const EXAMPLE_EVENT_ID = 'evt_01jd9x3k2mf8v9q4zt7w5b6n0c';

export async function signExample(secret: string, webhookId: string, workspaceId: string): Promise<SignedExample> {
  const now = new Date();
  const timestamp = Math.floor(now.getTime() / 1000);
  const body = JSON.stringify({
    id: EXAMPLE_EVENT_ID,
    type: 'webhook.tested',
    created_at: now.toISOString(),
    workspace_id: workspaceId,
    sequence: 0,
    data: { webhook_id: webhookId, message: 'Your webhook works.' },
  });
  const signature = await signatureOf(secret, `${EXAMPLE_EVENT_ID}.${timestamp}.${body}`);
  return { id: EXAMPLE_EVENT_ID, timestamp, body, signature };
}

/** Browsers sign only on https and localhost. */
export const canSign = (): boolean => crypto.subtle !== undefined;

/** Standard Webhooks: HMAC-SHA256 with the bytes that follow `whsec_` in base64. */
async function signatureOf(secret: string, text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
  return `v1,${btoa(String.fromCharCode(...signed))}`;
}
