import type { MediaKind } from '../../../../../shared/automation/content';
import { t } from './texts';

export interface MediaDraft {
  url: string;
  media_id: string;
  /** Empty for what its ending tells. */
  kind: MediaKind | '';
  caption: string;
  filename: string;
}

export const NEW_MEDIA: MediaDraft = { url: '', media_id: '', kind: '', caption: '', filename: '' };

/** Of a file as the API has it, or a template of one. */
export const mediaDraftOf = (file: object): MediaDraft => ({ ...NEW_MEDIA, ...file });

export const mediaOf = ({ url, media_id: mediaId, kind, caption, filename }: MediaDraft) => ({
  ...(mediaId === '' ? { url: url.trim() } : { media_id: mediaId }),
  ...(kind === '' ? {} : { kind }),
  ...(caption.trim() === '' ? {} : { caption }),
  ...(filename.trim() === '' ? {} : { filename: filename.trim() }),
});

export const faultsInMedia = (media: readonly MediaDraft[]): Record<string, string> =>
  Object.fromEntries(
    media.flatMap(({ url, media_id: id }, at) => (url.trim() + id === '' ? [[`${at}.url`, t('needFile')]] : [])),
  );

/** Field names with the path of the form around them. */
export const faultsAt = (path: string, faults: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [`${path}.${name}`, fault]));
