import { afterAll, describe, expect, test } from 'bun:test';

import { z } from 'zod';

import { definitionOf } from '../../server/http/rest/operation';
import { appRouter } from '../../server/router';
import { startServer } from '../support/app';
import { dereference, flatten, isRecord, type Document, type Schema } from './document';
import { readOperations } from './operations';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as Document;

describe('no answer has a property that is named like a secret', () => {
  const SUSPECT = /^(?!masked_).*(hash|secret|token|password|sealed|cookie)/i;

  function names(within: Document, schema: Schema, path: string, seen: readonly unknown[]): string[] {
    if (typeof schema === 'boolean' || seen.includes(schema.$ref ?? schema)) return [];
    const flat = flatten(within, schema);
    const deeper = [...seen, schema.$ref ?? schema];
    const inner = [flat.items, flat.additionalProperties, ...(flat.anyOf ?? []), ...(flat.oneOf ?? [])].filter((one) =>
      isRecord(one),
    );
    return [
      ...inner.flatMap((one) => names(within, one as Schema, path, deeper)),
      ...Object.entries(flat.properties ?? {})
        .filter(([, one]) => !isCount(within, one))
        .flatMap(([name, one]) => [`${path}.${name}`, ...names(within, one, `${path}.${name}`, deeper)]),
    ];
  }
  /** A number, such as of the tokens of a language model, is no secret. */
  function isCount(within: Document, schema: Schema): boolean {
    if (typeof schema === 'boolean') return false;
    const { type, anyOf = [] } = flatten(within, schema);
    const types = [type, ...anyOf.map((one) => (typeof one === 'boolean' ? undefined : one.type))].flat();
    return types.some((one) => one === 'integer') && !types.includes('string');
  }

  const INSTANCES = [
    'assert_passkey',
    'confirm_passkey',
    'connect.instance',
    'create',
    'disconnect',
    'get',
    'list.data',
    'logout',
    'restart',
    'update',
  ].map((verb) => `instances_${verb}`);
  INSTANCES.push(...['advance', 'reset', 'scan'].map((verb) => `sandbox_${verb}`));
  /** Answers with an endpoint; those that may hold a new token or secret besides. */
  const FRESH = ['create', 'rotate_secret', 'rotate_token', 'update', 'versions_restore'];
  const ENDPOINTS = [
    ...['get', 'list.data', ...FRESH].flatMap((answer) =>
      ['auth.secret_encoding', 'secrets', 'tokens'].map((name) => `${answer}.${name}`),
    ),
    ...FRESH.flatMap((answer) => ['secret', 'token', 'url_with_token'].map((name) => `${answer}.${name}`)),
    'versions_list.data.config.auth.secret_encoding',
  ];
  const suspects = (all: string[]) =>
    [...new Set(all.filter((path) => SUSPECT.test(path.split('.').at(-1) ?? '')))].toSorted();

  test('over REST', () => {
    const found = readOperations(document).flatMap((operation) =>
      Object.values(operation.responses).flatMap((response) =>
        Object.values(dereference(document, response).content ?? {}).flatMap(({ schema = {} }) =>
          names(document, schema, operation.operationId, []),
        ),
      ),
    );
    expect(found).toContain('keys_get.metadata');
    expect(suspects(found)).toEqual([
      // Of inbound endpoints hints, how a secret is written, and in some answers the new one.
      ...ENDPOINTS.map((name) => `automation_inbound_endpoints_${name}`).toSorted(),
      'automation_inbound_presets_list.data.auth.secret_encoding',
      'automation_inbound_presets_list.data.secret_source',
      // The answers that hold a new secret; and of every key the hints of its secrets.
      'keys_create.secret',
      'keys_create.secrets',
      'keys_get.secrets',
      'keys_list.data.secrets',
      'keys_revoke.secrets',
      'keys_rotate.secret',
      'keys_rotate.secrets',
      'keys_update.secrets',
      // Whether a link has one.
      'links_bulk_create.results.link.has_password',
      'links_bulk_remove.results.link.has_password',
      'links_bulk_update.results.link.has_password',
      'links_create.has_password',
      'links_get.has_password',
      'links_list.data.has_password',
      'links_lookup.has_password',
      'links_update.has_password',
      'links_upsert.has_password',
      // Tokens of language models.
      'models_get.architecture.tokenizer',
      'models_list.data.architecture.tokenizer',
      // The same of webhooks.
      'webhooks_create.secret',
      'webhooks_create.secrets',
      'webhooks_disable.secrets',
      'webhooks_enable.secrets',
      'webhooks_get.secrets',
      'webhooks_list.data.secrets',
      'webhooks_pause.secrets',
      'webhooks_rotate_secret.secret',
      'webhooks_rotate_secret.secrets',
      'webhooks_update.secrets',
      // Of an instance the last characters of its tokens.
      ...INSTANCES.flatMap((answer) => [
        `whatsapp_${answer}.cloud.token_hint`,
        `whatsapp_${answer}.cloud.verify_token_hint`,
      ]),
    ]);
  });

  test('of the console', () => {
    const found = Object.entries(appRouter._def.procedures).flatMap(([name, procedure]) => {
      const { output, meta } = definitionOf(procedure);
      if (!output || meta?.openapi) return [];
      const schema = z.toJSONSchema(output, { unrepresentable: 'any' }) as Schema;
      return names(schema as unknown as Document, schema, name, []);
    });
    expect([...new Set(suspects(found).map((path) => path.split('.').at(-1)))]).toEqual([
      'password_verified_at',
      'has_password',
      'password_changed_at',
    ]);
  });
});
