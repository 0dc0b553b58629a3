import type { BinaryNode } from 'baileys';
import { z } from 'zod';

import { parseObject } from '../../../../../json-object';
import { childOf, element, nodeText } from '../nodes';
import { queryServer } from '../query-server';
import type { WebSession } from '../session-types';

const TAG = 'passkey_request_options';
/** WhatsApp sends no more. */
const MAX_CHARACTERS = 4096;

/** Members of WebAuthn’s `PublicKeyCredentialRequestOptions` in JSON that answers are checked against. */
const RequestOptions = z.looseObject({
  challenge: z.string().min(1),
  rpId: z.string().min(1).optional(),
  allowCredentials: z.array(z.looseObject({ id: z.string().min(1) })).optional(),
  userVerification: z.string().optional(),
});
export type RequestOptions = z.output<typeof RequestOptions>;

/** Undefined if the demand does not contain them. */
export function optionsIn(demand: BinaryNode): RequestOptions | undefined {
  const text = nodeText(childOf(demand, TAG));
  if (text === undefined || text.length > MAX_CHARACTERS) return undefined;
  return RequestOptions.safeParse(parseObject(text)).data;
}

/** Undefined if they are malformed. Throws `CallError`. */
export async function fetchOptions(session: WebSession): Promise<RequestOptions | undefined> {
  return optionsIn(await queryServer(session, { about: 'md', type: 'get', content: [element(TAG)] }));
}
