import { afterAll, beforeAll, expect, test } from 'bun:test';

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import type { Media } from '../../shared/whatsapp/media';
import { MediaView } from '../../web/features/whatsapp/phone/media-view';

beforeAll(() => {
  Object.assign(globalThis, { location: { origin: 'https://switchboard.example.com' } });
});
afterAll(() => void Reflect.deleteProperty(globalThis, 'location'));

const at = '2026-11-21T09:30:00.000Z';
const PICTURE: Media = {
  id: 'med_01jd9x3k2mf8v9q4zt7w5b6n0c',
  object: 'whatsapp.media',
  mime_type: 'image/png',
  size: 31_191,
  sha256: null,
  filename: null,
  width: null,
  height: null,
  duration_seconds: null,
  status: 'ready',
  error: null,
  url: '/files/one',
  url_expires_at: at,
  created_at: at,
  updated_at: at,
};
const shown = (size: Partial<Media>): string =>
  renderToStaticMarkup(createElement(MediaView, { media: { ...PICTURE, ...size } }));

test('a chat shows pictures up to 64 million pixels, and larger or unmeasured ones as files', () => {
  expect(shown({ width: 8000, height: 8000 })).toStartWith('<img');
  for (const size of [{ width: 8000, height: 8001 }, { width: 30_000, height: 30_000 }, {}]) {
    expect(shown(size)).toStartWith('<a class="media-file"');
  }
});
