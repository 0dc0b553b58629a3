import { Checkbox, Textarea, TextInput } from '@mantine/core';

import { useUnsupportedReason } from '../../use-instance';
import { isFile, type SendType } from './draft';
import { type ContentPart, FileField } from './file-field';
import { InlineField, RepeatedFields } from './repeated-fields';

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
        {hasCaption && <TextInput label="Caption" maxLength={1024} {...props('caption')} />}
        {type === 'document' && (
          <TextInput label="Name of the file" placeholder="invoice.pdf" maxLength={240} {...props('filename')} />
        )}
        <Checkbox
          size="xs"
          label="Can be opened once"
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
          <Textarea
            label="Text"
            autosize
            minRows={2}
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
            <Checkbox size="xs" label="Show a preview of the first link" {...props('link_preview', 'checkbox')} />
          )}
        </>
      );
    case 'location':
      return (
        <>
          <div className="composer-pair">
            <TextInput
              label="Latitude"
              placeholder="52.5163"
              inputMode="decimal"
              maxLength={20}
              {...props('latitude')}
            />
            <TextInput
              label="Longitude"
              placeholder="13.3777"
              inputMode="decimal"
              maxLength={20}
              {...props('longitude')}
            />
          </div>
          <TextInput label="Name of the place" maxLength={1000} {...props('name')} />
          <TextInput label="Address" maxLength={1000} {...props('address')} />
        </>
      );
    case 'contacts':
      return (
        <>
          <TextInput label="Name" maxLength={200} {...props('contacts.0.name.formatted')} />
          <TextInput label="Number" inputMode="tel" maxLength={60} {...props('contacts.0.phones.0.phone')} />
        </>
      );
    case 'poll':
      return (
        <>
          <TextInput label="Question" maxLength={255} {...props('question')} />
          <RepeatedFields
            legend="Answers"
            items={content.options}
            least={2}
            max={12}
            add="Add an answer"
            onAdd={() => part.insert('options', '')}
            onRemove={(index) => part.remove('options', index)}
          >
            {(_, index) => <InlineField label={`Answer ${index + 1}`} maxLength={100} {...props(`options.${index}`)} />}
          </RepeatedFields>
          <Checkbox size="xs" label="Several may be chosen" {...props('many', 'checkbox')} />
        </>
      );
    case 'buttons':
      return (
        <>
          <Body {...part} />
          <RepeatedFields
            legend="Buttons"
            items={content.buttons}
            least={1}
            max={3}
            add="Add a button"
            onAdd={() => part.insert('buttons', { title: '' })}
            onRemove={(index) => part.remove('buttons', index)}
          >
            {(_, index) => (
              <InlineField label={`Button ${index + 1}`} maxLength={20} {...props(`buttons.${index}.title`)} />
            )}
          </RepeatedFields>
        </>
      );
    case 'list':
      return (
        <>
          <Body {...part} />
          <TextInput label="Button that opens the list" maxLength={20} {...props('button')} />
          <RepeatedFields
            legend="Choices"
            items={content.sections[0]?.rows ?? []}
            least={1}
            max={10}
            add="Add a choice"
            onAdd={() => part.insert('sections.0.rows', { title: '', description: '' })}
            onRemove={(index) => part.remove('sections.0.rows', index)}
          >
            {(_, index) => (
              <div className="composer-pair">
                <InlineField
                  label={`Choice ${index + 1}`}
                  maxLength={24}
                  {...props(`sections.0.rows.${index}.title`)}
                />
                <InlineField
                  label={`Small text ${index + 1}`}
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
          <TextInput label="Button" maxLength={20} {...props('title')} />
          <TextInput label="Page" placeholder="https://example.com/" maxLength={2048} {...props('url')} />
        </>
      );
    case 'template':
      return (
        <>
          <div className="composer-pair">
            <TextInput label="Name" placeholder="hello_world" maxLength={512} {...props('name')} />
            <TextInput label="Language" placeholder="en_US" maxLength={20} {...props('language')} />
          </div>
          <RepeatedFields
            legend="Values of the text"
            items={content.variables.body}
            least={0}
            max={20}
            add="Add a value"
            onAdd={() => part.insert('variables.body', '')}
            onRemove={(index) => part.remove('variables.body', index)}
          >
            {(_, index) => (
              <InlineField label={`Value ${index + 1}`} maxLength={1024} {...props(`variables.body.${index}`)} />
            )}
          </RepeatedFields>
        </>
      );
    case 'reaction':
      return <TextInput label="Emoji" description="Empty takes it back." maxLength={32} {...props('emoji')} />;
    default:
      return type satisfies never;
  }
}

function Body({ props }: ContentPart) {
  return (
    <>
      <Textarea label="Text" autosize minRows={2} maxRows={6} maxLength={1024} {...props('body')} />
      <TextInput label="Small text at the end" maxLength={60} {...props('footer')} />
    </>
  );
}
