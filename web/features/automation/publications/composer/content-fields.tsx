import { Checkbox, NativeSelect } from '@mantine/core';

import { formPart } from '../../../../ui/form/form-part';
import { TextArea } from '../../../../ui/form/text-area';
import { faultAt, propsOf, type ComposerForm } from './field-props';
import { MediaFields } from './media-field';
import { t } from './texts';

const MAX_TEXT = 65_536;

export const FORMATS = [
  {
    value: 'plain',
    get label() {
      return t('plain');
    },
  },
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
];

export function ContentFields(composing: ComposerForm) {
  const { form } = composing;
  const { media, text } = form.values.content;
  return (
    <>
      <TextArea
        label={t('text')}
        maxLength={MAX_TEXT}
        minRows={4}
        maxRows={16}
        {...propsOf(composing, 'content.text')}
      />
      <div className="pub-row">
        <NativeSelect
          label={t('format')}
          description={t('formatHelp')}
          data={FORMATS}
          {...propsOf(composing, 'content.format')}
        />
        {text.includes('://') && (
          <Checkbox mt={24} label={t('linkPreview')} {...propsOf(composing, 'content.link_preview', 'checkbox')} />
        )}
      </div>
      <MediaFields part={formPart(form, 'content.media', media, (name) => ({ error: faultAt(composing, name) }))} />
    </>
  );
}
