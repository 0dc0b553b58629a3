import { createHash } from 'node:crypto';

import type { AutomationContext } from '../../context';
import type { AuthenticatedCall } from '../call';
import type { ParsedRequest } from '../map/template-context';
import type { RequestDetails } from '../request';
import { bodyKind, parseBody } from './parse';
import { storeFiles } from './store-files';
import { type StoredBody, toStoredBody } from './stored-body';

const FORM = 'multipart/form-data';

/** A form is stored once its files are known. */
export function withBody(request: RequestDetails, { bytes, contentType }: AuthenticatedCall): RequestDetails {
  return {
    ...request,
    contentType: request.contentType ?? contentType,
    size: bytes.byteLength,
    bodySha256: createHash('sha256').update(bytes).digest('hex'),
    body: bytes.byteLength === 0 || bodyKind(contentType) === FORM ? null : toStoredBody(bytes, undefined),
  };
}

/** Stores the files of a form. Throws `Refused`. */
export async function parseRequest(
  ctx: AutomationContext,
  { endpoint, bytes, contentType }: AuthenticatedCall,
  request: RequestDetails,
): Promise<{ request: RequestDetails; payload: ParsedRequest; storedBody: StoredBody | undefined }> {
  const { body, files: parsed } = await parseBody(bytes, contentType);
  const files = await storeFiles(ctx, endpoint.row, parsed);
  const stored = bodyKind(contentType) === FORM ? toStoredBody(bytes, body) : request.body;
  const { method, headers, query } = request;
  return {
    request: { ...request, files, body: stored },
    payload: { method, headers, query, body, files },
    storedBody: stored ?? undefined,
  };
}
