const meta = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="brand"]');

const logo = meta?.dataset['logo'];

/** Name and logo of this instance, which the server writes into the page. */
export const brand = {
  name: meta?.content || 'Switchboard',
  logo: logo ?? '/user/api/favicon.svg',
  hasLogo: logo !== undefined,
};
