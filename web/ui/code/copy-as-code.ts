import { createElement, use, type ReactNode } from 'react';

import { lazyWhenIdle } from '../lazy-parts';
import { HeaderCall, HeaderCalls } from './header-calls';
import type { CodeCall } from './operations';

export type { CodeCall } from './operations';

const load = () => import('./code-button');

/** The `</>` of the header of a page or drawer. */
export const PageCode = lazyWhenIdle(async () => (await load()).PageCode);
const CodeOfDialog = lazyWhenIdle(async () => (await load()).CodeOfDialog);

/** A call that is made here: within pages and drawers their header offers it, within dialogs a button. */
export function CopyAsCode(call: CodeCall): ReactNode {
  const add = use(HeaderCalls);
  return add ? createElement(HeaderCall, { ...call, add }) : createElement(CodeOfDialog, call);
}
