import { useRef, useState } from 'react';

const MAX_HEIGHT = 280;
/** Below it a list shows too little to choose from. */
const MIN_HEIGHT = 160;
const GAP = 8;
/** The header of the page or of the dialog. */
const HEAD = 56;
/** Padding and border of the kit’s lists. */
const KIT_FRAME = 10;

/** Below its field, or above where it would cover the buttons that end the form, or leave the window. */
export function placeList(list: HTMLElement, field: HTMLElement): void {
  const { isAbove, height } = roomAround(field);
  list.toggleAttribute('data-above', isAbove);
  list.style.maxHeight = `${height}px`;
}

/** The same for a field of the kit whose list stays open while entries are chosen. */
export function usePlacedList() {
  const field = useRef<HTMLInputElement>(null);
  const [{ isAbove, height }, setRoom] = useState({ isAbove: false, height: MAX_HEIGHT });
  return {
    ref: field,
    onDropdownOpen: () => {
      const box = field.current?.closest('.mantine-Input-wrapper') ?? field.current;
      if (box) setRoom(roomAround(box));
    },
    comboboxProps: { position: isAbove ? 'top' : 'bottom', offset: GAP / 2, middlewares: { flip: false } },
    maxDropdownHeight: height - KIT_FRAME,
  } as const;
}

function roomAround(field: Element): { isAbove: boolean; height: number } {
  const { top, bottom } = field.getBoundingClientRect();
  const whole = field.closest('form') ?? field.closest('[role="dialog"]');
  const submit = whole?.querySelector('[type="submit"]');
  const ending = submit ? (submit.closest('.actions') ?? submit) : whole?.querySelector('.actions');
  const buttons = ending?.getBoundingClientRect();
  const window = document.documentElement.clientHeight;
  const end = buttons && buttons.top >= bottom ? Math.min(buttons.top, window) : window;
  const below = end - bottom - GAP;
  const above = top - HEAD - GAP;
  const isAbove = below < MIN_HEIGHT && above > below;
  return { isAbove, height: Math.min(MAX_HEIGHT, Math.max(isAbove ? above : below, MIN_HEIGHT)) };
}
