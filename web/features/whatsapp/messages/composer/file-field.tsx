import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';

import type { FormPart } from '../../../../ui/form/form-part';
import { errorText } from '../../../../ui/problem';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { useFileInstance } from '../../use-instance';
import type { Draft, FileType } from './draft';
import { t } from './texts';
import { uploadMedia } from './upload';

export type ContentPart = FormPart<Draft['content']>;

const TYPES = {
  image: 'image/jpeg,image/png',
  video: 'video/mp4,video/3gpp',
  audio: 'audio/*',
  voice: 'audio/ogg',
  document: '',
  sticker: 'image/webp',
} satisfies Record<FileType, string>;

export function FileField({ part, type }: { part: ContentPart; type: FileType }) {
  const id = useId();
  const { id: ws } = useWorkspace();
  const instanceId = useFileInstance();
  const [state, setState] = useState<{ fault?: string; isPending?: boolean }>({});
  const { media } = part.value;

  const upload = async (file: File | undefined) => {
    part.set('media.media_id', '');
    setState({});
    if (!file || instanceId === undefined) return;
    setState({ isPending: true });
    try {
      const made = await uploadMedia(ws, instanceId, file);
      part.set('media.media_id', made.id);
      part.clearError('media.url');
      setState({});
    } catch (error) {
      setState({ fault: errorText(error) });
    }
  };
  return (
    <fieldset>
      <legend>{t('file')}</legend>
      {instanceId !== undefined && (
        <>
          <label htmlFor={id} className="visually-hidden">
            {t('fileOfComputer')}
          </label>
          <input
            id={id}
            type="file"
            className="composer-file"
            accept={TYPES[type]}
            aria-describedby={`${id}-state`}
            onChange={(event) => void upload(event.currentTarget.files?.[0])}
          />
        </>
      )}
      <span id={`${id}-state`} className={state.fault === undefined ? 'dimmed' : 'composer-fault'} role="status">
        {state.fault ?? (state.isPending ? t('uploading') : media.media_id === '' ? '' : t('uploaded'))}
      </span>
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
