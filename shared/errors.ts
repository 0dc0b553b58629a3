interface ErrorEntry {
  status: number;
  title: string;
  /** What the caller can do about it. */
  action: string;
  /** The console's procedures alone answer with it. */
  consoleOnly?: true;
}

/** Every error a client can meet: its HTTP status, what it means and what to do. The error catalogue lists this table. */
export const ERRORS = {
  malformed_json: {
    status: 400,
    title: 'The body is not JSON.',
    action: 'Send one JSON value in UTF-8, at most 32 levels deep.',
  },
  validation_failed: {
    status: 400,
    title: 'Request validation failed.',
    action: 'Correct the fields named in `errors`.',
  },
  unknown_parameter: {
    status: 400,
    title: 'A parameter is not known.',
    action: 'Remove it, or use the name that `errors` suggests.',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor does not fit this list.',
    action: 'Start again without `cursor`, with the filters you want.',
  },
  invalid_idempotency_key: {
    status: 400,
    title: 'The Idempotency-Key is not valid.',
    action: 'Send 1 to 255 printable ASCII characters.',
  },

  missing_api_key: {
    status: 401,
    title: 'The request carries no API key.',
    action: 'Send `Authorization: Bearer <key>`.',
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not valid.',
    action: 'Check that the whole key was copied, or generate a new one.',
  },
  api_key_expired: {
    status: 401,
    title: 'The API key has expired.',
    action: 'Rotate it with a new expiry, or generate a new one.',
  },
  api_key_revoked: { status: 401, title: 'The API key was revoked.', action: 'Use another key.' },
  invalid_signature: {
    status: 401,
    title: 'The signature does not match.',
    action: 'Sign the raw body with the current secret.',
  },
  session_required: { status: 401, title: 'Sign in to go on.', action: 'Sign in again.', consoleOnly: true },
  invalid_credentials: {
    status: 401,
    title: 'E-mail or password is wrong.',
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
    title: 'The request needs or grants more than the calling key has.',
    action: 'Ask for less, or use a key that has it; `detail` says what is too much.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The key lacks a scope.',
    action: 'Use a key with one of `required_scopes`.',
  },
  insufficient_role: {
    status: 403,
    title: 'Your role does not allow this.',
    action: 'Ask an owner or admin of the workspace.',
  },
  ip_not_allowed: {
    status: 403,
    title: 'The key may not be used from this address.',
    action: 'Add the address to the key’s `allowed_cidrs`.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'The key may not be used from this origin.',
    action: 'Add the origin to the key’s `allowed_origins`.',
  },
  secret_key_in_browser: {
    status: 403,
    title: 'A secret key was sent from a browser.',
    action: 'Use a publishable key, or allow browser use on this one.',
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
    action: 'Confirm with your password, then repeat.',
    consoleOnly: true,
  },

  not_found: {
    status: 404,
    title: 'No such object in this workspace.',
    action: 'Check the id and the key’s workspace.',
  },
  route_not_found: { status: 404, title: 'No such route.', action: 'Compare the path with the reference.' },
  method_not_allowed: {
    status: 405,
    title: 'The route does not know this method.',
    action: 'Use a method named in `Allow`.',
  },
  not_acceptable: { status: 406, title: 'The answer is JSON only.', action: 'Accept `application/json`.' },

  conflict: {
    status: 409,
    title: 'The request conflicts with what exists.',
    action: 'Read the current state and decide again.',
  },
  slug_taken: { status: 409, title: 'The slug is taken.', action: 'Choose another slug.' },
  idempotency_in_progress: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running.',
    action: 'Repeat it after `Retry-After`.',
  },
  idempotency_outcome_unknown: {
    status: 409,
    title: 'A request with this Idempotency-Key was cut off, and it is unknown whether it took effect.',
    action: 'Read the current state. Where the change is missing, repeat the request with a new Idempotency-Key.',
  },
  instance_not_connected: {
    status: 409,
    title: 'The WhatsApp instance is not connected.',
    action: 'Connect the instance first.',
  },
  invalid_state: {
    status: 409,
    title: 'The object’s state does not allow this.',
    action: 'Read the object; `detail` names the state.',
  },

  precondition_failed: {
    status: 412,
    title: 'The object has changed since you read it.',
    action: 'Read it again and repeat with its ETag.',
  },
  payload_too_large: { status: 413, title: 'The body is too large.', action: 'Send less; `detail` names the limit.' },
  unsupported_media_type: {
    status: 415,
    title: 'The body’s media type is not supported.',
    action: 'Send `Content-Type: application/json`.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The file has no such part.',
    action: 'Ask for bytes below its size, which `Content-Range` tells.',
  },

  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for another request.',
    action: 'Use a new key for a new request.',
  },
  related_not_found: {
    status: 422,
    title: 'An object that the body names does not exist.',
    action: 'Check the id that `errors` points to.',
  },
  unsupported_by_driver: {
    status: 422,
    title: 'The instance’s driver cannot do this.',
    action: 'See the capabilities of the instance.',
  },
  unprocessable: { status: 422, title: 'The request is well formed but cannot be done.', action: '`detail` says why.' },

  rate_limited: { status: 429, title: 'Too many requests.', action: 'Wait `Retry-After` seconds.' },

  internal_error: {
    status: 500,
    title: 'Something failed on our side.',
    action: 'Try again; if it stays, report the request id.',
  },
  upstream_error: { status: 502, title: 'An outside system answered with an error.', action: 'Try again later.' },
  unavailable: { status: 503, title: 'The service cannot answer right now.', action: 'Try again after `Retry-After`.' },
  overloaded: { status: 503, title: 'Too much work at once.', action: 'Try again after `Retry-After`.' },
  upstream_timeout: { status: 504, title: 'An outside system did not answer in time.', action: 'Try again later.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** A repeat of the same request can succeed without any change to it. */
export const isRetryable = (code: ErrorCode): boolean =>
  ERRORS[code].status >= 500 || code === 'rate_limited' || code === 'idempotency_in_progress';

/** One thing wrong with a request. `pointer` is a JSON Pointer into the body, or the parameter’s name after a slash. */
export interface FieldIssue {
  in: 'body' | 'query' | 'path' | 'header';
  pointer: string;
  code: string;
  message: string;
}
