import { png } from '../web/pictures';
import type { Sample } from './peer';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP4z8DwHwQYYAwAVr0F++GsCgsAAAAASUVORK5CYII=';

/** The chunk of a still picture of 512 × 512 whose pixels nobody looks at. */
function webp(): Buffer {
  const chunk = Buffer.alloc(10);
  chunk.writeUIntLE(511, 4, 3);
  chunk.writeUIntLE(511, 7, 3);
  const body = Buffer.concat([Buffer.from('WEBPVP8X'), Buffer.from([10, 0, 0, 0]), chunk]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), size, body]);
}

/** A picture for a group. */
export const SQUARE: Sample = { bytes: png(200, 200), mimeType: 'image/png' };

/** A file of each class. */
export const FILES = {
  image: { bytes: Buffer.from(PNG, 'base64'), mimeType: 'image/png' },
  video: { bytes: Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 'latin1'), mimeType: 'video/mp4' },
  audio: { bytes: Buffer.from('ID3\u0003\0\0\0\0\0\0', 'latin1'), mimeType: 'audio/mpeg' },
  voice: {
    bytes: Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead')]),
    mimeType: 'audio/ogg',
  },
  document: { bytes: Buffer.from('%PDF-1.4\n%%EOF\n'), mimeType: 'application/pdf' },
  sticker: { bytes: webp(), mimeType: 'image/webp' },
} satisfies Record<string, Sample>;

export const inline = ({ bytes, mimeType }: Sample) => ({ base64: bytes.toString('base64'), mime_type: mimeType });
