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
        description: 'Lists the API keys of the workspace. Revoked keys are listed for 90 days.',
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
        summary: 'Create a key',
        description:
          'Creates an API key. Its scopes, `resources`, networks, origins, quota and expiry cannot exceed those of the calling key. Without `expires_at`, the new key expires when the calling key does. Only this response contains the secret; an idempotent replay returns null instead. A workspace can have at most 100 active keys.',
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
        summary: 'Get a key',
        description: 'Returns one API key. The secret is not included, because it is not stored.',
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
        summary: 'Update a key',
        description:
          'Updates the given fields; null clears a field. The kind of a key cannot be changed. New permissions cannot exceed those of the calling key. The change applies from the next request.',
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
          'Creates a new secret for the key. Only this response contains it. The old secret stays valid for `overlap_seconds`; a second rotation within this time ends the oldest secret. An expired key needs a new `expires_at`, and its old secret stays invalid. The key cannot have more permissions than the calling key.',
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
          'Revokes a key permanently. It is refused at once by this process and within one second by all others. Revoking a revoked key changes nothing. Webhooks that were created with the key stay active unless you set `disable_webhooks`.',
      },
    })
    .input(RevokeKey)
    .output(ApiKey)
    .mutation(({ ctx, input }) => revokeKey(ctx, input)),

  get_usage: keyUsageProcedure,
});
