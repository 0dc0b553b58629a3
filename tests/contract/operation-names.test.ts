import { expect, test } from 'bun:test';

import { INBOUND_OPERATIONS } from '../../server/http/document/inbound-operations';
import { tagOf } from '../../server/http/document/tags';
import { compileOperations } from '../../server/http/rest/operation';
import { TAGS } from '../../server/modules';
import { appRouter, rawRouter } from '../../server/router';

/** With which words the last part of a procedure’s path begins. */
const VERBS = new Set(
  `accept add advance approve block cancel change check connect count create delete demote disable disconnect duplicate
  edit enable export forward get join leave list logout lookup mark pause preview promote publish query react receive
  refresh reject remove render renew replay report resend reset resolve restart restore resume retry revoke rotate run
  scan search send set setup sign simulate status step stream subscribe suspend sync test transfer unblock update upload
  upsert verify`.split(/\s+/),
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
