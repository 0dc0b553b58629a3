import { expect, test } from 'bun:test';

import { generateDocument } from '../../server/http/document/generate';
import { compileOperations } from '../../server/http/rest/operation';
import { isRecord } from './document';

const document = generateDocument(compileOperations(), 'https://go.example');
/** The day on which all examples are told. */
const TODAY = '2026-11-21T23:59:59.999Z';
/** Fields that tell of what is still to come. */
const TO_COME = /(?:expires|schedule|due|starts|ends|next|resumes|until|retry|before|window|resets)/i;
/** Words that stand for a value and are none. */
const PLACEHOLDER = /^(?:text|string|name|title|foo|bar|baz|test|example|value|abc|lorem.*)$/i;
/** Where such a word is the value: the kind of a message, what a model reads, a column. */
const IS_VALUE = /\/(?:sort|type|input_modalities|output_modalities|modality)(?:\/\d+)?$/;

interface Leaf {
  at: string;
  /** Name of the field, or of the parameter. */
  name: string;
  value: string;
}

/** Every text that stands in an example, with the way to it. */
function leaves(value: unknown, at: string, name: string, isExample: boolean): Leaf[] {
  if (typeof value === 'string') return isExample ? [{ at, name, value }] : [];
  if (Array.isArray(value)) return value.flatMap((one, index) => leaves(one, `${at}/${index}`, name, isExample));
  if (!isRecord(value)) return [];
  const own = typeof value['name'] === 'string' && 'in' in value ? value['name'] : name;
  return Object.entries(value).flatMap(([key, inner]) => {
    const opens = (key === 'example' || key === 'examples') && !at.endsWith('/properties');
    const isName = isExample ? true : !/^(?:example|examples|schema|items|oneOf|anyOf|properties|\d+)$/.test(key);
    const here = opens ? at : `${at}/${key}`;
    return leaves(inner, here, isName ? key : own, isExample || opens);
  });
}

const { paths, webhooks, components } = document as Record<string, unknown>;
const all = leaves({ paths, webhooks, components }, '', '', false);

test('an example is realistic: none is a mere placeholder', () => {
  const wrong = all.filter(
    ({ at, name, value }) => PLACEHOLDER.test(value) && !IS_VALUE.test(`${at}/${name}`) && !IS_VALUE.test(at),
  );
  expect(all.length).toBeGreaterThan(1000);
  expect(wrong.map(({ at, value }) => `${at}: ${value}`)).toEqual([]);
});

test('a time in an example has passed, unless it is a future one', () => {
  const times = all.filter(({ value }) => /^\d{4}-\d\d-\d\d/.test(value));
  const wrong = times.filter(
    ({ at, name, value }) => value > TODAY && !TO_COME.test(`${at} ${name}`) && !at.endsWith('/at'),
  );
  expect(times.length).toBeGreaterThan(100);
  expect(wrong.map(({ at, value }) => `${at}: ${value}`)).toEqual([]);
});

test('start and end in examples are in order', () => {
  const wrong = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => {
      const parameters = (operation['parameters'] ?? []) as { name: string; example?: string }[];
      const of = (name: string) => parameters.find((one) => one.name === name)?.example ?? '';
      return (
        [
          ['from', 'to'],
          ['created_after', 'created_before'],
          ['due_after', 'due_before'],
        ] as const
      )
        .filter(([start, end]) => of(start) !== '' && of(end) !== '' && of(start) >= of(end))
        .map(([start]) => `${String(operation['operationId'])} ${start}`);
    }),
  );
  expect(wrong).toEqual([]);
});

/** Choices of a schema, and of its alternatives. */
function choicesOf({ enum: own = [], anyOf = [], oneOf = [] }: Record<string, unknown>): unknown[] {
  const alternatives = [anyOf, oneOf].flat().filter((one) => isRecord(one));
  return [own, alternatives.map((one) => choicesOf(one))].flat(2);
}

test('a value that a description explains is one of the choices', () => {
  const wrong: string[] = [];
  let explained = 0;
  const visit = (value: unknown, at: string): void => {
    if (Array.isArray(value)) for (const [index, one] of value.entries()) visit(one, `${at}/${index}`);
    if (!isRecord(value)) return;
    const choices = choicesOf(value);
    const { description } = value;
    for (const [, word = ''] of typeof description === 'string' ? description.matchAll(/`([\w.-]+)`:/g) : []) {
      if (choices.length === 0) continue;
      explained += 1;
      if (!choices.includes(word)) wrong.push(`${at}: ${word}`);
    }
    for (const [key, inner] of Object.entries(value)) visit(inner, `${at}/${key}`);
  };
  visit({ paths, webhooks, components }, '');
  expect(explained).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test('no example gives a cursor: one of another list is refused', () => {
  const { parameters = {} } = document.components as unknown as { parameters?: Record<string, { name: string }> };
  const cursors = Object.values(parameters).filter(({ name }) => name === 'cursor');
  expect(cursors).toHaveLength(1);
  for (const cursor of cursors) expect(cursor).not.toHaveProperty('example');
});
