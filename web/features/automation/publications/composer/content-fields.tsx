import { Checkbox, NativeSelect, Textarea } from '@mantine/core';

import { formPart } from '../../../../ui/form/form-part';
import { faultAt, propsOf, type ComposerForm } from './field-props';
import { MediaFields } from './media-field';

const MAX_TEXT = 65_536;

export const FORMATS = [
  { value: 'plain', label: 'As it is typed' },
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
];

export function ContentFields(composing: ComposerForm) {
  const { form } = composing;
  const { media, text } = form.values.content;
  return (
    <>
      <Textarea
        label="Text"
        maxLength={MAX_TEXT}
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
      <MediaFields part={formPart(form, 'content.media', media, (name) => ({ error: faultAt(composing, name) }))} />
    </>
  );
}
