import { expect, test } from 'bun:test';

import { isOutage } from '../../server/outage';

const failure = (fields: object): Error => Object.assign(new Error('It failed.'), fields);

test.each([
  ['a full disk', { code: 'SQLITE_FULL' }],
  ['a lock that nobody gives back', { code: 'SQLITE_BUSY_SNAPSHOT' }],
  ['a connection that broke', { code: 'ERR_POSTGRES_CONNECTION_CLOSED' }],
  ['a server that shuts down', { code: 'ERR_POSTGRES_SERVER_ERROR', errno: '57P01' }],
  ['a transaction that gave way to another one', { code: 'ERR_POSTGRES_SERVER_ERROR', errno: '40P01' }],
  ['a transaction in which this process stood still', { code: 'ERR_POSTGRES_SERVER_ERROR', errno: '25P03' }],
])('%s passes, also as the cause of another error', (_, fields) => {
  expect(isOutage(failure(fields))).toBe(true);
  expect(isOutage(new Error('A query failed.', { cause: failure(fields) }))).toBe(true);
});

test.each([
  ['a table that is not there', { code: 'SQLITE_ERROR' }],
  ['a row that is there twice', { code: 'ERR_POSTGRES_SERVER_ERROR', errno: '23505' }],
  ['a statement after a failed one', { code: 'ERR_POSTGRES_SERVER_ERROR', errno: '25P02' }],
])('%s is a fault of ours', (_, fields) => {
  expect(isOutage(failure(fields))).toBe(false);
});
