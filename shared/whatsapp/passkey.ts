import { z } from 'zod';

import { boundedText, timestamp } from '../text';
import { instanceId } from './instance-inputs';

const BASE64URL = /^[A-Za-z0-9_-]+$/;
const encoded = (max: number, what: string) =>
  z
    .string()
    .regex(BASE64URL, 'Must be base64url without padding.')
    .max(max)
    .describe(what)
    .meta({ minLength: 1, maxLength: max, example: 'ZXhhbXBsZQ' });

const PASSKEY_STEPS = ['requested', 'confirmation'] as const;

export const PasskeyRequest = z
  .strictObject({
    step: z
      .enum(PASSKEY_STEPS)
      .describe('`requested`: an assertion of the passkey is needed. `confirmation`: the code must be confirmed.'),
    options: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('WebAuthn request options (`publicKey`) of WhatsApp; null in the step `confirmation`.'),
    code: boundedText(20)
      .nullable()
      .describe('Code to compare with the one on the phone; null in the step `requested`.'),
    expires_at: timestamp().describe('Time until which the answer is accepted.'),
  })
  .meta({
    id: 'WhatsAppPasskeyRequest',
    example: {
      step: 'requested',
      options: { challenge: 'Y2hhbGxlbmdl', rpId: 'web.whatsapp.com', allowCredentials: [], timeout: 60_000 },
      code: null,
      expires_at: '2026-11-21T09:35:00.000Z',
    },
  });
export type PasskeyRequest = z.output<typeof PasskeyRequest>;

const PasskeyAssertion = z
  .strictObject({
    id: encoded(1400, 'Id of the credential.'),
    response: z
      .strictObject({
        authenticator_data: encoded(4096, 'Authenticator data.'),
        client_data_json: encoded(4096, 'Client data as the browser wrote it.'),
        signature: encoded(1400, 'Signature of the passkey.'),
        user_handle: encoded(100, 'User handle; null if the passkey returned none.').nullable().default(null),
      })
      .describe('Answer of the authenticator.'),
  })
  .meta({
    example: {
      id: 'Y3JlZGVudGlhbA',
      response: { authenticator_data: 'YXV0aA', client_data_json: 'e30', signature: 'c2ln', user_handle: null },
    },
  });
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

export const AssertPasskey = z.strictObject({
  ...instanceId,
  assertion: PasskeyAssertion.describe(
    'WebAuthn assertion made with the passkey on the site of WhatsApp. Bytes are base64url.',
  ),
});
export type AssertPasskey = z.output<typeof AssertPasskey>;
