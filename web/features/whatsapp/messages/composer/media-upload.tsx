import { useEffect, useRef, useState } from 'react';

import { MEDIA_LIMITS } from '../../../../../shared/whatsapp/media-limits';
import { FileField } from '../../../../ui/files/file-field';
import type { FileRules } from '../../../../ui/files/rules';
import { errorText } from '../../../../ui/problem';
import { useWorkspace } from '../../../../ui/shell/workspace';
import type { FileType } from './draft';
import { t } from './texts';
import { uploadMedia } from './upload';

/** What the strictest driver takes; endings for what browsers do not know by its type. */
const RULES: Record<FileType, FileRules> = {
  image: { accept: 'image/jpeg,image/png', types: ['JPEG', 'PNG'] },
  video: { accept: 'video/mp4,video/3gpp,.3gp', types: ['MP4', '3GP'] },
  audio: { accept: 'audio/*,.aac,.amr,.ogg,.opus', types: ['AAC', 'AMR', 'MP3', 'M4A', 'OGG'] },
  voice: { accept: 'audio/ogg,.ogg,.oga,.opus', types: ['OGG'] },
  document: {},
  sticker: { accept: 'image/webp', types: ['WebP'] },
};

interface MediaUploadProps {
  label: string;
  instanceId: string;
  /** Of the message that it is for. */
  type: FileType;
  /** Empty without a file. */
  mediaId: string;
  onChange: (mediaId: string) => void;
}

/** A file for a message, stored with an instance as soon as it is chosen. */
export function MediaUpload({ label, instanceId, type, mediaId, onChange }: MediaUploadProps) {
  const { id: workspaceId } = useWorkspace();
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<number>();
  const [fault, setFault] = useState<string>();
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  const remove = () => {
    sending.current?.abort();
    setFile(undefined);
    setProgress(undefined);
    setFault(undefined);
    onChange('');
  };
  const choose = async (next: File) => {
    remove();
    const own = new AbortController();
    sending.current = own;
    setFile(next);
    setProgress(0);
    try {
      const { signal } = own;
      const made = await uploadMedia({ workspaceId, instanceId, file: next, onProgress: setProgress, signal });
      onChange(made.id);
    } catch (error) {
      if (!own.signal.aborted) setFault(errorText(error));
    } finally {
      if (!own.signal.aborted) setProgress(undefined);
    }
  };
  const isUnfinished = progress !== undefined || fault !== undefined;
  // Empty again after the message was sent.
  const chosen = isUnfinished || mediaId !== '' ? (file ?? { name: mediaId }) : undefined;

  return (
    <FileField
      label={label}
      {...RULES[type]}
      maxBytes={MEDIA_LIMITS[type]}
      chosen={chosen}
      progress={progress}
      state={isUnfinished ? undefined : t('uploaded')}
      error={fault}
      onChoose={(next) => void choose(next)}
      onRemove={remove}
    />
  );
}
