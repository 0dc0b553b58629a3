import { expect, test } from 'bun:test';

import { z } from 'zod';

import { presentAs } from '../../server/present-as';

const Note = z.object({
  id: z.string(),
  is_open: z.boolean(),
  sent_24h: z.number(),
  created_at: z.string(),
  read_at: z.string().nullable(),
  label: z.string().nullable(),
});

const row = {
  id: 'n1',
  isOpen: false,
  sent24h: 0,
  createdAt: new Date('2027-03-01T00:00:00Z'),
  readAt: null,
  label: 'column',
  secretHash: 'hidden',
};

test('fields come from the columns of their names, times as text, and no other column does', () => {
  expect(presentAs(Note, row)).toStrictEqual({
    id: 'n1',
    is_open: false,
    sent_24h: 0,
    created_at: '2027-03-01T00:00:00.000Z',
    read_at: null,
    label: 'column',
  });
});

test('own values replace columns, null included, and none that the schema does not declare', () => {
  const own = { label: null, is_open: true, secret_hash: 'hidden' };
  expect(presentAs(Note, row, own)).toMatchObject({ id: 'n1', label: null, is_open: true });
  expect(presentAs(Note, row, own)).not.toHaveProperty('secret_hash');
});

test('a field without a column of its type has to be given', () => {
  type MayOmitOwn<Row extends object> = 2 extends Parameters<typeof presentAs<typeof Note, Row>>['length']
    ? true
    : false;
  const omitted: MayOmitOwn<typeof row> = true;
  const withoutColumn: MayOmitOwn<Omit<typeof row, 'label'>> = false;
  const ofAnotherType: MayOmitOwn<Omit<typeof row, 'label'> & { label: number }> = false;
  expect([omitted, withoutColumn, ofAnotherType]).toEqual([true, false, false]);

  const { label: _, ...unlabelled } = row;
  expect(presentAs(Note, unlabelled, { label: 'own' })).toMatchObject({ label: 'own' });
});
