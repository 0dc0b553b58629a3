import { t } from './texts';

/** Adds what Scalar’s markup lacks for screen readers, and removes the key from it. Returns a function that stops. */
export function patchMarkup(box: HTMLElement): () => void {
  const all = () => {
    // A second banner beside the console’s own.
    for (const header of box.querySelectorAll('header:not([role])')) header.setAttribute('role', 'none');
    for (const bar of box.querySelectorAll('.t-doc__header:not([role])')) {
      bar.setAttribute('role', 'region');
      bar.setAttribute('aria-label', t('contents'));
    }
    for (const button of box.querySelectorAll('button.show-more')) lead(button);
    // Their label appears on hover only.
    for (const button of box.querySelectorAll('button.scalar-code-copy:not([aria-label])')) {
      button.setAttribute('aria-label', copyLabel(button));
    }
    // Long lists scroll, by the keyboard too.
    for (const list of box.querySelectorAll('ul.endpoints:not([tabindex])')) list.setAttribute('tabindex', '0');
    for (const field of box.querySelectorAll<HTMLInputElement>('.scalar-password-input[value]')) unwrite(field);
    // What is folded away comes later; what is open and names nothing is a mistake.
    for (const element of box.querySelectorAll('[aria-controls]:not([aria-expanded="false"])')) {
      const controlled = element.getAttribute('aria-controls') ?? '';
      if (!document.getElementById(controlled)) element.removeAttribute('aria-controls');
    }
    for (const button of box.querySelectorAll('button:not([aria-label])')) {
      if (
        button.textContent.trim() === '' &&
        !button.hasAttribute('aria-labelledby') &&
        !button.hasAttribute('title')
      ) {
        button.setAttribute('aria-label', t('more'));
      }
    }
  };
  const observer = new MutationObserver(all);
  observer.observe(box, { childList: true, subtree: true, attributeFilter: ['value'] });
  all();
  return () => observer.disconnect();
}

/** The name begins with the words that are seen, so that voice control finds it. */
function lead(button: Element): void {
  const seen = button.textContent.trim();
  const label = button.getAttribute('aria-label');
  if (seen !== '' && label !== null && !label.includes(seen)) button.setAttribute('aria-label', `${seen}: ${label}`);
}

/** Keeps a value out of the attribute, which extensions and recorders read as markup. */
function unwrite(field: HTMLInputElement): void {
  const written = field.getAttribute('value') ?? '';
  field.removeAttribute('value');
  if (field.value !== written) field.value = written;
}

/** “Copy cURL”, of the two spans “cURL” and “Copy”. */
function copyLabel(button: Element): string {
  const [language, verb] = [...button.querySelectorAll('span:not(:has(*))')].map((span) => span.textContent.trim());
  return [verb || t('copy'), language].filter(Boolean).join(' ');
}

/** Keeps the class of the scheme on the body: Scalar applies its own setting later. Returns a function that stops. */
export function keepScheme(scheme: 'light' | 'dark'): () => void {
  const { body } = document;
  const apply = () => {
    if (body.classList.contains(`${scheme}-mode`)) return;
    body.classList.remove('light-mode', 'dark-mode');
    body.classList.add(`${scheme}-mode`);
  };
  const observer = new MutationObserver(apply);
  observer.observe(body, { attributeFilter: ['class'] });
  apply();
  return () => observer.disconnect();
}
