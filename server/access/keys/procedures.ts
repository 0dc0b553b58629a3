import {
  ApiKey,
  ApiKeyWithSecret,
  CreateKey,
  KeyId,
  ListKeys,
  RevokeKey,
  RotateKey,
  UpdateKey,
} from '../../../shared/access/keys';
import { pageOf } from '../../../shared/page';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { keyUsageProcedure } from '../../usage/procedures';
import { createKey } from './create';
import { getKey, listKeys } from './list';
import { revokeKey } from './revoke';
import { rotateKey } from './rotate';
import { updateKey } from './update';

const surface = 'getting-started';
const tags = ['Keys'];

const reading = procedure('keys:read');
/** Developers too: the services hold them to keys of their own making. */
const writing = procedure('keys:write', { roles: ['owner', 'admin', 'developer'] });

export const keysRouter = router({
  list: reading
    .meta({
      surface,
      openapi: {
        method: 'GET',
        path: '/keys',
        tags,
        summary: 'List keys',
        description: 'Lists the keys of the workspace, page by page. Revoked keys stay for 90 days.',
      },
    })
    .input(optionalInput(ListKeys))
    .output(pageOf(ApiKey))
    .query(({ ctx, input }) => listKeys(ctx, input)),

  create: writing
    .meta({
      surface,
      status: 201,
      bodySchema: CreateKey,
      errors: ['conflict', 'grant_exceeds_caller', 'related_not_found', 'unprocessable'],
      examples: {
        request: { kind: 'ak', name: 'Billing service', scopes: ['models:read', 'usage:read'] },
      },
      openapi: {
        method: 'POST',
        path: '/keys',
        tags,
        summary: 'Generate a key',
        description:
          'Generates a key that may do no more than the calling one: its scopes, `resources`, networks, origins, quota and expiry lie within those of the calling key. A key without `expires_at` expires when the calling key does. The secret is in this answer only; an idempotent replay has null in its place. A workspace has at most 100 working keys.',
      },
    })
    .input(CreateKey)
    .output(ApiKeyWithSecret)
    .mutation(({ ctx, input }) => createKey(ctx, input)),

  get: reading
    .meta({
      surface,
      etag: true,
      openapi: {
        method: 'GET',
        path: '/keys/{key_id}',
        tags,
        summary: 'Read a key',
        description: 'Returns a key without its secret, which is kept nowhere.',
      },
    })
    .input(KeyId)
    .output(ApiKey)
    .query(({ ctx, input }) => getKey(ctx, input)),

  update: writing
    .meta({
      surface,
      etag: true,
      errors: ['conflict', 'grant_exceeds_caller', 'invalid_state', 'related_not_found', 'unprocessable'],
      examples: { request: { name: 'Billing service', allowed_cidrs: ['203.0.113.0/24'] } },
      openapi: {
        method: 'PATCH',
        path: '/keys/{key_id}',
        tags,
        summary: 'Change a key',
        description:
          'Changes the given fields; null clears. The kind is fixed, and what the change widens must lie within the reach of the calling key. It counts from the next request.',
      },
    })
    .input(UpdateKey)
    .output(ApiKey)
    .mutation(({ ctx, input }) => updateKey(ctx, input)),

  rotate: writing
    .meta({
      surface,
      errors: ['conflict', 'grant_exceeds_caller', 'invalid_state', 'unprocessable'],
      examples: { request: { overlap_seconds: 86_400 } },
      openapi: {
        method: 'POST',
        path: '/keys/{key_id}/rotate',
        tags,
        summary: 'Rotate a key',
        description:
          'Gives the key a new secret, which is in this answer only. The old one works on for `overlap_seconds`; rotating again within them ends the oldest. An expired key needs a new `expires_at`, and its old secret stays dead. The key must reach no further than the calling one.',
      },
    })
    .input(RotateKey)
    .output(ApiKeyWithSecret)
    .mutation(({ ctx, input }) => rotateKey(ctx, input)),

  revoke: writing
    .meta({
      surface,
      examples: { request: { disable_webhooks: true } },
      openapi: {
        method: 'POST',
        path: '/keys/{key_id}/revoke',
        tags,
        summary: 'Revoke a key',
        description:
          'Ends a key for good, at once in this process and within a second in every other. Revoking it again changes nothing. Webhooks that it made go on, unless they are disabled with it.',
      },
    })
    .input(RevokeKey)
    .output(ApiKey)
    .mutation(({ ctx, input }) => revokeKey(ctx, input)),

  get_usage: keyUsageProcedure,
});
