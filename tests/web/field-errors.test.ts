import { expect, test } from 'bun:test';

import { fieldErrorsOf } from '../../web/features/activity/field-errors';

test('the fields of a refused request are read from the body of its answer', () => {
  const errors = [
    { in: 'body', pointer: '/scopes/0', code: 'invalid_value', message: 'Must be one of `keys:read`.' },
    { in: 'body', pointer: '', code: 'custom', message: 'One of them is needed.' },
  ];
  expect(fieldErrorsOf(JSON.stringify({ code: 'validation_failed', errors }))).toEqual([
    { field: 'scopes.0', message: 'Must be one of `keys:read`.' },
    { field: '', message: 'One of them is needed.' },
  ]);
});

test.each([null, '', '{"errors": [', '[]', 'null', '{"errors": {}}', '{"errors": [null, 1, {"pointer": "/a"}]}'])(
  'a body without errors has none: %p',
  (body) => expect(fieldErrorsOf(body)).toEqual([]),
);
