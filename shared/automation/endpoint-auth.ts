import { z } from 'zod';

import { text } from '../text';

const SIGNATURE_SCHEMES = ['github', 'gitlab', 'stripe', 'shopify', 'woocommerce', 'standard_webhooks'] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number] | 'generic_hmac';

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;

/** Normalised to lower case. */
export const headerName = (example: string) =>
  z
    .string()
    .max(64)
    .regex(HEADER_NAME, 'Must be a valid HTTP header name (RFC 9110).')
    .toLowerCase()
    .meta({ maxLength: 64, example });

/** The service itself sets these headers. */
const RESERVED = /^(?:authorization|cookie|host|content-length|content-type|transfer-encoding|connection|origin)$/;

const HeaderAuth = z.strictObject({
  mode: z.literal('header').describe('A header holds the secret.'),
  header: headerName('x-hook-secret')
    .refine(
      (name) => !RESERVED.test(name),
      'Must not be a reserved header. For `Authorization`, use the mode `basic` or `api_key`.',
    )
    .describe('Name of the header.'),
});

const BasicAuth = z.strictObject({
  mode: z.literal('basic').describe('HTTP Basic authentication; the secret is the password.'),
  username: z
    .string()
    .regex(/^[^:\p{Cc}]{1,100}$/u, 'Must be 1 to 100 characters without a colon.')
    .describe('User name.')
    .meta({ minLength: 1, maxLength: 100, example: 'hooks' }),
});

const NamedSignature = z.strictObject({
  mode: z.literal('signature').describe('The sender signs each request.'),
  scheme: z.enum(SIGNATURE_SCHEMES).describe('Signature scheme of the sender.').meta({ example: 'github' }),
});

const SIGNED =
  /^(?:body|(?:[^{}]|\{(?:id|timestamp|body|method|url)\})*\{body\}(?:[^{}]|\{(?:id|timestamp|body|method|url)\})*)$/;

const GenericSignature = z.strictObject({
  mode: z.literal('signature').describe('The sender signs each request.'),
  scheme: z.literal('generic_hmac').describe('An HMAC that the other fields configure.'),
  header: headerName('x-signature').describe('Header that has the signature.'),
  algorithm: z.enum(['sha1', 'sha256', 'sha512']).describe('Hash algorithm of the HMAC.').meta({ example: 'sha256' }),
  encoding: z.enum(['hex', 'base64', 'base64url']).describe('Encoding of the signature.').meta({ example: 'hex' }),
  prefix: text(32).optional().describe('Prefix before the signature in the header.').meta({ example: 'sha256=' }),
  signed: z
    .string()
    .min(1)
    .max(200)
    .regex(
      SIGNED,
      'Must be `body`, or a text that contains {body} and optionally {id}, {timestamp}, {method} and {url}.',
    )
    .default('body')
    .describe(
      'Signed text: `body`, or a text with `{body}` and optionally `{id}`, `{timestamp}`, `{method}` and `{url}`.',
    )
    .meta({ minLength: 1, maxLength: 200, example: '{timestamp}.{body}' }),
  timestamp_header: headerName('x-timestamp').optional().describe('Header that has the time of the signature.'),
  timestamp_unit: z
    .enum(['s', 'ms'])
    .default('s')
    .describe('Unit of the time: seconds (`s`) or milliseconds (`ms`) since 1970.')
    .meta({ example: 's' }),
  tolerance_seconds: z
    .number()
    .int()
    .min(0)
    .max(3600)
    .default(300)
    .describe('Clock tolerance in seconds: the maximum age of the signature; 0 for no limit.')
    .meta({ example: 300 }),
  id_header: headerName('x-delivery-id').optional().describe('Header that has the id of the delivery.'),
  secret_encoding: z
    .enum(['utf8', 'hex', 'base64'])
    .default('utf8')
    .describe('Encoding of the secret.')
    .meta({ example: 'utf8' }),
});
export type GenericSignature = z.output<typeof GenericSignature>;

export const EndpointAuth = z
  .discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('url_token').describe('A token in the URL.') }),
    z.strictObject({ mode: z.literal('api_key').describe('An API key with `automation.inbound:publish` alone.') }),
    HeaderAuth,
    BasicAuth,
    z.discriminatedUnion('scheme', [NamedSignature, GenericSignature]),
  ])
  .meta({ example: { mode: 'signature', scheme: 'github' } });
export type EndpointAuth = z.output<typeof EndpointAuth>;

/** Whether senders need a secret in addition to the URL. */
export const needsSecret = ({ mode }: EndpointAuth): boolean => mode !== 'url_token' && mode !== 'api_key';
