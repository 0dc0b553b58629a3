import { describe, expect, test } from 'bun:test';

import jsQR from 'jsqr';
import { PNG } from 'pngjs';

import { ApiError } from '../../server/errors';
import { publicQr, renderQr } from '../../server/links/qr/render';
import { drawQr } from '../../server/qr/code';
import { QR_LEVELS, QrLook } from '../../shared/links/qr-inputs';

const TEXT = 'https://go.example.com/spring?qr=1';
const look = (asked: Partial<QrLook>): QrLook => QrLook.parse(asked);

interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** Text in a picture, by a decoder that shares nothing with our encoder. What shows through is seen on `behind`. */
function read({ width, height, data }: Picture, behind = 255): string | undefined {
  const flat = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 0) / 255;
    for (let part = 0; part < 3; part += 1) flat[at + part] = (data[at + part] ?? 0) * alpha + behind * (1 - alpha);
    flat[at + 3] = 255;
  }
  return jsQR(flat, width, height)?.data;
}

function pngOf(asked: Partial<QrLook>, text = TEXT): Picture {
  const { type, body } = drawQr(text, look({ ...asked, format: 'png' }));
  expect(type).toBe('image/png');
  const { width, height, data } = PNG.sync.read(Buffer.from(body), { checkCRC: true });
  return { width, height, data: new Uint8ClampedArray(data) };
}

/** The SVG painted as its two paths say, eight pixels a module. */
function paintSvg(asked: Partial<QrLook>, text = TEXT): Picture & { source: string } {
  const source = String(drawQr(text, look({ ...asked, format: 'svg' })).body);
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(source)?.[1]);
  const width = side * 8;
  const data = new Uint8ClampedArray(width * width * 4);
  for (const [, fill = '', path = ''] of source.matchAll(/<path fill="#(\w{6})" d="([^"]+)"\/>/g)) {
    for (const [, x, y, w, h] of path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)[hH]-?\d+z/g)) {
      for (let row = Number(y) * 8; row < (Number(y) + Number(h)) * 8; row += 1) {
        for (let column = Number(x) * 8; column < (Number(x) + Number(w)) * 8; column += 1) {
          data.set([...Buffer.from(fill, 'hex'), 255], (row * width + column) * 4);
        }
      }
    }
    const whole = /^M0 0h(\d+)v\1H0z$/.exec(path);
    if (whole) for (let at = 0; at < data.length; at += 4) data.set([...Buffer.from(fill, 'hex'), 255], at);
  }
  return { width, height: width, data, source };
}

describe('a PNG is read by an independent decoder', () => {
  test.each([64, 100, 255, 512, 600, 1023, 2048])('of %p pixels', (size) => {
    const picture = pngOf({ size });
    expect([picture.width, picture.height]).toEqual([size, size]);
    expect(read(picture)).toBe(TEXT);
  });
  test.each([...QR_LEVELS])('of level %s', (level) => expect(read(pngOf({ error_correction: level }))).toBe(TEXT));
  test.each([0, 1, 4, 16])('with a margin of %p', (margin) => {
    const picture = pngOf({ margin });
    const corner = picture.data.findIndex((value, at) => at % 4 === 0 && value === 0) / 4;
    expect(corner % picture.width).toBeGreaterThanOrEqual(margin);
    expect(read(picture)).toBe(TEXT);
  });
  test.each([
    ['1a2b3c', 'ffffff'],
    ['7a0019', 'FFE9A8'],
    ['0000ff', 'ffff00'],
    ['949494', 'ffffff'],
  ])('in %s on %s', (color, background) => {
    const picture = pngOf({ color, background });
    expect([...picture.data.subarray(0, 4)]).toEqual([...Buffer.from(background, 'hex'), 255]);
    expect(read(picture)).toBe(TEXT);
  });
  test('with a transparent background', () => {
    const picture = pngOf({ background: 'transparent' });
    expect(picture.data[3]).toBe(0);
    expect(read(picture)).toBe(TEXT);
    expect(read(picture, 230)).toBe(TEXT);
  });
  test('of the longest possible slug', () => {
    const text = `https://go.example.com/${encodeURI('🚀'.repeat(83))}?qr=1`;
    // The decoder cannot read version 23 of level L, whoever made it.
    for (const level of ['M', 'Q', 'H'] as const)
      expect(read(pngOf({ error_correction: level, size: 1024 }, text))).toBe(text);
  });
});

describe('an SVG is read by an independent decoder', () => {
  test.each<Partial<QrLook>>([
    {},
    ...QR_LEVELS.map((level) => ({ error_correction: level })),
    { margin: 2 },
    { margin: 16 },
    { color: '1a2b3c', background: 'ffe9a8' },
    { background: 'transparent' },
  ])('with %j', (asked) => expect(read(paintSvg(asked))).toBe(TEXT));

  test('has the requested size, and only two paths', () => {
    const { source } = paintSvg({ size: 777 });
    expect(source).toStartWith('<svg xmlns="http://www.w3.org/2000/svg" width="777" height="777" ');
    expect(source.match(/<\w+/g)).toEqual(['<svg', '<path', '<path']);
    expect(paintSvg({ background: 'transparent' }).source.match(/<\w+/g)).toEqual(['<svg', '<path']);
  });
});

describe('a code that readers could not scan is refused', () => {
  const codeOf = (asked: Partial<QrLook>): string | undefined => {
    try {
      drawQr(TEXT, look(asked));
      return undefined;
    } catch (error) {
      return error instanceof ApiError ? error.details.errors?.[0]?.code : String(error);
    }
  };
  test.each([
    { color: 'ffffff', background: '000000' },
    { color: 'ffffff' },
    { color: '959595' },
    { color: 'ffff00', background: 'ffffff' },
    { color: 'cccccc', background: 'transparent' },
    { color: '333333', background: '333333' },
  ])('%j', (asked) => expect(codeOf(asked)).toBe('qr_contrast'));
  test('a PNG with less than a pixel a module', () => {
    expect(codeOf({ format: 'png', size: 64, margin: 16, error_correction: 'H' })).toBe('qr_too_small');
    expect(codeOf({ format: 'svg', size: 64, margin: 16, error_correction: 'H' })).toBeUndefined();
  });
});

describe('the response', () => {
  const url = 'https://go.example.com/spring';
  test('has an ETag of its options', () => {
    const tag = (asked: Partial<QrLook>, short = url) => renderQr(short, look(asked)).headers['ETag'];
    const tags = [tag({}), tag({ format: 'png' }), tag({ size: 100 }), tag({ color: '111111' }), tag({}, `${url}2`)];
    expect(new Set(tags).size).toBe(tags.length);
    expect(tag({})).toBe(tag(look({})));
    expect(tag({})).toMatch(/^"[0-9a-f]{32}"$/);
  });
  test('is cached for the public URL, which leads to the short link and marks the scan', () => {
    const first = publicQr(url, 'png');
    expect(publicQr(url, 'png').body).toBe(first.body);
    expect(publicQr(url, 'svg').headers).toMatchObject({
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=86400',
    });
    const { width, height, data } = PNG.sync.read(Buffer.from(first.body as Uint8Array));
    expect(read({ width, height, data: new Uint8ClampedArray(data) })).toBe(`${url}?qr=1`);

    for (let other = 0; other < 1_000; other += 1) publicQr(`${url}/${other}`, 'svg');
    expect(publicQr(url, 'png').body).not.toBe(first.body);
  });
});
