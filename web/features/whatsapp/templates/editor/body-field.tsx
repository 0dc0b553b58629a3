import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconVariable } from '@tabler/icons-react';
import { useRef } from 'react';

import { TEMPLATE_LIMITS, templateVariables } from '../../../../../shared/whatsapp/template-rules';
import { TextArea } from '../../../../ui/form/text-area';
import { counted } from './counted';
import { nextVariable, type TemplateDraft } from './draft';
import { t } from './texts';

/** The text of the message, and an example of each of its variables. */
export function BodyField({ form }: { form: UseFormReturnType<TemplateDraft> }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, byName } = form.values.body;
  const addVariable = () => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? {
      selectionStart: text.length,
      selectionEnd: text.length,
    };
    const variable = nextVariable(text);
    form.setFieldValue('body.text', `${text.slice(0, from)}${variable}${text.slice(to)}`);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + variable.length, from + variable.length);
    });
  };
  const missing = form.errors['body.examples'];

  return (
    <>
      <TextArea
        ref={field}
        label={t('body')}
        minRows={4}
        maxRows={12}
        {...counted(text, TEMPLATE_LIMITS.body, t('bodyHelp', { example1: '{{1}}', example2: '{{name}}' }))}
        {...form.getInputProps('body.text')}
      />
      <div>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconVariable size={14} aria-hidden />}
          onClick={addVariable}
        >
          {t('addVariable')}
        </Button>
      </div>
      {templateVariables(text).map((name) => (
        <TextInput
          key={name}
          label={t('exampleOf', { name: `{{${name}}}` })}
          value={byName[name] ?? ''}
          error={byName[name]?.trim() ? undefined : missing}
          onChange={({ currentTarget }) =>
            form.setFieldValue('body.byName', { ...form.values.body.byName, [name]: currentTarget.value })
          }
        />
      ))}
    </>
  );
}
