import { afterEach, expect, test } from 'bun:test';

import type { ReactElement } from 'react';

import { toastUndo } from '../../web/ui/toast/toast';
import { dismissToast, toastStore } from '../../web/ui/toast/toast-store';

afterEach(() => toastStore.get().forEach(({ id }) => dismissToast(id)));

const titles = () => toastStore.get().map(({ title }) => title);

async function undo(): Promise<void> {
  const button = toastStore.get().at(-1)?.text as ReactElement<{ onClick: () => void }>;
  button.props.onClick();
  await Promise.resolve();
  await Promise.resolve();
}

test('what was undone is said in place of what was done', async () => {
  let times = 0;
  toastUndo('Link archived', async () => void (times += 1));
  expect(titles()).toEqual(['Link archived']);
  await undo();
  expect(times).toBe(1);
  expect(titles()).toEqual(['Undone']);
});

test('an undo that fails says why', async () => {
  const error = new Error('no');
  toastUndo('Link archived', () => Promise.reject(error));
  await undo();
  expect(titles()).toEqual(['This could not be undone']);
  expect(toastStore.get().at(-1)?.error).toBe(error);
});
