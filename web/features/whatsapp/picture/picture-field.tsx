import { Button } from '@mantine/core';
import { useEffect, useId, useState } from 'react';

import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { errorText } from '../../../ui/problem';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { uploadMedia } from '../messages/composer/upload';
import { useInstance } from '../use-instance';
import { squareOf } from './square';
import { t } from './texts';

import '../messages/messages.css';
import './picture.css';

interface PictureFieldProps {
  label: string;
  url: string | null;
  lack: string | undefined;
  mayWrite: boolean;
  operation: string;
  input: Record<string, unknown>;
  onSave: (picture: { media_id: string } | null) => Promise<unknown>;
}

export function PictureField(props: PictureFieldProps) {
  const { label, url, lack, mayWrite, operation, input, onSave } = props;
  const id = useId();
  const { id: ws } = useWorkspace();
  const { id: instanceId } = useInstance();
  const [chosen, setChosen] = useState<{ file: File; src: string }>();
  const [busy, setBusy] = useState<'save' | 'remove'>();
  const [fault, setFault] = useState<string>();
  useEffect(() => () => URL.revokeObjectURL(chosen?.src ?? ''), [chosen]);

  const choose = async (file: File | undefined) => {
    setFault(undefined);
    setChosen(undefined);
    if (!file) return;
    try {
      const square = await squareOf(file);
      setChosen({ file: square, src: URL.createObjectURL(square) });
    } catch (error) {
      setFault(error instanceof Error ? error.message : errorText(error));
    }
  };
  const save = async (what: 'save' | 'remove') => {
    setBusy(what);
    setFault(undefined);
    try {
      const media = what === 'save' && chosen ? await uploadMedia(ws, instanceId, chosen.file) : null;
      await onSave(media && { media_id: media.id });
      setChosen(undefined);
    } catch (error) {
      setFault(errorText(error));
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <div className="picture" role="group" aria-label={label}>
      {chosen ? (
        <img className="picture-frame" src={chosen.src} alt={t('newPicture')} width={88} height={88} />
      ) : (
        <span className="picture-frame dimmed">{url === null ? t('noPicture') : t('pictureSet')}</span>
      )}
      <div className="picture-side">
        <strong>{label}</strong>
        {lack === undefined && mayWrite ? (
          <>
            <label htmlFor={id} className="visually-hidden">
              {t('file', { label })}
            </label>
            <input
              key={String(busy)}
              id={id}
              type="file"
              className="composer-file"
              accept="image/jpeg,image/png"
              onChange={(event) => void choose(event.currentTarget.files?.[0])}
            />
            <span className="wa-line">
              {chosen && (
                <Button size="compact-sm" loading={busy === 'save'} onClick={() => void save('save')}>
                  {t('save')}
                </Button>
              )}
              {!chosen && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={busy === 'remove'}
                  onClick={() => void save('remove')}
                >
                  {t('remove')}
                </Button>
              )}
              <CopyAsCode operation={operation} input={{ ...input, picture: { media_id: 'med_…' } }} isSmall />
            </span>
          </>
        ) : (
          <span className="dimmed wa-small">{lack ?? (url === null ? t('noPicture') : t('pictureSet'))}</span>
        )}
        {url !== null && (
          <a href={url} target="_blank" rel="noreferrer" className="wa-small">
            {t('openCurrent')}
          </a>
        )}
        {fault !== undefined && (
          <Note tone="error" alert>
            {fault}
          </Note>
        )}
      </div>
    </div>
  );
}
