import { NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';

import type { FormPart } from '../../../../ui/form/form-part';
import { errorText } from '../../../../ui/problem';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { uploadMedia } from '../../../whatsapp/messages/composer/upload';
import { useInstances } from '../../../whatsapp/use-instances';
import { NEW_MEDIA, type MediaDraft } from './media-draft';

const KINDS = [
  { value: '', label: 'As the file tells' },
  { value: 'image', label: 'Picture' },
  { value: 'video', label: 'Video' },
  { value: 'audio', label: 'Sound file' },
  { value: 'voice', label: 'Voice message' },
  { value: 'document', label: 'Document' },
];

const MAX_FILES = 10;

type MediaPart = FormPart<MediaDraft[]>;

export function MediaFields({ part }: { part: MediaPart }) {
  return (
    <fieldset className="pub-part">
      <legend>Files</legend>
      {part.value.map((file, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- files have no other name than their place
        <MediaField key={at} part={part} file={file} at={at} />
      ))}
      {part.value.length < MAX_FILES && (
        <div>
          <button type="button" className="copy-button" onClick={() => part.insert('', { ...NEW_MEDIA })}>
            <IconPlus size={13} aria-hidden /> Add a file
          </button>
        </div>
      )}
    </fieldset>
  );
}

function MediaField({ part, file, at }: { part: MediaPart; file: MediaDraft; at: number }) {
  const id = useId();
  const { state, upload } = useUpload((mediaId) => {
    part.set(`${at}.media_id`, mediaId);
    part.clearError(`${at}.url`);
  });
  return (
    <div className="pub-file-card">
      <div className="pub-file-head">
        <strong>File {at + 1}</strong>
        <button
          type="button"
          className="copy-button"
          onClick={() => part.remove('', at)}
          aria-label={`Remove file ${at + 1}`}
        >
          Remove
        </button>
      </div>
      {file.media_id === '' ? (
        <>
          <TextInput
            label="Its address"
            placeholder="https://example.com/cat.jpg"
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            maxLength={2048}
            {...part.props(`${at}.url`)}
          />
          {upload && (
            <div>
              <label htmlFor={id} className="dimmed automation-small">
                Or a file of this computer
              </label>
              <input
                id={id}
                type="file"
                className="pub-upload"
                aria-describedby={`${id}-state`}
                onChange={(event) => void upload(event.currentTarget.files?.[0])}
              />
            </div>
          )}
        </>
      ) : (
        <div className="pub-file-head">
          <span>
            Uploaded as <span className="mono">{file.media_id}</span>
          </span>
          <button
            type="button"
            className="copy-button"
            onClick={() => part.set(`${at}.media_id`, '')}
            aria-label={`Choose another file ${at + 1}`}
          >
            Choose another
          </button>
        </div>
      )}
      <span id={`${id}-state`} className={state.fault === undefined ? 'dimmed' : 'pub-fault'} role="status">
        {state.fault ?? (state.isPending ? 'Uploading' : '')}
      </span>
      <div className="pub-row">
        <NativeSelect label="Shown as" data={KINDS} {...part.props(`${at}.kind`)} />
        <TextInput label="Caption" maxLength={1024} autoComplete="off" {...part.props(`${at}.caption`)} />
        {file.kind === 'document' && (
          <TextInput label="Name of the file" maxLength={240} autoComplete="off" {...part.props(`${at}.filename`)} />
        )}
      </div>
    </div>
  );
}

/** Files are stored with an instance; without an instance only a URL is possible. */
function useUpload(onDone: (mediaId: string) => void) {
  const { id: ws } = useWorkspace();
  const [instance] = useInstances();
  const [state, setState] = useState<{ fault?: string; isPending?: boolean }>({});
  const upload = async (file: File | undefined) => {
    if (!file || !instance) return;
    setState({ isPending: true });
    try {
      const made = await uploadMedia(ws, instance.id, file);
      setState({});
      onDone(made.id);
    } catch (error) {
      setState({ fault: errorText(error) });
    }
  };
  return { state, upload: instance ? upload : undefined };
}
