import type { PasskeyAssertion } from '../../support/whatsapp-web/pairing/authenticator';

const CLIENT_DATA = { type: 'webauthn.get', origin: 'https://web.whatsapp.com', crossOrigin: false };

const bytesWith = (text: string, change: (bytes: Buffer) => Buffer): string =>
  change(Buffer.from(text, 'base64url')).toString('base64url');

/** What is wrong, the field that is named, and the assertion. */
export const MALFORMED: [string, (good: PasskeyAssertion, challenge: string) => unknown, string][] = [
  ['nothing', () => null, 'assertion'],
  ['a field more', (good) => ({ ...good, extra: 1 }), 'assertion.extra'],
  ['no id', (good) => ({ ...good, id: undefined }), 'assertion.id'],
  ['an id that is not base64url', (good) => ({ ...good, id: 'a+b/' }), 'assertion.id'],
  ['a padded id', (good) => ({ ...good, id: `${good.id}=` }), 'assertion.id'],
  ['another raw id', (good) => ({ ...good, rawId: 'AAAA' }), 'assertion.rawId'],
  ['an unknown credential', (good) => ({ ...good, id: 'AAAA', rawId: 'AAAA' }), 'assertion.id'],
  ['another type', (good) => ({ ...good, type: 'password' }), 'assertion.type'],
  ['no extension results', (good) => ({ ...good, clientExtensionResults: [] }), 'assertion.clientExtensionResults'],
  ['no response', (good) => ({ ...good, response: null }), 'assertion.response'],
  ['no signature', (good) => inResponse(good, { signature: '' }), 'assertion.response.signature'],
  ['a long handle', (good) => inResponse(good, { userHandle: 'A'.repeat(88) }), 'assertion.response.userHandle'],
  ['no client data', (good) => inResponse(good, { clientDataJSON: 'AAAA' }), 'assertion.response.clientDataJSON'],
  ['a registration', (good, challenge) => clientData(good, { challenge, type: 'webauthn.create' }), '.type'],
  ['another challenge', (good) => clientData(good, { challenge: 'AAAA' }), '.challenge'],
  [
    'another page',
    (good, challenge) => clientData(good, { challenge, origin: 'https://evil-whatsapp.com' }),
    '.origin',
  ],
  ['a page in clear', (good, challenge) => clientData(good, { challenge, origin: 'http://whatsapp.com' }), '.origin'],
  ['a frame', (good, challenge) => clientData(good, { challenge, crossOrigin: true }), '.crossOrigin'],
  ['short data', (good) => authenticator(good, (data) => data.subarray(0, 36)), '.authenticatorData'],
  [
    'another site',
    (good) => authenticator(good, (data) => Buffer.concat([Buffer.alloc(32), data.subarray(32)])),
    '.authenticatorData',
  ],
  ['nobody present', (good) => authenticator(good, (data) => withFlags(data, 0x04)), '.authenticatorData'],
  ['nobody verified', (good) => authenticator(good, (data) => withFlags(data, 0x01)), '.authenticatorData'],
  ['missing extensions', (good) => authenticator(good, (data) => withFlags(data, 0x85)), '.authenticatorData'],
  [
    'unannounced extensions',
    (good) => authenticator(good, (data) => Buffer.concat([data, Buffer.of(0)])),
    '.authenticatorData',
  ],
];

const inResponse = (good: PasskeyAssertion, change: object) => ({ ...good, response: { ...good.response, ...change } });

const clientData = (good: PasskeyAssertion, change: object) =>
  inResponse(good, {
    clientDataJSON: Buffer.from(JSON.stringify({ ...CLIENT_DATA, ...change })).toString('base64url'),
  });

const authenticator = (good: PasskeyAssertion, change: (data: Buffer) => Buffer) =>
  inResponse(good, { authenticatorData: bytesWith(good.response.authenticatorData, change) });

function withFlags(data: Buffer, flags: number): Buffer {
  data.writeUInt8(flags, 32);
  return data;
}
