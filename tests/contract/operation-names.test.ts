import { expect, test } from 'bun:test';

import { INBOUND_OPERATIONS } from '../../server/http/document/inbound-operations';
import { tagOf } from '../../server/http/document/tags';
import { compileOperations } from '../../server/http/rest/operation';
import { TAGS } from '../../server/modules';
import { appRouter, rawRouter } from '../../server/router';

/** With which words the last part of a procedure’s path begins. */
const VERBS = new Set(
  `accept add advance approve assert block cancel change check confirm connect count create delete demote disable disconnect duplicate
  edit enable export forward get join leave list logout lookup mark pause preview promote publish query react receive
  refresh reject remove render renew replay report resend reset resolve restart restore resume retry revoke rotate run
  scan search send set setup sign simulate status step stream subscribe suspend sync test transfer unblock update upload
  upsert verify void`.split(/\s+/),
);

const operations = compileOperations();

test('every procedure ends in a verb, or in a verb and its object', () => {
  const paths = [appRouter, rawRouter].flatMap((router) => Object.keys(router._def.procedures));
  expect(paths.length).toBeGreaterThan(200);
  expect(paths.filter((path) => !VERBS.has(path.split('.').at(-1)?.split('_')[0] ?? ''))).toEqual([]);
});

test('every operation is named as its procedure', () => {
  const wrong = operations.filter(({ id, procedure }) => id !== procedure.replaceAll('.', '_'));
  expect(wrong.map(({ id }) => id)).toEqual([]);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});

/** Modules whose name begins procedures but no path. */
const PREFIXES = new Set(['automation']);
/** All of WhatsApp but this is within an instance, which the name leaves out. */
const INSTANCE = '/whatsapp/instances/{instance_id}/';
/** A verb for several objects that a filter chooses, beside the one for a single object. */
const SEVERAL = 'many';

const singular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(s|x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1');

/** Words of the path that its procedure lacks, and the other way round. */
function differences(procedure: string, path: string): string[] {
  const parts = procedure.split('.');
  const [verb = '', ...object] = (parts.pop() ?? '').split('_');
  const nouns = parts.filter((part, index) => index > 0 || !PREFIXES.has(part)).flatMap((part) => part.split('_'));
  const named = [...nouns, ...object.filter((word) => word !== SEVERAL)].map(singular);
  const fixed = path.replace(INSTANCE, named.includes('instance') ? INSTANCE : '/whatsapp/');
  const words = fixed.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  const inPath = words.flatMap((part) => part.split('-')).map(singular);
  const inParameters: string[] = fixed.match(/(?<=\{)\w+(?=\})/g) ?? [];
  return [
    ...named.filter((word) => !inPath.includes(word) && !inParameters.includes(word)),
    ...inPath.filter((word) => !named.includes(word) && word !== verb && word !== singular(verb)),
  ];
}

/** Names that say more or less than their path, and why. */
const OTHERWISE: Record<string, string> = {
  // The path is Anthropic’s.
  'messages.count_tokens': 'POST /messages/count_tokens',
  'inbound.receive_by_token': '`by` joins the verb and the parameter {token}.',
};

test('the name of an operation has the words of its path, after the module and before the verb', () => {
  const all = [...operations, ...INBOUND_OPERATIONS].map(({ procedure, path }) => ({
    procedure,
    words: differences(procedure, path),
  }));
  const wrong = all.filter(({ procedure, words }) => words.length > 0 && !(procedure in OTHERWISE));
  expect(wrong.map(({ procedure, words }) => `${procedure}: ${words.join(', ')}`)).toEqual([]);
  const needed = new Set(all.filter(({ words }) => words.length > 0).map(({ procedure }) => procedure));
  expect(Object.keys(OTHERWISE).filter((procedure) => !needed.has(procedure))).toEqual([]);
});

test.each([
  ['automation.endpoints.list', '/inbound-endpoints', ['inbound']],
  ['automation.inbound_endpoints.list', '/inbound-endpoints', []],
  ['links.list_clicks', '/links/{link_id}/clicks', []],
  ['links.list_visits', '/links/{link_id}/clicks', ['visit', 'click']],
  ['whatsapp.chats.get', '/whatsapp/instances/{instance_id}/chats/{chat_id}', []],
])('a name is compared with its path: %s', (procedure, path, expected) => {
  expect(differences(procedure, path)).toEqual(expected);
});

test('every path of a tag leads to an operation, and every tag has one', () => {
  const paths = TAGS.flatMap(({ of }) => of);
  expect(new Set(paths).size).toBe(paths.length);
  const all = [...operations, ...INBOUND_OPERATIONS].map(({ procedure }) => procedure);
  const stale = paths.filter((path) => !all.some((one) => one === path || one.startsWith(`${path}.`)));
  expect(stale).toEqual([]);
  const used = new Set(all.map((procedure) => tagOf(procedure).name));
  expect(TAGS.filter(({ name }) => !used.has(name))).toEqual([]);
});

test('what answers with a page is named list, or search', () => {
  const pages = operations.filter(({ method, inputSchema }) => {
    const names = Object.keys((inputSchema['properties'] as object | undefined) ?? {});
    return method === 'GET' && names.includes('cursor');
  });
  expect(pages.length).toBeGreaterThan(20);
  const verbs = pages.map(({ procedure }) => procedure.split('.').at(-1) ?? '');
  expect(verbs.filter((verb) => !/^(list|search)(_|$)/.test(verb))).toEqual([]);
});
