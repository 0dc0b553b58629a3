import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { FileField } from '../../../ui/files/file-field';
import { errorText } from '../../../ui/problem';
import { useWorkspace } from '../../../ui/shell/workspace';
import { uploadMedia } from '../messages/composer/upload';
import { useInstance } from '../use-instance';
import { squareOf, UnreadablePicture } from './square';
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
  const { id: workspaceId } = useWorkspace();
  const { id: instanceId } = useInstance();
  const [chosen, setChosen] = useState<{ file: File; square: File; src: string }>();
  const [busy, setBusy] = useState<'save' | 'remove'>();
  const [fault, setFault] = useState<string>();
  useEffect(() => () => URL.revokeObjectURL(chosen?.src ?? ''), [chosen]);

  const [progress, setProgress] = useState<number>();
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  const choose = async (file: File) => {
    setFault(undefined);
    setChosen(undefined);
    try {
      const square = await squareOf(file);
      setChosen({ file, square, src: URL.createObjectURL(square) });
    } catch (error) {
      setFault(error instanceof UnreadablePicture ? t('unreadable') : errorText(error));
    }
  };
  const upload = (file: File) => {
    sending.current = new AbortController();
    const { signal } = sending.current;
    return uploadMedia({ workspaceId, instanceId, file, onProgress: setProgress, signal });
  };
  const save = async (what: 'save' | 'remove') => {
    setBusy(what);
    setFault(undefined);
    try {
      const media = what === 'save' && chosen ? await upload(chosen.square) : null;
      await onSave(media && { media_id: media.id });
      setChosen(undefined);
    } catch (error) {
      setFault(errorText(error));
    } finally {
      setBusy(undefined);
      setProgress(undefined);
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
            <FileField
              label={t('file', { label })}
              isLabelHidden
              accept="image/jpeg,image/png"
              types={['JPEG', 'PNG']}
              chosen={chosen?.file}
              progress={progress}
              isLocked={busy !== undefined}
              error={fault}
              onChoose={(file) => void choose(file)}
              onRemove={() => setChosen(undefined)}
            />
            <span className="wa-line">
              {chosen && (
                <Button size="compact-sm" loading={busy === 'save'} onClick={() => void save('save')}>
                  {t('save')}
                </Button>
              )}
              {!chosen && url !== null && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={busy === 'remove'}
                  onClick={() => void save('remove')}
                >
                  {t('remove')}
                </Button>
              )}
              <CopyAsCode operation={operation} input={{ ...input, picture: { media_id: 'med_…' } }} label={label} />
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
      </div>
    </div>
  );
}
