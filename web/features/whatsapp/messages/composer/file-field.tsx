import { TextInput } from '@mantine/core';

import type { FormPart } from '../../../../ui/form/form-part';
import { useFileInstance } from '../../use-instance';
import type { Draft, FileType } from './draft';
import { MediaUpload } from './media-upload';
import { t } from './texts';

export type ContentPart = FormPart<Draft['content']>;

export function FileField({ part, type }: { part: ContentPart; type: FileType }) {
  const instanceId = useFileInstance();
  const { media } = part.value;
  return (
    <fieldset>
      <legend>{t('file')}</legend>
      {instanceId !== undefined && (
        <MediaUpload
          label={t('fileOfComputer')}
          instanceId={instanceId}
          type={type}
          mediaId={media.media_id}
          onChange={(id) => {
            part.set('media.media_id', id);
            if (id !== '') part.clearError('media.url');
          }}
        />
      )}
      {media.media_id === '' && (
        <TextInput
          label={instanceId === undefined ? t('fileUrl') : t('orFileUrl')}
          placeholder="https://example.com/cat.jpg"
          inputMode="url"
          maxLength={2048}
          {...part.props('media.url')}
        />
      )}
    </fieldset>
  );
}
