import { createElement } from 'react';

import { lazyWhenIdle } from '../lazy-parts';

import './menu.css';

// As large as the button, so that rows do not change their height.
const meanwhile = createElement('span', { className: 'icon-button icon-button-small', 'aria-hidden': true });

/** The “…” of pages and rows, outside of the first load. */
export const MoreMenu = lazyWhenIdle(async () => (await import('./more-menu')).MoreMenu, meanwhile);
