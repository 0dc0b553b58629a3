import { Checkbox, TextInput } from '@mantine/core';

import { TextArea } from '../../../../ui/form/text-area';
import { useUnsupportedReason } from '../../use-instance';
import { isFile, type SendType } from './draft';
import { type ContentPart, FileField } from './file-field';
import { InlineField, RepeatedFields } from './repeated-fields';
import { t } from './texts';

const hasLink = (text: string): boolean => /\bhttps?:\/\/\S/i.test(text);

interface TypeFieldsProps {
  part: ContentPart;
  type: SendType;
  isChat?: boolean;
}

export function TypeFields({ part, type, isChat = false }: TypeFieldsProps) {
  const lacks = useUnsupportedReason();
  const { value: content, props } = part;
  if (isFile(type)) {
    const hasCaption = type === 'image' || type === 'video' || type === 'document';
    const lack = lacks('message.view_once');
    return (
      <>
        <FileField key={type} part={part} type={type} />
        {hasCaption && <TextInput label={t('caption')} maxLength={1024} {...props('caption')} />}
        {type === 'document' && (
          <TextInput label={t('filename')} placeholder={t('filenameExample')} maxLength={240} {...props('filename')} />
        )}
        <Checkbox
          size="xs"
          label={t('viewOnce')}
          description={lack}
          disabled={lack !== undefined}
          {...props('view_once', 'checkbox')}
        />
      </>
    );
  }
  switch (type) {
    case 'text':
      return (
        <>
          <TextArea
            label={t('text')}
            placeholder={isChat ? t('placeholder') : undefined}
            minRows={isChat ? 1 : 2}
            maxRows={8}
            maxLength={4096}
            onKeyDown={(event) => {
              if (!isChat || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
            {...props('text')}
          />
          {hasLink(content.text) && (
            <Checkbox size="xs" label={t('linkPreview')} {...props('link_preview', 'checkbox')} />
          )}
        </>
      );
    case 'location':
      return (
        <>
          <div className="composer-pair">
            <TextInput
              label={t('latitude')}
              placeholder="52.5163"
              inputMode="decimal"
              maxLength={20}
              {...props('latitude')}
            />
            <TextInput
              label={t('longitude')}
              placeholder="13.3777"
              inputMode="decimal"
              maxLength={20}
              {...props('longitude')}
            />
          </div>
          <TextInput label={t('placeName')} maxLength={1000} {...props('name')} />
          <TextInput label={t('address')} maxLength={1000} {...props('address')} />
        </>
      );
    case 'contacts':
      return (
        <>
          <TextInput label={t('name')} maxLength={200} {...props('contacts.0.name.formatted')} />
          <TextInput label={t('number')} inputMode="tel" maxLength={60} {...props('contacts.0.phones.0.phone')} />
        </>
      );
    case 'poll':
      return (
        <>
          <TextInput label={t('question')} maxLength={255} {...props('question')} />
          <RepeatedFields
            legend={t('answers')}
            items={content.options}
            least={2}
            max={12}
            add={t('addAnswer')}
            removeLabel={(number) => t('removeAnswer', { number })}
            onAdd={() => part.insert('options', '')}
            onRemove={(index) => part.remove('options', index)}
          >
            {(_, index) => (
              <InlineField label={t('answer', { number: index + 1 })} maxLength={100} {...props(`options.${index}`)} />
            )}
          </RepeatedFields>
          <Checkbox size="xs" label={t('multiple')} {...props('many', 'checkbox')} />
        </>
      );
    case 'buttons':
      return (
        <>
          <Body {...part} />
          <RepeatedFields
            legend={t('buttons')}
            items={content.buttons}
            least={1}
            max={3}
            add={t('addButton')}
            removeLabel={(number) => t('removeButton', { number })}
            onAdd={() => part.insert('buttons', { title: '' })}
            onRemove={(index) => part.remove('buttons', index)}
          >
            {(_, index) => (
              <InlineField
                label={t('button', { number: index + 1 })}
                maxLength={20}
                {...props(`buttons.${index}.title`)}
              />
            )}
          </RepeatedFields>
        </>
      );
    case 'list':
      return (
        <>
          <Body {...part} />
          <TextInput label={t('listButton')} maxLength={20} {...props('button')} />
          <RepeatedFields
            legend={t('choices')}
            items={content.sections[0]?.rows ?? []}
            least={1}
            max={10}
            add={t('addChoice')}
            removeLabel={(number) => t('removeChoice', { number })}
            onAdd={() => part.insert('sections.0.rows', { title: '', description: '' })}
            onRemove={(index) => part.remove('sections.0.rows', index)}
          >
            {(_, index) => (
              <div className="composer-pair">
                <InlineField
                  label={t('choice', { number: index + 1 })}
                  maxLength={24}
                  {...props(`sections.0.rows.${index}.title`)}
                />
                <InlineField
                  label={t('choiceDescription', { number: index + 1 })}
                  maxLength={72}
                  {...props(`sections.0.rows.${index}.description`)}
                />
              </div>
            )}
          </RepeatedFields>
        </>
      );
    case 'cta_url':
      return (
        <>
          <Body {...part} />
          <TextInput label={t('buttonText')} maxLength={20} {...props('title')} />
          <TextInput label={t('url')} placeholder="https://example.com/" maxLength={2048} {...props('url')} />
        </>
      );
    case 'template':
      return (
        <>
          <div className="composer-pair">
            <TextInput label={t('name')} placeholder="hello_world" maxLength={512} {...props('name')} />
            <TextInput label={t('language')} placeholder="en_US" maxLength={20} {...props('language')} />
          </div>
          <RepeatedFields
            legend={t('values')}
            items={content.variables.body}
            least={0}
            max={20}
            add={t('addValue')}
            removeLabel={(number) => t('removeValue', { number })}
            onAdd={() => part.insert('variables.body', '')}
            onRemove={(index) => part.remove('variables.body', index)}
          >
            {(_, index) => (
              <InlineField
                label={t('value', { number: index + 1 })}
                maxLength={1024}
                {...props(`variables.body.${index}`)}
              />
            )}
          </RepeatedFields>
        </>
      );
    case 'reaction':
      return <TextInput label={t('emoji')} description={t('emojiHelp')} maxLength={32} {...props('emoji')} />;
    default:
      return type satisfies never;
  }
}

function Body({ props }: ContentPart) {
  return (
    <>
      <TextArea label={t('text')} minRows={2} maxRows={6} maxLength={1024} {...props('body')} />
      <TextInput label={t('footer')} maxLength={60} {...props('footer')} />
    </>
  );
}
