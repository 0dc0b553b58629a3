interface ErrorEntry {
  status: number;
  title: string;
  /** Advice for the caller. */
  action: string;
  /** Only console procedures answer with it. */
  consoleOnly?: true;
}

/** The error catalogue lists this table. */
export const ERRORS = {
  malformed_json: {
    status: 400,
    title: 'The request body is not valid JSON.',
    action: 'Send one JSON value in UTF-8, nested at most 32 levels deep.',
  },
  validation_failed: {
    status: 400,
    title: 'Request validation failed.',
    action: 'Correct the fields named in `errors`.',
  },
  unknown_parameter: {
    status: 400,
    title: 'The request has an unknown parameter.',
    action: 'Remove the parameter, or use the name that `errors` suggests.',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor is not valid for this list.',
    action: 'Request the first page again, without `cursor`.',
  },
  invalid_idempotency_key: {
    status: 400,
    title: 'The Idempotency-Key is not valid.',
    action: 'Send a value of 1 to 255 printable ASCII characters.',
  },

  missing_api_key: {
    status: 401,
    title: 'The request has no API key.',
    action: 'Send `Authorization: Bearer <key>`.',
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not valid.',
    action: 'Check that you copied the whole key, or create a new one.',
  },
  api_key_expired: {
    status: 401,
    title: 'The API key has expired.',
    action: 'Rotate the key with a new `expires_at`, or create a new key.',
  },
  api_key_revoked: { status: 401, title: 'The API key was revoked.', action: 'Use another key.' },
  invalid_signature: {
    status: 401,
    title: 'The signature does not match.',
    action: 'Sign the raw request body with the current secret.',
  },
  session_required: { status: 401, title: 'You must sign in.', action: 'Sign in again.', consoleOnly: true },
  invalid_credentials: {
    status: 401,
    title: 'Wrong email or password.',
    action: 'Check both and try again.',
    consoleOnly: true,
  },
  second_factor_required: {
    status: 401,
    title: 'A second factor is required.',
    action: 'Enter the code of your authenticator.',
    consoleOnly: true,
  },

  budget_exceeded: {
    status: 402,
    title: 'The budget is used up.',
    action: 'Wait for the next period, or raise the budget.',
  },

  grant_exceeds_caller: {
    status: 403,
    title: 'The request exceeds the permissions of the calling key.',
    action: 'Request fewer permissions, or use a key that has them. `detail` names the permissions.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key does not have the required scope.',
    action: 'Use a key that has one of `required_scopes`.',
  },
  insufficient_role: {
    status: 403,
    title: 'Your role does not allow this.',
    action: 'Ask an owner or an admin of the workspace.',
  },
  ip_not_allowed: {
    status: 403,
    title: 'The API key cannot be used from this IP address.',
    action: 'Add the address to `allowed_cidrs` of the key.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'The API key cannot be used from this origin.',
    action: 'Add the origin to `allowed_origins` of the key.',
  },
  secret_key_in_browser: {
    status: 403,
    title: 'A secret key was sent from a browser.',
    action: 'Use a publishable key, or set `browser_use` on this key.',
  },
  workspace_suspended: {
    status: 403,
    title: 'The workspace is suspended.',
    action: 'Ask the administrator of this installation.',
  },
  csrf_failed: {
    status: 403,
    title: 'The request did not come from the console.',
    action: 'Open the console at its own address and try again.',
    consoleOnly: true,
  },
  step_up_required: {
    status: 403,
    title: 'Enter your password again.',
    action: 'Confirm your password, then repeat the request.',
    consoleOnly: true,
  },

  not_found: {
    status: 404,
    title: 'No such object in this workspace.',
    action: 'Check the id and the workspace of the key.',
  },
  route_not_found: { status: 404, title: 'The route does not exist.', action: 'Check the path in the API reference.' },
  method_not_allowed: {
    status: 405,
    title: 'The route does not support this HTTP method.',
    action: 'Use a method from the `Allow` header.',
  },
  not_acceptable: {
    status: 406,
    title: 'The response is not available in the requested media type.',
    action: 'Send `Accept: application/json`.',
  },

  conflict: {
    status: 409,
    title: 'The request conflicts with the current state.',
    action: 'Read the current state, then change the request or repeat it.',
  },
  slug_taken: { status: 409, title: 'The slug is taken.', action: 'Choose another slug.' },
  idempotency_in_progress: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running.',
    action: 'Wait the number of seconds in `Retry-After`, then repeat the request.',
  },
  idempotency_outcome_unknown: {
    status: 409,
    title: 'It is unknown whether the earlier request with this Idempotency-Key took effect.',
    action: 'Read the current state. If the change is missing, repeat the request with a new Idempotency-Key.',
  },
  instance_not_connected: {
    status: 409,
    title: 'The WhatsApp instance is not connected.',
    action: 'Connect the instance first.',
  },
  invalid_state: {
    status: 409,
    title: 'The state of the object does not allow this operation.',
    action: 'Read the object; `detail` names the state.',
  },

  precondition_failed: {
    status: 412,
    title: 'The object has changed since you read it.',
    action: 'Read the object again and repeat the request with its current ETag.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large.',
    action: 'Send a smaller body; `detail` gives the limit.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body’s media type or encoding is not supported.',
    action: 'Send `Content-Type: application/json` and an uncompressed body; `detail` names other media types.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The requested byte range is outside the file.',
    action: 'Request bytes below the file size, which `Content-Range` gives.',
  },

  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was already used for a different request.',
    action: 'Use a new key for a new request.',
  },
  related_not_found: {
    status: 422,
    title: 'The request refers to an object that does not exist.',
    action: 'Check the id that `errors` points to.',
  },
  unsupported_by_driver: {
    status: 422,
    title: 'The driver of the instance does not support this operation.',
    action: 'Check the capabilities of the instance.',
  },
  unprocessable: {
    status: 422,
    title: 'The request is well formed but cannot be processed.',
    action: '`detail` gives the reason.',
  },

  rate_limited: {
    status: 429,
    title: 'Too many requests.',
    action: 'Wait the number of seconds in `Retry-After`, then repeat the request.',
  },

  internal_error: {
    status: 500,
    title: 'An internal error occurred.',
    action: 'Repeat the request. If the error persists, report the request id.',
  },
  upstream_error: { status: 502, title: 'An external service returned an error.', action: 'Try again later.' },
  unavailable: {
    status: 503,
    title: 'The service is temporarily unavailable.',
    action: 'Wait the number of seconds in `Retry-After`, then repeat the request.',
  },
  overloaded: {
    status: 503,
    title: 'The service is overloaded.',
    action: 'Wait the number of seconds in `Retry-After`, then repeat the request.',
  },
  upstream_timeout: { status: 504, title: 'An external service did not respond in time.', action: 'Try again later.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** The same request can succeed later without a change. */
export const isRetryable = (code: ErrorCode): boolean =>
  ERRORS[code].status >= 500 || code === 'rate_limited' || code === 'idempotency_in_progress';

/** `pointer` is a JSON Pointer into the body, or the parameter’s name after a slash. */
export interface FieldIssue {
  in: 'body' | 'query' | 'path' | 'header';
  pointer: string;
  code: string;
  message: string;
}
