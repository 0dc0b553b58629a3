import { hash } from 'node:crypto';

import type { CompiledLink } from './types';

export const PAGES = {
  bad_request: {
    status: 400,
    title: 'This address cannot be read',
    text: 'The request has no host, or more than one.',
  },
  link_not_found: {
    status: 404,
    title: 'Link not found',
    text: 'Check the address for typing errors, or ask the person who sent it to you.',
  },
  domain_not_found: {
    status: 404,
    title: 'Page not found',
    text: 'There are no short links at this address.',
  },
  link_not_active: {
    status: 404,
    title: 'This link is not active yet',
    text: 'Please try again later.',
  },
  link_expired: {
    status: 410,
    title: 'This link has expired',
    text: 'Ask the person who sent it to you for a new link.',
  },
  link_limit_reached: {
    status: 410,
    title: 'This link has reached its limit',
    text: 'It allowed a limited number of visitors.',
  },
  link_disabled: {
    status: 410,
    title: 'This link is disabled',
    text: 'Its owner has disabled it.',
  },
  link_blocked: {
    status: 403,
    title: 'This link is blocked',
    text: 'It may be harmful or break the rules of this service, so it does not work any more.',
  },
  link_password_required: {
    status: 403,
    title: 'This link needs a password',
    text: 'Enter the password to continue.',
  },
  link_password_wrong: {
    status: 403,
    title: 'This link needs a password',
    text: 'Enter the password to continue.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many attempts',
    text: 'Wait a minute, then try again.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This method is not allowed',
    text: 'Open links with GET or HEAD.',
  },
  payload_too_large: {
    status: 413,
    title: 'The request is too large',
    text: 'Send only the password.',
  },
  unavailable: {
    status: 503,
    title: 'This link is temporarily unavailable',
    text: 'Please try again in a moment.',
  },
} as const satisfies Record<string, { status: number; title: string; text: string }>;

export type PageCode = keyof typeof PAGES;

export interface PageContent {
  head?: string;
  body?: string;
}

const STYLE = `:root{color-scheme:light dark}
*{box-sizing:border-box}
body{display:grid;place-content:center;min-height:100vh;min-height:100dvh;margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;background:light-dark(#fafaf8,#0e1211);color:light-dark(#1a1c1a,#e7e9e7)}
main{width:min(400px,calc(100vw - 48px))}
svg{display:block;margin:0 0 20px;color:light-dark(#0b6b66,#72bcb7)}
h1{margin:0 0 8px;font-size:22px;line-height:1.25;font-weight:600;overflow-wrap:anywhere}
p{margin:0;color:light-dark(#5c5e59,#a2a8a4);overflow-wrap:anywhere}
form{display:grid;gap:8px;margin:20px 0 0}
label{font-size:14px;font-weight:500}
input,button,a.go{font:inherit;padding:10px 12px;border-radius:8px;border:1px solid light-dark(#a9aaa4,#5c625e)}
input{width:100%;background:light-dark(#fff,#171c1a);color:inherit}
input[aria-invalid]{border-color:light-dark(#b42318,#f08a80)}
button,a.go{margin:4px 0 0;border-color:transparent;background:light-dark(#0b6b66,#4fa9a3);color:light-dark(#fff,#0b0e0d);font-weight:600;cursor:pointer}
a.go{display:inline-block;margin:20px 0 0;text-decoration:none}
:focus-visible{outline:2px solid light-dark(#0b6b66,#72bcb7);outline-offset:2px}
.wrong{color:light-dark(#b42318,#f08a80);font-size:14px}`;

const ICON =
  '<svg width="36" height="36" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m9 15 6-6m-4-3 .46-.54a5 5 0 0 1 7.08 7.07L18 13m-5 5-.4.53a5.07 5.07 0 0 1-7.13 0 4.97 4.97 0 0 1 0-7.07L6 11"/></svg>';

const STYLE_HASH = `'sha256-${hash('sha256', STYLE, 'base64')}'`;

/** No scripts or frames. No `form-action`, which browsers apply to redirects of the form (w3c/webappsec-csp#8). */
export const PAGE_CSP = `default-src 'none'; style-src ${STYLE_HASH}; base-uri 'none'; frame-ancestors 'none'`;

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

export function htmlPage(title: string, text: string, { head = '', body = '' }: PageContent = {}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${head}<style>${STYLE}</style>
</head>
<body>
<main>
${ICON}
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${body}</main>
</body>
</html>
`;
}

/** The form posts to its own URL, so the query is kept. */
export function passwordForm(isWrong: boolean): PageContent {
  const wrong = isWrong ? '<span class="wrong" id="wrong" role="alert">The password is wrong.</span>\n' : '';
  const attributes = isWrong ? ' aria-invalid="true" aria-describedby="wrong"' : '';
  return {
    body: `<form method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" maxlength="128" autocomplete="off" required autofocus${attributes}>
${wrong}<button type="submit">Go on</button>
</form>
`,
  };
}

/** Shows the destination only if the link has no password and no limit. */
export function previewPage(link: CompiledLink, hostname: string, shortUrl: string): string {
  const { preview } = link.extras ?? { preview: null };
  const isOpen = link.extras?.passwordHash == null && link.extras?.maxClicks == null;
  const title = preview?.title ?? (isOpen ? new URL(link.url).hostname : hostname);
  const text = preview?.description ?? (isOpen ? link.url : 'Open the link to see its destination.');

  const tags: [name: string, content: string | null | undefined][] = [
    ['og:type', 'website'],
    ['og:site_name', hostname],
    ['og:url', shortUrl],
    ['og:title', title],
    ['og:description', preview?.description],
    ['og:image', preview?.image_url],
    ['twitter:card', preview?.image_url == null ? 'summary' : 'summary_large_image'],
  ];
  const head = tags
    .map(([name, content]) => (content == null ? '' : `<meta property="${name}" content="${escapeHtml(content)}">\n`))
    .join('');
  const body = isOpen ? `<a class="go" rel="noreferrer" href="${escapeHtml(link.url)}">Go on</a>\n` : '';
  return htmlPage(title, text, { head, body });
}
