const MAX_HEIGHT = 280;
/** Below it a list shows too little to choose from. */
const MIN_HEIGHT = 160;
const GAP = 8;
/** The header of the page or of the dialog. */
const HEAD = 56;

/** Below its field, or above where it would cover the buttons that end the form, or leave the window. */
export function placeList(list: HTMLElement, field: HTMLElement): void {
  const { isAbove, height } = roomAround(field);
  list.toggleAttribute('data-above', isAbove);
  list.style.maxHeight = `${height}px`;
}

function roomAround(field: HTMLElement): { isAbove: boolean; height: number } {
  const { top, bottom } = field.getBoundingClientRect();
  const submit = field.closest('form')?.querySelector('[type="submit"]');
  const buttons = (submit?.closest('.actions') ?? submit)?.getBoundingClientRect();
  const window = document.documentElement.clientHeight;
  const end = buttons && buttons.top >= bottom ? Math.min(buttons.top, window) : window;
  const below = end - bottom - GAP;
  const above = top - HEAD - GAP;
  const isAbove = below < MIN_HEIGHT && above > below;
  return { isAbove, height: Math.min(MAX_HEIGHT, Math.max(isAbove ? above : below, MIN_HEIGHT)) };
}
