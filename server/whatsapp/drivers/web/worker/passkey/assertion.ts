import { createHash } from 'node:crypto';

import { z } from 'zod';

import type { CallError } from '../call-error';
import { refusedCall } from '../errors';
import type { RequestOptions } from './request-options';

/** WebAuthn’s relying party where WhatsApp names none: the host of its page. */
const DEFAULT_RELYING_PARTY = 'web.whatsapp.com';
const MAX_CREDENTIAL_ID_BYTES = 1023;
const MAX_USER_HANDLE_BYTES = 64;
const MAX_BYTES = 4096;

/** Authenticator data: hash of the relying party, flags, signature counter, extensions. */
const HASH_BYTES = 32;
const BYTES_WITHOUT_EXTENSIONS = HASH_BYTES + 1 + 4;
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_MORE_DATA = 0xc0;

const decode = (text: string): Buffer => Buffer.from(text, 'base64url');

const encoded = (max: number, min = 1) =>
  z.string().refine(
    (text) => {
      const bytes = decode(text);
      return bytes.toString('base64url') === text && bytes.length >= min && bytes.length <= max;
    },
    { error: `must be ${min} to ${max} bytes in base64url without padding` },
  );

const Assertion = z.strictObject({
  id: encoded(MAX_CREDENTIAL_ID_BYTES),
  rawId: encoded(MAX_CREDENTIAL_ID_BYTES),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  response: z.strictObject({
    clientDataJSON: encoded(MAX_BYTES),
    authenticatorData: encoded(MAX_BYTES, BYTES_WITHOUT_EXTENSIONS),
    signature: encoded(MAX_BYTES),
    userHandle: encoded(MAX_USER_HANDLE_BYTES, 0).nullish(),
  }),
});
type Assertion = z.output<typeof Assertion>;

const ClientData = z.looseObject({
  type: z.literal('webauthn.get', { error: 'must be `webauthn.get`' }),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.literal(false, { error: 'must be false' }).optional(),
});

/** Checks all but the signature, as WhatsApp may restrict a number for a malformed answer. Throws `CallError`. */
export function checkAssertion(value: unknown, options: RequestOptions): Assertion {
  const assertion = parse(Assertion, value, 'assertion');
  const { id, rawId, response } = assertion;
  if (rawId !== id) throw invalid('assertion.rawId', 'must be the same as `id`');
  if (!isAllowed(id, options)) throw invalid('assertion.id', 'is none of the credentials that WhatsApp accepts');
  checkClientData(response.clientDataJSON, options);
  checkAuthenticatorData(decode(response.authenticatorData), options);
  return assertion;
}

/** A request without a list accepts every credential. */
function isAllowed(id: string, { allowCredentials = [] }: RequestOptions): boolean {
  return allowCredentials.length === 0 || allowCredentials.some((one) => decode(one.id).equals(decode(id)));
}

function checkClientData(text: string, options: RequestOptions): void {
  const field = 'assertion.response.clientDataJSON';
  const { challenge, origin } = parse(ClientData, jsonIn(decode(text)), field);
  if (!decode(challenge).equals(decode(options.challenge)))
    throw invalid(`${field}.challenge`, 'is not the challenge of the request');
  const relyingParty = relyingPartyOf(options);
  const url = URL.parse(origin);
  const isIn = url?.hostname === relyingParty || url?.hostname.endsWith(`.${relyingParty}`);
  if (url?.protocol !== 'https:' || url.origin !== origin || !isIn)
    throw invalid(`${field}.origin`, 'is not a page of WhatsApp');
}

function checkAuthenticatorData(data: Buffer, options: RequestOptions): void {
  const field = 'assertion.response.authenticatorData';
  const hash = createHash('sha256').update(relyingPartyOf(options)).digest();
  if (!data.subarray(0, HASH_BYTES).equals(hash)) throw invalid(field, 'is for another relying party');
  const flags = data.readUInt8(HASH_BYTES);
  if ((flags & USER_PRESENT) === 0) throw invalid(field, 'says that no user was present');
  if (options.userVerification === 'required' && (flags & USER_VERIFIED) === 0)
    throw invalid(field, 'says that the user was not verified');
  if (((flags & HAS_MORE_DATA) !== 0) !== data.length > BYTES_WITHOUT_EXTENSIONS)
    throw invalid(field, 'has another length than its flags say');
}

const relyingPartyOf = ({ rpId = DEFAULT_RELYING_PARTY }: RequestOptions): string => rpId;

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function parse<T extends z.ZodType>(schema: T, value: unknown, name: string): z.output<T> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  if (issue === undefined) throw invalid(name, 'is malformed');
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const field = [name, ...issue.path, ...unknown].join('.');
  throw invalid(field, unknown.length > 0 ? 'is unknown' : issue.message);
}

const invalid = (field: string, problem: string): CallError =>
  refusedCall('invalid_parameter', `\`${field}\` ${problem}.`);
