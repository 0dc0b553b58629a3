import { IconFile, IconPhotoOff } from '@tabler/icons-react';

import { issueText } from '../../../i18n/labels';
import { formatBytes } from '../../../ui/format-bytes';
import type { Message } from '../messages/labels';
import { textTable } from '../text-table';
import { t } from './texts';

type Media = NonNullable<Message['media']>;

/** Same origin as the console, whatever the server’s public URL: the CSP allows no other. */
function addressOf(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
}

const WAITS: Record<Exclude<Media['status'], 'ready'>, string> = textTable(['pending', 'failed', 'expired'], (status) =>
  t(`file_${status}`),
);

/** Anyone may send a picture of a few kilobytes that takes gigabytes in a browser, 4 bytes a pixel. */
const MAX_SHOWN_PIXELS = 64_000_000;

const isShown = ({ width, height }: Media): boolean =>
  width !== null && height !== null && width * height <= MAX_SHOWN_PIXELS;

export function MediaView({ media, caption }: { media: Media; caption?: string | undefined }) {
  if (media.status !== 'ready' || media.url === null) {
    return (
      <span className="media-none">
        <IconPhotoOff size={15} aria-hidden />
        {media.error ? issueText(media.error.message) : WAITS[media.status === 'ready' ? 'pending' : media.status]}
      </span>
    );
  }
  const src = addressOf(media.url);
  const [kind] = media.mime_type.split('/', 1);
  if (kind === 'image' && isShown(media)) {
    return (
      <img
        className="media-image"
        src={src}
        alt={caption ?? media.filename ?? t('picture')}
        loading="lazy"
        width={media.width ?? undefined}
        height={media.height ?? undefined}
      />
    );
  }
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has captions of what strangers send
  if (kind === 'video') return <video className="media-image" src={src} controls preload="metadata" />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has captions of what strangers send
  if (kind === 'audio') return <audio className="media-audio" src={src} controls preload="metadata" />;
  return (
    <a className="media-file" href={src} download={media.filename ?? ''}>
      <IconFile size={17} stroke={1.6} aria-hidden />
      <span className="truncate">{media.filename ?? t('file')}</span>
      <span className="dimmed numbers">{formatBytes(media.size)}</span>
    </a>
  );
}
