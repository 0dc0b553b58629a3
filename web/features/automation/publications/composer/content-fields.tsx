import { Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

import { NEW_MEDIA } from './draft';
import { propsOf, type Composing } from './field-props';
import { MediaField } from './media-field';

const MOST_TEXT = 65_536;
const MOST_FILES = 10;

const FORMATS = [
  { value: 'plain', label: 'As it is typed' },
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
];

/** What it says: one text and files, which each channel gives its own form. */
export function ContentFields(composing: Composing) {
  const { form } = composing;
  const { media, text } = form.values.content;
  return (
    <>
      <Textarea
        label="Text"
        maxLength={MOST_TEXT}
        autosize
        minRows={4}
        maxRows={16}
        {...propsOf(composing, 'content.text')}
      />
      <div className="pub-row">
        <NativeSelect
          label="Format of the text"
          description="A channel turns marks into its own."
          data={FORMATS}
          {...propsOf(composing, 'content.format')}
        />
        {text.includes('://') && (
          <Checkbox
            mt={24}
            label="Show a preview of the first link"
            {...propsOf(composing, 'content.link_preview', 'checkbox')}
          />
        )}
      </div>
      <fieldset className="pub-part">
        <legend>Files</legend>
        {media.map((_, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- files have no other name than their place
          <MediaField key={at} {...composing} at={at} />
        ))}
        {media.length < MOST_FILES && (
          <div>
            <button
              type="button"
              className="copy-button"
              onClick={() => form.insertListItem('content.media', { ...NEW_MEDIA })}
            >
              <IconPlus size={13} aria-hidden /> Add a file
            </button>
          </div>
        )}
      </fieldset>
    </>
  );
}
