import { expect, test } from 'bun:test';

import { mediaClassOf, mediaFault, familyOf, likelyClass } from '../../server/whatsapp/media/classes';
import { attachment, cleanName, nameInUrl } from '../../server/whatsapp/media/names';
import { byteRange } from '../../server/whatsapp/media/serve';
import { plainType, refine, sniff } from '../../server/whatsapp/media/sniff';
import { PNG } from './media-support';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const text = (value: string): Buffer => Buffer.from(value);
const box = (brand: string): Buffer => Buffer.concat([hex('00000018'), text(`ftyp${brand}`), Buffer.alloc(8)]);
const ogg = (codec: string): Buffer => Buffer.concat([text('OggS'), Buffer.alloc(24), text(codec)]);
const zip = (names: string): Buffer => Buffer.concat([text('PK\u0003\u0004'), Buffer.alloc(26), text(names)]);

const FILES: [type: string, bytes: Buffer][] = [
  ['image/jpeg', hex('ffd8ffe000104a464946')],
  ['image/png', PNG],
  ['image/gif', text('GIF89a')],
  ['image/webp', Buffer.concat([text('RIFF'), hex('24000000'), text('WEBPVP8 ')])],
  ['image/heic', box('heic')],
  ['image/svg+xml', text('<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['video/mp4', box('isom')],
  ['video/mp4', box('mp42')],
  ['video/3gpp', box('3gp5')],
  ['video/quicktime', box('qt  ')],
  ['video/webm', hex('1a45dfa39f4286')],
  ['audio/mp4', box('M4A ')],
  ['audio/aac', hex('fff15080')],
  ['audio/amr', text('#!AMR\n')],
  ['audio/mpeg', text('ID3\u0004')],
  ['audio/mpeg', hex('fffb9064')],
  ['audio/ogg', ogg('OpusHead')],
  ['application/ogg', ogg('\u0001vorbis')],
  ['audio/wav', Buffer.concat([text('RIFF'), hex('24000000'), text('WAVEfmt ')])],
  ['application/pdf', text('%PDF-1.7')],
  ['application/zip', zip('a.txt')],
  [`${OFFICE}wordprocessingml.document`, zip('[Content_Types].xml … word/document.xml')],
  [`${OFFICE}spreadsheetml.sheet`, zip('[Content_Types].xml … xl/workbook.xml')],
  [`${OFFICE}presentationml.presentation`, zip('[Content_Types].xml … ppt/presentation.xml')],
  ['application/vnd.oasis.opendocument.text', zip('mimetypeapplication/vnd.oasis.opendocument.textPK')],
  ['application/x-ole-storage', hex('d0cf11e0a1b11ae1')],
  ['application/x-msdownload', text('MZ\u0090')],
  ['text/html', text('\n <!DOCTYPE html><p>')],
  ['text/html', text('<!-- a --><script>alert(1)</script>')],
  ['text/plain', text('Grüße, 你好')],
  ['text/plain', hex('fffe41004200')],
  ['application/octet-stream', hex('00010203')],
  ['application/octet-stream', hex('c328c328')],
];

test('the type of a file is detected from its bytes', () => {
  for (const [type, bytes] of FILES) expect([sniff(bytes).mimeType, bytes.length]).toEqual([type, bytes.length]);
});

test('no beginning of a file breaks the detection, and none is taken for more than its bytes show', () => {
  for (const [, bytes] of FILES) {
    for (let length = 0; length <= bytes.length; length += 1) {
      expect(sniff(bytes.subarray(0, length)).mimeType).toMatch(/^[a-z]+\/[\w.+-]+$/);
    }
  }
  expect(sniff(PNG.subarray(0, 7)).mimeType).toBe('application/octet-stream');
});

test('a name may narrow the detected type, but never change it', () => {
  const named = (bytes: Buffer, name: string) => refine(sniff(bytes), name);
  expect(named(text('a,b\n'), 'text/csv; charset=utf-8')).toBe('text/csv');
  expect(named(text('{}'), 'application/json')).toBe('application/json');
  expect(named(hex('d0cf11e0a1b11ae1'), 'application/msword')).toBe('application/msword');
  expect(named(box('isom'), 'audio/x-m4a')).toBe('audio/mp4');
  expect(named(hex('00010203'), 'application/x-own')).toBe('application/x-own');

  expect(named(text('a,b\n'), 'application/pdf')).toBe('text/plain');
  expect(named(text('a,b\n'), 'image/png')).toBe('text/plain');
  expect(named(PNG, 'text/html')).toBe('image/png');
  expect(named(zip('a.txt'), 'image/jpeg')).toBe('application/zip');
  expect(named(hex('00010203'), 'video/mp4')).toBe('application/octet-stream');
  expect(named(hex('00010203'), 'image/x-own')).toBe('application/octet-stream');
});

test('common aliases of a type count as the type', () => {
  expect(['image/jpg', 'AUDIO/MP3', 'audio/opus; codecs=opus', ' image/PNG '].map(plainType)).toEqual([
    'image/jpeg',
    'audio/mpeg',
    'audio/ogg',
    'image/png',
  ]);
});

test('each class accepts its types up to its limit, and no others', () => {
  const file = (mimeType: string, size = 1, side: number | null = null, animated = false) => ({
    mimeType,
    size,
    width: side,
    height: side,
    animated,
  });
  const MIB = 1024 * 1024;
  expect(mediaFault('image', file('image/jpeg', 5 * MIB))).toBeUndefined();
  expect(mediaFault('image', file('image/jpeg', 5 * MIB + 1))).toBe('media_too_large');
  expect(mediaFault('image', file('image/webp'))).toBe('media_type_not_allowed');
  expect(mediaFault('image', file('image/gif'))).toBe('media_type_not_allowed');
  expect(mediaFault('video', file('video/3gpp', 16 * MIB))).toBeUndefined();
  expect(mediaFault('video', file('video/webm'))).toBe('media_type_not_allowed');
  expect(mediaFault('audio', file('audio/mpeg', 16 * MIB + 1))).toBe('media_too_large');
  expect(mediaFault('voice', file('audio/ogg'))).toBeUndefined();
  expect(mediaFault('voice', file('audio/mpeg'))).toBe('media_type_not_allowed');
  expect(mediaFault('document', file('text/html', 100 * MIB))).toBeUndefined();
  expect(mediaFault('document', file('image/jpeg', 100 * MIB + 1))).toBe('media_too_large');
  expect(mediaFault('document', file('text/plain', 0))).toBe('media_type_not_allowed');
  expect(mediaFault('sticker', file('image/webp', 100 * 1024, 512))).toBeUndefined();
  expect(mediaFault('sticker', file('image/webp', 100 * 1024 + 1, 512))).toBe('media_too_large');
  expect(mediaFault('sticker', file('image/webp', 500 * 1024, 512, true))).toBeUndefined();
  expect(mediaFault('sticker', file('image/webp', 1, 511))).toBe('media_type_not_allowed');
  expect(likelyClass(file('image/webp', 1, 100))).toBe('document');
  expect([mediaClassOf('image/png'), mediaClassOf('image/gif'), familyOf('image/gif'), familyOf('text/plain')]).toEqual(
    ['image', 'document', 'image', 'document'],
  );
});

test('a file name loses its path, control characters and bidirectional overrides', () => {
  const names = [
    '../../etc/passwd',
    'C:\\temp\\a.txt',
    'a\u0000b\n.txt',
    'gpj.\u202Eexe',
    '..',
    '.',
    '',
    ' ',
    'ä b.pdf',
  ];
  expect(names.map(cleanName)).toEqual(['passwd', 'a.txt', 'ab.txt', 'gpj.exe', null, null, null, null, 'ä b.pdf']);
  expect(cleanName('😀'.repeat(300))).toBe('😀'.repeat(240));
  expect(nameInUrl('https://a.example/b/c%20d.pdf?x=/e.png')).toBe('c d.pdf');
  expect(nameInUrl('https://a.example/%2e%2e%2fpasswd.txt')).toBe('passwd.txt');
  expect(nameInUrl('https://a.example/download')).toBeNull();
});

test('no file name can inject a header', () => {
  expect(attachment('a"; filename="b\\\r\n.exe')).not.toMatch(/[\r\n\\]|"b/);
  expect(attachment('Grüße (1).pdf')).toBe(
    `attachment; filename="Gr__e (1).pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29.pdf`,
  );
});

test('a single byte range is parsed as RFC 9110 says', () => {
  const of = (range: string, ifRange?: string) =>
    byteRange(new Headers({ range, ...(ifRange === undefined ? {} : { 'if-range': ifRange }) }), 10, '"tag"');
  expect([of('bytes=0-0'), of('bytes=2-'), of('bytes=-3'), of('bytes=0-99'), of('bytes=-99')]).toEqual([
    [0, 0],
    [2, 9],
    [7, 9],
    [0, 9],
    [0, 9],
  ]);
  expect([of('bytes=10-'), of('bytes=99-100'), of('bytes=-0')]).toEqual(Array(3).fill('unsatisfiable'));
  const ignored = [
    of('bytes=5-2'),
    of('bytes=-'),
    of('lines=1-2'),
    of('bytes=0-1,3-4'),
    of('bytes=0x1-2'),
    of('bytes=0-1', '"other"'),
  ];
  expect(ignored).toEqual(Array(6).fill(undefined));
  expect(of('bytes=0-1', '"tag"')).toEqual([0, 1]);
});
