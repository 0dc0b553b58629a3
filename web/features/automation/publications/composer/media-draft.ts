import type { MediaKind } from '../../../../../shared/automation/content';

export interface MediaDraft {
  url: string;
  /** Of an uploaded file; then there is no address. */
  media_id: string;
  /** Empty for what its ending tells. */
  kind: MediaKind | '';
  caption: string;
  filename: string;
}

export const NEW_MEDIA: MediaDraft = { url: '', media_id: '', kind: '', caption: '', filename: '' };

/** Of a file as the API has it, or a template of one. */
export const mediaDraftOf = (file: object): MediaDraft => ({ ...NEW_MEDIA, ...file });

/** As the API takes it. */
export const mediaOf = ({ url, media_id: mediaId, kind, caption, filename }: MediaDraft) => ({
  ...(mediaId === '' ? { url: url.trim() } : { media_id: mediaId }),
  ...(kind === '' ? {} : { kind }),
  ...(caption.trim() === '' ? {} : { caption }),
  ...(filename.trim() === '' ? {} : { filename: filename.trim() }),
});

/** By the names of the fields: a file without an address is none. */
export const faultsInMedia = (media: readonly MediaDraft[]): Record<string, string> =>
  Object.fromEntries(
    media.flatMap(({ url, media_id: id }, at) =>
      url.trim() + id === '' ? [[`${at}.url`, 'Choose a file, or give its address.']] : [],
    ),
  );

/** Names of faults as a form around it has them. */
export const faultsAt = (path: string, faults: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [`${path}.${name}`, fault]));
