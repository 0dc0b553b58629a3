import { ApiKey, ApiKeyWithSecret } from '../../../shared/access/key-answers';
import { CreateKey, KeyId, ListKeys, RevokeKey, RotateKey, UpdateKey } from '../../../shared/access/keys';
import { pageOf } from '../../../shared/page';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { createKey } from './create';
import { getKey, listKeys } from './list';
import { revokeKey } from './revoke';
import { rotateKey } from './rotate';
import { updateKey } from './update';

const read = routesFor('keys:read');
const write = routesFor('keys:write', { roles: ['owner', 'admin', 'developer'] });

export const keysRouter = router({
  list: read('GET /keys', 'List keys', {
    description: 'Lists the API keys of the workspace. Revoked keys are listed for 90 days.',
  }).run(ListKeys, pageOf(ApiKey), listKeys),

  create: write('POST /keys', 'Create a key', {
    description:
      'Creates an API key. Its scopes, `resources`, networks, origins, quota and expiry cannot exceed those of the calling key. Without `expires_at`, the new key expires when the calling key does. Only this response contains the secret; an idempotent replay returns null instead. A workspace can have at most 100 active keys.',
    status: 201,
    bodySchema: CreateKey,
    errors: ['conflict', 'grant_exceeds_caller', 'related_not_found', 'unprocessable'],
    examples: {
      request: { kind: 'ak', name: 'Billing service', scopes: ['models:read', 'usage:read'] },
    },
  }).run(CreateKey, ApiKeyWithSecret, createKey),

  get: read('GET /keys/{key_id}', 'Get a key', {
    description: 'Returns one API key. The secret is not included, because it is not stored.',
  }).run(KeyId, ApiKey, getKey),

  update: write('PATCH /keys/{key_id}', 'Update a key', {
    description:
      'Updates the given fields; null clears a field. The kind of a key cannot be changed. New permissions cannot exceed those of the calling key. The change applies from the next request.',
    errors: ['conflict', 'grant_exceeds_caller', 'invalid_state', 'related_not_found', 'unprocessable'],
    examples: { request: { name: 'Billing service', allowed_cidrs: ['203.0.113.0/24'] } },
  }).run(UpdateKey, ApiKey, updateKey),

  rotate: write('POST /keys/{key_id}/rotate', 'Rotate a key', {
    description:
      'Creates a new secret for the key. Only this response contains it. The old secret stays valid for `overlap_seconds`; a second rotation within this time ends the oldest secret. An expired key needs a new `expires_at`, and its old secret stays invalid. The key cannot have more permissions than the calling key.',
    errors: ['conflict', 'grant_exceeds_caller', 'invalid_state', 'unprocessable'],
    examples: { request: { overlap_seconds: 86_400 } },
  }).run(RotateKey, ApiKeyWithSecret, rotateKey),

  revoke: write('POST /keys/{key_id}/revoke', 'Revoke a key', {
    description:
      'Revokes a key permanently. It is refused at once by this process and within one second by all others. Revoking a revoked key changes nothing. Webhooks that were created with the key stay active unless you set `disable_webhooks`.',
    examples: { request: { disable_webhooks: true } },
  }).run(RevokeKey, ApiKey, revokeKey),
});
