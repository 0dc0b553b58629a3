import { NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

import type { FormPart } from '../../../../ui/form/form-part';
import { MediaUpload } from '../../../whatsapp/messages/composer/media-upload';
import { useInstances } from '../../../whatsapp/use-instances';
import { NEW_MEDIA, type MediaDraft } from './media-draft';
import { t } from './texts';

const KINDS = ['', 'image', 'video', 'audio', 'voice', 'document'] as const;
const kinds = () => KINDS.map((value) => ({ value, label: t(`kind_${value}`) }));

const MAX_FILES = 10;

type MediaPart = FormPart<MediaDraft[]>;

export function MediaFields({ part }: { part: MediaPart }) {
  return (
    <fieldset className="pub-part">
      <legend>{t('files')}</legend>
      {part.value.map((file, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- files have no other name than their place
        <MediaField key={at} part={part} file={file} at={at} />
      ))}
      {part.value.length < MAX_FILES && (
        <div>
          <button type="button" className="copy-button" onClick={() => part.insert('', { ...NEW_MEDIA })}>
            <IconPlus size={13} aria-hidden /> {t('addFile')}
          </button>
        </div>
      )}
    </fieldset>
  );
}

function MediaField({ part, file, at }: { part: MediaPart; file: MediaDraft; at: number }) {
  // Files are stored with an instance; without an instance only a URL is possible.
  const [instance] = useInstances();
  return (
    <div className="pub-file-card">
      <div className="pub-file-head">
        <strong>{t('file', { number: at + 1 })}</strong>
        <button
          type="button"
          className="copy-button"
          onClick={() => part.remove('', at)}
          aria-label={t('removeFile', { number: at + 1 })}
        >
          {t('removeThis')}
        </button>
      </div>
      {file.media_id === '' && (
        <TextInput
          label={t('fileUrl')}
          placeholder="https://example.com/cat.jpg"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          maxLength={2048}
          {...part.props(`${at}.url`)}
        />
      )}
      {instance && (
        <MediaUpload
          label={t(file.media_id === '' ? 'upload' : 'uploadedFile')}
          instanceId={instance.id}
          type={file.kind === '' ? 'document' : file.kind}
          mediaId={file.media_id}
          onChange={(mediaId) => {
            part.set(`${at}.media_id`, mediaId);
            if (mediaId !== '') part.clearError(`${at}.url`);
          }}
        />
      )}
      <div className="pub-row">
        <NativeSelect label={t('sendAs')} data={kinds()} {...part.props(`${at}.kind`)} />
        <TextInput label={t('caption')} maxLength={1024} autoComplete="off" {...part.props(`${at}.caption`)} />
        {file.kind === 'document' && (
          <TextInput label={t('fileName')} maxLength={240} autoComplete="off" {...part.props(`${at}.filename`)} />
        )}
      </div>
    </div>
  );
}
