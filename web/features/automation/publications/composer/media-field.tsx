import { NativeSelect, TextInput } from '@mantine/core';
import { useId, useState } from 'react';

import { sentenceOf } from '../../../../ui/problem';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { uploadMedia } from '../../../whatsapp/messages/composer/upload';
import { useInstances } from '../../../whatsapp/use-instances';
import { propsOf, type Composing } from './field-props';

const KINDS = [
  { value: '', label: 'As the file tells' },
  { value: 'image', label: 'Picture' },
  { value: 'video', label: 'Video' },
  { value: 'audio', label: 'Sound file' },
  { value: 'voice', label: 'Voice message' },
  { value: 'document', label: 'Document' },
];

/** One file: of this computer, uploaded as it is chosen, or a public address. */
export function MediaField({ at, ...composing }: Composing & { at: number }) {
  const { form } = composing;
  const id = useId();
  const name = `content.media.${at}`;
  const file = form.values.content.media[at];
  const { state, upload } = useUpload((mediaId) => {
    form.setFieldValue(`${name}.media_id`, mediaId);
    form.clearFieldError(`${name}.url`);
  });
  if (!file) return null;
  return (
    <div className="pub-file-card">
      <div className="pub-file-head">
        <strong>File {at + 1}</strong>
        <button
          type="button"
          className="copy-button"
          onClick={() => form.removeListItem('content.media', at)}
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
            {...propsOf(composing, `${name}.url`)}
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
            onClick={() => form.setFieldValue(`${name}.media_id`, '')}
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
        <NativeSelect label="Shown as" data={KINDS} {...propsOf(composing, `${name}.kind`)} />
        <TextInput label="Caption" maxLength={1024} autoComplete="off" {...propsOf(composing, `${name}.caption`)} />
        {file.kind === 'document' && (
          <TextInput
            label="Name of the file"
            maxLength={240}
            autoComplete="off"
            {...propsOf(composing, `${name}.filename`)}
          />
        )}
      </div>
    </div>
  );
}

/** Files are kept with an instance; without one there is only the address. */
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
      setState({ fault: sentenceOf(error) });
    }
  };
  return { state, upload: instance ? upload : undefined };
}
