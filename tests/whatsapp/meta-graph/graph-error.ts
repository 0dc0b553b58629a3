/** HTTP status, title and details of the codes that the API answers or reports, as Meta’s list has them. */
const KNOWN: Record<number, [http: number, title: string]> = {
  0: [401, 'AuthException'],
  1: [400, 'API Unknown'],
  2: [503, 'API Service'],
  3: [500, 'API Method'],
  4: [400, 'API Too Many Calls'],
  10: [403, 'Permission Denied'],
  33: [400, 'Parameter value is not valid'],
  100: [400, 'Invalid parameter'],
  190: [401, 'Access token has expired'],
  200: [403, 'API Permission'],
  368: [403, 'Temporarily blocked for policies violations'],
  80007: [429, 'Rate limit issues'],
  130429: [429, 'Rate limit hit'],
  130472: [400, "User's number is part of an experiment"],
  131000: [500, 'Something went wrong'],
  131005: [403, 'Access denied'],
  131008: [400, 'Required parameter is missing'],
  131009: [400, 'Parameter value is not valid'],
  131016: [503, 'Service unavailable'],
  131021: [400, 'Recipient cannot be sender'],
  131026: [400, 'Message undeliverable'],
  131047: [400, 'Re-engagement message'],
  131051: [400, 'Unsupported message type'],
  131052: [400, 'Media download error'],
  131053: [400, 'Media upload error'],
  131056: [429, '(Business Account, Consumer Account) pair rate limit hit'],
  131057: [500, 'Account in maintenance mode'],
  132000: [400, 'Template Param Count Mismatch'],
  132001: [404, 'Template does not exist'],
  132012: [400, 'Template Parameter Format Mismatch'],
  132015: [400, 'Template is Paused'],
  132016: [400, 'Template is Disabled'],
  133010: [400, 'Phone number not registered'],
};

export interface ErrorExtras {
  http?: number;
  subcode?: number;
  details?: string;
  message?: string;
  headers?: Record<string, string>;
}

/** What a handler throws to refuse; the server answers it in the shape of the Graph API. */
export class Refusal extends Error {
  readonly code: number;
  readonly extras: ErrorExtras;

  constructor(code: number, extras: ErrorExtras = {}) {
    super(`(#${code}) ${extras.details ?? titleOf(code)}`);
    this.code = code;
    this.extras = extras;
  }
}

const titleOf = (code: number): string => KNOWN[code]?.[1] ?? 'Generic user error';

export function graphError(code: number, extras: ErrorExtras, trace: string): Response {
  const title = titleOf(code);
  const error = {
    message: extras.message ?? `(#${code}) ${title}`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: extras.details ?? title },
    ...(extras.subcode === undefined ? {} : { error_subcode: extras.subcode }),
    fbtrace_id: trace,
  };
  return Response.json({ error }, { status: extras.http ?? KNOWN[code]?.[0] ?? 400, headers: extras.headers ?? {} });
}

/** The error of a `failed` status or of an unsupported message. */
export const notifiedError = (code: number, details?: string) => ({
  code,
  title: titleOf(code),
  message: titleOf(code),
  error_data: { details: details ?? titleOf(code) },
  href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
});
