import { z } from 'zod';

import { ENDPOINT_LIMITS } from '../../../shared/automation/endpoint-config';
import { InboundEndpointId } from '../../../shared/automation/endpoint-inputs';
import { InboundAnswer } from '../../../shared/automation/inbound-request';
import type { ErrorCode } from '../../../shared/errors';
import type { RouteOptions } from '../../trpc/meta';
import { publicRoute, routesFor } from '../../trpc/routes';
import { compileOperation, definitionOf, type Operation } from '../rest/operation';

const publish = routesFor('automation.inbound:publish');

const ERRORS: ErrorCode[] = [
  'conflict',
  'invalid_signature',
  'invalid_state',
  'malformed_json',
  'method_not_allowed',
  'not_found',
  'payload_too_large',
  'unprocessable',
  'unsupported_media_type',
];

const UPLOAD = {
  types: {
    'application/json': '{"message":"Version 2 is out."}',
    'application/x-www-form-urlencoded': 'message=Version%202%20is%20out.',
    'text/plain': 'Version 2 is out.',
  },
  maxBytes: ENDPOINT_LIMITS.bodyBytes,
};
const AnyObject = z.looseObject({}).meta({ example: { message: 'Version 2 is out.' } });

const common = {
  status: 202,
  idempotency: 'manual',
  errors: ERRORS,
  upload: UPLOAD,
  bodySchema: AnyObject,
} satisfies Partial<RouteOptions>;

const TAKES =
  'Accepts JSON, a form, a form with files, or text: at most 1 MiB, or 20 MiB and 10 files in a form with files, uncompressed. An endpoint can also be set to accept PUT and GET and to send its own response. Duplicates and requests that the filter excludes return 200. The reason of an error is in `errors[0].code`.';

const byKey = publish('POST /inbound/{endpoint_id}', 'Send to an inbound endpoint', {
  description: `Sends a request to an inbound endpoint, which creates publications from it. Authenticate with an API key, or with the method that the endpoint is set to: a signature, a header or HTTP Basic. ${TAKES}`,
  ...common,
}).run(InboundEndpointId, InboundAnswer, answeredElsewhere);

const byToken = publicRoute('POST /inbound/{endpoint_id}/{token}', 'Send to an inbound endpoint by its token', {
  description: `Sends a request to an inbound endpoint with the token in the URL. Use it for systems that can only be given a URL. The token is valid for this endpoint only. ${TAKES}`,
  ...common,
}).run(
  InboundEndpointId.extend({
    token: z
      .string()
      .regex(/^[\w-]{43}$/, 'Must be the token of the endpoint, 43 characters of A-Z, a-z, 0-9, `_` and `-`.')
      .describe('Token of the endpoint.')
      .meta({ minLength: 43, maxLength: 43, example: 'dGhlIHRva2VuIG9mIGFuIGVuZHBvaW50LCA0MyBjaGF' }),
  }),
  InboundAnswer,
  answeredElsewhere,
);

/** Document entries only; `inboundRoutes` answers the requests. */
export const INBOUND_OPERATIONS: Operation[] = Object.entries({ receive: byKey, receive_by_token: byToken }).map(
  ([name, declared]) => {
    const definition = definitionOf(declared);
    if (!definition.meta) throw new Error('An operation has a description.');
    return compileOperation(`inbound.${name}`, definition, definition.meta);
  },
);

function answeredElsewhere(): never {
  throw new Error('Calls of inbound endpoints have a route of their own.');
}
